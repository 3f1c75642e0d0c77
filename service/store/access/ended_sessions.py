"""Sessions that were ended before their time, so that a copy of the cookie opens nothing.

`{s07}:ended:<club>:<session id>` is there for as long as the session would have lasted. Those who watch live hear of it
among the news of the club.
"""

from redis import Redis

from service.store import keys
from service.store.feed import SESSION_ENDED


def _key(club: str, session_id: str) -> str:
    return f"{keys.tag(keys.shard_of(f'c_{club}'))}:ended:{club}:{session_id}"


def end(client: Redis, club: str, session_id: str, milliseconds: int) -> None:
    """A session of a club's is over, and would have lasted so much longer."""
    stream = f"c_{club}"
    pipeline = client.pipeline(transaction=True)
    pipeline.set(_key(club, session_id), 1, px=max(1, milliseconds))
    pipeline.spublish(keys.live(stream), f"{SESSION_ENDED} {stream} 0 ")
    pipeline.execute()


def is_ended(client: Redis, club: str, session_id: str) -> bool:
    """True if a session of a club's was ended."""
    return bool(client.exists(_key(club, session_id)))
