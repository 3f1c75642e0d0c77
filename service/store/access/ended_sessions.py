"""Sessions that were ended before their time, so that a copy of the cookie opens nothing.

`{s07}:signed-out:<club>` is a sorted set: session id by the steady time (`service.store.steady_clock`) at which the
session would have been over. Those that would be over are removed when another one ends. Those who watch live hear of
it among the news of the club.
"""

from redis import Redis

from service.store import keys
from service.store.feed import SESSION_ENDED


def _key(club: str) -> str:
    return f"{keys.tag(keys.shard_of(f'c_{club}'))}:signed-out:{club}"


def end(client: Redis, club: str, session_id: str, until: int, now: int) -> None:
    """A session of a club's is over, and would have lasted `until` that steady time (ms)."""
    stream = f"c_{club}"
    pipeline = client.pipeline(transaction=True)
    pipeline.zremrangebyscore(_key(club), "-inf", f"({now}")
    pipeline.zadd(_key(club), {session_id: until})
    pipeline.spublish(keys.live(stream), f"{SESSION_ENDED} {stream} 0 ")
    pipeline.execute()


def is_ended(client: Redis, club: str, session_id: str) -> bool:
    """True if a session of a club's was ended."""
    return client.zscore(_key(club), session_id) is not None
