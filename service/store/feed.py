"""Work and news: the feed for the pump, and the messages for viewers."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from service.store import keys
from service.store.cluster.client import ClusterClient
from service.store.cluster.waiting_reads import WaitingReads
from service.store.lua import Lua

GROUP = "pump"
_SOON_MS = 50
"""The time in which the servers of a cluster answer a read that does not wait."""

EVENT, VERDICT, SESSION_ENDED, MISSED = "event", "verdict", "session-ended", "missed"
NAMES_FORGOTTEN = "names-forgotten"
"""Kinds of news: a session's end (`service.store.access.ended_sessions`) is for those who watch with it. `MISSED` is
published by no one: the reader of news says with it that messages about a root may be missing up to now."""


class FeedEntry(NamedTuple):
    """A feed entry: facts `first` to `last` of a stream were recorded. `trace` is the context of their request."""

    shard: int
    entry: str
    stream: str
    first: int
    last: int
    trace: str = ""


class NewsMessage(NamedTuple):
    """A message for viewers: `json` is the text of an event or a verdict as the contract shows it."""

    kind: str
    stream: str
    version: int
    json: str


_FEED_AGAIN = Lua(
    """
local heads, state, feed = unpack(KEYS)
local head = redis.call('HGET', heads, ARGV[1])
if not head then return 0 end
local first = tonumber(redis.call('HGET', state, 'judged_version') or '-1') + 1
redis.call('XADD', feed, '*', 'stream', ARGV[1], 'first', first, 'last', string.match(head, '^%d+'))
return 1
"""
)


def open_feed(client: Redis, shards: Iterable[int] | None = None) -> None:
    """Make sure that the pump's group of readers exists, from the first entry on."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards() if shards is None else shards:
        pipeline.xgroup_create(keys.feed(shard), GROUP, id="0", mkstream=True)
    for answer in pipeline.execute(raise_on_error=False):
        if isinstance(answer, Exception) and not str(answer).startswith("BUSYGROUP"):
            raise answer


def read(
    client: Redis,
    consumer: str,
    shards: Iterable[int] | None = None,
    count: int = 100,
    wait_ms: int | None = None,
) -> list[FeedEntry]:
    """New work, at most `count` entries of each shard; waits up to `wait_ms` for it (`None`: not at all).

    It waits for less time than the client waits for an answer. The entries are this consumer's until committed or
    claimed.
    """
    shards = keys.all_shards() if shards is None else shards
    wanted = {keys.feed(shard): shard for shard in shards}
    if isinstance(client, ClusterClient):
        reader = FeedReader(client, consumer)
        try:
            return reader.read(shards, _SOON_MS if wait_ms is None else wait_ms, count)
        finally:
            reader.close()
    try:
        found: Any = client.xreadgroup(GROUP, consumer, dict.fromkeys(wanted, ">"), count=count, block=wait_ms)
    except ResponseError as error:
        if not str(error).startswith("NOGROUP"):
            raise
        open_feed(client, wanted.values())  # the store was emptied or is new
        return []
    return [work for feed, entries in found or () for work in _works(wanted[feed.decode()], entries)]


class FeedReader:
    """The reader of one pump. In a cluster its reads wait at the servers from one call to the next. For one thread."""

    def __init__(self, client: Redis, consumer: str) -> None:
        self._client, self._consumer = client, consumer
        self._waiting = WaitingReads(client) if isinstance(client, ClusterClient) else None

    def read(self, shards: Iterable[int], wait_ms: int | None = None, count: int = 100) -> list[FeedEntry]:
        """See `read`. A shard that is not among them any more is not waited for."""
        if self._waiting is None:
            return read(self._client, self._consumer, shards, count, wait_ms)
        wanted = {keys.feed(shard): shard for shard in shards}
        head = ("XREADGROUP", "GROUP", GROUP, self._consumer, "COUNT", count, "BLOCK", 0, "STREAMS")
        try:
            found = self._waiting.read({each: (*head, each, ">") for each in wanted}, (wait_ms or 0) / 1000)
        except ResponseError as error:
            if not str(error).startswith("NOGROUP"):
                raise
            open_feed(self._client, wanted.values())
            return []
        return [
            work
            for feed, answer in found.items()
            for _, entries in answer or ()
            for work in _works(wanted[feed], entries)
        ]

    def leave(self, shards: Iterable[int]) -> None:
        """Take nothing more of these shards."""
        if self._waiting:
            self._waiting.end(keys.feed(shard) for shard in shards)

    def close(self) -> None:
        """Wait for nothing more. What was given already is the consumer's until it is claimed."""
        if self._waiting:
            self._waiting.close()


def claim(client: Redis, consumer: str, shards: Iterable[int], count: int = 1000) -> list[FeedEntry]:
    """Work that earlier pumps took and did not finish, now this consumer's. For the owner of the leases.

    It is read of all shards at once, `count` entries of each.
    """
    works: list[FeedEntry] = []
    starts: dict[int, Any] = dict.fromkeys(shards, "0-0")
    while starts:
        pipeline = client.pipeline(transaction=False)
        for shard, start in starts.items():
            pipeline.xautoclaim(keys.feed(shard), GROUP, consumer, 0, start, count)
        answers = dict(zip(starts, pipeline.execute(), strict=True))
        works += [work for shard, (_, entries, _) in answers.items() for work in _works(shard, entries)]
        starts = {shard: start for shard, (start, _, _) in answers.items() if start != b"0-0"}
    return works


def drop(client: Redis, shard: int, entries: Iterable[str]) -> None:
    """End feed entries that no commit will end, such as those of streams that are gone."""
    ids = list(entries)
    if not ids:
        return
    pipeline = client.pipeline(transaction=True)
    pipeline.xack(keys.feed(shard), GROUP, *ids)
    pipeline.xdel(keys.feed(shard), *ids)
    pipeline.execute()


def unjudged(client: Redis, shard: int) -> dict[str, int]:
    """The streams of a shard whose last fact is not judged, with the version of that."""
    found: dict[Any, Any] = client.hgetall(keys.unjudged(shard))
    return {stream.decode(): int(version) for stream, version in found.items()}


def unjudged_of(client: Redis, root: str, streams: Sequence[str]) -> list[str]:
    """The streams, of these of a root, whose last fact is not judged."""
    found: list[bytes | None] = client.hmget(keys.unjudged(keys.shard_of(root)), list(streams)) if streams else []  # type: ignore[assignment]
    return [stream for stream, version in zip(streams, found, strict=True) if version is not None]


def waiting_logs(client: Redis, shards: Iterable[int] | None = None) -> list[int]:
    """The number of logs that wait to be judged, of each of some shards or of all."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards() if shards is None else shards:
        pipeline.hlen(keys.unjudged(shard))
    return pipeline.execute()


def feed_again(client: Redis, stream: str) -> bool:
    """Tell the pump once more what of a stream is not judged; `False` if there is no such stream."""
    shard = keys.shard_of(stream)
    return bool(_FEED_AGAIN(client, [keys.head(shard), keys.state(stream), keys.feed(shard)], [stream]))


def marks(client: Redis) -> list[object]:
    """The last id of each shard's feed: every append and every restored log moves it."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        pipeline.xinfo_stream(keys.feed(shard))
    answers = pipeline.execute(raise_on_error=False)
    for answer in answers:
        if isinstance(answer, Exception) and not isinstance(answer, ResponseError):
            raise answer
    return [b"" if isinstance(answer, Exception) else answer["last-generated-id"] for answer in answers]


def waiting(client: Redis) -> int:
    """The number of feed entries of all shards that are not finished."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        pipeline.xlen(keys.feed(shard))
    return sum(pipeline.execute())


def news(message: bytes) -> NewsMessage:
    """A message as it was published in the channel `service.store.keys.live`."""
    kind, stream, version, json = message.decode().split(" ", 3)
    return NewsMessage(kind, stream, int(version), json)


def _works(shard: int, entries: Iterable[Any]) -> list[FeedEntry]:
    return [
        FeedEntry(
            shard,
            entry.decode(),
            fields[b"stream"].decode(),
            int(fields[b"first"]),
            int(fields[b"last"]),
            fields.get(b"trace", b"").decode(),
        )
        for entry, fields in entries
        if fields
    ]
