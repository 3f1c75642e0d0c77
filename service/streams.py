"""What a viewer is sent: Server-Sent Events of a match, or of a tournament with all its matches.

**Both.** `event: fact` carries a fact in its public form with its hash; `id` is its version, so a browser that lost the
line asks for what came after it (`Last-Event-ID`). `event: verdict` carries a verdict and its stream. It has no id:
each says all there is to say of its version, and may come twice. Whoever comes back with an id is told the verdicts of
the last hundred facts up to it once more, since they may have been given while nobody listened.

**A tournament.** Only the tournament's own facts carry an `id`, the tournament's version. Its matches have versions of
their own (in `data`, with their `stream`), so what they tell has none. Instead each connection begins, after the
tournament's own facts, with an `event: match` for every match: `{"stream", "version", "judged_version"}`. Whoever has
less than that reads the rest at `/v1/matches/{id}/events?after=`; what the stream tells of the match continues from
there without a gap, and where it could not, the same is sent again. So nothing is lost by a resumption, and a
tournament of a hundred matches is not replayed to every tablet that wakes up.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from concurrent.futures import Executor
from typing import Any, TypeVar

from core.log import NEW
from service.audience import Audience, Viewer
from service.frames import BEAT, RETRY, Book, Said, match_said
from service.store.heads import Position
from service.telling import crowd_of

T = TypeVar("T")


class Stream:
    """One viewer's stream: first what the log has after a version, then what all others who watch the same are told.

    The viewer is in the crowd before it reads the log, in a thread of `reading`: nothing is left out. What the crowd is
    told that the log had already is left out until the crowd is as far as the log was: nothing comes twice.
    """

    def __init__(self, book: Book, audience: Audience, viewer: Viewer, after: int, reading: Executor) -> None:
        self._book, self._audience, self._viewer, self._reading = book, audience, viewer, reading
        self._after = after

    async def chunks(self) -> AsyncIterator[bytes]:
        """Bytes to send, until the viewer ends; a poke that finds nothing becomes a sign of life.

        Raises what a store raises that is away: the stream ends, and the viewer asks again.
        """
        yield RETRY
        viewer, book = self._viewer, self._book
        crowd_is_at = await crowd_of(self._audience, book, self._reading).join(viewer)
        at, more = await self._in_thread(book.begin, self._after), True
        while more and not viewer.ended:
            said, at, more = await self._in_thread(book.page, at)
            if said:
                yield b"".join(each.frame for each in said)
        places = await self._in_thread(book.places) if book.whole else {}
        if matches := [match_said(stream, place) for stream, place in places.items() if stream != book.name]:
            yield b"".join(each.frame for each in matches)
        ahead = _beyond(crowd_is_at, {**places, book.name: at})
        while not viewer.ended:
            waves = await viewer.take()
            chunk = b"".join(_rest(wave.said, ahead) if ahead else wave.whole for wave in waves)
            if chunk or not waves:
                yield chunk or BEAT

    async def _in_thread(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, function, *args)


def _beyond(crowd: Mapping[str, Position], places: Mapping[str, Position]) -> dict[str, Position]:
    """What a viewer has of each stream beyond what its crowd was told; where that is nothing, `NEW`."""
    ahead = {}
    for stream, (version, judged) in places.items():
        told = crowd.get(stream, _NOTHING)
        further = Position(version if version > told.version else NEW, judged if judged > told.judged else NEW)
        if further != _NOTHING:
            ahead[stream] = further
    return ahead


def _rest(said: Iterable[Said], ahead: dict[str, Position]) -> bytes:
    """The frames that a viewer has not had, who is ahead of its crowd; it is less so after them."""
    frames = []
    for stream, reach, frame in said:
        known = ahead.get(stream, _NOTHING)
        if reach.version > known.version or reach.judged > known.judged:
            frames.append(frame)
        left = Position(
            known.version if reach.version < known.version else NEW,
            known.judged if reach.judged < known.judged else NEW,
        )
        if left != _NOTHING:
            ahead[stream] = left
        else:
            ahead.pop(stream, None)
    return b"".join(frames)


_NOTHING = Position(NEW, NEW)
