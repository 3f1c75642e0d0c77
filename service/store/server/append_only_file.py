"""The embedded store's file on the disk: whether it is whole, and cutting off an end that is not.

The server writes commands one after another (RESP), those of one script between MULTI and EXEC, into the files that a
manifest names. It passes over an end that was torn within a command; it does not start on anything else, such as the
zeros that a power cut may leave, nor may it start without the manifest: it would begin with an empty file in the old
one's place.
"""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from service.store.server import server_process
from service.store.server.free_space import file_bytes, free_bytes
from service.store.server.server_process import StoreNotStarted

FOLDER = "appendonlydir"
_MANIFEST = "appendonly.aof.manifest"
_DRAFTS = ("temp-rewriteaof-*.aof", "temp-*.rdb", "appendonlydir/temp-*")
_LINE = re.compile(r"file (\S+) seq (\d+) type ([bhi])")
_NAME = re.compile(r"appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)")
_NUMBER = re.compile(rb"[*$](\d{1,10})\r\n")
_BEGINNING = re.compile(rb"([*$]\d{0,10}\r?)?")
_LONGEST_NUMBER = 16
_TRANSACTION = b"*1\r\n$5\r\nMULTI\r\n"
_AT_ONCE = 1 << 20
_ROOM = 64 << 20
"""Bytes that are left free beside the copy."""
_MENDS = "`brade doctor --repair` keeps a copy, mends it, and says which facts are missing"
_BRING_BACK = (
    "no repair can mend it, because what comes after builds on it. Keep the data folder as it is, and bring back a copy"
    " of it, or `brade restore` a backup into a new one"
)


class Damage(NamedTuple):
    """Damage of the file: from byte `whole` of `size` on it cannot be read. No `file`: the manifest is gone.

    `torn`: the file ends within a command, which the server passes over by itself. `after`: where whole transactions
    follow the damage, the byte of the first; 0 where none does. `error`: the message of the server's checker on a
    snapshot.
    """

    file: Path | None
    whole: int = 0
    size: int = 0
    torn: bool = False
    is_last: bool = True
    after: int = 0
    error: str = ""

    @property
    def is_mendable(self) -> bool:
        """True if nothing that was recorded follows the damage: what cannot be read may be cut off."""
        return self.is_last and not self.after

    @property
    def advice(self) -> str:
        """The remedy, as the end of a sentence."""
        return _MENDS if self.is_mendable else _BRING_BACK

    def __str__(self) -> str:
        if self.file is None:
            return "the list of the store's files (appendonly.aof.manifest) is gone or empty, and the files are there"
        if not self.file.exists():
            return f"the store's file {self.file.name} is gone"
        if self.error:
            return f"the store's snapshot {self.file} is damaged ({self.error})"
        if self.after:
            return (
                f"the store's file {self.file.name} cannot be read from byte {self.whole:,} to byte {self.after:,},"
                " and whole writes follow"
            )
        return (
            f"the store's file {self.file.name} cannot be read from byte {self.whole:,} on:"
            f" {self.size - self.whole:,} bytes at its end are {'half a write' if self.torn else 'no commands'}"
        )


class StoreDamaged(StoreNotStarted):
    """The store's file cannot be read as it is: `damage` says where, and whether a repair can mend it."""

    code = "store-damaged"

    def __init__(self, damage: Damage) -> None:
        super().__init__(f"{damage}; {damage.advice}")
        self.damage = damage


def ensure_manifest(folder: Path) -> None:
    """Raises `StoreDamaged` where the server would begin with an empty file although there are others."""
    if not _listed(folder) and _found(folder):
        raise StoreDamaged(Damage(None))


def clear_drafts(folder: Path) -> None:
    """Remove what rewrites left that were killed, of a server that does not run: each may be as large as the file."""
    if not _listed(folder):
        return  # nothing is removed where it is not known which files count
    for pattern in _DRAFTS:
        for draft in folder.glob(pattern):
            draft.unlink(missing_ok=True)


def ensure_whole(folder: Path) -> None:
    """Raises `StoreDamaged` where the file of a server that does not run has an end that it cannot read."""
    if (found := damage(folder)) and not found.torn:
        raise StoreDamaged(found)


def damage(folder: Path) -> Damage | None:
    """Damage of the file of a server that does not run; `None` if it is whole, or there is none."""
    listed = _listed(folder)
    if not listed:
        return Damage(None) if _found(folder) else None
    for path in listed:
        if not path.exists():
            return Damage(path, is_last=False)
    snapshots = [path for path in listed if _is_snapshot(path)]
    for path in listed:
        if path not in snapshots:
            whole, torn = _whole(path)
            if whole < path.stat().st_size:
                after = 0 if torn else _transaction_after(path, whole)
                return Damage(path, whole, path.stat().st_size, torn, path == listed[-1], after)
    for path in snapshots:  # last: the server reads all of it for this
        if error := server_process.snapshot_error(path):
            return Damage(path, 0, path.stat().st_size, is_last=False, error=error)
    return None


def repair(folder: Path, found: Damage, copy: Path) -> None:
    """Copy all files of a server that does not run, then mend them. Raises `StoreNotStarted` where that cannot be."""
    with _taken(folder):
        needed = file_bytes(folder) + _ROOM
        if free_bytes(folder) < needed:
            raise StoreNotStarted(
                f"a copy of the store's files needs {needed >> 20:,} MB, and {free_bytes(folder) >> 20:,} MB are free:"
                " make room first"
            )
        if not found.is_mendable:
            raise StoreDamaged(found)
        lines = _manifest_of(folder) if found.file is None else ""
        shutil.copytree(folder / FOLDER, copy)
        for each in [*copy.iterdir(), copy, copy.parent]:
            _sync(each)
        if found.file is None:
            draft = folder / FOLDER / f"temp-{_MANIFEST}"
            draft.write_text(lines, encoding="utf-8")
            _sync(draft)
            draft.replace(folder / FOLDER / _MANIFEST)
        else:
            os.truncate(found.file, found.whole)
            _sync(found.file)
        _sync(folder / FOLDER)


def _manifest_of(folder: Path) -> str:
    """The manifest of the files that are there. Raises `StoreNotStarted` where it is not clear what it was."""
    files = _found(folder)
    kinds = [kind for kind, _ in files]
    if kinds.count("base") > 1 or kinds.count("incr") > 1:
        raise StoreNotStarted(
            f"{Damage(None)}: it cannot be told which of {', '.join(path.name for _, path in files)} counted."
            " Bring back a copy of the data folder, or `brade restore` a backup into a new one"
        )
    numbered = [(kind, path, _NAME.fullmatch(path.name)) for kind, path in files]
    return "".join(f"file {path.name} seq {name[1]} type {kind[0]}\n" for kind, path, name in numbered if name)


def _listed(folder: Path) -> list[Path]:
    """The files that the manifest names, in the order in which they are read; none without a manifest."""
    try:
        text = (folder / FOLDER / _MANIFEST).read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return []
    named = [match for line in text.splitlines() if (match := _LINE.match(line)) and match[3] != "h"]
    in_order = sorted(named, key=lambda match: (match[3] != "b", int(match[2])))
    return [folder / FOLDER / match[1] for match in in_order]


def _found(folder: Path) -> list[tuple[str, Path]]:
    """The files that are there, the base first, whatever the manifest says."""
    there = sorted((folder / FOLDER).glob("appendonly.aof.*"))
    return sorted((name[2], path) for path in there if (name := _NAME.fullmatch(path.name)))


def _is_snapshot(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) in (b"REDIS", b"VALKE")


def _whole(path: Path) -> tuple[int, bool]:
    """The bytes of a file's whole commands and transactions, and `True` if the rest is the beginning of one."""
    with path.open("rb") as file:
        whole, within = 0, False
        while True:
            name = _command(file)
            if not isinstance(name, bytes):
                return whole, name
            within = name == b"MULTI" or (within and name != b"EXEC")
            if not within:
                whole = file.tell()


def _transaction_after(path: Path, place: int) -> int:
    """The position of the first whole transaction behind a byte of a file; 0 if there is none."""
    with path.open("rb") as file:
        for start in _found_in(file, _TRANSACTION, place + 1):
            file.seek(start)
            name = _command(file)
            while isinstance(name, bytes) and name != b"EXEC":
                name = _command(file)
            if name == b"EXEC":
                return start
    return 0


def _found_in(file: BinaryIO, wanted: bytes, place: int) -> Iterator[int]:
    """The places of some bytes in a file, from a place on; the file is read in parts."""
    while True:
        file.seek(place)
        part = file.read(_AT_ONCE)
        found = -1
        while (found := part.find(wanted, found + 1)) >= 0:
            yield place + found
        if len(part) < _AT_ONCE:
            return
        place += len(part) - len(wanted) + 1


def _command(file: BinaryIO) -> bytes | bool:
    """The name of the next command; where there is none, whether the file ends here rather than say something else."""
    line = file.readline(_LONGEST_NUMBER)
    while line[:1] == b"#":  # a note of the time
        line = file.readline()
    number = _NUMBER.fullmatch(line) if line[:1] == b"*" else None
    if number is None:
        return _BEGINNING.fullmatch(line) is not None
    name = b""
    for place in range(int(number[1])):
        line = file.readline(_LONGEST_NUMBER)
        length = _NUMBER.fullmatch(line) if line[:1] == b"$" else None
        if length is None:
            return _BEGINNING.fullmatch(line) is not None
        if place == 0 and int(length[1]) < _LONGEST_NUMBER:
            name = file.read(int(length[1])).upper()
        else:
            file.seek(int(length[1]), os.SEEK_CUR)
        if (end := file.read(2)) != b"\r\n":
            return b"\r\n".startswith(end)
    return name


@contextmanager
def _taken(folder: Path) -> Iterator[None]:
    """No server and no supervisor works in the folder meanwhile. Raises `StoreNotStarted`."""
    with ExitStack() as held:
        for name in ("supervisor.lock", "server.lock"):
            lock = held.enter_context((folder / name).open("ab"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreNotStarted(f"a brade works in {folder}: stop it first") from None
        yield


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
