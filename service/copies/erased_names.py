"""Names that were erased from the store, removed from a copy: the lines of logs that lost a name are written anew.

The file is written beside the old one and takes its place in one step. What is killed meanwhile is begun again.
"""

import json
import os
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from core.errors import BradeError
from core.eventlog.hash_chain import with_hash
from core.eventlog.log import Log
from core.events import NameErased, PlayerErased, Recorded
from service.copies.copy_file import NAME, raw_lines, value_of
from service.private_files import sync

_SAY_SO = (NameErased.__name__, PlayerErased.__name__)
_DRAFT = f"{NAME}.draft"
_BEAT_LINES = 1000


def line_of(event: dict[str, Any]) -> bytes:
    """An event as a line of a copy."""
    return json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def streams_that_say_so(folder: Path, beat: Callable[[], object]) -> set[str]:
    """The logs in a copy that have lost a name, by the events at their ends."""
    found = set()
    for value in _values(folder / NAME, beat):
        if value.get("type") in _SAY_SO:
            found.add(str(value["stream"]))
    return found


def write_anew(folder: Path, log: Log, streams: Collection[str], beat: Callable[[], object]) -> None:
    """Write the lines of these logs as the store has them now, in the place of the copy in a folder.

    Raises `OSError`, and what reading the logs raises: the copy stays as it was then.
    """
    place, draft = folder / NAME, folder / _DRAFT
    present: dict[str, Iterator[Recorded]] = {}
    draft.unlink(missing_ok=True)
    try:
        with (
            place.open("rb") as file,
            os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as written,
        ):
            for number, line in enumerate(raw_lines(file)):
                if number % _BEAT_LINES == 0:
                    beat()
                stream = _stream_of(line)
                if stream in streams:
                    if stream not in present:
                        present[stream] = log.read(stream)
                    line = line_of(with_hash(stream, next(present[stream])))
                written.write(line)
            written.flush()
            os.fsync(written.fileno())
        draft.replace(place)
    except StopIteration:
        raise BradeError("the copy has more events of a log than the store") from None
    finally:
        draft.unlink(missing_ok=True)
    sync(folder)


def _stream_of(line: bytes) -> str:
    value = value_of(line) or {}
    return str(value.get("stream", ""))


def _values(path: Path, beat: Callable[[], object]) -> Iterator[dict[str, Any]]:
    with path.open("rb") as file:
        for number, line in enumerate(raw_lines(file)):
            if number % _BEAT_LINES == 0:
                beat()
            if (value := value_of(line)) is not None:
                yield value
