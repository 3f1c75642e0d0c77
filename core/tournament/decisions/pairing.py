"""What follows by itself: stale pairings voided, matches of those who left walked over, rounds paired."""

from collections.abc import Iterable

from core.errors import Refused
from core.events import Event, PairingsVoided, ResultDecided
from core.games import game_of
from core.tournament import Tournament, apply
from core.tournament.state import Pairing


def pair(tournament: Tournament) -> list[Event]:
    """Everything that follows by itself: stale pairings voided, matches of who left walked over, rounds paired.

    A format that pairs on command is not asked for a round here. Raises `Refused` before the start.
    """
    if tournament.seed is None:
        raise Refused(f"{tournament.created.name} has not started: close its entries first")
    events: list[Event] = []
    while following := _following(tournament):
        for event in following:
            tournament = apply(tournament, event, tournament.version + 1)
        events += following
    return events


def _following(tournament: Tournament) -> list[Event]:
    """The next events that follow by themselves; none once everything waits for people."""
    if tournament.ended:
        return []
    if void := voided(tournament, tournament.format.stale(tournament), "its players changed with a result"):
        return void
    if tournament.format.walkovers and (walked := _walkovers(tournament)):
        return walked
    if tournament.format.on_command and tournament.rounds:
        return []
    following = tournament.format.next_round(tournament, tournament.seed or "")
    return [] if following is None else [following]


def voided(tournament: Tournament, pairings: Iterable[Pairing], reason: str) -> list[Event]:
    """What takes these pairings back, one event for each of their rounds."""
    gone = {pairing.match for pairing in pairings}
    of_rounds = ((each.number, [one.match for one in each.pairings if one.match in gone]) for each in tournament.rounds)
    return [PairingsVoided(number, tuple(matches), reason) for number, matches in of_rounds if matches]


def _walkovers(tournament: Tournament) -> list[Event]:
    """Matches without a result that somebody who has left cannot play."""
    gone, seats = tournament.withdrawn, game_of(tournament.created.game).seats
    events: list[Event] = []
    for pairing in tournament.matches:
        left = [player for player in (pairing.white, pairing.black) if player in gone]
        if left and pairing.match not in tournament.results:
            winner = None if len(left) == 2 else seats[pairing.white in gone]
            names = " and ".join(tournament.entry(player).name for player in left)
            events.append(ResultDecided(pairing.match, "walkover", f"{names} withdrew", winner, {}, None, ()))
    return events
