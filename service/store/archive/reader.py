"""Archived logs, read from their files. A file is believed only with the digest that the store keeps of it."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis

from core.errors import BradeError
from core.eventlog.codec import from_public
from core.eventlog.log import NEW
from core.events import Recorded
from core.messages import say
from service.lru_cache import LruCache
from service.store import keys
from service.store.archive.places import ArchiveDamaged, Place, folder, is_archived, place_of
from service.store.stored_events import entry_id, to_fields

_MOST_EVENTS = 20_000
"""Events of logs read lately that a process remembers: pages of a log are read one after another."""
_PACKED = 31
"""The format of gzip, for zlib."""
Entry = tuple[bytes, dict[bytes, bytes]]


class Range(NamedTuple):
    """Entries of a log that are wanted: from one version to another, at most `most`, the last ones if `last`."""

    stream: str
    first: int = 0
    to: int | None = None
    most: int | None = None
    last: bool = False


def events(client: Redis, stream: str, after: int = NEW, limit: int | None = None) -> Iterator[Recorded] | None:
    """The events of an archived log with a version above `after`, at most `limit`; `None` if it is not archived.

    Raises `ArchiveDamaged`.
    """
    place = place_of(client, stream)
    if place is None:
        return None
    first = after + 1
    return islice(_whole(client, stream, place), first, None if limit is None else first + limit)


def whole(client: Redis, stream: str, place: Place) -> Sequence[Recorded]:
    """All events of an archived log. Raises `ArchiveDamaged`."""
    return _whole(client, stream, place)


def member(path: Path, stream: str, place: Place) -> bytes:
    """The packed bytes of a log in a file. Raises `ArchiveDamaged` where they are not those that were written."""
    try:
        with path.open("rb") as file:
            file.seek(place.offset)
            packed = file.read(place.size)
    except OSError as error:
        raise ArchiveDamaged(stream, path.name, error.strerror or str(error)) from None
    if sha256(packed).hexdigest() != place.digest:
        raise ArchiveDamaged(stream, path.name, say("it is not as it was written"))
    return packed


def ranges(client: Redis, wanted: Sequence[Range]) -> list[list[Entry]]:
    """The entries of each range as the store keeps them, in one round trip; of archived logs from their files."""
    pipeline = client.pipeline(transaction=False)
    for range_ in wanted:
        low, high = entry_id(range_.first) if range_.first else "-", "+" if range_.to is None else entry_id(range_.to)
        if range_.last:
            pipeline.xrevrange(keys.log(range_.stream), high, low, count=range_.most)
        else:
            pipeline.xrange(keys.log(range_.stream), low, high, count=range_.most)
    answers: list[Any] = pipeline.execute(raise_on_error=False)
    return [found_or_archived(client, range_, answer) for range_, answer in zip(wanted, answers, strict=True)]


def damaged(client: Redis, archived: Mapping[str, Place]) -> list[ArchiveDamaged]:
    """The errors of archived logs: one for each that is not in its file as it was written."""
    where, found = folder(client), []
    for stream, place in archived.items():
        try:
            member((where or Path()) / place.file, stream, place)
        except ArchiveDamaged as error:
            found.append(error)
    return found


def found_or_archived(client: Redis, wanted: Range, answer: Any) -> list[Entry]:
    """The answer of the store to a range, oldest entry first, or what the archive has instead.

    `answer` is what a pipeline gave, errors too. Raises them, and `ArchiveDamaged`.
    """
    if not isinstance(answer, Exception):
        return list(reversed(answer)) if wanted.last else list(answer)
    if not is_archived(answer):
        raise answer
    place = place_of(client, wanted.stream)
    if place is None:  # it was brought back meanwhile
        return ranges(client, [wanted])[0]
    found = _whole(client, wanted.stream, place)[wanted.first : None if wanted.to is None else wanted.to + 1]
    if wanted.most is not None:
        found = found[-wanted.most :] if wanted.last else found[: wanted.most]
    return [_entry(recorded) for recorded in found]


def _entry(recorded: Recorded) -> Entry:
    fields = {name: _bytes(value) for name, value in to_fields(recorded).items()}
    return entry_id(recorded.version).encode(), {name.encode(): value for name, value in fields.items()}


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else str(value).encode()


# ── what was read lately ─────────────────────────────────────────────────────────────────────────────────────────────
_remembered = LruCache[tuple[Path, Place], tuple[Recorded, ...]](_MOST_EVENTS, len)


def forget() -> None:
    """Forget which logs were read, as a new process."""
    _remembered.clear()


def _whole(client: Redis, stream: str, place: Place) -> tuple[Recorded, ...]:
    where = folder(client)
    if where is None:
        raise ArchiveDamaged(stream, place.file, say("nothing says where the archive is"))
    found = _remembered.get((where, place))
    if found is None:
        found = _unpacked(where / place.file, stream, place)
        _remembered.put((where, place), found)
    return found


def _unpacked(path: Path, stream: str, place: Place) -> tuple[Recorded, ...]:
    packed = member(path, stream, place)
    try:
        lines = [json.loads(line) for line in zlib.decompress(packed, _PACKED).splitlines()]
        found = tuple(from_public(line) for line in lines)
    except (zlib.error, BradeError, ValueError, LookupError, TypeError) as error:
        raise ArchiveDamaged(stream, path.name, f"{type(error).__name__}: {error}") from None
    versions = [recorded.version for recorded in found]
    if versions != list(range(place.version + 1)) or any(line["stream"] != stream for line in lines):
        raise ArchiveDamaged(stream, path.name, say("it is not as it was written"))
    return found
