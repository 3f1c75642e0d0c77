"""Use cases of corrections: a match's result decided, looked at beforehand, taken back; and what became of results."""

from collections.abc import Sequence
from typing import Any

from core.errors import NotFound, VersionConflict
from core.events import DecisionUndone, Event, MatchReopened, MatchSettled, ResultDecided
from core.match import judging
from core.match.state import Match
from core.timestamps import rfc3339
from core.tournament import Tournament, apply
from core.tournament.decisions import corrections
from core.tournament.decisions.corrections import Decision
from core.tournament.match_opening import opening
from core.tournament.model.visibility import is_withheld
from core.tournament.views.diff import changes, result_words_of
from core.tournament.views.history import deeds
from service.auth.authorization import Principal, authorize, can_see_drafts, tournament_opening
from service.bootstrap import Dependencies
from service.handlers import execute
from service.handlers.execute import Decider
from service.handlers.match import replay
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read

Json = dict[str, Any]
TOLD = MatchSettled, MatchReopened
"""Events of a tournament by its matches' own logs."""


def decide(request: Request, tournament_id: str, decision: Decision, *, dry_run: bool) -> Json:
    """Decide a match's result, or see what that would change. Raises `NotFound`, `NotAllowed`, `Invalid`."""

    def deciding_(state: Tournament) -> list[Event]:
        return corrections.decide(state, decision, _at_table(request.deps, state, decision.match))

    return _done(request, tournament_id, deciding_, dry_run)


def undo(request: Request, tournament_id: str, version: int, reason: str, *, dry_run: bool) -> Json:
    """Take a decision back, or see what that would change. Raises `NotFound` for one that does not count,
    `NotAllowed`."""
    return _done(request, tournament_id, lambda state: corrections.undo(state, version, reason), dry_run)


def _done(request: Request, tournament_id: str, deciding_: Decider, dry_run: bool) -> Json:
    """The effect: of written events, or of the same events on a copy."""
    created = tournament_opening(request.deps, request.principal, tournament_id)
    by = authorize(request.principal, "referee", created.club, ("tournament", tournament_id)).name
    if not dry_run:
        decided = execute.execute(request, tournament_id, deciding_, by)
        return _words(decided.before, decided.after, decided.before.version + 1)
    before = request.deps.repository.tournament(tournament_id)
    events = deciding_(before)
    if request.expected not in (None, before.version):
        raise VersionConflict(tournament_id, request.expected or 0, before.version)
    after = before
    for version, event in enumerate(events, before.version + 1):
        after = apply(after, event, version)
    return _words(before, after, None)


def _words(before: Tournament, after: Tournament, written: int | None) -> Json:
    """`version` is the one that the tournament has: after what was written, or before what was only looked at."""
    return {
        "tournament": before.id, "version": before.version if written is None else after.version,
        "dry_run": written is None, "decision": written, "changes": changes(before, after),
    }  # fmt: skip


def _at_table(deps: Dependencies, state: Tournament, match_id: str) -> Match:
    """The match as it was opened, or would be in this moment."""
    pairing = corrections.decidable(state, match_id)
    try:
        opened = deps.repository.match(match_id)
    except NotFound:
        round_ = next(each for each in state.rounds if pairing in each.pairings)
        opened = opening(state, round_, pairing)
    return judging.opened(match_id, opened)


def decisions(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Json:
    """Every decision on a result, who took it, when and why, and who took it back; what counted before and after."""
    rows: dict[int, Json] = {}
    state = may_read(deps, principal, tournament_id)
    for each in deeds(tournament_id, deps.log.read(tournament_id, limit=state.version + 1)):
        event, recorded = each.recorded.event, each.recorded
        entry = {"version": recorded.version, "by": recorded.by, "at": rfc3339(recorded.at)}
        if isinstance(event, ResultDecided):
            before, after = result_words_of(each.before), result_words_of(each.after)
            rows[recorded.version] = {**entry, "match": each.match, "kind": event.kind, "reason": event.reason,
                                      "before": before, "after": after, "undone": None}  # fmt: skip
        elif isinstance(event, DecisionUndone):
            rows[event.decision]["undone"] = {**entry, "reason": event.reason}
    return {"tournament": tournament_id, "version": state.version, "decisions": list(rows.values())}


def history(deps: Dependencies, principal: Principal | None, tournament_id: str, match_id: str) -> Json:
    """History of the result of a match, as the tournament's log has it. Raises `NotFound`.

    The author of an event from the match's own log is the person who recorded the fact there. Only the desk sees rounds
    that are not published, including rounds that were taken back.
    """
    state = may_read(deps, principal, tournament_id)
    desk = can_see_drafts(principal, state.created.club)
    about = [
        each for each in deeds(tournament_id, deps.log.read(tournament_id, limit=state.version + 1))
        if each.match == match_id and (desk or not is_withheld(state, each.recorded.version, each.recorded.event))
    ]  # fmt: skip
    if not about:
        raise NotFound("match", match_id)
    settlers = iter(_settlers(deps, match_id))
    rows: Sequence[Json] = [
        {
            "version": each.recorded.version, "type": type(each.recorded.event).__name__,
            "by": next(settlers, each.recorded.by) if isinstance(each.recorded.event, TOLD) else each.recorded.by,
            "at": rfc3339(each.recorded.at), "reason": getattr(each.recorded.event, "reason", ""),
            "before": result_words_of(each.before), "after": result_words_of(each.after),
        }
        for each in about
    ]  # fmt: skip
    return {"tournament": tournament_id, "version": state.version, "match": match_id, "history": rows}


def _settlers(deps: Dependencies, match_id: str) -> list[str]:
    """Authors of the facts that settled a match, settled it again or reopened it, in order."""
    try:
        head = replay.head_of(deps, match_id)
        steps = replay.steps(deps, match_id, 1, head)
    except NotFound:
        return []
    return [step.recorded.by for step in steps if judging.resettled(step.before, step.after)]
