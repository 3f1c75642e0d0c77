"""Decided matches of a club, as its rating lists were asked for last: a cache on the club's shard.

`{s07}:decided:c_<slug>` is a hash from a tournament, or a match of none, to `<form> <version> <game> <JSON>`: the
tournament's name, `true` if it is published, and its decided matches, each a list of its values. It holds for as long
as the stream's log is at that version, and can be dropped at any time.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis import Redis

from core.ratings.decided_match import DecidedMatch
from service.store import keys

_FORM = b"3"
"""The form of the values: another one has another number, and what was stored in an older form is read anew."""


class StoredMatches(NamedTuple):
    """The decided matches of a tournament, or a match itself, as of a version of its log; a match has no `name`."""

    version: int
    game: str
    name: str
    published: bool
    matches: tuple[DecidedMatch, ...]


def load(client: Redis, slug: str, streams: Sequence[str]) -> dict[str, StoredMatches]:
    """The matches of these streams, as far as they are kept."""
    found: list[bytes | None] = client.hmget(_key(slug), list(streams)) if streams else []  # type: ignore[assignment]
    kept = {}
    for stream, value in zip(streams, found, strict=True):
        if value is not None and value.startswith(_FORM + b" "):
            _form, version, game, text = value.split(b" ", 3)
            name, published, rows = json.loads(text)
            matches = tuple(_read(row) for row in rows)
            kept[stream] = StoredMatches(int(version), game.decode(), name, published, matches)
    return kept


def keep(client: Redis, slug: str, found: Mapping[str, StoredMatches]) -> None:
    """Keep these."""
    if found:
        pipeline = client.pipeline(transaction=False)
        for stream, each in found.items():
            text = json.dumps([each.name, each.published, each.matches], ensure_ascii=False, separators=(",", ":"))
            pipeline.hset(_key(slug), stream, f"{_FORM.decode()} {each.version} {each.game} {text}")
        pipeline.execute()


def _read(row: list[Any]) -> DecidedMatch:
    values: list[Any] = [tuple(cell) if isinstance(cell, list) else cell for cell in row]
    return DecidedMatch(*values)


def _key(slug: str) -> str:
    stream = f"c_{slug}"
    return f"{keys.tag(keys.shard_of(stream))}:decided:{stream}"


def forget(client: Redis, slug: str) -> None:
    """Drop all of a club's."""
    client.unlink(_key(slug))
