"""The order of the entries: by rating, by hand, or by lots that anyone can draw again."""

from collections.abc import Sequence

from core.errors import Malformed, Refused
from core.events import Event, PlayersSeeded
from core.tournament import Tournament
from core.tournament.draw import shuffled
from core.tournament.state import OPEN

RATING, HAND, LOTS = "rating", "hand", "lots"
METHODS = RATING, HAND, LOTS


def seed_players(
    tournament: Tournament, method: str, players: Sequence[str] = (), seed: str | None = None
) -> list[Event]:
    """Put the entries in order, best first; a later seeding replaces it, and whoever enters later comes behind.

    `rating`: highest first, equal ones in the order of entry, those without behind. `hand`: as `players` are listed,
    those not listed behind in the order of entry. `lots`: as drawn with `seed`. Raises `Refused` after the start,
    `Malformed` for players listed twice, or not in the tournament, or where the method has no use for them.
    """
    if tournament.status != OPEN:
        raise Refused(f"{tournament.created.name} has started: its players are seeded")
    entered = [entry.player for entry in tournament.field]
    if not entered:
        raise Refused(f"nobody has entered {tournament.created.name} yet")
    if players and method != HAND:
        raise Malformed({"players": [f"only the method {HAND!r} takes a list of players"]})
    if method == RATING:
        rated = {entry.player: entry.rating for entry in tournament.field}
        ordered = sorted(entered, key=lambda player: -1 if (said := rated[player]) is None else said, reverse=True)
        return [PlayersSeeded(tuple(ordered), method)]
    if method == LOTS:
        if not seed:
            raise Malformed({"seed": ["missing: what the lots are drawn with"]})
        return [PlayersSeeded(tuple(shuffled(entered, seed)), method, seed)]
    _listed_once(players, entered)
    listed = set(players)
    return [PlayersSeeded((*players, *(player for player in entered if player not in listed)), method)]


def _listed_once(players: Sequence[str], entered: Sequence[str]) -> None:
    problems = {}
    if not players:
        problems["players"] = ["missing: the players, best first"]
    for place, player in enumerate(players):
        if player not in entered:
            problems[f"players.{place}"] = ["has withdrawn, or never entered"]
        elif player in players[:place]:
            problems[f"players.{place}"] = ["stands in the list before"]
    if problems:
        raise Malformed(problems)
