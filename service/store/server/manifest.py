"""The list of the embedded store's files (`appendonly.aof.manifest`): read, compared with the folder, made again.

The server reads the files that it names: a snapshot (`base`), and the writes since (`incr`) in the order of their
numbers. It never looks at a file that is not named, and a later rewrite empties such a file. While a rewrite goes on
there are several files of writes.
"""

import re
from pathlib import Path
from typing import NamedTuple

from service.store.server.server_process import StoreNotStarted

FOLDER = "appendonlydir"
NAME = "appendonly.aof.manifest"

_BASE, _INCR, _HISTORY = "b", "i", "h"
_LINE = re.compile(r"file (\S+) seq (\d{1,18}) type ([bhi])\n")
_FILE = re.compile(r"appendonly\.aof\.(\d{1,18})\.(base|incr)\.(?:rdb|aof)")
_BRING_BACK = "Bring back a copy of the data folder, or `brade restore` a backup into a new one"


class StoreFile(NamedTuple):
    """A file of the store, by its number and its kind: `b` a snapshot, `i` writes, `h` one that does not count."""

    kind: str
    number: int
    path: Path


class Manifest(NamedTuple):
    """Content of the list: its files up to the first line that cannot be read, and the number of that line (or 0)."""

    named: list[StoreFile]
    unreadable: int = 0

    @property
    def files(self) -> list[StoreFile]:
        """The files that count, in the order in which the server reads them."""
        return sorted(store_file for store_file in self.named if store_file.kind != _HISTORY)


def read(folder: Path) -> Manifest:
    """The list in a store's folder; without files where there is none."""
    try:
        text = (folder / FOLDER / NAME).read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return Manifest([])
    named: list[StoreFile] = []
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        file = _named_in(line, folder)
        if file is None or not _may_follow(named, file):
            return Manifest(named, number)
        named.append(file)
    return Manifest(named)


def fault(folder: Path) -> str:
    """The fault of the list, where files of the store are there; "" if it names all that may count."""
    manifest, there = read(folder), files_in(folder)
    name = f"the list of the store's files ({NAME})"
    if not there:
        return ""
    if manifest.unreadable:
        return f"{name} cannot be read from line {manifest.unreadable} on"
    if not manifest.files:
        return f"{name} is gone or empty, and the files are there"
    if unlisted := _unlisted(manifest, there):
        names = ", ".join(
            f"{store_file.path.name} ({store_file.path.stat().st_size:,} bytes)" for store_file in unlisted
        )
        return f"{name} does not name {names}: what was recorded may be in there"
    return ""


def made_again(folder: Path) -> str:
    """The list of the files that are there. Raises `StoreNotStarted` where it is not clear which of them count."""
    there = files_in(folder)
    listed = [file for file in read(folder).files if file.kind == _BASE and file in there]
    bases = listed or [store_file for store_file in there if store_file.kind == _BASE]
    writes = [
        store_file
        for store_file in there
        if store_file.kind == _INCR and bases and store_file.number >= bases[0].number
    ]
    numbers = [write.number for write in writes]
    superseded = [
        store_file for store_file in there if store_file.kind == _BASE and bases and store_file.number > bases[0].number
    ]
    if (
        len(bases) != 1
        or superseded
        or numbers != list(range(numbers[0], numbers[0] + len(numbers)) if numbers else ())
    ):
        names = ", ".join(store_file.path.name for store_file in there)
        raise StoreNotStarted(f"{fault(folder)}; it cannot be told which of {names} counted. {_BRING_BACK}")
    return "".join(f"file {base.path.name} seq {base.number} type {base.kind}\n" for base in bases + writes)


def files_in(folder: Path) -> list[StoreFile]:
    """The files of the store that are there, whatever the list says: snapshots first, each kind by its numbers."""
    found = [(_FILE.fullmatch(path.name), path) for path in (folder / FOLDER).glob("appendonly.aof.*")]
    return sorted(StoreFile(name[2][0], int(name[1]), path) for name, path in found if name)


def _unlisted(found: Manifest, there: list[StoreFile]) -> list[StoreFile]:
    """The files that are not named and may hold what counts.

    A rewrite that is killed leaves some that do not: an empty file of writes, a snapshot whose rewrite was not over,
    and what came before a snapshot (the number of a file of writes is never below that of the snapshot before it).
    """
    names = {store_file.path.name for store_file in found.named}
    base = max((file.number for file in found.files if file.kind == _BASE), default=0)
    is_rewritten = sum(file.kind == _INCR for file in found.files) > 1
    unlisted = [store_file for store_file in there if store_file.path.name not in names and store_file.number >= base]
    return [
        store_file
        for store_file in unlisted
        if store_file.path.stat().st_size
        and not (is_rewritten and store_file.kind == _BASE and store_file.number == base + 1)
    ]


def _named_in(line: str, folder: Path) -> StoreFile | None:
    """The file that a line names; `None` where the server would not take the line."""
    words = _LINE.fullmatch(line)
    return StoreFile(words[3], int(words[2]), folder / FOLDER / words[1]) if words and "/" not in words[1] else None


def _may_follow(named: list[StoreFile], file: StoreFile) -> bool:
    """True if a line may stand behind others: one snapshot, and writes by growing numbers."""
    before = [store_file for store_file in named if store_file.kind == file.kind]
    return file.kind == _HISTORY or not before or (file.kind == _INCR and before[-1].number < file.number)
