"""A log read on from where a reader stopped, with proof that it is still the same log.

A store that lost its last events has the same versions again for other events. The hash of the last event that the
reader has tells the two apart: the next event carries it.
"""

from collections.abc import Iterator

from core.eventlog.hash_chain import ZERO_HASH, recorded_hash
from core.eventlog.log import NEW, Head, Log
from core.events import Recorded


class Diverged(Exception):
    """The log does not go on from the event at which its reader stopped."""


class Continuation:
    """The events of a stream after `since`, to be read once; `head` is that of the events that the reader took.

    `now` is the head that the log was seen to have. Raises `Diverged` where the log does not go on from `since`, before
    any event is given. Reading raises `UnknownStream`.
    """

    def __init__(self, log: Log, stream: str, since: Head | None, now: Head) -> None:
        self.head = since or Head(NEW, ZERO_HASH)
        if since and now.version <= since.version and now != since:
            raise Diverged
        self._stream = stream
        self._events = log.read(stream, after=self.head.version)
        self._next = next(self._events, None)
        if since and self._next and self._next.prev_hash != since.hash:
            raise Diverged

    def __iter__(self) -> Iterator[Recorded]:
        while recorded := self._next:
            # A reader that stops at an event, of a newer version of brade, has those before it.
            self.head = Head(recorded.version - 1, recorded.prev_hash)
            yield recorded
            self._next = next(self._events, None)
            if self._next is None:
                self.head = Head(recorded.version, recorded_hash(self._stream, recorded))
