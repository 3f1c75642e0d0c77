"""Logs in a store that are cut, and a checkpoint that is begun again."""

from pathlib import Path

from redis import Redis

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.checkpoint.checkpointer import Checkpointer
from service.store import keys
from tests.support.store import Store

MATCH, OTHER = "m_aaaaaaaaaa", "m_bbbbbbbbbb"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
FACT = ClubFounded("vasa", "Vasa")  # what a fact says is nothing to the log


def write(store: Store, stream: str, facts: int, name: str = "Vasa") -> None:
    log = store.log()
    if log.head(stream) is None:
        log.append(stream, [OPENED], by="x", at=1, expected=NEW)
    for _ in range(facts):
        log.append(stream, [ClubFounded("vasa", name)], by="x", at=1)


def cut(client: Redis, stream: str, version: int) -> None:
    """Take away what was written after a version, as a shorter file would."""
    place, shard = keys.log(stream), keys.shard_of(stream)
    before, after = client.xrange(place, "-", f"{version}-0"), client.xrange(place, f"({version}-0", "+")
    client.delete(place)
    for entry, fields in before:
        client.xadd(place, fields, id=entry)
    client.hset(keys.head(shard), stream, f"{version} {after[0][1][b'prev'].hex()}")
    # A store that holds less is one that started anew, and its feed ends earlier.
    client.delete(keys.feed(shard))


def forget(client: Redis, stream: str) -> None:
    client.hdel(keys.head(keys.shard_of(stream)), stream)
    client.delete(keys.log(stream), keys.feed(keys.shard_of(stream)))


def again(store: Store, checkpointer: Checkpointer, folders: list[Path]) -> dict[str, str]:
    """The missing facts that a service which starts now finds."""
    checkpointer.stop()
    other = Checkpointer(store.url, folders)
    other.begin()
    other.stop()
    return {each.stream: str(each) for each in other.missing.values()}
