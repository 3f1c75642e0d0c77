"""Many matches at a glance: the state of each, its last facts and what was said of them, in two round trips.

Of archived matches the last facts come from their files.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.eventlog.codec import from_stored
from core.eventlog.log import NEW
from core.events import Recorded
from service.store import keys
from service.store.archive.reader import Range, found_or_archived
from service.store.read_models.states import Json, ReadModel, accepted


class MatchSnapshot(NamedTuple):
    """A stream as last seen: its head, its state (`None` while nothing is judged), its last events, oldest first.

    `verdicts` are those on these events, as far as they are judged.
    """

    stream: str
    head: int
    state: ReadModel | None
    facts: tuple[Recorded, ...]
    verdicts: dict[int, Json]

    @property
    def judged(self) -> int:
        """The last version that was judged; `NEW` (-1) while there is none."""
        return self.state.judged_version if self.state else NEW


def match_snapshots(client: Redis, streams: Sequence[str], last: int) -> list[MatchSnapshot]:
    """The streams in their order, those that do not exist left out, each with at most so many of its last events."""
    pipeline = client.pipeline(transaction=False)
    for stream in streams:
        pipeline.hmget(keys.state(stream), "judged_version", "json")
        pipeline.xrevrange(keys.log(stream), count=last)
    answers = pipeline.execute(raise_on_error=False)
    seen = []
    for stream, stored, entries in zip(streams, answers[::2], answers[1::2], strict=True):
        if isinstance(stored, Exception):
            raise stored
        judged, text = stored
        state = ReadModel(int(judged), json.loads(text)) if text else None
        ends = found_or_archived(client, Range(stream, most=last, last=True), entries)
        if ends:
            seen.append((stream, state, tuple(map(_recorded, ends))))
    pipeline = client.pipeline(transaction=False)
    for stream, _, facts in seen:
        pipeline.hmget(keys.verdicts(stream), [str(fact.version) for fact in facts])
    return [
        MatchSnapshot(stream, facts[-1].version, state, facts, _verdicts(state, facts, texts))
        for (stream, state, facts), texts in zip(seen, pipeline.execute(), strict=True)
    ]


def _recorded(entry: tuple[bytes, dict[bytes, bytes]]) -> Recorded:
    name, fields = entry
    event = from_stored(fields[b"type"].decode(), json.loads(fields[b"data"]))
    version, previous = int(name.partition(b"-")[0]), fields[b"prev"].hex()
    return Recorded(version, event, int(fields[b"at"]), fields[b"by"].decode(), previous)


def _verdicts(state: ReadModel | None, facts: Sequence[Recorded], texts: Sequence[Any]) -> dict[int, Json]:
    judged = state.judged_version if state else NEW
    return {
        fact.version: json.loads(text) if text else accepted(fact.version)
        for fact, text in zip(facts, texts, strict=True)
        if fact.version <= judged
    }
