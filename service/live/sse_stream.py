"""Frames of a viewer: Server-Sent Events of a match, or of a tournament with all its matches.

**Both.** `event: fact` carries a fact in its public form with its hash. `id` is its version and the first letters of
its hash, so a browser that lost the connection asks for the events after it (`Last-Event-ID`). If the log has another
event there, all of it is sent. `event: verdict` carries a verdict and its stream. It has no
id: each is complete for its version, and may come twice. A viewer who reconnects with an id gets the verdicts of the
last hundred facts up to it once more, since they may have been given in the meantime.

**A match.** Each connection has, after the log, an `event: tournament` with the version of the match's tournament.
Another one follows with every event of the tournament about it: a result is confirmed or decided, a pairing voided.

**A tournament.** Only the tournament's own facts carry an `id`, the tournament's version. Its matches have versions of
their own (in `data`, with their `stream`), so their events have none. Instead each connection begins, after the
tournament's own facts, with an `event: match` for every match: `{"stream", "version", "judged_version"}`. A client that
has less than that reads the rest at `/v1/matches/{id}/events?after=`. The stream continues the match from there without
a gap. Where it cannot, it sends the same again. So nothing is lost by a resumption, and a tournament of a hundred
matches is not replayed to every tablet that wakes up.
"""

from asyncio import Semaphore
from collections.abc import AsyncIterator, Iterable, Iterator
from functools import partial

from core.eventlog.log import NEW
from service.live.broadcast import Batch, Channels, Viewer
from service.live.broadcaster import channel_for
from service.live.packing import Piece
from service.live.sse_frames import BEAT, RETRY, Source, place_frame
from service.live.threads import Reading
from service.store.read_models.positions import Position

_LARGEST = 1 << 16
"""Bytes of a writing to a viewer who is behind: from there on the rest is another one."""


class Stream:
    """One viewer's stream: first the log after a version, then the frames of the channel.

    The viewer joins the channel before it reads the log, in one of its `turns`, so no event is missing. Frames that
    the log already had are skipped until the channel is as far as the log was, so no event comes twice. Matches, and
    the tournament of a match, begin where the channel was. `packs`: it is sent compressed.
    """

    def __init__(
        self,
        source: Source,
        channels: Channels,
        viewer: Viewer,
        after: int,
        reading: Reading,
        turns: Semaphore,
        *,
        packs: bool = False,
    ) -> None:
        self._source, self._channels, self._viewer = source, channels, viewer
        self._reading, self._turns = reading, turns
        self._after = after
        self._packs = packs
        self._ahead = _NOTHING

    async def history(self) -> AsyncIterator[list[Piece]]:
        """The pieces of the log that the viewer missed. Raises what a store raises that is away."""
        yield [_RETRY]
        viewer, source, read = self._viewer, self._source, partial(self._reading.history, self._turns)
        places = await channel_for(self._channels, source, self._reading).join(viewer)
        start = places.pop(source.name, _NOTHING)
        at, more = await read(source.begin, self._after, start), True
        while more and not viewer.ended:
            page, at, more = await read(_page, source, at, self._packs)
            if page.plain:
                yield [page]
        if places:
            yield [Piece(b"".join(place_frame(each, place).frame for each, place in places.items()))]
        self._ahead = _beyond(start, at)

    async def news(self) -> Iterable[list[Piece]]:
        """The next pieces of the channel; a poke that finds nothing becomes a sign of life."""
        waves = await self._viewer.take()
        if len(waves) == 1 and self._ahead is _NOTHING:  # as thousands of times a second where many watch
            return ([waves[0].whole],)
        return _joined(map(self._rest, waves)) if waves else ([_BEAT],)

    def _rest(self, wave: Batch) -> Piece:
        """The new frames of a wave for this viewer. The viewer is less ahead of the channel then."""
        name = self._source.name
        if self._ahead is _NOTHING or name not in wave.streams:
            return wave.whole
        frames = []
        for stream, reach, frame in wave.frames:
            if stream != name or reach.version > self._ahead.version or reach.judged > self._ahead.judged:
                frames.append(frame)
            if stream == name:
                self._ahead = _beyond(reach, self._ahead)
        return Piece(b"".join(frames))


def _page(source: Source, at: Position, is_packed: bool) -> tuple[Piece, Position, bool]:
    """A page of a log in one piece: what waits for a slow viewer is no more than that. It is compressed here, in a
    thread, if it is sent so."""
    frames, at, more = source.page(at)
    page = Piece(b"".join(frame.frame for frame in frames))
    if is_packed:
        _ = page.packed
    return page, at, more


def _joined(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """The pieces to write at a time: few writes, none of them much larger than `_LARGEST`."""
    some: list[Piece] = []
    size = 0
    for piece in pieces:
        some.append(piece)
        size += len(piece.plain)
        if size >= _LARGEST:
            yield some
            some, size = [], 0
    if size:
        yield some


def _beyond(start: Position, at: Position) -> Position:
    """The part of a position beyond another: as far as it goes, and `NEW` where it goes no further."""
    if at.version <= start.version and at.judged <= start.judged:
        return _NOTHING
    return Position(at.version if at.version > start.version else NEW, at.judged if at.judged > start.judged else NEW)


_NOTHING = Position(NEW, NEW)
_RETRY, _BEAT = Piece(RETRY), Piece(BEAT)
