"""Every log in the store at once, for those who prove, copy or bring back the whole of it."""

from collections.abc import Iterator
from typing import Any

from redis import Redis

from core.eventlog.log import Head
from service.store import keys

_PAGE = 5000


def heads(client: Redis) -> dict[str, Head]:
    """The head of every stream, by name.

    Those of a shard, such as a tournament and its matches, are of one moment: what a match is said to have come to
    in its tournament's log stands in its own. A tournament comes before its matches, which come by number.
    """
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        pipeline.hgetall(keys.head(shard))
    found: dict[str, Head] = {}
    for shard in pipeline.execute():
        for stream, text in shard.items():
            version, _, digest = text.decode().partition(" ")
            found[stream.decode()] = Head(int(version), digest)
    return dict(sorted(found.items(), key=lambda item: _place(item[0])))


def clubs(client: Redis) -> Iterator[str]:
    """The short names of all clubs, in no order."""
    for shard in keys.all_shards():
        for name, _ in client.hscan_iter(keys.head(shard), match="c_*", count=_PAGE):
            yield name.decode().removeprefix("c_")


def _place(stream: str) -> tuple[str, int, str]:
    root, _, number = stream.partition(".")
    return root, int(number) if number.isdecimal() else -1, number


def headless(client: Redis) -> list[str]:
    """Logs without a head: their content is hidden, and their end is unproven."""
    found = []
    for shard in keys.all_shards():
        prefix = keys.log("").replace(keys.tag(keys.shard_of("")), keys.tag(shard))
        names = [name.decode().removeprefix(prefix) for name in _keys(client, prefix)]
        # The head is looked for after the log: an append writes both in one step.
        known = client.hmget(keys.head(shard), names) if names else []
        found += [name for name, head in zip(names, known, strict=True) if head is None]
    return sorted(found)


def _keys(client: Redis, prefix: str) -> list[Any]:
    pattern = prefix.replace("[", "\\[").replace("]", "\\]") + "*"
    return list(client.scan_iter(match=pattern, count=_PAGE, _type="stream"))
