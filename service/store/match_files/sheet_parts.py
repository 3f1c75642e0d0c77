"""Finished parts of matches' sheets, so that a sheet takes as long as its last part, however long the log is.

`{s07}:sheet:<match>` is a hash from `<language> <number>` to a part, compressed. A part follows from the log and from
what is judged of it, so any reader may write it, at any time: a second write changes nothing. `{s07}:sheets` has the
matches by the time of their last write. Of more than `MOST` matches the one that was written first is dropped, and so
is one of which nothing was written for a day. Those of a match with `LONG` parts stay as long as its states: no match
of a day's play is so long, and a worker finishes each part before a reader comes. `{s07}:sheets:long` has these
matches. `states.forget` drops a match's parts with its states.
"""

import json
import time
import zlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from redis import Redis

from service.store import keys
from service.store.lua import Argument, Lua

PART = 1024
"""The number of facts of a part: eight times those between two checkpoints of a match."""
LONG = 3
"""The parts of a long match. A sheet of fewer is made at once, also if all its facts were refused."""
MOST = 8
"""The number of matches of a shard whose sheets are kept. One of 10,000 facts takes some 100 kB in a language."""
_KEPT_MS = 24 * 3600 * 1000
_LEVEL = 3
"""The compression: a part of 70 kB takes a tenth of that in a millisecond."""


class SheetPart(NamedTuple):
    """The text of the facts of a part, and what the sheet goes on from.

    `made_of` names all that the text follows from beside the log, and `digest` is the hash of the part's last event,
    which proves the log. `row` is the row that is being filled, `counted` the match that counts after the part
    (`core.match.checkpoint`), `span` the earliest and the latest time of its facts (Unix ms). `authors` are those whom
    the sheet names up to here, as recorded and as shown, where that differs.
    """

    made_of: str
    digest: str
    span: tuple[int, int]
    row: tuple[Any, ...]
    counted: str
    text: str
    authors: tuple[tuple[str, str], ...] = ()


_KEEP = Lua(
    """
local sheet, list, state, longs = unpack(KEYS)
local match, last, now, most, lasts, prefix, is_long = unpack(ARGV, 1, 7)
if tonumber(redis.call('HGET', state, 'judged_version') or '-1') < tonumber(last) then return 0 end
for i = 8, #ARGV, 2 do redis.call('HSET', sheet, ARGV[i], ARGV[i + 1]) end
if is_long == '1' then
  redis.call('PERSIST', sheet)
  redis.call('ZREM', list, match)
  redis.call('SADD', longs, match)
  return 1
end
redis.call('PEXPIRE', sheet, lasts)
redis.call('ZADD', list, now, match)
while redis.call('ZCARD', list) > tonumber(most) do
  redis.call('DEL', prefix .. redis.call('ZPOPMIN', list)[1])
end
return 1
"""
)


def is_long(version: int) -> bool:
    """True of a match with so many facts that its finished parts are not made while a reader waits."""
    return version >= LONG * PART


def keep(client: Redis, match_id: str, language: str, parts: Mapping[int, SheetPart], length: int) -> None:
    """Keep parts of the sheet of a match with so many facts by their numbers, from 1 on.

    Nothing is kept of what is not judged any more.
    """
    if not parts:
        return
    shard = keys.shard_of(match_id)
    words: list[Argument] = [match_id, max(parts) * PART, time.time_ns() // 1000, MOST, _KEPT_MS]
    words += keys.sheet(match_id).removesuffix(match_id), int(is_long(length))
    for number, part in parts.items():
        words += f"{language} {number}", _packed(part)
    _KEEP(client, [keys.sheet(match_id), keys.sheets(shard), keys.state(match_id), keys.long_sheets(shard)], words)


def long_matches(client: Redis) -> list[str]:
    """The long matches that have finished parts: those of another version of brade are not of use to this one."""
    pipeline = client.pipeline(transaction=False)
    for shard in keys.all_shards():
        pipeline.smembers(keys.long_sheets(shard))
    return sorted(name.decode() for names in pipeline.execute() for name in names)


def drop(client: Redis, match_ids: Sequence[str]) -> None:
    """Forget the parts of the sheets of these matches."""
    pipeline = client.pipeline(transaction=False)
    for match_id in match_ids:
        pipeline.unlink(keys.sheet(match_id))
    pipeline.execute()


def load(client: Redis, match_id: str, language: str, count: int) -> list[SheetPart]:
    """The parts that are kept of a match's sheet, from the first on until one is missing, at most so many."""
    numbers = [f"{language} {number}" for number in range(1, count + 1)]
    kept: list[Any] = client.hmget(keys.sheet(match_id), numbers) if numbers else []
    parts: list[SheetPart] = []
    for packed in kept:
        part = _unpacked(packed) if packed else None
        if part is None:
            break
        parts.append(part)
    return parts


def _packed(part: SheetPart) -> bytes:
    return zlib.compress(json.dumps(part, ensure_ascii=False, separators=(",", ":")).encode(), _LEVEL)


def _unpacked(packed: bytes) -> SheetPart | None:
    """A part; `None` if it is not as this version of brade writes it."""
    try:
        made_of, digest, (first, last), row, counted, text, authors = json.loads(zlib.decompress(packed))
        shown = tuple((by, name) for by, name in authors)
        return SheetPart(made_of, digest, (first, last), tuple(row), counted, text, shown)
    except (zlib.error, ValueError, TypeError):
        return None
