"""Events as entries of the store: chained by their hashes, with the salts that they are to have, and read back."""

import json
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from core.eventlog.codec import from_stored, to_json, to_public, to_stored, type_name
from core.eventlog.hash_chain import ZERO_HASH, line_of, spelled
from core.eventlog.log import NEW, Head
from core.eventlog.personal_values import SALT_BYTES, names_of
from core.events import Event, MayBeWithheld, NamesPeople, Recorded
from service.store.feed import EVENT
from service.store.lua import Argument

_EVENT = EVENT.encode()


def chained(stream: str, head: Head | None, events: Sequence[Event], by: str, at: int) -> tuple[Head, list[Argument]]:
    """The head after the events, and for each its version, type, data, the hash before it and the message of it.

    Those that may be withheld are given a salt, and those that name people one for each name.
    """
    version, previous = head or Head(NEW, ZERO_HASH)
    lines: list[Argument] = []
    for event in events:
        version += 1
        if isinstance(event, MayBeWithheld) and event.salt is None:
            event = _with_salt(event)
        elif isinstance(event, NamesPeople) and event.salts is None and event.recorded_as is None:
            event = _with_salts(event)
        recorded = Recorded(version, event, at, by, previous)
        text = spelled(stream, recorded)
        before, previous = previous, sha256(text).hexdigest()
        if isinstance(event, NamesPeople):  # its names are shown, and not hashed
            line = line_of(to_public(stream, recorded)).encode()
        else:
            line = b'%b,"hash":"%b"}' % (text[:-1], previous.encode())
        lines += (
            version,
            *_written(event),
            bytes.fromhex(before),
            _message(stream, version, line),
        )
    return Head(version, previous), lines


def event_message(stream: str, recorded: Recorded) -> bytes:
    """The message by which viewers are told of an event."""
    return _message(stream, recorded.version, line_of(to_public(stream, recorded)).encode())


def _message(stream: str, version: int, line: bytes) -> bytes:
    return b"%b %b %d %b" % (_EVENT, stream.encode(), version, line)


def head_text(head: Head | None) -> str:
    """A head as the store keeps it; empty of a stream that does not exist."""
    return f"{head.version} {head.hash}" if head else ""


def head_of(text: bytes | None) -> Head | None:
    """The head of its text in the store."""
    if not text:
        return None
    version, digest = text.decode().split(" ")
    return Head(int(version), digest)


def _with_salt(event: Any) -> Event:
    salted: Event = replace(event, salt=secrets.token_hex(SALT_BYTES))
    return salted


def _with_salts(event: Any) -> Event:
    salts = {place: secrets.token_hex(SALT_BYTES) for place, _ in names_of(to_json(event))}
    salted: Event = replace(event, salts=salts)
    return salted


def to_fields(recorded: Recorded) -> dict[Any, Any]:
    """An event's fields in the store, in the order in which the append script writes them too."""
    return {
        "type": type_name(recorded.event),
        "data": _compact(to_stored(recorded.event)),
        "at": recorded.at,
        "by": recorded.by,
        "prev": bytes.fromhex(recorded.prev_hash),
    }


def from_entry(entry: bytes, fields: dict[bytes, bytes]) -> Recorded:
    """The event of an entry."""
    event = decoded(f"{fields[b'type'].decode()}\t{fields[b'data'].decode()}")
    return Recorded(version_of(entry), event, int(fields[b"at"]), fields[b"by"].decode(), fields[b"prev"].hex())


class _Events(dict[str, Event]):
    """Short events by how they are stored. They never change and most come again: half of a log are the same 42 rolls.

    Others are read each time.
    """

    def __missing__(self, stored: str) -> Event:
        """Read an event that is not known yet."""
        name, _, data = stored.partition("\t")
        event = from_stored(name, _read_json(data))
        if len(stored) <= _SHORT:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[stored] = event
        return event


_SHORT, _REMEMBERED = 400, 20_000
_known = _Events()


def decoded(stored: str) -> Event:
    """The event of its type and its data with a tab between them. Raises as `core.eventlog.codec.from_stored`."""
    return _known[stored]


def decoded_each(stored: Iterable[str]) -> Iterator[Event]:
    """The events of their types and data, one after the other. Raises as `decoded`, when that event is reached."""
    return map(_known.__getitem__, stored)


def _read_json(text: str) -> Any:
    """The value of JSON text: `json.loads` in half the time where no space stands around it, as brade writes it."""
    try:
        value, end = _scan(text, 0)
    except StopIteration:
        return json.loads(text)
    return value if end == len(text) else json.loads(text)


_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]


def forget() -> None:
    """Forget which events were read and written, as a new process."""
    _known.clear()
    _texts.clear()


def _written(event: Event) -> tuple[str, str]:
    """The type and the data of an event as they are stored. An event that comes again is written once."""
    known = _texts.get(id(event))
    if known:
        return known[1]
    found = type_name(event), _compact(to_stored(event))
    if len(found[1]) <= _SHORT:
        if len(_texts) >= _REMEMBERED:
            _texts.clear()
        _texts[id(event)] = event, found  # keep the event too: its identity is unique only as long
    return found


_texts: dict[int, tuple[Event, tuple[str, str]]] = {}

_compact = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def entry_id(version: int) -> str:
    """The id of the entry that holds the event of a version: the store has none that is zero."""
    return f"{version}-0" if version else "0-1"


def version_of(entry: bytes) -> int:
    """The version of the event in an entry of that id."""
    return int(entry.partition(b"-")[0])


# ── many entries as one piece of text ────────────────────────────────────────────────────────────────────────────────
PACKED = """
local entries = redis.pcall('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])
if entries.err then
  if string.find(entries.err, 'WRONGTYPE', 1, true) then return 'archived' end
  return entries
end
local lines, authors = {}, {}
for i, entry in ipairs(entries) do
  local fields = entry[2]
  local by = fields[8]
  authors[by] = authors[by] or cjson.encode(by)
  lines[3 * i - 2] = fields[2] .. '\\t' .. fields[4]
  lines[3 * i - 1] = fields[6]
  lines[3 * i] = authors[by]
end
"""
"""The beginning of a script that reads a page of a log: its entries, and `PACKED_LINES` lines of text for each of them.

A reply of one long text costs the client a tenth of a reply of many short ones. The lines are type and data, time,
author. What people wrote is JSON, and so holds no line break and no tab of its own.
"""
PACKED_LINES = 3
ARCHIVED = b"archived"
"""The answer of such a script for a log that is in a file. No page is like it: each has a line break."""
