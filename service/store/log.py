"""The event log in the store: one Redis stream for each of ours, written by one script an append."""

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any
from uuid import uuid4

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError, Invalid, KeyReused, StreamFull, UnknownStream, VersionConflict
from core.eventlog.log import NEW, Appended, Head, proven
from core.events import Event, Recorded
from core.messages import say
from service.store import altered_log, keys
from service.store.archive import log_pages, transfer
from service.store.archive.places import is_archived
from service.store.held_streams import StreamHeld
from service.store.lua import Argument, Lua
from service.store.read_models import failed_streams
from service.store.stored_events import chained, entry_id, to_fields

IDEMPOTENCY_MS = 24 * 3600 * 1000
_ATTEMPTS = 100
_PAGE = 1000
_HEADS_REMEMBERED = 20_000
_RESTORING_MS = 3600 * 1000

# All or nothing: whatever can be wrong is found before the first write, and if an XADD can fail at all (its
# id is not larger than the last) it is the first, which is the first write.
_APPEND = Lua(
    """
local log, heads, unjudged, feed, live, held, newer, idem = unpack(KEYS)
local stream, expected, assumed, head, first, fingerprint, lasts, at, by, most = unpack(ARGV, 1, 10)
if idem then
  local answer = redis.call('GET', idem)
  if answer then return {'seen', answer} end
end
if redis.call('HEXISTS', held, stream) == 1 then return {'held', ''} end
local first_newer = redis.call('HGET', newer, stream)
if first_newer then return {'newer', first_newer} end
local actual = redis.call('HGET', heads, stream) or ''
if expected ~= '' and expected ~= (string.match(actual, '^%d+') or '-1') then return {'conflict', actual} end
if actual ~= assumed then return {'moved', actual} end
if most ~= '' and tonumber(string.match(head, '^%d+')) > tonumber(most) then return {'full', actual} end
local version = tonumber(first)
for i = 11, #ARGV, 4 do
  redis.call('XADD', log, version == 0 and '0-1' or version .. '-0',
    'type', ARGV[i], 'data', ARGV[i + 1], 'at', at, 'by', by, 'prev', ARGV[i + 2])
  redis.call('SPUBLISH', live, 'event ' .. stream .. ' ' .. version .. ' ' .. ARGV[i + 3])
  version = version + 1
end
local last = version - 1
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, last)
redis.call('XADD', feed, '*', 'stream', stream, 'first', first, 'last', last)
if idem then redis.call('SET', idem, first .. ' ' .. last .. ' ' .. fingerprint, 'PX', lasts) end
return {'written', head}
"""
)

_RESTORE = Lua(
    """
local log, heads, unjudged, feed, gathered = unpack(KEYS)
local stream, head, last = unpack(ARGV)
local actual = redis.call('HGET', heads, stream)
if actual then return {'exists', actual} end
if redis.call('XLEN', gathered) ~= last + 1 then return {'incomplete', ''} end
redis.call('RENAME', gathered, log)
redis.call('PERSIST', log)
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, last)
redis.call('XADD', feed, '*', 'stream', stream, 'first', 0, 'last', last)
return {'written', head}
"""
)


class StreamBusy(BradeError):
    """A stream could not be written this time. Nothing was written; the same may be tried again."""

    code = "stream-busy"

    def __init__(self, stream: str) -> None:
        self.stream = stream
        super().__init__(say("{stream} could not be written now, others were always faster: try again", stream=stream))


class RedisLog:
    """The event log in a store. Keeps the contract of `core.eventlog.log.Log`; safe to share between threads.

    Where the store does not answer, the client's own errors come through
    (`service.store.connect.STORE_AWAY`): the facts may have been written or not, and repeating the append
    with its key tells.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._heads: dict[str, Head] = {}

    def append(
        self, stream: str, events: Sequence[Event], *, by: str, at: int,
        expected: int | None = None, key: str | None = None, fingerprint: str = "", most: int | None = None,
    ) -> Appended:  # fmt: skip
        """See `core.eventlog.log.Log.append`. Raises `StreamBusy`, `StreamHeld`, `LogAltered`,
        `NewerVersion`, `ArchiveDamaged` too. An archived log is brought back into the store first.

        The chain is computed here, from the head last seen, and the script refuses when that has moved: one round trip
        when we wrote last, another for each write by another process.
        """
        if not events:
            raise Invalid({"events": [say("there is nothing to record")]})
        places = _places(stream)
        if key is not None:
            places.append(keys.idem(stream, key))
        expectation = "" if expected is None else str(expected)
        head = None if expected == NEW else self._heads.get(stream) or self.head(stream)
        for _ in range(_ATTEMPTS):
            if head is None and expected is None:
                raise UnknownStream(stream)
            after, lines = chained(stream, head, events, by, at)
            reply, what = self._append(stream, places, [
                stream, expectation, _head_text(head), _head_text(after), after.version - len(events) + 1,
                _short(fingerprint), IDEMPOTENCY_MS, at, by, "" if most is None else most, *lines,
            ])  # fmt: skip
            if reply == b"seen":
                return _answer(stream, key or "", fingerprint, what)
            if reply == b"held":
                raise StreamHeld(stream)
            if reply == b"newer":
                raise failed_streams.newer_version(stream, what)
            if reply == b"full" and most is not None:
                raise StreamFull(stream, most)
            if reply == b"written":
                self._remember(stream, after)
                return Appended(after.version - len(events) + 1, after.version)
            head = _head(what)
            self._remember(stream, head)
            if reply == b"conflict" and expected is not None:
                raise VersionConflict(stream, expected, head.version if head else NEW)
        raise StreamBusy(stream)

    def open_each(self, openings: Sequence[tuple[str, Event]], *, by: str, at: int) -> list[str]:
        """See `core.eventlog.log.Log.open_each`. Hundreds in a round trip. Raises `StreamHeld` or `LogAltered`,
        the others being opened."""
        opened: list[str] = []
        refused: list[str] = []
        rest = iter(openings)
        while page := list(islice(rest, _PAGE)):
            there = self._client.hmget(keys.head(keys.shard_of(page[0][0])), [stream for stream, _ in page])
            new = [opening for opening, head in zip(page, there, strict=True) if head is None]
            calls, heads = [], []
            for stream, event in new:
                after, lines = chained(stream, None, [event], by, at)
                heads.append(after)
                calls.append((_places(stream), [
                    stream, str(NEW), "", _head_text(after), 0, "", IDEMPOTENCY_MS, at, by, "", *lines,
                ]))  # fmt: skip
            with altered_log.found(self._client, [stream for stream, _ in new]):
                answers = _APPEND.each(self._client, calls)
            for (stream, _), head, (reply, _) in zip(new, heads, answers, strict=True):
                if reply == b"held":
                    refused.append(stream)
                if reply == b"written":  # else another process opened it in this moment
                    self._remember(stream, head)
                    opened.append(stream)
        if refused:
            raise StreamHeld(refused[0])
        return opened

    def read(self, stream: str, after: int = NEW, limit: int | None = None) -> Iterator[Recorded]:
        """See `core.eventlog.log.Log.read`. One page is read now, others when wanted; a tail costs only its length.

        An archived log is read from its file. Raises `ArchiveDamaged` too.
        """
        return log_pages.read(self._client, stream, after, limit, self.head)

    def head(self, stream: str) -> Head | None:
        """See `core.eventlog.log.Log.head`."""
        return _head(self._client.hget(keys.head(keys.shard_of(stream)), stream))

    def answered(self, stream: str, key: str, fingerprint: str) -> Appended | None:
        """See `core.eventlog.log.Log.answered`. Keys are remembered for a day."""
        remembered = self._client.get(keys.idem(stream, key))
        return None if remembered is None else _answer(stream, key, fingerprint, remembered)

    def remember(self, stream: str, key: str, fingerprint: str, version: int) -> Appended:
        """See `core.eventlog.log.Log.remember`."""
        value = f"{version + 1} {version} {_short(fingerprint)}"
        new = self._client.set(keys.idem(stream, key), value, nx=True, px=IDEMPOTENCY_MS)
        return (not new and self.answered(stream, key, fingerprint)) or Appended(version + 1, version)

    def streams(self) -> Iterator[str]:
        """See `core.eventlog.log.Log.streams`. Those opened meanwhile may be missing; the order means nothing."""
        for shard in range(keys.SHARDS):
            names = {name for name, _ in self._client.hscan_iter(keys.head(shard), count=_PAGE)}
            yield from (name.decode() for name in names)

    def restore(self, stream: str, events: Iterable[Recorded]) -> Head:
        """See `core.eventlog.log.Log.restore`. The pump judges it all; viewers get no news.

        The events are gathered at a hidden key, then put in place by one script.
        """
        if existing := self.head(stream):
            raise VersionConflict(stream, NEW, existing.version)
        written = list(events)
        head = proven(stream, written)
        gathered = keys.restoring(stream, uuid4().hex)
        rest = iter(written)
        while page := list(islice(rest, _PAGE)):
            pipeline = self._client.pipeline(transaction=True)
            for recorded in page:
                pipeline.xadd(gathered, to_fields(recorded), id=entry_id(recorded.version))
            # Should this process end here, the store itself clears up.
            pipeline.pexpire(gathered, _RESTORING_MS)
            pipeline.execute()
        shard = keys.shard_of(stream)
        places = [keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard), gathered]
        reply, what = _RESTORE(self._client, places, [stream, _head_text(head), head.version])
        if reply != b"written":
            self._client.delete(gathered)
            if existing := _head(what):
                raise VersionConflict(stream, NEW, existing.version)
            raise StreamBusy(stream)
        self._remember(stream, head)
        return head

    def _append(self, stream: str, places: list[str], arguments: list[Argument]) -> Any:
        """The reply of the append script. An archived log is brought back first."""
        for is_last in (False, True):
            try:
                with altered_log.found(self._client, [stream]):
                    return _APPEND(self._client, places, arguments)
            except ResponseError as error:
                if is_last or not is_archived(error):
                    raise
                transfer.bring_back(self._client, stream)
        raise AssertionError  # not reached: the second time it returns or raises

    def _remember(self, stream: str, head: Head | None) -> None:
        if head is None:
            self._heads.pop(stream, None)
            return
        if len(self._heads) >= _HEADS_REMEMBERED:
            self._heads.clear()  # a head forgotten costs one round trip
        self._heads[stream] = head


def _head_text(head: Head | None) -> str:
    return f"{head.version} {head.hash}" if head else ""


def _head(text: Any) -> Head | None:
    if not text:
        return None
    version, digest = text.decode().split(" ")
    return Head(int(version), digest)


def _answer(stream: str, key: str, fingerprint: str, remembered: Any) -> Appended:
    """The result of an earlier append with the same key. Raises `KeyReused` if that had another body."""
    first, last, before = remembered.decode().split(" ", 2)
    if before not in (_short(fingerprint), fingerprint):  # whole ones were kept by an earlier version
        raise KeyReused(stream, key)
    return Appended(int(first), int(last), replayed=True)


def _short(fingerprint: str) -> str:
    """As much of a body's fingerprint as tells it from another one: every fact keeps one for a day."""
    return b64encode(sha256(fingerprint.encode()).digest()[:9]).decode()


def _places(stream: str) -> list[str]:
    """The keys that an append writes to."""
    shard = keys.shard_of(stream)
    return [
        keys.log(stream), keys.head(shard), keys.unjudged(shard), keys.feed(shard), keys.live(stream), keys.held(shard),
        keys.newer(shard),
    ]  # fmt: skip
