"""Appending facts of a match of which some are turns as text: they are spelled out against the log as it is now."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import VersionConflict
from core.events import Event, Recorded
from core.log import Appended
from core.records.spelling import Spelled, TurnWritten, spelled
from core.sheet import Match
from service.bootstrap import House
from service.handlers import replays

_ATTEMPTS = 5


class Written(NamedTuple):
    """What was appended, the facts, and the canonical text of each turn that needed its position to be known."""

    appended: Appended
    facts: list[Recorded]
    texts: list[str | None]


def append(
    house: House, match: str, events: Sequence[Event], *,
    by: str, expected: int | None, key: str | None, fingerprint: str,
) -> Written:  # fmt: skip
    """Append facts, all or none. Raises what `core.log.Log.append` raises, and `Malformed` for a text (`2.moves`).

    A text is read against the position before it, and so the log must still be where it was when that was found: if
    somebody wrote meanwhile, it is read again.
    """
    if not any(isinstance(event, TurnWritten) for event in events):
        return _append(house, match, events, by, expected, key, fingerprint)
    for _ in range(_ATTEMPTS):
        if key is not None and (seen := house.log.answered(match, key, fingerprint)):
            return _again(house, match, seen)
        state = replays.state_at(house, match)
        head = state.version
        if expected not in (None, head):
            raise VersionConflict(match, expected or 0, head)
        facts, texts = _spelled(house, state, events)
        try:
            written = _append(house, match, facts, by, head, key, fingerprint)
        except VersionConflict:
            continue
        return _again(house, match, written.appended) if written.appended.replayed else written._replace(texts=texts)
    raise VersionConflict(match, head, head)


def _append(
    house: House, match: str, events: Sequence[Event], by: str, expected: int | None, key: str | None, fingerprint: str
) -> Written:  # fmt: skip
    at = house.clock()
    appended = house.log.append(match, events, by=by, at=at, expected=expected, key=key, fingerprint=fingerprint)
    if appended.replayed:
        facts = list(house.log.read(match, appended.first - 1, len(events)))
    else:
        facts = [Recorded(version, event, at, by, "") for version, event in enumerate(events, appended.first)]
    return Written(appended, facts, [None] * len(facts))


def _again(house: House, match: str, seen: Appended) -> Written:
    """What a repeated key had written, with its texts."""
    facts = list(house.log.read(match, seen.first - 1, seen.last - seen.first + 1))
    texts = _spelled(house, replays.state_at(house, match, seen.first - 1), [each.event for each in facts]).texts
    return Written(seen._replace(replayed=True), facts, texts)


def _spelled(house: House, state: Match, events: Sequence[Event]) -> Spelled:
    earlier = replays.earlier(house.client, state.id, state.version + 1)
    return spelled(state, events, house.clock(), earlier)
