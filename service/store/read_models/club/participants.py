"""The players who take part in each tournament of a club, as they were asked for last: a cache on the club's shard.

`{s07}:participants:c_<slug>` is a hash from a tournament to `<version> <player id> <player id> …`. It holds for as long
as the tournament's log is at that version, and can be dropped at any time.
"""

from collections.abc import Mapping
from typing import NamedTuple

from redis import Redis

from service.store import keys


class Participants(NamedTuple):
    """The ids of the players who take part in a tournament, as of a version of its log."""

    version: int
    players: frozenset[str]


def of_club(client: Redis, slug: str) -> dict[str, Participants]:
    """The tournaments whose participants are known."""
    found: dict[bytes, bytes] = client.hgetall(_key(slug))  # type: ignore[assignment]
    known = {}
    for tournament_id, text in found.items():
        version, *players = text.decode().split(" ")
        known[tournament_id.decode()] = Participants(int(version), frozenset(players))
    return known


def keep(client: Redis, slug: str, found: Mapping[str, Participants]) -> None:
    """Remember these."""
    if found:
        pipeline = client.pipeline(transaction=False)
        for tournament_id, known in found.items():
            pipeline.hset(_key(slug), tournament_id, " ".join([str(known.version), *sorted(known.players)]))
        pipeline.execute()


def _key(slug: str) -> str:
    stream = f"c_{slug}"
    return f"{keys.tag(keys.shard_of(stream))}:participants:{stream}"
