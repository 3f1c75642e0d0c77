"""Use cases of results without rolls: report one, confirm it, say something else."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.club.club import ROLES
from core.errors import Invalid, NotAllowed, NotFound, VersionConflict
from core.events import Event, GameResult, Recorded, ResultDisputed, ResultReported
from core.match import judging
from core.match.results.settlement import Settlement
from core.match.state import REFUSED, Match
from core.match.turns import is_between_games
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions import confirmation
from core.tournament.model.match_status import CONFIRMED, DISPUTED, OPEN, REPORTED, SETTLED, status_of
from core.tournament.views.tournament_view import MatchOfTournament, match_of_tournament
from service.auth.authorization import OPERATOR, Forbidden, Principal, Unauthenticated, authorize_match
from service.auth.link_tokens import are_different_people
from service.bootstrap import Dependencies
from service.handlers.authors import is_author
from service.handlers.execute import ensure_writable, execute
from service.handlers.match import replay
from service.handlers.match.open_log import open_log
from service.handlers.match_status import ensure_open
from service.handlers.request import Request
from service.handlers.retry import Backoff


class Report(NamedTuple):
    """A whole result that was written, in the match's log at `version`, and settled as it will be judged.

    A second report that disputes the first is `claimed` beside its `results`, and counts for nothing: `settlement` is
    that of the first. `tournament_version` is that of the tournament where this was a second report. `verdicts` are
    JSON data.
    """

    match: str
    version: int
    status: str
    settlement: Settlement
    results: tuple[GameResult, ...] = ()
    claimed: tuple[GameResult, ...] = ()
    tournament_version: int | None = None
    verdicts: Sequence[dict[str, Any]] = ()


def report(request: Request, tournament_id: str, match_id: str, results: Sequence[GameResult]) -> Report:
    """Report a whole match result without its rolls. It is a fact of the match's own log, which then settles.

    Where results are confirmed, the second report by another person confirms the first, or disputes it. After a referee
    has voided a wrong one it may be reported again. Games that ended before, such as one given for lateness, are its
    first ones. Raises `NotFound`, `Invalid` for results that are no whole match, `Contention`, `NotAllowed` while a
    game is under way or the tournament lets nothing be recorded.
    """
    caller = authorize_match(request.deps, request.principal, "scorer", tournament_id, match_id)
    _ensure_open(request, tournament_id, match_id)
    played_in = request.deps.repository.tournament(tournament_id)
    played_in.match(match_id)
    confirmed = played_in.created.confirm
    opening = request.deps.repository.match(match_id)
    open_log(request.deps, match_id, opening)
    at_table = judging.opened(match_id, opening)
    if wrong := judging.incomplete(at_table, tuple(results)):
        raise Invalid({"results": [wrong]})
    ensure_writable(request.deps)
    patience = Backoff(say("the match {match}", match=match_id))
    while (answered := request.previous_result(match_id)) is None:
        state = replay.state_at(request.deps, match_id)
        if confirmed and state.settled is not None:
            if request.expected not in (None, state.version):
                raise VersionConflict(match_id, request.expected or 0, state.version)
            return _second(request, caller, tournament_id, state, tuple(results))
        try:
            if request.expected not in (None, state.version):
                raise VersionConflict(match_id, request.expected or 0, state.version)
            _ensure_reportable(state, tuple(results), request.deps.clock())
            answered = request.append(
                match_id, [ResultReported(tuple(results))], by=caller.name, expected=state.version
            )
            break
        except (NotAllowed, VersionConflict) as wrong:
            if (answered := request.previous_result(match_id)) is not None:
                break
            if request.expected is not None or isinstance(wrong, NotAllowed):
                raise
            patience.pause()
    settlement = at_table.settled_after(results)
    status = REPORTED if confirmed else SETTLED
    return Report(match_id, answered.last, status, settlement)


def _ensure_open(request: Request, tournament_id: str, match_id: str) -> None:
    try:
        ensure_open(request, tournament_id, match_id)
    except NotAllowed:
        if request.previous_result(tournament_id) is None:  # a second report is kept in the tournament's log
            raise


def _ensure_reportable(state: Match, results: tuple[GameResult, ...], now: int) -> None:
    if not is_between_games(state):
        reason = say("has recorded play or a result: void what is wrong (a referee's ruling), or award it")
        raise NotAllowed(say("the match {id} {reason}", id=state.id, reason=reason))
    fact = Recorded(state.version + 1, ResultReported(results), now, "", "")
    _, verdict = judging.judge(state, fact, lambda: ())
    if verdict.verdict == REFUSED:
        raise NotAllowed(say("this result is not reported: {explanation}", explanation=verdict.explanation))


def _second(
    request: Request, caller: Principal, tournament_id: str, state: Match, results: tuple[GameResult, ...]
) -> Report:
    """A result of a match that has one: the same confirms it, another disputes it."""
    match, referee = state.id, _is_referee(caller)
    second = _is_another(request.deps, caller, reporter(request.deps, match))
    same = results == state.results

    def deciding(before: Tournament) -> list[Event]:
        if same:
            return confirmation.confirm(before, match, second=second, referee=referee)
        if not (second or referee):
            raise NotAllowed(
                say("you reported another result of the match {match}: a referee voids what was mistyped", match=match)
            )
        return confirmation.dispute(before, match, results, "")

    decided = execute(request.for_other_stream(request.key), tournament_id, deciding, caller.name)
    assert state.settled is not None, "the caller has looked"
    version = decided.after.version
    if same:
        return Report(match, state.version, CONFIRMED, state.settled, tournament_version=version)
    return Report(match, state.version, DISPUTED, state.settled, state.results, results, version)


def confirm(request: Request, tournament_id: str, match_id: str) -> tuple[MatchOfTournament, bool]:
    """Confirm a reported result; `True` if that was new. Raises `NotFound`, `NotAllowed` for a caller who may not."""
    caller = authorize_match(request.deps, request.principal, "scorer", tournament_id, match_id)
    referee = _is_referee(caller)

    def deciding(before: Tournament) -> list[Event]:
        second = referee or _is_another(request.deps, caller, reporter(request.deps, before.match(match_id).match))
        return confirmation.confirm(before, match_id, second=second, referee=referee)

    decided = execute(request, tournament_id, deciding, caller.name)
    seen = request.deps.repository.with_shown_names(decided.after)
    return match_of_tournament(seen, match_id), decided.after.version > decided.before.version


def _is_referee(caller: Principal) -> bool:
    return caller.role == OPERATOR or ROLES.index(caller.role) >= ROLES.index("referee")


def _is_another(deps: Dependencies, caller: Principal, by: str | None) -> bool:
    """True if the caller is not the author of a record, in whatever role or by whatever name."""
    if by is None:
        return True
    return not is_author(deps, caller, by) and are_different_people(caller.name, by)


def reporter(deps: Dependencies, match_id: str) -> str | None:
    """Under which name the fact was recorded that settled the match, by report or by play; `None` if none did."""
    settled = [fact.recorded.by for fact in replay.settlements(deps, match_id) if fact.verdict.match_settled]
    return settled[-1] if settled else None


class ResultPermissions(NamedTuple):
    """The caller's rights on the result of a match now, and the status of the match (`status_of`)."""

    tournament: str
    status: str
    report: bool = False
    confirm: bool = False


def result_permissions(deps: Dependencies, principal: Principal | None, match_id: str) -> ResultPermissions | None:
    """The caller's rights to report and confirm, if they may see the match; `None` of one without a tournament.

    A second person may report another result than the one that waits to be confirmed.
    """
    tournament = deps.repository.match(match_id).tournament
    if tournament is None:
        return None
    try:
        played_in = deps.repository.tournament(tournament)
    except NotFound:
        return None
    permissions = ResultPermissions(tournament, status_of(played_in, match_id))
    if permissions.status not in (OPEN, REPORTED):
        return permissions
    try:
        caller = authorize_match(deps, principal, "scorer", tournament, match_id)
    except (Unauthenticated, Forbidden, NotFound):
        return permissions
    if permissions.status == OPEN:
        state = replay.state_at(deps, match_id)
        return permissions._replace(report=is_between_games(state) and not state.conduct.suspended)
    referee = _is_referee(caller)
    other = referee or _is_another(deps, caller, reporter(deps, match_id))
    stands = not played_in.stopped
    return permissions._replace(report=other and stands, confirm=other and (stands or (referee and played_in.ended)))


# ── what waits for a referee ──────────────────────────────────────────────────────────────────────────────────────────
class ReportedResult(NamedTuple):
    """A reported result: the author's name, the points of each seat, and the endings of the games."""

    by: str
    score: Mapping[str, int]
    games: tuple[GameResult, ...]

    @property
    def points(self) -> str:
        """The score as people say it."""
        return "–".join(map(str, self.score.values()))


def reports(deps: Dependencies, tournament: Tournament, match: Match) -> tuple[ReportedResult, ...]:
    """The result that waits to be confirmed, and the other report, if there is one; empty if none waits."""
    status = status_of(tournament, match.id)
    if status not in (REPORTED, DISPUTED):
        return ()
    first = tournament.reported[match.id]
    found = [ReportedResult(reporter(deps, match.id) or "", first.score, first.games)]
    if status == DISPUTED:
        *_, dispute = (
            recorded
            for recorded in deps.log.read(tournament.id)
            if isinstance(recorded.event, ResultDisputed) and recorded.event.match == match.id
        )
        assert isinstance(dispute.event, ResultDisputed), "that is what was looked for"
        games = dispute.event.results
        score = match.settled_after(games).score
        found.append(ReportedResult(dispute.by, score, games))
    return tuple(found)
