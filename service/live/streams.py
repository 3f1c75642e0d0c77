"""What a viewer is sent: Server-Sent Events of a match, or of a tournament with all its matches.

**Both.** `event: fact` carries a fact in its public form with its hash; `id` is its version, so a browser that lost the
line asks for what came after it (`Last-Event-ID`). `event: verdict` carries a verdict and its stream. It has no id:
each says all there is to say of its version, and may come twice. Whoever comes back with an id is told the verdicts of
the last hundred facts up to it once more, since they may have been given while nobody listened.

**A match.** Each connection has, after the log, an `event: tournament` with the version of the match's tournament, and
another one whenever that says something: a result is confirmed or decided there, a pairing voided.

**A tournament.** Only the tournament's own facts carry an `id`, the tournament's version. Its matches have versions of
their own (in `data`, with their `stream`), so what they tell has none. Instead each connection begins, after the
tournament's own facts, with an `event: match` for every match: `{"stream", "version", "judged_version"}`. Whoever has
less than that reads the rest at `/v1/matches/{id}/events?after=`; what the stream tells of the match continues from
there without a gap, and where it could not, the same is sent again. So nothing is lost by a resumption, and a
tournament of a hundred matches is not replayed to every tablet that wakes up.
"""

from asyncio import Semaphore
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import partial

from core.log import NEW
from service.live.audience import Audience, Viewer, Wave
from service.live.frames import BEAT, RETRY, Book, place_said
from service.live.reading import Reading
from service.live.telling import crowd_of
from service.store.heads import Position

_LARGEST = 1 << 16
"""Bytes of a writing to a viewer who is behind: from there on the rest is another one."""


class Stream:
    """One viewer's stream: first what the log has after a version, then what all others who watch the same are told.

    The viewer is in the crowd before it reads the log, in its `turns` at that: nothing is left out. What the crowd is
    told that the log had already is left out until the crowd is as far as the log was: nothing comes twice. Matches,
    and the tournament of a match, begin where the crowd was.
    """

    def __init__(
        self, book: Book, audience: Audience, viewer: Viewer, after: int, reading: Reading, turns: Semaphore
    ) -> None:
        self._book, self._audience, self._viewer = book, audience, viewer
        self._reading, self._turns = reading, turns
        self._after = after
        self._ahead = _NOTHING

    async def chunks(self) -> AsyncIterator[bytes]:
        """Bytes to send, until the viewer ends; a poke that finds nothing becomes a sign of life.

        Raises what a store raises that is away: the stream ends, and the viewer asks again.
        """
        yield RETRY
        viewer, book, read = self._viewer, self._book, partial(self._reading.history, self._turns)
        places = await crowd_of(self._audience, book, self._reading).join(viewer)
        told = places.pop(book.name, _NOTHING)
        at, more = await read(book.begin, self._after, told), True
        while more and not viewer.ended:
            chunk, at, more = await read(_page, book, at)
            if chunk:
                yield chunk
        if places:
            yield b"".join(place_said(each, place).frame for each, place in places.items())
        self._ahead = _beyond(told, at)
        while not viewer.ended:
            waves = await viewer.take()
            for chunk in _joined(map(self._rest, waves)):
                yield chunk
            if not waves:
                yield BEAT

    def _rest(self, wave: Wave) -> bytes:
        """What the viewer has not had of a wave. It is less ahead of its crowd then."""
        name = self._book.name
        if self._ahead == _NOTHING or name not in wave.streams:
            return wave.whole
        frames = []
        for stream, reach, frame in wave.said:
            if stream != name or reach.version > self._ahead.version or reach.judged > self._ahead.judged:
                frames.append(frame)
            if stream == name:
                self._ahead = _beyond(reach, self._ahead)
        return b"".join(frames)


def _page(book: Book, at: Position) -> tuple[bytes, Position, bool]:
    """A page of a log in one piece: what waits for a slow viewer is no more than that."""
    said, at, more = book.page(at)
    return b"".join(each.frame for each in said), at, more


def _joined(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Many small pieces as few, none of them made much larger than `_LARGEST`."""
    some: list[bytes] = []
    size = 0
    for piece in pieces:
        some.append(piece)
        size += len(piece)
        if size >= _LARGEST:
            yield b"".join(some)
            some, size = [], 0
    if size:
        yield b"".join(some)


def _beyond(told: Position, at: Position) -> Position:
    """What is at a position beyond another: as far as it goes, and `NEW` where it goes no further."""
    return Position(at.version if at.version > told.version else NEW, at.judged if at.judged > told.judged else NEW)


_NOTHING = Position(NEW, NEW)
