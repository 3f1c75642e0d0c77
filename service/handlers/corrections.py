"""Use cases of corrections: a match's result decided, looked at beforehand, taken back; and what became of results."""

from collections.abc import Sequence
from typing import Any

from core import match as rules
from core.codec import rfc3339
from core.errors import Unknown, VersionConflict
from core.events import DecisionUndone, Event, MatchReopened, MatchSettled, ResultDecided
from core.sheet import Match
from core.tournament import Tournament, apply, corrections
from core.tournament.changes import changes
from core.tournament.corrections import Decision
from core.tournament.history import deeds
from core.tournament.sight import is_withheld
from core.tournament.words import result_words_of
from service.access import Principal, require, sees_drafts, tournament_opening
from service.bootstrap import House
from service.handlers import deciding, replays
from service.handlers.deciding import Deciding
from service.handlers.tournaments import may_read
from service.openings import opening

Json = dict[str, Any]
TOLD = MatchSettled, MatchReopened
"""What a tournament is told by its matches' own logs."""


def decide(
    house: House, principal: Principal | None, tournament: str, decision: Decision, *, dry_run: bool,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Decide a match's result, or see what that would change. Raises `Unknown`, `Refused`, `Malformed`."""

    def deciding_(state: Tournament) -> list[Event]:
        return corrections.decide(state, decision, _at_table(house, state, decision.match))

    return _done(house, principal, tournament, deciding_, dry_run, expected, key, fingerprint)


def undo(
    house: House, principal: Principal | None, tournament: str, version: int, reason: str, *, dry_run: bool,
    expected: int | None, key: str | None, fingerprint: str = "",
) -> Json:  # fmt: skip
    """Take a decision back, or see what that would change. Raises `Unknown` for one that does not count, `Refused`."""
    return _done(
        house, principal, tournament, lambda state: corrections.undo(state, version, reason), dry_run, expected, key,
        fingerprint,
    )  # fmt: skip


def _done(
    house: House, principal: Principal | None, tournament: str, deciding_: Deciding, dry_run: bool,
    expected: int | None, key: str | None, fingerprint: str,
) -> Json:  # fmt: skip
    """What is changed: by events that are written, or by the same events on a copy."""
    created = tournament_opening(house, principal, tournament)
    by = require(principal, "referee", created.club, ("tournament", tournament)).name
    if not dry_run:
        decided = deciding.decide(
            house, tournament, deciding_, by, expected=expected, key=key, fingerprint=fingerprint
        )  # fmt: skip
        return _words(decided.before, decided.after, decided.before.version + 1)
    before = house.shelf.tournament(tournament)
    events = deciding_(before)
    if expected not in (None, before.version):
        raise VersionConflict(tournament, expected or 0, before.version)
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


def _at_table(house: House, state: Tournament, match: str) -> Match:
    """The match as it was opened, or would be in this moment."""
    pairing = corrections.decidable(state, match)
    try:
        opened = house.shelf.match(match)
    except Unknown:
        round_ = next(each for each in state.rounds if pairing in each.pairings)
        opened = opening(state, round_, pairing)
    return rules.opened(match, opened)


def decisions(house: House, principal: Principal | None, tournament: str) -> Json:
    """Every decision on a result, who took it, when and why, and who took it back; what counted before and after."""
    rows: dict[int, Json] = {}
    state = may_read(house, principal, tournament)
    for each in deeds(tournament, house.log.read(tournament, limit=state.version + 1)):
        event, recorded = each.recorded.event, each.recorded
        said = {"version": recorded.version, "by": recorded.by, "at": rfc3339(recorded.at)}
        if isinstance(event, ResultDecided):
            before, after = result_words_of(each.before), result_words_of(each.after)
            rows[recorded.version] = {**said, "match": each.match, "kind": event.kind, "reason": event.reason,
                                      "before": before, "after": after, "undone": None}  # fmt: skip
        elif isinstance(event, DecisionUndone):
            rows[event.decision]["undone"] = {**said, "reason": event.reason}
    return {"tournament": tournament, "version": state.version, "decisions": list(rows.values())}


def history(house: House, principal: Principal | None, tournament: str, match: str) -> Json:
    """Everything that happened to the result of a match, as the tournament's log has it. Raises `Unknown`.

    What the tournament was told of the match's own log is by whoever recorded the fact there that it came from. Of
    rounds that are not published only the desk is told, also where they were taken back.
    """
    state = may_read(house, principal, tournament)
    desk = sees_drafts(principal, state.created.club)
    about = [
        each for each in deeds(tournament, house.log.read(tournament, limit=state.version + 1))
        if each.match == match and (desk or not is_withheld(state, each.recorded.version, each.recorded.event))
    ]  # fmt: skip
    if not about:
        raise Unknown("match", match)
    settlers = iter(_settlers(house, match))
    rows: Sequence[Json] = [
        {
            "version": each.recorded.version, "type": type(each.recorded.event).__name__,
            "by": next(settlers, each.recorded.by) if isinstance(each.recorded.event, TOLD) else each.recorded.by,
            "at": rfc3339(each.recorded.at), "reason": getattr(each.recorded.event, "reason", ""),
            "before": result_words_of(each.before), "after": result_words_of(each.after),
        }
        for each in about
    ]  # fmt: skip
    return {"tournament": tournament, "version": state.version, "match": match, "history": rows}


def _settlers(house: House, match: str) -> list[str]:
    """Who recorded the facts that settled a match, settled it anew or reopened it: in the order in which it is told."""
    try:
        head = replays.head_of(house, match)
        steps = replays.steps(house, match, 1, head)
    except Unknown:
        return []
    return [step.recorded.by for step in steps if rules.resettled(step.before, step.after)]
