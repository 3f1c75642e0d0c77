"""Use cases of the list of a round: results entered, taken back, and confirmed together."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from core.errors import NotFound, VersionConflict
from core.events import Event, GameResult, ResultReported, RulingMade
from core.match.turns import is_between_games
from core.tournament import Tournament
from core.tournament.decisions.confirmation import confirm
from core.tournament.decisions.pairing import after
from core.tournament.model import match_status
from core.tournament.model.match_status import status_of
from core.tournament.model.values import Pairing, Result, Round
from schemas.match_states import read_match
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute
from service.handlers.match import matches, replay
from service.handlers.request import Request
from service.handlers.tournament import result_reports
from service.store.read_models.match_snapshots import MatchSnapshot, match_snapshots

UNJUDGED, IN_PLAY = "unjudged", "in_play"
"""Status of a match in the list, beside those of `status_of`: reported and not judged yet; recorded move by move."""
_REPORTED = (match_status.REPORTED, match_status.CONFIRMED, match_status.SETTLED)


class MatchLine(NamedTuple):
    """A match of the list. `table` is empty without one.

    `result` is the one that counts or waits to be confirmed. `report` is the version of the whole result that can be
    taken back at once, because nothing follows from it: 0 if there is none. `games` are those that have ended in a
    match whose whole result can be reported still.
    """

    pairing: Pairing
    table: str
    status: str
    result: Result | None
    report: int
    games: tuple[GameResult, ...] = ()


class RoundResults(NamedTuple):
    """A round with its matches, in the order of their tables."""

    tournament: Tournament
    round: Round
    lines: tuple[MatchLine, ...]


def round_results(deps: Dependencies, principal: Principal | None, tournament_id: str, number: int) -> RoundResults:
    """The list of a round, for referees. Raises `NotFound`, `Unauthenticated`, `Forbidden`."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    state = deps.repository.tournament(tournament_id)
    round_ = state.round(number)
    played = [pairing for pairing in round_.pairings if not pairing.is_bye]
    snapshots = {
        match_snapshot.stream: match_snapshot
        for match_snapshot in match_snapshots(deps.client, [pairing.match for pairing in played], 1)
    }
    places = {name: place for place, (name, _) in enumerate(state.tables)}
    played.sort(key=lambda pairing: places.get(state.seated.get(pairing.match, ""), len(places)))
    return RoundResults(
        state, round_, tuple(_line(deps, state, number, pairing, snapshots.get(pairing.match)) for pairing in played)
    )


def _line(
    deps: Dependencies, state: Tournament, number: int, pairing: Pairing, seen: MatchSnapshot | None
) -> MatchLine:
    status, report, games = status_of(state, pairing.match), 0, tuple[GameResult, ...]()
    last = seen.facts[-1] if seen and seen.facts else None
    if last is not None and isinstance(last.event, ResultReported):
        if status == match_status.OPEN:
            status = UNJUDGED
        elif status in _REPORTED and not followed(state, number, pairing):
            report = last.version
    elif status == match_status.OPEN and seen is not None and is_begun(seen):
        games = _ended(deps, seen)
        status = status if games else IN_PLAY
    result = state.results.get(pairing.match) or state.reported.get(pairing.match)
    return MatchLine(pairing, state.seated.get(pairing.match, ""), status, result, report, games)


def _ended(deps: Dependencies, seen: MatchSnapshot) -> tuple[GameResult, ...]:
    """The games of a match that have ended, if nothing is recorded of the next one: a whole result begins with them."""
    if seen.state is None or not read_match(seen.state.json).winners:
        return ()
    match = replay.state_at(deps, seen.stream)
    return match.results if match.settled is None and is_between_games(match) else ()


def is_begun(seen: MatchSnapshot) -> bool:
    """True if something was recorded at the table."""
    return seen.head > 0 if seen.state is None else read_match(seen.state.json).begun


def followed(state: Tournament, number: int, pairing: Pairing) -> bool:
    """True if something was paired by this match's result, so that a change of it must be looked at first."""
    form, stage = state.format, state.round(number).stage
    # The rounds of a group stage are paired before its first match: no result of it decides who meets in them.
    ahead = bool(stage) and not form.on_command
    later = [round_ for round_ in state.rounds if round_.number > number and not (ahead and round_.stage == stage)]
    if form.on_command or stage:
        return bool(later)
    if form.plan is None:
        return False
    players = {pairing.white, pairing.black}
    return any(players & {one.white, one.black} for round_ in later for one in round_.pairings)


def enter(request: Request, tournament_id: str, match_id: str, results: Sequence[GameResult]) -> None:
    """Write a whole result of a match that has none. Raises as `report`, and `VersionConflict` if it has one."""
    deps = request.deps
    authorize_tournament(deps, request.principal, "referee", tournament_id)
    if request.previous_result(match_id) is not None:
        return
    state = deps.repository.tournament(tournament_id)
    state.match(match_id)
    version = 0
    if deps.repository.has_log(match_id):
        match = replay.state_at(deps, match_id)
        version = match.version
        if match.settled is not None or status_of(state, match_id) != match_status.OPEN:
            raise VersionConflict(match_id, 0, version)
    result_reports.report(replace(request, expected=version), tournament_id, match_id, results)


def confirm_entered(request: Request, tournament_id: str, match_id: str) -> None:
    """Confirm a result that a referee entered, where the tournament asks for confirmation and no other was reported."""
    state = request.deps.repository.tournament(tournament_id)
    if status_of(state, match_id) == match_status.REPORTED:
        result_reports.confirm(request, tournament_id, match_id)


def confirm_all(request: Request, tournament_id: str, match_ids: Sequence[str]) -> None:
    """Confirm reported results, all in one step. Raises `NotFound`, `NotAllowed`, `VersionConflict`."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name

    def deciding(before: Tournament) -> list[Event]:
        state, events = before, list[Event]()
        for match_id in match_ids:
            found = confirm(state, match_id, second=True, referee=True)
            state, events = after(state, found), [*events, *found]
        return events

    execute(request, tournament_id, deciding, by)


def take_back(request: Request, tournament_id: str, number: int, match_id: str, reason: str) -> None:
    """Take a whole result back from which nothing follows; `request.expected` is the version of its report.

    Raises `NotFound`, `NotAllowed`, and `VersionConflict` if it was changed, or if something follows from it now.
    """
    authorize_tournament(request.deps, request.principal, "referee", tournament_id)
    if request.previous_result(match_id) is not None:
        return
    state, version = request.deps.repository.tournament(tournament_id), request.expected or 0
    pairing = next((each for each in state.round(number).pairings if each.match == match_id), None)
    if pairing is None:
        raise NotFound("match", match_id)
    if status_of(state, match_id) not in _REPORTED or followed(state, number, pairing):
        raise VersionConflict(match_id, version, replay.head_of(request.deps, match_id))
    matches.record(request, match_id, [RulingMade("void", reason, from_version=version)])
