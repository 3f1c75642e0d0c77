"""Second copies of the store, each in a folder elsewhere: which store it is, and how each copy is.

`{s00}:store-id` is made once and names the store. `{s00}:copies` is a hash from a folder to the message, as text,
of what is wrong with the copy there, "" where nothing is. It is written where that changes. The process that copies
listens to a channel, so that one that ended is known.
"""

import secrets
from collections.abc import Iterable
from typing import Any

from redis import Redis
from redis.client import PubSub

from core.messages import from_text, say, to_text
from service.store import keys
from service.store.cluster.servers import home

_NOT_RUNNING = say("no process copies there now")
_NOT_BEGUN = say("it was not looked at yet")


def store_id(client: Redis) -> str:
    """The name of this store, made at the first need and never changed."""
    client.set(keys.STORE_ID, secrets.token_hex(8), nx=True)
    return str(client.get(keys.STORE_ID).decode())  # type: ignore[union-attr]


def set_state(client: Redis, folder: str, text: str) -> None:
    """Write down how the copy in a folder is; an empty text means that it is up to date."""
    client.hset(keys.COPIES, folder, to_text(text) if text else "")


def forget(client: Redis, folder: str) -> None:
    """Say nothing more of a folder to which nothing is copied by intent."""
    client.hdel(keys.COPIES, folder)


def listen(client: Redis, folder: str) -> PubSub:
    """Let it be known that a process copies to a folder, for as long as the connection lasts."""
    ear = home(client, lambda server: server.pubsub())
    ear.subscribe(keys.copy_channel(folder))
    return ear


def is_heard(client: Redis, ear: PubSub) -> bool:
    """True if it is known where it is looked for: in a cluster another server may have taken over."""
    return home(client, lambda server: server.connection_pool is ear.connection_pool)


def troubles(client: Redis, wanted: Iterable[str] = ()) -> dict[str, str]:
    """The fault of each copy, "" for one without; `wanted` are folders that there should be."""
    found: dict[bytes, bytes] = client.hgetall(keys.COPIES)  # type: ignore[assignment]
    states = dict.fromkeys(wanted, _NOT_BEGUN) | {
        folder.decode(): from_text(text.decode()) for folder, text in found.items()
    }
    living = _living(client, states)
    return {folder: text if folder in living else text or _NOT_RUNNING for folder, text in states.items()}


def forget_ended(client: Redis) -> None:
    """Forget the folders to which no process copies any more."""
    folders = [folder.decode() for folder in client.hkeys(keys.COPIES)]  # type: ignore[union-attr]
    for folder in set(folders) - _living(client, folders):
        forget(client, folder)


def _living(client: Redis, folders: Iterable[str]) -> set[str]:
    """The folders to which a process copies now."""
    channels = {keys.copy_channel(folder).encode(): folder for folder in folders}
    counts: dict[Any, int] = home(client, lambda at: dict(at.pubsub_numsub(*channels))) if channels else {}
    return {folder for channel, folder in channels.items() if counts.get(channel)}


def is_without_names(client: Redis, folder: str, count: int) -> bool:
    """True if the copy in a folder has no names any more that were erased up to the `count` of `erasures`."""
    return int(client.hget(keys.COPIES_WITHOUT, folder) or 0) >= count


def note_without_names(client: Redis, folder: str, count: int) -> None:
    """Note that the copy in a folder has no names any more that were erased up to that count."""
    client.hset(keys.COPIES_WITHOUT, folder, count)


def behind(client: Redis, count: int) -> list[str]:
    """The folders of second copies that may hold names which were erased up to that count."""
    folders = [folder.decode() for folder in client.hkeys(keys.COPIES)]  # type: ignore[union-attr]
    return [folder for folder in folders if not is_without_names(client, folder, count)]
