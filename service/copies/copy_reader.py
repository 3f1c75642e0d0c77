"""Reading a copy as a backup: log by log, though the file has their events in the order in which they were copied."""

from array import array
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from core.eventlog.log import Head
from service.copies.copy_file import FORMAT, MARK, format_of, raw_lines, value_of
from service.store.maintenance import store_format


class Place(NamedTuple):
    """An event of a copy: the number of its line, from 1, and what stands there."""

    number: int
    value: dict[str, Any]


class CopyReader:
    """A copy, read once through to know where the events of each log are: 24 bytes for events that stand together.

    `heads` are the last events of the logs as the file has them, which only reading proves. `torn`: its end is half
    written, as a power cut leaves it. `damaged` are the numbers of lines before the end that are no events.
    Raises `OSError`, and `ValueError` for a file that cannot be read so.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._runs: dict[str, array[int]] = {}
        self.heads: dict[str, Head] = {}
        self.damaged: list[int] = []
        bad: list[int] = []
        place, running = 0, ""
        with path.open("rb") as file:
            for number, line in enumerate(raw_lines(file), 1):
                value = value_of(line) or {}
                stream, version, digest = value.get("stream"), value.get("version"), value.get("hash")
                if MARK in value:
                    running = ""
                    if value[MARK] != FORMAT:
                        raise ValueError(f"has the format {value[MARK]}, this version of brade reads {FORMAT}")
                    if format_of(value) > store_format.FORMAT:
                        raise ValueError("is of a newer version of brade: read it with that version")
                elif number == 1:
                    raise ValueError("is packed: unpack it first")
                elif isinstance(stream, str) and isinstance(version, int) and isinstance(digest, str):
                    self.damaged, bad = self.damaged + bad, []
                    runs = self._runs.setdefault(stream, array("Q"))
                    if stream == running:
                        runs[-1] += 1
                    else:
                        runs.extend((place, number, 1))
                    self.heads[stream] = Head(version, digest)
                    running = stream
                elif line.strip():
                    bad.append(number)
                    running = ""
                place += len(line)
        self.torn = bool(bad)

    def streams(self, names: Iterable[str]) -> Iterator[tuple[str, Iterator[Place]]]:
        """The events of each of these logs."""
        for name in names:
            yield name, self._events(self._runs[name])

    def _events(self, runs: "array[int]") -> Iterator[Place]:
        with self._path.open("rb") as file:
            for start in range(0, len(runs), 3):
                place, number, count = runs[start : start + 3]
                file.seek(place)
                for each in range(number, number + count):
                    yield Place(each, value_of(file.readline()) or {})
