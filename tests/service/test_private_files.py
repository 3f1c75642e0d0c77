"""Files of the service: one way to lock one, and one to add lines that are there after a power cut."""

import os
import resource
import subprocess
import sys

import pytest

from service import private_files
from service.private_files import alone_in, append_durably, lock_open_file, try_lock, unlock
from tests.support.paths import TESTS

ROOT = TESTS.parent


def test_files_are_locked_in_one_module_alone():
    sources = [path for folder in ("core", "schemas", "service", "workers") for path in (ROOT / folder).rglob("*.py")]
    locking = [path for path in sources if "flock(" in path.read_text()]
    assert locking == [ROOT / "service" / "private_files.py"]


def test_a_file_is_locked_by_one_process_until_it_lets_go_or_ends(tmp_path):
    path = tmp_path / "lock"
    mine = try_lock(path)
    assert try_lock(path) is None
    with path.open("rb") as other:
        assert not lock_open_file(other.fileno())
    unlock(mine)
    again = try_lock(path)
    unlock(again)
    assert path.stat().st_mode & 0o777 == 0o600
    held = "import sys, pathlib; from service.private_files import try_lock; kept = try_lock(pathlib.Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", f"{held}; assert kept", path], check=True, cwd=ROOT)
    unlock(try_lock(path))


@pytest.mark.parametrize("name", ["", "standings.csv"])
def test_a_lock_on_a_folder_or_on_a_name_in_it_is_held_by_one(tmp_path, name):
    with alone_in(tmp_path, name) as path:
        assert path == (tmp_path / f".{name}.lock" if name else tmp_path)
        file = os.open(path, os.O_RDONLY)
        assert not lock_open_file(file)
        with alone_in(tmp_path, "another"):
            pass
    assert lock_open_file(file)
    os.close(file)


def test_lines_are_added_whole_or_not_at_all(tmp_path):
    path = tmp_path / "heads"
    append_durably(path, b"one\n")
    append_durably(path, b"two\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (12, hard))  # as a disk that is full after half a line
    try:
        with pytest.raises(OSError, match="too large"):
            append_durably(path, b"three\nfour\n")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_bytes() == b"one\ntwo\n"
    append_durably(path, b"three\n")
    assert path.read_bytes() == b"one\ntwo\nthree\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_name_of_a_new_file_is_synced_with_its_lines(tmp_path, monkeypatch):
    synced, fsync = [], os.fsync
    monkeypatch.setattr(private_files.os, "fsync", lambda file: synced.append(os.fstat(file).st_ino) or fsync(file))
    append_durably(tmp_path / "anchors", b"one\n")
    append_durably(tmp_path / "anchors", b"two\n")
    file = (tmp_path / "anchors").stat().st_ino
    assert synced == [file, tmp_path.stat().st_ino, file]
