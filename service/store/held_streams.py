"""Streams to which nothing is written: acknowledged facts of theirs are missing from the store.

`{s07}:held` is a hash from a stream to the head, `<version> <hash>`, that the checkpoint outside the store names. The
append script refuses such a stream. `{s07}:accepted` is a hash from a stream to such a head that a person gave up.
`{s00}:compared` names the run of the server whose logs were compared with the checkpoint last. `{s00}:uncompared` is a
JSON list of messages about what the last start could not read of the checkpoint.
"""

import json
import os
from collections.abc import Iterable, Mapping

from redis import Redis

from core.errors import BradeError
from core.messages import from_text, say, to_text
from service.store import keys
from service.store.cluster.servers import run_of

KEPT = "BRADE_CHECKPOINT_KEPT"
"""Set in the environment of processes whose service compares the store with a checkpoint."""

Heads = dict[bytes, bytes]


class StreamHeld(BradeError):
    """Nothing is written to a stream of which acknowledged facts are missing, until a person decides."""

    code = "stream-held"

    def __init__(self, stream: str) -> None:
        self.stream = stream
        super().__init__(
            say(
                "facts of {stream} that were acknowledged are missing from the store: nothing is "
                "written to it until the operator has brought them back or given them up (brade "
                "doctor)",
                stream=stream,
            )
        )


def hold(client: Redis, heads: Mapping[bytes, bytes]) -> None:
    """Refuse writing to these streams; each with the head that the checkpoint names."""
    _write(client, keys.held, heads)


def release(client: Redis, streams: Iterable[bytes]) -> None:
    """Let these streams be written to again."""
    pipeline = client.pipeline(transaction=False)
    for stream in streams:
        pipeline.hdel(keys.held(_shard(stream)), stream.decode())
    pipeline.execute()


def held(client: Redis, shards: Iterable[int] | None = None) -> Heads:
    """The streams of some shards, or of all, that are held, each with the head that the checkpoint names."""
    return _read(client, keys.held, shards)


def of_shard(client: Redis, shard: int) -> Heads:
    """The streams of a shard that are held, each with the head that the checkpoint names."""
    found: Heads = client.hgetall(keys.held(shard))  # type: ignore[assignment]
    return found


def give_up(client: Redis, heads: Mapping[bytes, bytes]) -> None:
    """Note that a person gave up what is missing of these streams, up to the heads that the checkpoint names."""
    _write(client, keys.accepted, heads)


def given_up(client: Redis) -> Heads:
    """The streams of which a person gave up what is missing, each with the head that it had."""
    return _read(client, keys.accepted)


def note_compared(client: Redis, run_id: str) -> None:
    """Say that the logs of this run of the server were compared with the checkpoint."""
    client.set(keys.COMPARED, run_id)


def was_compared(client: Redis) -> bool:
    """True if any run of this store was compared with a checkpoint."""
    return bool(client.exists(keys.COMPARED))


def note_uncompared(client: Redis, sentences: list[str]) -> None:
    """Keep what the start could not read of the checkpoint, until the next start."""
    if sentences:
        client.set(keys.UNCOMPARED, json.dumps([to_text(sentence) for sentence in sentences]))
    elif client.exists(keys.UNCOMPARED):
        client.delete(keys.UNCOMPARED)


def uncompared(client: Redis) -> list[str]:
    """Sentences about what the last start could not read of the checkpoint; none if it was whole."""
    noted = client.get(keys.UNCOMPARED)
    return [from_text(load) for load in json.loads(noted)] if isinstance(noted, bytes) else []


def is_compared(client: Redis) -> bool:
    """True if the logs were compared with the checkpoint since the server started; true where none is kept."""
    if KEPT not in os.environ:
        return True
    compared = client.get(keys.COMPARED)
    return compared is not None and compared == run_of(client).encode()


def _write(client: Redis, place: "keys.Place", heads: Mapping[bytes, bytes]) -> None:
    pipeline = client.pipeline(transaction=False)
    for stream, head in heads.items():
        pipeline.hset(place(_shard(stream)), stream.decode(), head.decode())
    pipeline.execute()


def _read(client: Redis, place: "keys.Place", shards: Iterable[int] | None = None) -> Heads:
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards() if shards is None else shards:
        pipeline.hgetall(place(shard))
    return {stream: head for reply in pipeline.execute() for stream, head in reply.items()}


def _shard(stream: bytes) -> int:
    return keys.shard_of(stream.decode())
