"""Matches and tournaments of a club, and the matches with a referee's facts: a view across shards, stored on the club's
shard.

The pump writes it at an opening, or a fact of a referee. A repeated write has the same result.
"""

from redis import Redis

from service.store.keys import shard_of, tag

RULED = "ruled"
KINDS = ("matches", "tournaments", RULED)


def key(club: str, kind: str) -> str:
    """The key of a part of a club's index."""
    stream = f"c_{club}"
    return f"{tag(shard_of(stream))}:index:{stream}:{kind}"


def add(client: Redis, club: str, kind: str, stream: str, at: int) -> None:
    """Note that a club opened a match or tournament, or that a referee acted in a match, at that time (Unix ms)."""
    client.zadd(key(club, kind), {stream: at})


def members(client: Redis, club: str, kind: str) -> list[str]:
    """The club's matches or tournaments, or the matches in which a referee acted, oldest first."""
    names: list[bytes] = client.zrange(key(club, kind), 0, -1)  # type: ignore[assignment]
    return [name.decode() for name in names]
