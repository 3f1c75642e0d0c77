"""Use case of the end of a round's time: unfinished matches get what the announcement says, as a referee presses."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from core.errors import NotAllowed, NotFound
from core.events import Event, GameResult
from core.match import judging
from core.match.rulings import incomplete
from core.match.state import Match
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions import corrections
from core.tournament.decisions.pairing import after
from core.tournament.match_opening import opening
from core.tournament.time_up import REFEREE, decision, unfinished
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute
from service.handlers.match import replay
from service.handlers.request import Request


class UnfinishedMatch(NamedTuple):
    """A match without a result after the time of its round: the points so far by seat, and what it would count.

    `winner` is the seat of the leader by the announced rule. `why_not` says why the rule gives nothing here; then a
    referee decides. `unrecorded`: nothing was recorded at its table, so that its games so far can be told.
    """

    round: int
    match: str
    players: tuple[str, str]
    score: Mapping[str, int]
    kind: str = ""
    winner: str | None = None
    why_not: str = ""
    unrecorded: bool = False


def unfinished_matches(deps: Dependencies, state: Tournament) -> list[UnfinishedMatch]:
    """The matches of all rounds whose time is up. Nothing is written."""
    found = []
    for round_, matches in unfinished(state, deps.clock()):
        for match_id in matches:
            at_table = _at_table(deps, state, match_id)
            pairing = state.match(match_id)
            unfinished_match = UnfinishedMatch(
                round_.number,
                match_id,
                (pairing.white, pairing.black),
                at_table.score,
                unrecorded=at_table.version == 0 and state.created.time_up != REFEREE,
            )
            try:
                events = _decided(state, match_id, at_table)
            except NotAllowed as wrong:
                found.append(unfinished_match._replace(why_not=wrong.args[0]))
                continue
            result = after(state, events).results[match_id]
            found.append(unfinished_match._replace(kind=result.kind, winner=result.winner))
    return found


def decide(
    request: Request,
    tournament_id: str,
    number: int,
    match_ids: Sequence[str],
    so_far: Mapping[str, Sequence[GameResult]] = MappingProxyType({}),
) -> TournamentView:
    """Give unfinished matches of a round what the announced rule says; without ids all that it can decide.

    `so_far` are the games that have ended of matches of which nothing was recorded at their tables. Raises `NotFound`,
    `Invalid`, `NotAllowed` while the time runs, for a match that is over, and where a referee decides.
    """
    deps = request.deps
    by = authorize_tournament(deps, request.principal, "referee", tournament_id).name

    def deciding(before: Tournament) -> list[Event]:
        before.round(number)
        waiting = {round_.number: matches for round_, matches in unfinished(before, deps.clock())}
        if number not in waiting:
            raise NotAllowed(
                say("round {number} has no unfinished match whose time is up by an announced rule", number=number)
            )
        for match_id in (*match_ids, *so_far):
            before.match(match_id)
            if match_id not in waiting[number]:
                raise NotAllowed(say("{match} is no unfinished match of round {number}", match=match_id, number=number))
        state, events = before, list[Event]()
        for match_id in match_ids or waiting[number]:
            try:
                found = _decided(state, match_id, _at_table(deps, state, match_id), tuple(so_far.get(match_id, ())))
            except NotAllowed:
                if match_ids or match_id in so_far:
                    raise
                continue
            state, events = after(state, found), [*events, *found]
        if not events:
            raise NotAllowed(say("the announced rule decides none of these matches: a referee does"))
        return events

    return execute(request, tournament_id, deciding, by).view


def _decided(state: Tournament, match_id: str, at_table: Match, so_far: tuple[GameResult, ...] = ()) -> list[Event]:
    opened = judging.opened(match_id, at_table.opened)
    if so_far and at_table.version:
        raise NotAllowed(say("{match}: its games are recorded at the table, and these count", match=match_id))
    corrections.check_games("adjudicated", so_far, opened)
    if so_far and incomplete(opened, so_far) is None:
        raise NotAllowed(say("{match}: with these games it is over: enter them as its result", match=match_id))
    games: tuple[GameResult, ...] = so_far or at_table.results
    return corrections.decide(state, decision(state, match_id, opened, games), opened)


def _at_table(deps: Dependencies, state: Tournament, match_id: str) -> Match:
    """The match as it stands at its table; as it would be opened, where it has no log yet."""
    try:
        return replay.state_at(deps, match_id)
    except NotFound:
        pairing = state.match(match_id)
        round_ = next(each for each in state.rounds if pairing in each.pairings)
        return judging.opened(match_id, opening(state, round_, pairing))
