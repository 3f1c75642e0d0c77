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
import json
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar

from redis.exceptions import RedisError

from core.chain import canonical
from core.codec import to_public
from core.events import Recorded
from core.log import NEW
from core.tournament.sight import NOT_FOR_EVERYBODY, withheld
from service.access import ALL, PUBLIC
from service.audience import Audience, Crowd, Viewer
from service.bootstrap import House
from service.live import VERDICT
from service.store import heads, views
from service.store.feed import News
from service.store.heads import Position

RETRY = b"retry: 1000\n\n"
BEAT = b":\n\n"
TOLD_AGAIN = 100
_PAGE = 1000
_READY_SECONDS = 5.0
T = TypeVar("T")
_say = logging.getLogger(__name__)


class Stream:
    """One viewer's stream: first what the log has after a version, then the news, nothing twice and nothing left out.

    The viewer was registered before the log is read. The store is read in the threads of `reading`. `sight` is how much
    is for this viewer (`service.access.sight`): what is public ends when the tournament is not published any more.

    As soon as it is where others are who may see as much, it falls in with them: what they are sent is made once, by a
    stream that nobody watches. The first one to come so far begins that stream, at its own place.
    """

    def __init__(
        self, house: House, audience: Audience, viewer: Viewer, after: int, reading: Executor, sight: str = ALL
    ) -> None:
        self._house, self._audience, self._viewer, self._reading = house, audience, viewer, reading
        self._name, star, _ = viewer.topic.partition(".*")
        self._of_tournament = bool(star)
        self._sight = sight
        self._after, self._at = after, Position(after, after)
        self._matches: dict[str, Position] = {}
        self._at_rest = True

    async def chunks(self) -> AsyncIterator[bytes]:
        """Bytes to send, until the viewer ends; a poke that finds no news becomes a sign of life.

        Raises what a store raises that is away: the stream ends, and the viewer asks again.
        """
        yield RETRY
        self._at = await self._in_thread(self._begin)
        async for chunk in self._catch_up():
            yield chunk
        if self._of_tournament:
            self._matches = await self._in_thread(heads.of_matches, self._house.client, self._name)
            yield b"".join(_match_frame(stream, position) for stream, position in self._matches.items())
        while not self._viewer.ended and not self._falls_in():
            async for chunk in self._next():
                yield chunk or BEAT
        while not self._viewer.ended:
            yield b"".join(await self._viewer.take()) or BEAT

    async def _next(self) -> AsyncIterator[bytes]:
        """What the next news say, as soon as there are any; nothing (`b""`) after a poke that found none."""
        news = await self._viewer.take()
        if self._viewer.ended:
            return
        self._at_rest = False
        chunk = b""
        for each in news:
            if each.stream == self._name:
                after = _follow(self._at, each)
            else:
                after = _follow(self._matches.get(each.stream, _NOWHERE), each)
            if after is not None and not self._is_partly_hidden(each):
                chunk += self._told(each, after)
            elif each.stream == self._name:
                if chunk:
                    yield chunk
                async for page in self._catch_up():
                    yield page
                chunk = b""
            else:
                chunk += await self._match_anew(each.stream)
        if self._sight == PUBLIC and not news and not await self._in_thread(self._is_published):
            self._viewer.end()
            return
        self._at_rest = True
        self._falls_in()  # before anything is sent: sending takes its time, and others would be further by then
        if chunk or not news:
            yield chunk

    def _falls_in(self) -> bool:
        """Whether the viewer hears from now on what others like it are told, since it is where they are."""
        if self._viewer.crowd is not None:
            return True
        if self._viewer.ended or self._viewer.has_more:
            return False
        sort = (self._viewer.topic, self._sight)
        crowd = self._audience.crowd(sort)
        if crowd is None:
            lead = Viewer(self._viewer.topic, float("inf"))
            stream = Stream(self._house, self._audience, lead, 0, self._reading, self._sight)
            stream._at, stream._matches = self._at, dict(self._matches)
            crowd = self._audience.gather(sort, lead, stream._place)
            crowd.leading = asyncio.get_running_loop().create_task(stream._lead(crowd))
        if crowd.place() != self._place():
            return False
        self._audience.join(crowd, self._viewer)
        return True

    def _place(self) -> tuple[Position, dict[str, Position]] | None:
        """How far everything is that was heard; `None` while some of it is still to be told."""
        return (self._at, self._matches) if self._at_rest and not self._viewer.has_more else None

    async def _lead(self, crowd: Crowd) -> None:
        try:
            while not self._viewer.ended:
                async for chunk in self._next():
                    if chunk:
                        crowd.say(chunk)
        except RedisError as error:
            _say.warning("streams end, and their viewers come back: %s", error)
        except Exception:  # noqa: BLE001 - nobody awaits this; the viewers come back to one that begins anew
            _say.exception("the stream of %s failed", self._name)
        finally:
            crowd.close()

    def _is_partly_hidden(self, news: News) -> bool:
        """Whether what an event of the tournament says may not be for this viewer: it is read from the log instead."""
        return (
            self._sight != ALL and self._of_tournament and news.stream == self._name
            and any(f'"type":"{name}"' in news.json for name in NOT_FOR_EVERYBODY)
        )  # fmt: skip

    def _is_published(self) -> bool:
        return self._house.shelf.tournament(self._name.partition(".")[0]).created.published

    def _told(self, news: News, after: Position) -> bytes:
        """The frame of an item, `after` which we are there; nothing if we were there before."""
        before = self._at if news.stream == self._name else self._matches.get(news.stream, _NOWHERE)
        if after == before:
            return b""
        if news.stream == self._name:
            self._at = after
        else:
            self._matches[news.stream] = after
        if news.kind == VERDICT:
            return _verdict_frame(news.stream, news.json)
        return _fact_frame(news.json, news.version if news.stream == self._name else None)

    async def _catch_up(self) -> AsyncIterator[bytes]:
        """What log and verdicts have that was not told, page by page."""
        more = True
        while more and not self._viewer.ended:
            chunk, self._at, more = await self._in_thread(self._page, self._at)
            if chunk:
                yield chunk

    def _begin(self) -> Position:
        """Where to begin, once no news can be missed. Who has more than a log that was restored, has that."""
        self._audience.hub.ready(_READY_SECONDS)
        head = heads.of(self._house.client, self._name)
        after = min(self._after, head.version) if head else self._after
        return Position(after, max(after - TOLD_AGAIN, min(after, 0)))

    def _page(self, at: Position) -> tuple[bytes, Position, bool]:
        """The frames of a page after a position, the position then, and whether there is more. Reads the store."""
        facts = list(islice(self._house.log.read(self._name, at.version, _PAGE), _PAGE))
        last = facts[-1].version if facts else at.version
        verdicts = views.verdicts(self._house.client, self._name, range(at.judged + 1, last + 1))
        by_version = {fact.version: _fact_frame(self._public(fact), fact.version) for fact in facts}
        frames: list[bytes] = []
        judged = at.judged
        for version in range(at.judged + 1, last + 1):
            frames.append(by_version.get(version, b""))
            if verdict := verdicts[version]:
                frames.append(_verdict_frame(self._name, json.dumps(verdict, ensure_ascii=False)))
                judged = version
        return b"".join(frames), Position(last, judged), len(facts) == _PAGE

    def _public(self, recorded: Recorded) -> str:
        words = to_public(self._name, recorded)
        text = canonical(words)
        digest = sha256(text).hexdigest()
        if self._sight != ALL and type(recorded.event).__name__ in NOT_FOR_EVERYBODY:
            state = self._house.shelf.tournament(self._name)
            text = canonical(withheld(state, recorded.event, words))
        return f'{text[:-1].decode()},"hash":"{digest}"}}'

    async def _match_anew(self, stream: str) -> bytes:
        """Say where a match is whose news had a gap."""
        position = await self._in_thread(heads.of, self._house.client, stream)
        if position is None:
            return b""
        self._matches[stream] = position
        return _match_frame(stream, position)

    async def _in_thread(self, function: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, function, *args)


_NOWHERE = Position(NEW, NEW)


def _follow(at: Position, news: News) -> Position | None:
    """Where a stream is after an item; the same if that was known; `None` if something is missing before it."""
    if news.kind == VERDICT:
        if news.version <= at.judged:
            return at
        return Position(at.version, news.version) if news.version == at.judged + 1 <= at.version else None
    if news.version <= at.version:
        return at
    return Position(news.version, at.judged) if news.version == at.version + 1 else None


def _fact_frame(text: str, version: int | None) -> bytes:
    name = "" if version is None else f"id: {version}\n"
    return f"{name}event: fact\ndata: {text}\n\n".encode()


def _verdict_frame(stream: str, text: str) -> bytes:
    return f'event: verdict\ndata: {{"stream":"{stream}",{text[1:]}\n\n'.encode()


def _match_frame(stream: str, position: Position) -> bytes:
    words = {"stream": stream, "version": position.version, "judged_version": position.judged}
    return f"event: match\ndata: {json.dumps(words)}\n\n".encode()
