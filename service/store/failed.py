"""Streams that could not be judged, and why: shown in `/readyz`, tried again by the sweeper.

`{s07}:failed` is a hash from stream to the reason. A stream is in it until it has been judged to its end.
"""

from redis import Redis

from service.store.keys import SHARDS, shard_of, tag


def _key(shard: int) -> str:
    return f"{tag(shard)}:failed"


def note(client: Redis, stream: str, reason: str) -> bool:
    """Say why a stream is not judged; `False` if that was said before."""
    before = client.hget(_key(shard_of(stream)), stream)
    if before == reason.encode():
        return False
    client.hset(_key(shard_of(stream)), stream, reason)
    return True


def clear(client: Redis, stream: str) -> None:
    """Say that a stream is judged again."""
    client.hdel(_key(shard_of(stream)), stream)


def reasons(client: Redis, shard: int | None = None) -> dict[str, str]:
    """The streams of a shard, or of all, that could not be judged, each with its reason."""
    pipeline = client.pipeline(transaction=False)
    for each in range(SHARDS) if shard is None else (shard,):
        pipeline.hgetall(_key(each))
    return {
        stream.decode(): reason.decode() for found in pipeline.execute() for stream, reason in found.items()
    }  # fmt: skip
