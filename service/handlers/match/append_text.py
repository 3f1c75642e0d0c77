"""Appending facts of a match of which some are turns as text: they are spelled out against the log as it is now."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.errors import OtherLogMoved, VersionConflict
from core.eventlog.log import Appended
from core.events import Event, Recorded
from core.match.state import Match
from core.messages import say
from core.notation.resolve_turn_text import Spelled, TurnWritten, spelled
from service.bootstrap import Dependencies
from service.handlers.match import replay
from service.handlers.request import Request
from service.handlers.retry import Backoff


class AppendedTurns(NamedTuple):
    """Result of an append: the facts, and the canonical text of each turn that needed its position to be known."""

    appended: Appended
    facts: list[Recorded]
    texts: list[str | None]


def append_turn_text(
    request: Request,
    match_id: str,
    events: Sequence[Event],
    *,
    by: str,
    most: int | None = None,
    while_at: Mapping[str, int] | None = None,
) -> AppendedTurns:
    """Append facts, all or none; `most` is the version that the last one may have.

    `while_at` are the versions of other logs on which they rest.

    Raises what `core.eventlog.log.Log.append` raises, and `Invalid` for a text (`2.moves`). A text is read against the
    position before it. So the log must still be at that version. On a version conflict, the text is read again. Raises
    `Contention` if other writers were faster all the time.
    """
    if not any(isinstance(event, TurnWritten) for event in events):
        return _append(request, match_id, events, by, request.expected, most, while_at)
    patience = Backoff(say("the match {match}", match=match_id))
    while True:
        if seen := request.previous_result(match_id):
            return _again(request.deps, match_id, seen)
        state = replay.state_at(request.deps, match_id)
        head = state.version
        if request.expected not in (None, head):
            raise VersionConflict(match_id, request.expected or 0, head)
        facts, texts = _spelled(request.deps, state, events)
        try:
            written = _append(request, match_id, facts, by, head, most, while_at)
        except OtherLogMoved:
            raise
        except VersionConflict:
            patience.pause()
            continue
        if written.appended.replayed:
            return _again(request.deps, match_id, written.appended)
        return written._replace(texts=texts)


def _append(
    request: Request,
    match_id: str,
    events: Sequence[Event],
    by: str,
    expected: int | None,
    most: int | None,
    while_at: Mapping[str, int] | None,
) -> AppendedTurns:
    at = request.deps.clock()
    appended = request.append(match_id, events, by=by, expected=expected, at=at, most=most, while_at=while_at)
    if appended.replayed:
        facts = list(request.deps.log.read(match_id, appended.first - 1, len(events)))
    else:
        facts = [Recorded(version, event, at, by, "") for version, event in enumerate(events, appended.first)]
    return AppendedTurns(appended, facts, [None] * len(facts))


def _again(deps: Dependencies, match_id: str, seen: Appended) -> AppendedTurns:
    """The result of an earlier request with this key, with its texts."""
    facts = list(deps.log.read(match_id, seen.first - 1, seen.last - seen.first + 1))
    texts = _spelled(
        deps, replay.state_at(deps, match_id, seen.first - 1), [recorded.event for recorded in facts]
    ).texts
    return AppendedTurns(seen._replace(replayed=True), facts, texts)


def _spelled(deps: Dependencies, state: Match, events: Sequence[Event]) -> Spelled:
    earlier = replay.earlier(deps.client, state.id, state.version + 1)
    return spelled(state, events, deps.clock(), earlier)
