"""Power cuts for an embedded store: before it is started again its files lose what no fsync covered.

A library that is loaded before the C library notes the size of a file at each fsync, so a test knows what a disk is
sure to hold. It needs Linux and a C compiler; without them nothing is cut, and a kill is a kill alone. What is
simulated are the bytes of files; that a new file's name is lost is not.
"""

import os
import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.store.server import append_only_file, manifest
from tests.support.processes.preloaded import compiled

SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int synced(const char *name, int fd) {
    struct stat file;
    int known = fstat(fd, &file) == 0; /* before: what is written meanwhile may not be covered */
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
    int code = real(fd);
    const char *place = getenv("BRADE_SYNCED");
    if (code == 0 && known && place && S_ISREG(file.st_mode)) {
        uint64_t row[3] = {file.st_dev, file.st_ino, file.st_size};
        int notes = open(place, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        if (notes < 0 || write(notes, row, sizeof row) != sizeof row) abort();
        close(notes);
    }
    return code;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }
"""
_ROW = struct.Struct("=QQQ")


class PowerCuts:
    """The synced bytes, noted in a file; `lost` are the bytes that each cut took."""

    def __init__(self, notes: Path, clear_drafts: Callable[[Path], None]) -> None:
        self.lost: list[int] = []
        self._notes, self._clear_drafts = notes, clear_drafts

    def cut(self, folder: Path) -> None:
        """Cut the files of a store that does not run; in place of what a start does first, which follows."""
        synced = {(device, inode): size for device, inode, size in _ROW.iter_unpack(self._rows())}
        for path in (folder / manifest.FOLDER).glob("appendonly.aof.*.*.*"):
            found = path.stat()
            covered = synced.get((found.st_dev, found.st_ino), 0)
            if covered < found.st_size:
                os.truncate(path, covered)
                self.lost.append(found.st_size - covered)
        self._clear_drafts(folder)

    def _rows(self) -> bytes:
        return self._notes.read_bytes() if self._notes.exists() else b""


@pytest.fixture(scope="session")
def noting_library(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """The library that notes what was synced; `None` where it cannot be made."""
    return compiled(SOURCE, tmp_path_factory.mktemp("synced") / "synced.so")


@pytest.fixture
def power_cuts(
    noting_library: Path | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PowerCuts | None]:
    """From now on killing an embedded store of this process cuts its power."""
    if noting_library is None:
        yield None
        return
    cuts = PowerCuts(tmp_path / "synced", append_only_file.clear_drafts)
    monkeypatch.setenv("LD_PRELOAD", str(noting_library))
    monkeypatch.setenv("BRADE_SYNCED", str(tmp_path / "synced"))
    monkeypatch.setattr(append_only_file, "clear_drafts", cuts.cut)
    yield cuts
