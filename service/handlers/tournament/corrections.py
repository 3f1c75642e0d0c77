"""Use cases of corrections: a match's result decided, looked at beforehand, taken back; and what became of results."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from core.errors import Invalid, NotFound, VersionConflict
from core.events import DecisionUndone, Event, MatchReopened, MatchSettled, ResultDecided
from core.match import judging
from core.match.state import Match
from core.messages import say
from core.tournament import Tournament, apply
from core.tournament.decisions import corrections, pairing
from core.tournament.decisions.calling_off import ensure_takes_place
from core.tournament.decisions.corrections import Correction
from core.tournament.event_text import event_reason
from core.tournament.match_opening import opening
from core.tournament.model.reasons import with_reason
from core.tournament.model.values import Result
from core.tournament.model.visibility import is_withheld
from core.tournament.views.diff import Changes, changes
from core.tournament.views.history import ResultChange, result_changes
from service.auth.authorization import Principal, authorize, can_see_drafts, tournament_opening
from service.bootstrap import Dependencies
from service.handlers import execute
from service.handlers.authors import Authors
from service.handlers.execute import Decider
from service.handlers.match import replay
from service.handlers.match.published_next_round import unbegun_next
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.request import Request
from service.handlers.resting_events import RestingEvents
from service.handlers.tournament.tournaments import may_read

TOLD = MatchSettled, MatchReopened
"""Events of a tournament by its matches' own logs."""


class Corrected(NamedTuple):
    """The changes of what was written as the event `decision`; of what was only looked at, if that is `None`.

    `version` is the one that the tournament has: after what was written, or before what was only looked at.
    """

    tournament: str
    version: int
    dry_run: bool
    decision: int | None
    changes: Changes


class DecisionReversal(NamedTuple):
    """The event that took a decision back; `at` is in Unix ms. `by_name` is the name of a person."""

    version: int
    by: str
    by_name: str | None
    at: int
    reason: str


class DecisionRow(NamedTuple):
    """A decision on a result, and what counted before and after it; `at` is in Unix ms. `by_name` is as above."""

    version: int
    by: str
    by_name: str | None
    at: int
    match: str
    kind: str
    reason: str
    before: Result | None
    after: Result | None
    undone: DecisionReversal | None = None


class Decisions(NamedTuple):
    """Every decision on results of a tournament."""

    tournament: str
    version: int
    decisions: Sequence[DecisionRow]


class HistoryRow(NamedTuple):
    """An event about a match, and what counted before and after it; `at` is in Unix ms. `by_name` is as above."""

    version: int
    type: str
    by: str
    by_name: str | None
    at: int
    reason: str
    before: Result | None
    after: Result | None


class History(NamedTuple):
    """Everything that happened to the result of a match."""

    tournament: str
    version: int
    match: str
    history: Sequence[HistoryRow]


def correct(request: Request, tournament_id: str, correction: Correction, *, dry_run: bool) -> Corrected:
    """Decide a match's result or take a decision back, with all that follows; or see what that would change.

    Only an organiser has the published next round paired anew. Raises `NotFound`, `NotAllowed`, and `Invalid` also
    where the correction leaves open what becomes of that round.
    """
    if correction.pair_anew:
        execute.organiser(request.deps, request.principal, tournament_id)
    deciding = partial(events_of, request.deps, correction)
    return carry_out(request, tournament_id, deciding, dry_run)


def events_of(deps: Dependencies, correction: Correction, state: Tournament) -> list[Event]:
    """The events of a correction, which need no rights yet. Raises as `correct`."""
    decision = correction.decision
    if decision is not None:
        match_id, reason = decision.match, decision.reason
        events = corrections.decide(state, decision, _at_table(deps, state, match_id))
    else:
        match_id, reason = corrections.decided_match(state, correction.undone), correction.reason
        events = corrections.undo(state, correction.undone, reason)
    changed = pairing.after(state, events)
    following = unbegun_next(deps, changed, match_id) if correction.pair_anew is None else None
    if following is not None:
        raise Invalid(
            {
                "pair_anew": [
                    say(
                        "round {number} is published and none of it has begun: say false if it stands, true if it is "
                        "paired anew",
                        number=following.number,
                    )
                ]
            }
        )
    if correction.pair_anew:
        anew = ensure_unbegun(deps, changed, corrections.paired_anew(changed, match_id, reason))
        return RestingEvents([*events, *anew], anew.while_at)
    return events


def carry_out(
    request: Request, tournament_id: str, deciding: Decider, dry_run: bool, role: str = "referee"
) -> Corrected:
    """The effect of the events of a correction: as they are written, or in a preview."""
    created = tournament_opening(request.deps, request.principal, tournament_id)
    by = authorize(request.principal, role, created.club, ("tournament", tournament_id)).name
    if dry_run:
        return preview_correction(request, tournament_id, deciding)
    decided = execute.execute(request, tournament_id, deciding, by)
    written = decided.before.version + 1
    return Corrected(tournament_id, decided.after.version, False, written, changes(decided.before, decided.after))


def preview_correction(request: Request, tournament_id: str, deciding: Decider) -> Corrected:
    """The effect of the events of a correction on a copy of the tournament. Nothing is written, and no right is asked.

    Raises `VersionConflict` if the caller saw another version.
    """
    before = request.deps.repository.tournament(tournament_id)
    ensure_takes_place(before)
    events = deciding(before)
    if request.expected not in (None, before.version):
        raise VersionConflict(tournament_id, request.expected or 0, before.version)
    after = before
    for version, event in enumerate(events, before.version + 1):
        after = apply(after, event, version)
    return Corrected(tournament_id, before.version, True, None, changes(before, after))


def _at_table(deps: Dependencies, state: Tournament, match_id: str) -> Match:
    """The match as it was opened, or would be in this moment."""
    paired = corrections.decidable(state, match_id)
    try:
        opened = deps.repository.match(match_id)
    except NotFound:
        round_ = next(each for each in state.rounds if paired in each.pairings)
        opened = opening(state, round_, paired)
    return judging.opened(match_id, opened)


def decisions(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Decisions:
    """Every decision on a result, who took it, when and why, and who took it back; what counted before and after."""
    rows: dict[int, DecisionRow] = {}
    state = may_read(deps, principal, tournament_id)
    person = Authors(deps.repository, state.created.club).person
    for result_change in _result_changes(deps, state):
        event, (version, by, at) = (
            result_change.recorded.event,
            (result_change.recorded.version, result_change.recorded.by, result_change.recorded.at),
        )
        if isinstance(event, ResultDecided):
            reason = event_reason(event, state.name_of)
            before, after = (
                with_reason(result, state.name_of) for result in (result_change.before, result_change.after)
            )
            rows[version] = DecisionRow(
                version, by, person(by), at, result_change.match, event.kind, reason, before, after
            )
        elif isinstance(event, DecisionUndone):
            undone = DecisionReversal(version, by, person(by), at, event.reason)
            rows[event.decision] = rows[event.decision]._replace(undone=undone)
    return Decisions(tournament_id, state.version, tuple(rows.values()))


def history(deps: Dependencies, principal: Principal | None, tournament_id: str, match_id: str) -> History:
    """History of the result of a match, as the tournament's log has it. Raises `NotFound`.

    The author of an event from the match's own log is the person who recorded the fact there. Only the desk sees rounds
    that are not published, including rounds that were taken back.
    """
    state = may_read(deps, principal, tournament_id)
    desk = can_see_drafts(principal, state.created.club)
    about = [
        result_change
        for result_change in _result_changes(deps, state)
        if result_change.match == match_id
        and (desk or not is_withheld(state, result_change.recorded.version, result_change.recorded.event))
    ]
    if not about:
        raise NotFound("match", match_id)
    settlers, person = iter(_settlers(deps, match_id)), Authors(deps.repository, state.created.club).person
    by = [
        next(settlers, result_change.recorded.by)
        if isinstance(result_change.recorded.event, TOLD)
        else result_change.recorded.by
        for result_change in about
    ]
    rows = [
        HistoryRow(
            result_change.recorded.version,
            type(result_change.recorded.event).__name__,
            author,
            person(author),
            result_change.recorded.at,
            event_reason(result_change.recorded.event, state.name_of),
            with_reason(result_change.before, state.name_of),
            with_reason(result_change.after, state.name_of),
        )
        for result_change, author in zip(about, by, strict=True)
    ]
    return History(tournament_id, state.version, match_id, rows)


def _result_changes(deps: Dependencies, state: Tournament) -> Iterator[ResultChange]:
    """The changes of results up to this version, with the names that the reader sees."""
    log = deps.log.read(state.id, limit=state.version + 1)
    return result_changes(state.id, deps.repository.shown_events(state.created.club, state.id, log))


def _settlers(deps: Dependencies, match_id: str) -> list[str]:
    """Authors of the facts that settled a match, settled it again or reopened it, in order."""
    try:
        return [fact.recorded.by for fact in replay.settlements(deps, match_id)]
    except NotFound:
        return []
