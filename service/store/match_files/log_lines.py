"""Pages of a match's log as lines of JSON, each with its hash and its verdict, put together from pieces of text.

A line is what `core.eventlog.codec.to_public` gives of an event, with `hash` and `verdict`. Half of a log are the same
42 rolls: the text of an event's own fields is remembered by how the event is stored.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from redis import Redis

from core.eventlog.codec import ENVELOPE, newer_json, to_json, to_public
from core.eventlog.hash_chain import hash_of
from core.eventlog.log import NEW
from core.events import Recorded
from core.timestamps import rfc3339
from service.store import keys
from service.store.lua import Lua
from service.store.stored_events import ARCHIVED, PACKED, PACKED_LINES, decoded, entry_id

# After the lines come the hashes of the events before, as one piece, and the verdicts that say more than "accepted". As
# one step: what is not judged in it has no verdict yet.
_PAGE = Lua(
    PACKED
    + """
local _, state, verdicts = unpack(KEYS)
local before, texts = {}, {}
if #entries == 0 then return {'', '', '', '', texts} end
local has_verdicts, versions = redis.call('EXISTS', verdicts) == 1, {}
for i, entry in ipairs(entries) do
  before[i] = entry[2][10]
  versions[i] = has_verdicts and string.match(entry[1], '^%d+') or nil
end
if has_verdicts then
  for i, text in ipairs(redis.call('HMGET', verdicts, unpack(versions))) do
    if text then
      texts[#texts + 1] = versions[i]
      texts[#texts + 1] = text
    end
  end
end
local last, judged = string.match(entries[#entries][1], '^%d+'), redis.call('HGET', state, 'judged_version')
return {table.concat(lines, '\\n'), table.concat(before), last, judged or '-1', texts}
""",
    reads_log=True,
)
_HASH = 64
MOST = 1000
"""The number of lines of a page, at most."""


class Page(NamedTuple):
    """Lines of a log as text, how many they are, and the version of the last one."""

    text: str
    size: int
    last: int


def page(client: Redis, match_id: str, after: int, count: int, worded: Callable[[str], str] = str) -> Page | None:
    """The lines of the events above a version, at most so many; empty after the last. `worded` rewrites a verdict.

    `None` if the log is in the archive, or is not as brade writes it: then its events tell what it holds.
    """
    start = entry_id(after + 1) if after > NEW else "-"
    places = [keys.log(match_id), keys.state(match_id), keys.verdicts(match_id)]
    answer: Any = _PAGE(client, places, [start, min(count, MOST)])
    if answer == ARCHIVED:
        return None
    text, before, last, judged, texts = answer
    if not text:
        return Page("", 0, after)
    rows = text.decode().split("\n")
    hashes, found = before.hex(), len(rows) // PACKED_LINES
    if int(last) != after + found or len(hashes) != _HASH * found:
        return None  # it has a gap, or an entry of another program
    verdicts = {int(version): worded(each.decode()) for version, each in zip(texts[::2], texts[1::2], strict=True)}
    return _page(match_id, rows, hashes, after + 1, int(judged), verdicts)


def _page(
    match_id: str, rows: list[str], hashes: str, first: int, judged: int, verdicts: dict[int, str]
) -> Page | None:
    stream, last = json.dumps(match_id), first + len(rows) // PACKED_LINES - 1
    authors = {author: json.dumps(json.loads(author), ensure_ascii=False) for author in set(rows[2::PACKED_LINES])}
    # The hash of an event is the one that the next event carries. That of the last one here is computed.
    stored, at, author = rows[-PACKED_LINES:]
    ending = Recorded(last, decoded(stored), int(at), json.loads(author), hashes[-_HASH:])
    hashes += hash_of(to_public(match_id, ending))
    lines = list[str]()
    for place, (stored, at, author) in enumerate(
        zip(rows[::PACKED_LINES], rows[1::PACKED_LINES], rows[2::PACKED_LINES], strict=True)
    ):
        own, newer = _pieces.get(stored) or _remember(stored)
        if own is None:
            return None
        version, cut = first + place, _HASH * place
        verdict = verdicts.get(version) or f'{{"version":{version},"verdict":"accepted"}}'
        lines.append(
            f'{{"stream":{stream},"version":{version}{own},"recorded_at":"{rfc3339(int(at))}",'
            f'"recorded_by":{authors[author]},"prev_hash":"{hashes[cut : cut + _HASH]}"{newer},'
            f'"hash":"{hashes[cut + _HASH : cut + 2 * _HASH]}","verdict":{verdict if version <= judged else "null"}}}\n'
        )
    return Page("".join(lines), len(lines), last)


Pieces = tuple[str | None, str]
"""The text of an event's own fields, and that of its note if it is of a newer version of brade.

`None` if a field has the name of one that every event has.
"""
_SHORT, _REMEMBERED = 400, 20_000
_pieces: dict[str, Pieces] = {}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def forget() -> None:
    """Forget which events were read, as a new process."""
    _pieces.clear()


def _remember(stored: str) -> Pieces:
    """The pieces of an event by how it is stored."""
    event = decoded(stored)
    fields = to_json(event) if event.recorded_as is None else event.recorded_as.data
    own = {"type": event.event_type, "schema": event.schema, **fields}
    newer = "".join(f',"{name}":true' for name in newer_json(event))
    pieces = (None, "") if fields.keys() & set(ENVELOPE) else (f",{_encode(own)[1:-1]}", newer)
    if len(stored) <= _SHORT:
        if len(_pieces) >= _REMEMBERED:
            _pieces.clear()
        _pieces[stored] = pieces
    return pieces
