"""The event log in the store: one Redis stream for each of ours, written by one script an append."""

import random
import time
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import chain, islice
from typing import Any

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError, Invalid, KeyReused, OtherLogMoved, StreamFull, UnknownStream, VersionConflict
from core.eventlog.log import NEW, Appended, Head
from core.events import Event, Recorded
from core.messages import say
from service import tracing
from service.store import altered_log, keys, repeats
from service.store.archive import log_pages, transfer
from service.store.archive.places import is_archived
from service.store.cluster.replication import Replication
from service.store.held_streams import StreamHeld
from service.store.lua import Argument, Lua
from service.store.maintenance import log_restoration, log_rewriting
from service.store.read_models import failed_streams
from service.store.stored_events import chained, head_of, head_text

NOT_REPLICATED = Replication()
_ATTEMPTS, _AT_ONCE = 100, 10
_LONGEST_PAUSE = 0.01  # seconds
_PAGE = 1000
_HEADS_REMEMBERED = 20_000

# All or nothing: what can be wrong is found before the first write. Only the first XADD can fail, if its id is not
# beyond the last one: then the key, which was written before, goes again.
_APPEND = Lua(
    repeats.SEEN
    + """
local log, heads, unjudged, feed, live, held, newer, repeats, before = unpack(KEYS)
local trace, stream, assumed, head, first, last, key, answer, at, by, others = unpack(ARGV, 1, 11)
local actual = redis.call('HGET', heads, stream) or ''
local refused = actual ~= assumed and {'moved', actual}
if not refused then
  for other, seen in string.gmatch(others, '(%S+) (%S+)') do
    local now = string.match(redis.call('HGET', heads, other) or '-1', '^%S+')
    if now ~= seen then refused = {'other', other .. ' ' .. seen .. ' ' .. now} end
  end
end
if redis.call('EXISTS', held, newer) > 0 then
  local first_newer = redis.call('HGET', newer, stream)
  refused = first_newer and {'newer', first_newer} or refused
  refused = redis.call('HEXISTS', held, stream) == 1 and {'held', ''} or refused
end
if repeats then
  local known = seen(repeats, before, key)
  refused = known and {'seen', known} or refused
  if not refused then redis.call('HSET', repeats, key, answer) end
end
if refused then return refused end
for i = 12, #ARGV, 5 do
  local version = ARGV[i]
  local entry = redis.pcall('XADD', log, version == '0' and '0-1' or version .. '-0',
    'type', ARGV[i + 1], 'data', ARGV[i + 2], 'at', at, 'by', by, 'prev', ARGV[i + 3])
  if entry.err then
    if repeats then redis.call('HDEL', repeats, key) end
    return entry
  end
  redis.call('SPUBLISH', live, ARGV[i + 4])
end
redis.call('HSET', heads, stream, head)
redis.call('HSET', unjudged, stream, last)
local work = {'stream', stream, 'first', first, 'last', last}
if trace ~= '' then
  work[7], work[8] = 'trace', trace
end
redis.call('XADD', feed, '*', unpack(work))
return 1
"""
)
_WRITTEN = 1
_PROBE = "?"
"""A head that no stream has: the script writes nothing and says why it would not, or what the head is."""


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

    def __init__(self, client: Redis, replication: Replication = NOT_REPLICATED) -> None:
        self._client, self._replication = client, replication
        self._heads: dict[str, Head] = {}

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
        """See `core.eventlog.log.Log.append`. Raises `StreamBusy`, `StreamHeld`, `LogAltered`,
        `NewerVersion`, `ArchiveDamaged` too. An archived log is brought back into the store first.

        The chain is computed here, from the head last seen, and the script refuses when that has moved: one round trip
        when we wrote last, another for each write by another process. An append that this head refuses only asks the
        store whether it is so.
        """
        if not events:
            raise Invalid({"events": [say("there is nothing to record")]})
        places = _places(stream)
        if key is not None:
            places += repeats.places(keys.shard_of(stream))
        others = _others(stream, while_at or {})
        head = None if expected == NEW else self._heads.get(stream) or self.head(stream)
        is_current, kept = False, None if key is None else (key, fingerprint)
        for attempt in range(_ATTEMPTS):
            if attempt >= _AT_ONCE:  # others were faster again and again: a writer that never waits may never get in
                time.sleep(random.uniform(0, _LONGEST_PAUSE))  # noqa: S311 (no secret)
            refused = _refusal(stream, head, len(events), expected, most)
            if refused and is_current:
                raise refused
            after, arguments = (
                (head, _probe(stream, key))
                if refused
                else _append_arguments(stream, head, events, by, at, kept, others)
            )
            with tracing.child("append", {"brade.events": len(events)}):
                reply = self._append(stream, places, arguments)
            if reply == _WRITTEN:
                assert after is not None
                self._remember(stream, after)
                return Appended(after.version - len(events) + 1, after.version)
            reason, what = reply
            if reason == b"seen":
                self._confirm(stream)
                return _answer(stream, key or "", fingerprint, what)
            if reason == b"other":
                other, seen, now = what.decode().split()
                raise OtherLogMoved(other, int(seen), int(now))
            if reason == b"held":
                raise StreamHeld(stream)
            if reason == b"newer":
                raise failed_streams.newer_version(stream, what)
            head, is_current = head_of(what), True
            self._remember(stream, head)
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
                after, arguments = _append_arguments(stream, None, [event], by, at)
                heads.append(after)
                calls.append((_places(stream), ["", *arguments]))
            with altered_log.found(self._client, [stream for stream, _ in new]):
                answers = _APPEND.each(self._client, calls)
                self._confirm(page[0][0])
            for (stream, _), head, reply in zip(new, heads, answers, strict=True):
                if reply == _WRITTEN:
                    self._remember(stream, head)
                    opened.append(stream)
                elif reply[0] == b"held":  # else another process opened it in this moment
                    refused.append(stream)
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
        head = head_of(self._client.hget(keys.head(keys.shard_of(stream)), stream))  # type: ignore[arg-type]
        self._remember(stream, head)
        return head

    def versions(self, streams: Iterable[str]) -> dict[str, int]:
        """See `core.eventlog.log.Log.versions`. One round trip."""
        by_shard: dict[int, list[str]] = {}
        for stream in streams:
            by_shard.setdefault(keys.shard_of(stream), []).append(stream)
        pipeline = self._client.pipeline(transaction=False)
        for shard, those in by_shard.items():
            pipeline.hmget(keys.head(shard), those)
        heads = zip(chain.from_iterable(by_shard.values()), chain.from_iterable(pipeline.execute()), strict=True)
        return {stream: int(head.partition(b" ")[0]) for stream, head in heads if head}

    def answered(self, stream: str, key: str, fingerprint: str) -> Appended | None:
        """See `core.eventlog.log.Log.answered`. `service.store.repeats` says for how long."""
        remembered = repeats.get(self._client, stream, key)
        if remembered is None:
            return None
        self._confirm(stream)
        return _answer(stream, key, fingerprint, remembered)

    def remember(self, stream: str, key: str, fingerprint: str, version: int) -> Appended:
        """See `core.eventlog.log.Log.remember`."""
        known = repeats.add(self._client, stream, key, f"{version + 1} {version} {_short(fingerprint)}")
        self._confirm(stream)
        return Appended(version + 1, version) if known is None else _answer(stream, key, fingerprint, known)

    def streams(self) -> Iterator[str]:
        """See `core.eventlog.log.Log.streams`. Those opened meanwhile may be missing; the order means nothing."""
        for shard in keys.all_shards():
            names = {name for name, _ in self._client.hscan_iter(keys.head(shard), count=_PAGE)}
            yield from (name.decode() for name in names)

    def restore(self, stream: str, events: Iterable[Recorded]) -> Head:
        """See `core.eventlog.log.Log.restore`. The pump judges it all; viewers get no news."""
        if existing := self.head(stream):
            raise VersionConflict(stream, NEW, existing.version)
        head = log_restoration.restore(self._client, stream, events)
        if head is None:
            raise StreamBusy(stream)
        self._confirm(stream)
        self._remember(stream, head)
        return head

    def rewrite(self, stream: str, assumed: Head, events: Sequence[Recorded]) -> Head:
        """See `core.eventlog.log.Log.rewrite`. Raises `StreamBusy` and `StreamHeld`, too. An archived log is brought
        back into the store first."""
        if self.head(stream) is None:
            raise UnknownStream(stream)
        for _ in range(_AT_ONCE):
            if (head := log_rewriting.rewrite(self._client, stream, assumed, events)) is not None:
                self._confirm(stream)
                self._remember(stream, head)
                return head
        raise StreamBusy(stream)

    def _confirm(self, stream: str) -> None:
        """Wait until what was written to a stream's shard lies on the replicas that are asked for."""
        self._replication.confirm(self._client, keys.mark(keys.shard_of(stream)))

    def _append(self, stream: str, places: Sequence[str], arguments: list[Argument]) -> Any:
        """The reply of the append script, which hands on the trace. An archived log is brought back first."""
        for is_last in (False, True):
            try:
                return self._replication.run(self._client, _APPEND, places, [tracing.carried(), *arguments])
            except ResponseError as error:
                altered_log.raise_if_altered(self._client, [stream], error)
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


def _append_arguments(
    stream: str,
    head: Head | None,
    events: Sequence[Event],
    by: str,
    at: int,
    kept: tuple[str, str] | None = None,
    others: str = "",
) -> tuple[Head, list[Argument]]:
    """The head after the events, and the arguments of the script that appends them after a head.

    `kept` are the key of a request and the fingerprint of its body. `others` is as `_others` gives it.
    """
    after, lines = chained(stream, head, events, by, at)
    first = after.version - len(events) + 1
    return after, [
        stream,
        head_text(head),
        head_text(after),
        first,
        after.version,
        "" if kept is None else repeats.field(stream, kept[0]),
        "" if kept is None else f"{first} {after.version} {_short(kept[1])}",
        at,
        by,
        others,
        *lines,
    ]


def _probe(stream: str, key: str | None) -> list[Argument]:
    """The arguments of the script that writes nothing: it answers as if the stream's head had moved."""
    return [stream, _PROBE, "", "", "", "" if key is None else repeats.field(stream, key)]


def _others(stream: str, while_at: Mapping[str, int]) -> str:
    """The argument of the script that says at which versions other streams of the shard must be."""
    if strange := [other for other in while_at if keys.shard_of(other) != keys.shard_of(stream)]:
        raise ValueError(f"{stream} and {strange[0]} are of two shards: no script sees both")
    return " ".join(f"{other} {version}" for other, version in while_at.items())


def _refusal(stream: str, head: Head | None, count: int, expected: int | None, most: int | None) -> BradeError | None:
    """The reason why so many events cannot follow a head."""
    version = head.version if head else NEW
    if expected is None and head is None:
        return UnknownStream(stream)
    if expected is not None and expected != version:
        return VersionConflict(stream, expected, version)
    return StreamFull(stream, most) if most is not None and version + count > most else None


def _answer(stream: str, key: str, fingerprint: str, remembered: Any) -> Appended:
    """The result of an earlier append with the same key. Raises `KeyReused` if that had another body."""
    first, last, before = remembered.decode().split(" ", 2)
    if before not in (_short(fingerprint), fingerprint):  # whole ones were kept by an earlier version
        raise KeyReused(stream, key, int(first), int(last))
    return Appended(int(first), int(last), replayed=True)


def _short(fingerprint: str) -> str:
    """As much of a body's fingerprint as tells it from another one: every fact keeps one for a while."""
    return b64encode(sha256(fingerprint.encode()).digest()[:9]).decode()


def _places(stream: str) -> tuple[str, ...]:
    """The keys of an append."""
    return _places_by(keys.tags(), stream)


@lru_cache(_HEADS_REMEMBERED)
def _places_by(_tags: tuple[str, ...], stream: str) -> tuple[str, ...]:
    shard = keys.shard_of(stream)
    return (
        keys.log(stream),
        keys.head(shard),
        keys.unjudged(shard),
        keys.feed(shard),
        keys.live(stream),
        keys.held(shard),
        keys.newer(shard),
    )
