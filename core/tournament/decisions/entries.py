"""Who takes part: entering, leaving, and the start that closes the entries."""

from collections.abc import Iterable

from core.errors import Refused
from core.events import Event, PlayerEntered, PlayerWithdrew, TournamentStarted
from core.tournament import Tournament, apply
from core.tournament.decisions.pairing import pair
from core.tournament.state import FINISHED, OPEN

FEWEST = 2
"""Players that a tournament needs."""


def enter(tournament: Tournament, players: Iterable[tuple[str, str]]) -> list[Event]:
    """Enter players as (player id, name on the lists), all or none; one who withdrew before the start may come back.

    Raises `Refused` once the tournament has started, or naming everybody who has entered already.
    """
    if tournament.status != OPEN:
        raise Refused(f"{tournament.created.name} has started: its entries are closed")
    inside = {entry.player for entry in tournament.field}
    events: list[Event] = []
    twice = []
    for player, name in players:
        if player in inside:
            twice.append(f"{name} ({player})")
        inside.add(player)
        events.append(PlayerEntered(player, name))
    if twice:
        raise Refused(f"entered already: {', '.join(twice)}")
    return events


def withdraw(tournament: Tournament, player: str, reason: str = "") -> list[Event]:
    """Take a player out; what was played stands. Raises `Unknown` for one who never entered, and `Refused`."""
    entry = tournament.entry(player)
    if entry.withdrawn:
        raise Refused(f"{entry.name} has withdrawn already")
    if tournament.status == FINISHED:
        raise Refused(f"{tournament.created.name} is over: there is nothing left to withdraw from")
    withdrew = PlayerWithdrew(player, reason)
    if tournament.seed is None:
        return [withdrew]
    return [withdrew, *pair(apply(tournament, withdrew, tournament.version + 1))]


def start(tournament: Tournament, seed: str) -> list[Event]:
    """Close the entries and pair what the format can pair at once. `seed` is that of every drawing of lots.

    Raises `Refused` if it has started or if there are too few players.
    """
    if tournament.status != OPEN:
        raise Refused(f"{tournament.created.name} has started already")
    entered = len(tournament.field)
    if entered < FEWEST:
        raise Refused(f"a tournament needs at least {FEWEST} players and {entered} entered: enter more, then start")
    started = TournamentStarted(seed)
    return [started, *pair(apply(tournament, started, tournament.version + 1))]
