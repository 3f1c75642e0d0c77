"""The contract of an event log, and an in-memory log.

Every implementation keeps the same contract (`tests/core/eventlog/test_log_contract.py` runs over all of them). An
append is all or nothing, versions have no gaps, a key is honoured once, and written events never change.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from core.errors import Invalid, KeyReused, OtherLogMoved, StreamFull, UnknownStream, VersionConflict
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import ZERO_HASH, recorded_hash, verify
from core.events import Event, Recorded
from core.messages import say

NEW = -1
"""The version that a writer expects of a stream that must not exist yet."""


class Head(NamedTuple):
    """The last version of a stream and the hash (hex) of its event."""

    version: int
    hash: str


class Appended(NamedTuple):
    """Result of an append: first and last version, and `True` if a repeated key had written it before."""

    first: int
    last: int
    replayed: bool = False


class Log(Protocol):
    """An append-only log of streams."""

    def append(
        self,
        stream: str,
        events: Sequence[Event],
        *,
        by: str,
        at: int,
        expected: int | None = None,
        key: str | None = None,
        fingerprint: str = "",
        most: int | None = None,
        while_at: Mapping[str, int] | None = None,
    ) -> Appended:
        """Write all events after the last one, or none.

        `expected`: the version the stream must be at (`NEW`: must not exist; `None`: any). `key`: idempotency key.
        Repeated with the same `fingerprint`, it returns the first result and writes nothing. `at`: Unix milliseconds.
        `most`: the version that the last event may have. A log that other people read salts events that may be
        withheld. `while_at`: the versions at which other streams of the same shard must be (`NEW`: must not exist),
        because the events rest on what they say.

        Raises `UnknownStream`, `VersionConflict`, `OtherLogMoved`, `KeyReused`, `StreamFull`, and `Invalid` if there
        is no event.
        """

    def open_each(self, openings: Sequence[tuple[str, Event]], *, by: str, at: int) -> list[str]:
        """Open these streams of one shard, those that are not there yet, each by itself; the names of those opened.

        `at` is Unix milliseconds. As many as there may be: it takes far less time than appending one by one.
        """

    def read(self, stream: str, after: int = NEW, limit: int | None = None) -> Iterator[Recorded]:
        """The events with a version above `after`, in order, at most `limit`. Raises `UnknownStream`."""

    def head(self, stream: str) -> Head | None:
        """The last version and hash of a stream; `None` if it does not exist."""

    def versions(self, streams: Iterable[str]) -> dict[str, int]:
        """The last version of each of these streams; those that do not exist are left out."""

    def answered(self, stream: str, key: str, fingerprint: str) -> Appended | None:
        """The result of an earlier append with this key, for a writer whose decision depends on the state at that time.

        `None` if the key was never used on the stream. Raises `KeyReused`.
        """

    def remember(self, stream: str, key: str, fingerprint: str, version: int) -> Appended:
        """Keep a key whose answer was that nothing is to be written, the stream being at that version.

        `answered` tells it from then on, as an append of no events (`last` is `version`, and `first` the one after it).
        If the key was answered before, that is told again. Raises `KeyReused`.
        """

    def streams(self) -> Iterator[str]:
        """Every stream's name."""

    def restore(self, stream: str, events: Iterable[Recorded]) -> Head:
        """Bring a whole stream back as it was recorded, from its opening on, all of it or nothing.

        Raises `VersionConflict` if the stream exists, `Invalid` if the events are not one whole chain.
        """

    def rewrite(self, stream: str, assumed: Head, events: Sequence[Recorded]) -> Head:
        """Put these events, a whole log, in the place of a stream that has the head `assumed`: all of it or nothing.

        They have all versions that were there, and further ones at the end. Readers see the log as it was or as it is.
        Raises `UnknownStream`, `VersionConflict` if something was written meanwhile, and `Invalid` as `restore`.
        """


def proven(stream: str, events: Sequence[Recorded]) -> Head:
    """The head of a whole stream's events, opening first. Raises `Invalid` where their chain breaks."""
    proof = verify(to_public(stream, recorded) for recorded in events)
    if not events or events[0].version != 0:
        raise Invalid({"events.0": [say("a log begins with the event that opened it, version 0")]})
    if proof.broken_at is not None:
        raise Invalid({f"events.{proof.broken_at}": [proof.reason]})
    return Head(events[-1].version, proof.head)


def ensure_longer(head: Head, assumed: Head) -> Head:
    """The head of a log that is written anew. Raises `Invalid` if no event was added to the former one."""
    if head.version <= assumed.version:
        raise Invalid({"events": [say("a log that is written anew says so with an event at its end")]})
    return head


class ListLog:
    """A log in memory, for tests and for rules without a store; for one thread."""

    def __init__(self) -> None:
        self._streams: dict[str, list[Recorded]] = {}
        self._heads: dict[str, Head] = {}
        self._keys: dict[tuple[str, str], tuple[str, Appended]] = {}

    def append(
        self,
        stream: str,
        events: Sequence[Event],
        *,
        by: str,
        at: int,
        expected: int | None = None,
        key: str | None = None,
        fingerprint: str = "",
        most: int | None = None,
        while_at: Mapping[str, int] | None = None,
    ) -> Appended:
        """See `Log.append`."""
        if not events:
            raise Invalid({"events": [say("there is nothing to record")]})
        if key is not None and (repeated := self.answered(stream, key, fingerprint)):
            return repeated
        head = self._heads.get(stream) or Head(NEW, ZERO_HASH)
        if expected is not None and expected != head.version:
            raise VersionConflict(stream, expected, head.version)
        if expected is None and head.version == NEW:
            raise UnknownStream(stream)
        if most is not None and head.version + len(events) > most:
            raise StreamFull(stream, most)
        for other, seen in (while_at or {}).items():
            if (now := self._heads.get(other, Head(NEW, ZERO_HASH)).version) != seen:
                raise OtherLogMoved(other, seen, now)
        version, previous, written = head.version, head.hash, []
        for event in events:
            version += 1
            written.append(Recorded(version, event, at, by, previous))
            previous = recorded_hash(stream, written[-1])
        self._streams.setdefault(stream, []).extend(written)
        self._heads[stream] = Head(version, previous)
        answer = Appended(head.version + 1, version)
        if key is not None:
            self._keys[stream, key] = (fingerprint, answer)
        return answer

    def open_each(self, openings: Sequence[tuple[str, Event]], *, by: str, at: int) -> list[str]:
        """See `Log.open_each`."""
        new = [(stream, event) for stream, event in openings if stream not in self._streams]
        for stream, event in new:
            self.append(stream, [event], by=by, at=at, expected=NEW)
        return [stream for stream, _ in new]

    def read(self, stream: str, after: int = NEW, limit: int | None = None) -> Iterator[Recorded]:
        """See `Log.read`."""
        if stream not in self._streams:
            raise UnknownStream(stream)
        start = max(after + 1, 0)
        return iter(self._streams[stream][start : None if limit is None else start + limit])

    def head(self, stream: str) -> Head | None:
        """See `Log.head`."""
        return self._heads.get(stream)

    def versions(self, streams: Iterable[str]) -> dict[str, int]:
        """See `Log.versions`."""
        return {stream: self._heads[stream].version for stream in streams if stream in self._heads}

    def answered(self, stream: str, key: str, fingerprint: str) -> Appended | None:
        """See `Log.answered`."""
        if (stream, key) not in self._keys:
            return None
        seen, answer = self._keys[stream, key]
        if seen != fingerprint:
            raise KeyReused(stream, key, answer.first, answer.last)
        return answer._replace(replayed=True)

    def remember(self, stream: str, key: str, fingerprint: str, version: int) -> Appended:
        """See `Log.remember`."""
        if previous := self.answered(stream, key, fingerprint):
            return previous
        answer = Appended(version + 1, version)
        self._keys[stream, key] = (fingerprint, answer)
        return answer

    def streams(self) -> Iterator[str]:
        """See `Log.streams`."""
        return iter(tuple(self._streams))

    def restore(self, stream: str, events: Iterable[Recorded]) -> Head:
        """See `Log.restore`."""
        if head := self._heads.get(stream):
            raise VersionConflict(stream, NEW, head.version)
        written = list(events)
        head = self._heads[stream] = proven(stream, written)
        self._streams[stream] = written
        return head

    def rewrite(self, stream: str, assumed: Head, events: Sequence[Recorded]) -> Head:
        """See `Log.rewrite`."""
        head = self._heads.get(stream)
        if head is None:
            raise UnknownStream(stream)
        if head != assumed:
            raise VersionConflict(stream, assumed.version, head.version)
        written = list(events)
        self._heads[stream] = ensure_longer(proven(stream, written), assumed)
        self._streams[stream] = written
        return self._heads[stream]
