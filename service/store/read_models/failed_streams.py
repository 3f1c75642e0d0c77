"""Streams that could not be judged, and the reason: shown in `/readyz`, tried again by the sweeper.

`{s07}:failed` is a hash from stream to the reason (`core.messages.to_text`), `{s07}:failed:since` to the time of the
first try (Unix ms). A stream is in them until it has been judged to its end. Nothing is written to one that holds an
event of a newer version of brade (`keys.newer`): this version cannot decide what follows.
"""

from collections.abc import Iterable
from typing import NamedTuple

from redis import Redis

from core.errors import NewerVersion
from core.messages import from_text, to_text
from service.store import keys
from service.store.keys import all_shards, shard_of, tag


class Failure(NamedTuple):
    """The reason why a stream could not be judged, and the time of that (Unix ms)."""

    reason: str
    since: int


def _key(shard: int) -> str:
    return f"{tag(shard)}:failed"


def _since(shard: int) -> str:
    return f"{_key(shard)}:since"


def note(client: Redis, stream: str, reason: str, at: int, newer: NewerVersion | None = None) -> bool:
    """Say why a stream is not judged, and since when; `False` if that was said before.

    `newer` is the event, if there is one, that needs a newer version of brade: nothing is written to the stream then.
    """
    shard = shard_of(stream)
    if newer:
        client.hset(keys.newer(shard), stream, f"{newer.version} {newer.kind} {newer.schema}")
    kept = to_text(reason)
    if client.hget(_key(shard), stream) == kept.encode():
        return False
    client.hset(_key(shard), stream, kept)
    client.hsetnx(_since(shard), stream, at)
    return True


def clear(client: Redis, stream: str) -> None:
    """Say that a stream is judged again."""
    shard = shard_of(stream)
    client.hdel(_key(shard), stream)
    client.hdel(_since(shard), stream)
    client.hdel(keys.newer(shard), stream)


def newer_version(stream: str, noted: bytes) -> NewerVersion:
    """The error for writing to a stream of which it is noted that it needs a newer version of brade."""
    version, kind, schema = noted.decode().split(" ")
    return NewerVersion(stream, int(version), kind, int(schema))


def reasons(client: Redis, shards: Iterable[int] | None = None) -> dict[str, str]:
    """The streams of some shards, or of all, that could not be judged, each with its reason."""
    pipeline = client.pipeline(transaction=False)
    for shard in all_shards() if shards is None else shards:
        pipeline.hgetall(_key(shard))
    return {
        stream.decode(): from_text(reason.decode()) for reply in pipeline.execute() for stream, reason in reply.items()
    }


def of_shard(client: Redis, shard: int) -> dict[str, Failure]:
    """The streams of a shard that could not be judged."""
    reasons: dict[bytes, bytes] = client.hgetall(_key(shard))  # type: ignore[assignment]
    since: dict[bytes, bytes] = client.hgetall(_since(shard)) if reasons else {}  # type: ignore[assignment]
    return {
        stream.decode(): Failure(from_text(reason.decode()), int(since.get(stream, 0)))
        for stream, reason in reasons.items()
    }
