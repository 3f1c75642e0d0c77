"""Positions of a tournament's matches, all in a few round trips."""

from typing import Any, NamedTuple

from redis import Redis

from service.store import keys
from service.store.read_models.states import judged_versions

_AT_ONCE = 128


class Position(NamedTuple):
    """The last version of a stream, and the last that is judged (-1 while there is none)."""

    version: int
    judged: int


def of_matches(client: Redis, tournament_id: str) -> dict[str, Position]:
    """Each opened match of a tournament; they are numbered from 1, as they are paired."""
    versions: dict[str, int] = {}
    place, first = keys.head(keys.shard_of(tournament_id)), 1
    while True:
        streams = [f"{tournament_id}.{number}" for number in range(first, first + _AT_ONCE)]
        found = {
            stream: _version(head) for stream, head in zip(streams, client.hmget(place, streams), strict=True) if head
        }
        versions |= found
        first += _AT_ONCE
        if not found:
            break
    judged = judged_versions(client, list(versions)) if versions else []
    return {
        stream: Position(version, judged_version)
        for (stream, version), judged_version in zip(versions.items(), judged, strict=True)
    }


def of(client: Redis, stream: str) -> Position | None:
    """One stream's; `None` if there is no such stream."""
    head = client.hget(keys.head(keys.shard_of(stream)), stream)
    if head is None:
        return None
    return Position(_version(head), judged_versions(client, [stream])[0])


def _version(head: Any) -> int:
    return int(head.partition(b" ")[0])
