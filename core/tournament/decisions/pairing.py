"""Automatic consequences: stale pairings voided, walkovers against withdrawn players, rounds paired."""

from collections.abc import Iterable

from core.errors import NotAllowed
from core.events import Cause, Event, MatchesSeated, PairingsVoided, ResultDecided
from core.games import game_of
from core.messages import say
from core.tournament import Tournament, apply
from core.tournament.decisions.seating import seat
from core.tournament.model.leavers import lose_the_rest
from core.tournament.model.reasons import CHANGED, own_reason, withdrew
from core.tournament.model.values import Pairing


def after(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    """The tournament after these events, as if they were the next that are recorded."""
    for event in events:
        tournament = apply(tournament, event, tournament.version + 1)
    return tournament


def pair(tournament: Tournament) -> list[Event]:
    """Everything that follows by itself: stale pairings voided, matches of who left walked over, rounds paired, and
    free tables given to matches.

    A format that pairs on command is asked for its first round, and for those that follow by themselves. Raises
    `NotAllowed` before the start.
    """
    if tournament.seed is None:
        raise NotAllowed(
            say("{created_name} has not started: close its entries first", created_name=tournament.created.name)
        )
    events: list[Event] = []
    while following := _following(tournament):
        events += following
        if all(isinstance(event, MatchesSeated) for event in following):
            break  # all free tables are given at once, and nothing else follows from a table
        tournament = after(tournament, following)
    return events


def _following(tournament: Tournament) -> list[Event]:
    """The next events that follow by themselves; none once everything waits for people."""
    if tournament.stopped:
        return []
    if void := voided(tournament, tournament.format.stale(tournament), CHANGED, follows=True):
        return [*void]
    if walked := _walkovers(tournament):
        return walked
    begun = tournament.rounds or tournament.voided.pairings
    following = None
    if not (tournament.format.on_command and begun):
        following = tournament.format.next_round(tournament, tournament.seed or "")
    elif tournament.format.follows is not None:
        following = tournament.format.follows(tournament)
    return seat(tournament) if following is None else [following]


def voided(
    tournament: Tournament, pairings: Iterable[Pairing], cause: Cause, *, follows: bool = False
) -> list[PairingsVoided]:
    """The events that void these pairings, one for each of their rounds. A whole round goes with its bye."""
    match_ids, (reason, cause) = {pairing.match for pairing in pairings}, own_reason(cause)
    events: list[PairingsVoided] = []
    for round_ in tournament.rounds:
        if matches := tuple(pairing.match for pairing in round_.pairings if pairing.match in match_ids):
            whole = round_.bye is not None and len(matches) == len(round_.pairings)
            events.append(
                PairingsVoided(round_.number, matches, reason, bye=whole, follows=follows or None, cause=cause)
            )
    return events


def _walkovers(tournament: Tournament) -> list[Event]:
    """Matches that a withdrawn player cannot play, without played matches that wait for confirmation.

    Those of a draft are decided once it is published: until then they may still be paired differently. In a format
    without walkovers they are those of the players who lose the rest of their matches by the announced rule.
    """
    if tournament.format.walkovers:
        withdrawn = {person for entry in tournament.entries if entry.withdrawn for person in entry.people}
    else:
        withdrawn = set(lose_the_rest(tournament))
    if not withdrawn:
        return []
    seats = game_of(tournament.created.game).seats
    events: list[Event] = []
    for pairing in (each for round_ in tournament.rounds if not round_.draft for each in round_.pairings):
        absent = [player for player in (pairing.white, pairing.black) if player in withdrawn]
        if absent and pairing.match not in tournament.results and pairing.match not in tournament.reported:
            winner = None if len(absent) == 2 else seats[pairing.white in withdrawn]
            reason, cause = own_reason(withdrew([tournament.entry_of(player).player for player in absent]))
            events.append(ResultDecided(pairing.match, "walkover", reason, winner, {}, None, (), cause))
    return events
