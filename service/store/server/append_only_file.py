"""The embedded store's files on the disk: whether they are whole, and cutting off an end that is not.

The server writes commands one after another (RESP), those of one script between MULTI and EXEC, into the files that a
manifest names. A power cut may leave half a write at the very end of the last one, which was never acknowledged. It is
cut off here, and by the server never (`aof-load-truncated no`): the server takes any file that ends within a command
for such an end, also one with other files, or whole writes, behind it.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from service.private_files import sync, try_lock
from service.store.server import manifest, server_process
from service.store.server.free_space import file_bytes, free_bytes
from service.store.server.manifest import FOLDER
from service.store.server.server_process import StoreNotStarted

_DRAFTS = ("temp-rewriteaof-*.aof", "temp-*.rdb", "appendonlydir/temp-*")
_NUMBER = re.compile(rb"[*$](\d{1,10})\r\n")
_BEGINNING = re.compile(rb"([*$]\d{0,10}\r?)?")
_LONGEST_NUMBER = 16
_TRANSACTION = b"*1\r\n$5\r\nMULTI\r\n"
_AT_ONCE = 1 << 20
_ROOM = 64 << 20
"""Bytes that are left free beside the copy."""
_EMPTY = "it is empty"
_MENDS = "`brade doctor --repair` keeps a copy, mends it, and says which facts are missing"
_BRING_BACK = (
    "no repair can mend it, because what comes after builds on it. Keep the data folder as it is, and bring back a copy"
    " of it, or `brade restore` a backup into a new one"
)


class Damage(NamedTuple):
    """Damage of a file: from byte `whole` of `size` on it cannot be read. No `file`: the list of the files is damaged.

    `torn`: the file ends within a command. `after`: where whole transactions follow the damage, the byte of the first;
    0 where none does. `error`: what is wrong with a snapshot, or with the list.
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
    def is_unfinished_write(self) -> bool:
        """True if half a write stands at the very end: it was never acknowledged, and the next start cuts it off."""
        return self.torn and self.is_mendable

    @property
    def advice(self) -> str:
        """The remedy, as the end of a sentence."""
        return _MENDS if self.is_mendable else _BRING_BACK

    def __str__(self) -> str:
        if self.file is None:
            return self.error
        if not self.file.exists():
            return f"the store's file {self.file.name} is gone"
        if self.error:
            return f"the store's snapshot {self.file} is damaged: {self.error}"
        if self.after:
            return (
                f"the store's file {self.file.name} cannot be read from byte {self.whole:,} to byte {self.after:,},"
                " and whole writes follow"
            )
        end = f"{'half a write' if self.torn else 'no commands'}{'' if self.is_last else ', and later files follow'}"
        return (
            f"the store's file {self.file.name} cannot be read from byte {self.whole:,} on:"
            f" {self.size - self.whole:,} bytes at its end are {end}"
        )


class StoreDamaged(StoreNotStarted):
    """The store's file cannot be read as it is: `damage` says where, and whether a repair can mend it."""

    code = "store-damaged"

    def __init__(self, damage: Damage) -> None:
        super().__init__(f"{damage}; {damage.advice}")
        self.damage = damage


def ensure_startable(folder: Path) -> None:
    """Raises `StoreDamaged` where a server would start, or change a file, although files or their list are damaged.

    A server takes an empty snapshot for an empty store, and files that are not named for none. All other damage stops
    it by itself, before it changes anything.
    """
    if fault := manifest.fault(folder):
        raise StoreDamaged(Damage(None, error=fault))
    for file in manifest.read(folder).files:
        if not file.path.exists():
            raise StoreDamaged(Damage(file.path, is_last=False))
        if file.kind == "b" and not file.path.stat().st_size:
            raise StoreDamaged(Damage(file.path, is_last=False, error=_EMPTY))


def cut_unfinished_write(folder: Path) -> Damage | None:
    """Cut half a write off the end of the files of a server that does not start; what was cut off, if anything.

    Raises `StoreDamaged` where they are damaged otherwise.
    """
    found = damage(folder)
    if found is None:
        return None
    if found.file is None or not found.is_unfinished_write:
        raise StoreDamaged(found)
    _cut(found.file, found.whole)
    return found


def clear_drafts(folder: Path) -> None:
    """Remove what rewrites left that were killed, of a server that does not run: each may be as large as the file."""
    if not manifest.read(folder).files:
        return  # nothing is removed where it is not known which files count
    for pattern in _DRAFTS:
        for draft in folder.glob(pattern):
            draft.unlink(missing_ok=True)


def damage(folder: Path) -> Damage | None:
    """Damage of the files of a server that does not run; `None` if they are whole, or there are none."""
    try:
        ensure_startable(folder)
    except StoreDamaged as refused:
        return refused.damage
    listed = [file.path for file in manifest.read(folder).files]
    snapshots = [path for path in listed if _is_snapshot(path)]
    for path in listed:
        if path not in snapshots:
            whole, torn = _whole(path)
            if whole < path.stat().st_size:
                after = _transaction_after(path, whole)
                return Damage(path, whole, path.stat().st_size, torn and not after, path == listed[-1], after)
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
        lines = manifest.made_again(folder) if found.file is None else ""
        shutil.copytree(folder / FOLDER, copy)
        for each in [*copy.iterdir(), copy, copy.parent]:
            sync(each)
        if found.file is None:
            draft = folder / FOLDER / f"temp-{manifest.NAME}"
            draft.write_text(lines, encoding="utf-8")
            sync(draft)
            draft.replace(folder / FOLDER / manifest.NAME)
        else:
            _cut(found.file, found.whole)
        sync(folder / FOLDER)


def _cut(file: Path, size: int) -> None:
    os.truncate(file, size)
    sync(file)


def _is_snapshot(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(5) in (b"REDIS", b"VALKE")


def _whole(path: Path) -> tuple[int, bool]:
    """The bytes of a file's whole commands and transactions, and `True` if the rest is the beginning of one."""
    with path.open("rb") as file:
        whole, within = file.seek(server_process.whole_commands(path)), False
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


def closed_to_us(folder: Path) -> Path | None:
    """The first file or folder of the store that this process may not read and write."""
    there = [folder, folder / FOLDER, *sorted((folder / FOLDER).glob("*"))]
    return next((path for path in there if path.exists() and not os.access(path, os.R_OK | os.W_OK)), None)


@contextmanager
def _taken(folder: Path) -> Iterator[None]:
    """No server and no supervisor works in the folder meanwhile. Raises `StoreNotStarted`."""
    with ExitStack() as held:
        for name in ("supervisor.lock", "server.lock"):
            lock = try_lock(folder / name)
            if lock is None:
                raise StoreNotStarted(f"a brade works in {folder}: stop it first")
            held.enter_context(lock)
        yield
