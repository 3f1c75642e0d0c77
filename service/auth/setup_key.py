"""The one-time key with which the first club is founded by a page: a file in the data folder until there is a club."""

from pathlib import Path

from redis import Redis

from service.bootstrap import load_or_create_secret, read_secret
from service.config import BadSetting
from service.private_files import alone_in, sync
from service.store.maintenance import all_streams

FILE = "setup-key"


def prepare(client: Redis, data: Path) -> str | None:
    """The key, made at the first need; `None`, and no key is left, where the store has a club. Raises `BadSetting`."""
    if has_club(client):
        discard(data)
        return None
    return load_or_create_secret(data, FILE)


def current(client: Redis, data: Path) -> str | None:
    """The key that opens something now, if there is one. Raises `BadSetting`."""
    path = data / FILE
    if not path.exists() or has_club(client):
        return None
    try:
        return read_secret(path)
    except BadSetting:
        if has_club(client):  # founded by another browser in this moment, which removed the key
            return None
        raise


def discard(data: Path) -> None:
    """Remove the key."""
    path = data / FILE
    if path.exists():
        with alone_in(data):
            path.unlink(missing_ok=True)
            sync(data)


def has_club(client: Redis) -> bool:
    """True if the store has a club."""
    return next(all_streams.clubs(client), None) is not None
