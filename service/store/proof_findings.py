"""Logs that are not as they were recorded, as the proof found that goes on beside a service.

`{s00}:altered` is a hash from a stream to the message, as text, of what is wrong with it. It is written where that
changes.
"""

from redis import Redis

from core.messages import from_text, to_text
from service.store import keys

_MOST = 1000
"""Logs that are noted at once; where a disk spoils all of them, `brade verify` names the others."""


def note(client: Redis, stream: str, sentence: str) -> bool:
    """Write down what is wrong with a log; `True` if that is new."""
    if client.hexists(keys.ALTERED, stream) or client.hlen(keys.ALTERED) >= _MOST:
        return False
    client.hset(keys.ALTERED, stream, to_text(sentence))
    return True


def forget(client: Redis, stream: str) -> None:
    """Say nothing more of a log that was brought back as it was, or is gone."""
    client.hdel(keys.ALTERED, stream)


def noted(client: Redis) -> dict[str, str]:
    """The logs that are not as they were recorded, each with what is wrong."""
    found: dict[bytes, bytes] = client.hgetall(keys.ALTERED)  # type: ignore[assignment]
    return {stream.decode(): from_text(text.decode()) for stream, text in found.items()}
