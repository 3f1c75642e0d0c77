"""What may be done to a tournament: each decision answers with the events to append, or says why not.

Nothing is recorded here. The outcome of a match is not decided here either: it is a fact of the match's own log.
"""

from collections.abc import Iterable

from core.errors import Refused
from core.events import Event, PairingsVoided, PlayerEntered, PlayerWithdrew, ResultDecided, TournamentStarted
from core.games import game_of
from core.tournament import Tournament, apply
from core.tournament.state import FINISHED, OPEN, Pairing

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
