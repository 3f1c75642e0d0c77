"""Proof that a log was not altered: every event carries the hash of the one before it.

An event's hash is the SHA-256 of its canonical JSON (keys sorted, no spaces, UTF-8), which includes `prev_hash`; the
event that opens a stream carries sixty-four zeros. Anyone with the exported lines and any JSON library can repeat it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from core.eventlog.codec import NEWER, moves_json, newer_json, to_json, to_public
from core.eventlog.personal_values import SALTS, committed
from core.eventlog.redaction import LEFT_OUT, fault
from core.events import CheckersMoved, Event, Recorded
from core.messages import say
from core.timestamps import rfc3339

ZERO_HASH = "0" * 64
_UNHASHED = ("hash", "verdict", NEWER)
_LEFT_ALONE = set(_UNHASHED)


def canonical(public: Mapping[str, Any]) -> bytes:
    """The one spelling of an event that is hashed; its own hash and its verdict are no part of it.

    Of a name that has a salt, the commitment is hashed.
    """
    body = {key: value for key, value in public.items() if key not in _UNHASHED}
    return _CANONICAL(committed(body) if SALTS in body else body).encode()


def line_of(public: Mapping[str, Any], more: str = "") -> str:
    """An event with its hash as readers are sent it, as JSON; `more` are further members, each after a comma."""
    return f'{_CANONICAL(public)[:-1]}{more},"hash":"{hash_of(public)}"}}'


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def hash_of(public: Mapping[str, Any]) -> str:
    """The SHA-256 (hex) of an event in its public form; of one whose secrets were left out, the hash that it names."""
    if LEFT_OUT in public:
        return str(public[LEFT_OUT]["hash"])
    return sha256(canonical(public)).hexdigest()


def with_hash(stream: str, recorded: Recorded) -> dict[str, Any]:
    """A recorded event in its public form with its hash, as in an exported log."""
    public = to_public(stream, recorded)
    return {**public, **newer_json(recorded.event), "hash": hash_of(public)}


def recorded_hash(stream: str, recorded: Recorded) -> str:
    """The SHA-256 (hex) of a recorded event."""
    return hash_of(to_public(stream, recorded))


class Proof(NamedTuple):
    """Result of a verification: events read, and where and how the chain first breaks (`None`: it is whole)."""

    events: int
    broken_at: int | None = None
    reason: str = ""
    head: str = ZERO_HASH


def verify(lines: Iterable[Mapping[str, Any]], head: str | None = None) -> Proof:
    """Follow one stream's public events from first to last and name the first that was altered, lost or moved.

    `head` is the hash that the last event must have, where it is known from elsewhere. Lines that begin after the
    opening (a part of a log) are proved from their first line on. Where an event was withheld from the reader, its line
    has no more than its version: the event after it begins a new part.
    """
    count, previous, last = 0, None, None
    for line in lines:
        version, stream = line.get("version"), line.get("stream")
        if not isinstance(version, int) or isinstance(version, bool):
            return Proof(count, last[0] + 1 if last else 0, say("an event without a version"))
        if last and stream != last[1]:
            return Proof(
                count, version, say("belongs to {stream}, not to {other}", stream=str(stream), other=str(last[1]))
            )
        if last and version != last[0] + 1:
            return Proof(
                count,
                last[0] + 1,
                say(
                    "version {missing} is missing: {version} follows {last}",
                    missing=last[0] + 1,
                    version=version,
                    last=last[0],
                ),
            )
        if line.get("withheld") is True:
            count, previous, last = count + 1, None, (version, stream)
            continue
        if "prev_hash" not in line:
            return Proof(count, version, say("it comes without the hash of the event before it: nothing proves it"))
        if version == 0 and line.get("prev_hash") != ZERO_HASH:
            return Proof(count, 0, say("the opening event does not start a chain"))
        if LEFT_OUT in line and (wrong := fault(line)):
            return Proof(count, version, wrong)
        computed = hash_of(line)
        if "hash" in line and line["hash"] != computed:
            return Proof(count, version, say("its contents do not have its hash"))
        if previous is not None and line.get("prev_hash") != previous:
            return Proof(count, version - 1, say("its hash is not the one that the next event carries"))
        count, previous, last = count + 1, computed, (version, stream)
    if head is not None and previous != head:
        return Proof(count, last[0] if last else 0, say("it is not the event that the head of the log names"))
    return Proof(count, head=previous or ZERO_HASH)


class Follower:
    """The hash of a stream's events from its opening on, computed from what they say and from nothing that is stored.

    Whatever of them was altered, left out or put in, it is another one than the head of the log names.
    """

    def __init__(self, stream: str) -> None:
        self.version, self.head = -1, ZERO_HASH
        self._stream = _quoted(stream)

    def follow(self, events: Iterable[Recorded]) -> None:
        """Follow the next events, whatever hash each carries of the one before it."""
        stream, version, head = self._stream, self.version, self.head
        for version, event, at, author, _ in events:
            known = _spelled.get(id(event))
            if known:
                pieces = known[1]
            elif event.recorded_as is not None and LEFT_OUT in event.recorded_as.data:
                head = str(event.recorded_as.data[LEFT_OUT]["hash"])
                continue
            else:
                pieces = _spell(event)
            before, timed, authored, streamed, numbered, after = pieces
            by = _quoted(author)
            text = f'{before}"{head}"{timed}"{rfc3339(at)}"{authored}{by}{streamed}{stream}{numbered}{version}{after}'
            head = sha256(text.encode()).hexdigest()
        self.version, self.head = version, head


_REMEMBERED = 20_000
_spelled: dict[int, tuple[Event, Sequence[str]]] = {}
"""Events by their identity, with the pieces of their canonical text between what varies: most come again."""


def forget() -> None:
    """Forget which events were read, as a new process."""
    _spelled.clear()


_VARIES = ("prev_hash", "recorded_at", "recorded_by", "stream", "version")
"""The fields of an event that vary, in the order in which they stand."""
_MARK = 0.5
_GAP = re.compile(f'("(?:{"|".join(_VARIES)})":){_MARK}')
"""A fraction behind such a name: no event has one, and within a text the quotes would be escaped."""


def spelled(stream: str, recorded: Recorded) -> bytes:
    """The canonical text of a recorded event: `canonical` of its public form, in a fraction of the time if it comes
    again."""
    version, event, at, by, previous = recorded
    known = _spelled.get(id(event))
    before, timed, authored, streamed, numbered, after = known[1] if known else _spell(event)
    return (
        f'{before}"{previous}"{timed}"{rfc3339(at)}"{authored}{_quoted(by)}{streamed}{_quoted(stream)}'
        f"{numbered}{version}{after}"
    ).encode()


_quoted = lru_cache(4096)(json.JSONEncoder(ensure_ascii=False).encode)


def _spell(event: Event) -> Sequence[str]:
    """The canonical text of an event in pieces, between which stands what varies, in the order of `_VARIES`."""
    if type(event) is CheckersMoved and event.recorded_as is None:  # most of the events that differ from all others
        moves = ",".join(map(_landing_text, event.moves))
        return _remembered(event, (f'{{"by":{_quoted(event.by)},"moves":[{moves}],"prev_hash":', *_OF_A_TURN))
    fields = to_json(event) if event.recorded_as is None else event.recorded_as.data
    if fields and max(fields) < _VARIES[0] and not fields.keys() & _LEFT_ALONE:  # as in nearly all facts of play
        pieces: Sequence[str] = (
            f'{_CANONICAL(fields)[:-1]},"prev_hash":',
            ',"recorded_at":',
            ',"recorded_by":',
            f',"schema":{event.schema},"stream":',
            f',"type":"{event.event_type}","version":',
            "}",
        )
    else:
        public = {**to_public("", Recorded(0, event, 0, "", "")), **dict.fromkeys(_VARIES, _MARK)}
        pieces = _GAP.sub("\\1\0", canonical(public).decode()).split("\0")  # JSON escapes that character
    return _remembered(event, pieces)


_OF_A_TURN = (
    ',"recorded_at":',
    ',"recorded_by":',
    f',"schema":{CheckersMoved.SCHEMA},"stream":',
    ',"type":"CheckersMoved","version":',
    "}",
)


def _landing_text(landing: Any) -> str:
    """The canonical text of a landing."""
    if len(landing) == 2 and type(landing[0]) is int and type(landing[1]) is int:
        return f'{{"from":{landing[0]},"to":{landing[1]}}}'
    return _CANONICAL(moves_json([landing])[0])


def _remembered(event: Event, pieces: Sequence[str]) -> Sequence[str]:
    if event.recorded_as is not None and LEFT_OUT in event.recorded_as.data:
        return pieces  # what is known of an event is all that is hashed
    if len(_spelled) >= _REMEMBERED:
        _spelled.clear()
    _spelled[id(event)] = event, pieces  # keep the event too: its identity is unique only as long
    return pieces
