"""The order of the entries: by rating, by hand, or by lots that anyone can draw again."""

from collections.abc import Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event, PlayersSeeded
from core.messages import quoted, say
from core.tournament import Tournament
from core.tournament.model.state import OPEN
from core.tournament.pairing.lots import shuffled

RATING, HAND, LOTS = "rating", "hand", "lots"
METHODS = RATING, HAND, LOTS


def seed_players(
    tournament: Tournament, method: str, players: Sequence[str] = (), seed: str | None = None
) -> list[Event]:
    """Put the entries in order, best first. A later seeding replaces it, and later entries come last.

    `rating`: highest first, equal ones in the order of entry, players without a rating last. `hand`: as `players` are
    listed, all others behind in the order of entry. `lots`: as drawn with `seed`. Raises `NotAllowed` after the start,
    `Invalid` for players listed twice, or not in the tournament, or where the method does not use them.
    """
    if tournament.status != OPEN:
        raise NotAllowed(
            say("{created_name} has started: its players are seeded", created_name=tournament.created.name)
        )
    entered = [entry.player for entry in tournament.field]
    if not entered:
        raise NotAllowed(say("no player has entered {created_name} yet", created_name=tournament.created.name))
    if players and method != HAND:
        raise Invalid({"players": [say("only the method {hand} takes a list of players", hand=quoted(HAND))]})
    if method == RATING:
        rated = {entry.player: entry.rating for entry in tournament.field}
        ordered = sorted(entered, key=lambda player: -1 if (rating := rated[player]) is None else rating, reverse=True)
        return [PlayersSeeded(tuple(ordered), method)]
    if method == LOTS:
        if not seed:
            raise Invalid({"seed": [say("missing: what the lots are drawn with")]})
        return [PlayersSeeded(tuple(shuffled(entered, seed)), method, seed)]
    _listed_once(players, entered)
    listed = set(players)
    return [PlayersSeeded((*players, *(player for player in entered if player not in listed)), method)]


def _listed_once(players: Sequence[str], entered: Sequence[str]) -> None:
    problems = {}
    if not players:
        problems["players"] = [say("missing: the players, best first")]
    for place, player in enumerate(players):
        if player not in entered:
            problems[f"players.{place}"] = [say("has withdrawn, or never entered")]
        elif player in players[:place]:
            problems[f"players.{place}"] = [say("stands in the list before")]
    if problems:
        raise Invalid(problems)
