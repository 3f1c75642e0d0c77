"""The room on the store's disk: writes are refused before it is full, and that is said an hour ahead."""

from pathlib import Path

import pytest

from service.store.server import free_space
from service.store.server.free_space import FreeSpace, Room

MEGABYTE = 1 << 20


class Disk:
    """A disk with so much room, and a clock that stands still."""

    def __init__(self) -> None:
        self.free, self.now = 1000 * MEGABYTE, 100.0

    def free_bytes(self, _: Path) -> int:
        return self.free

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    it = Disk()
    monkeypatch.setattr(free_space, "free_bytes", it.free_bytes)
    monkeypatch.setattr(free_space, "time", it)
    return it


def test_writing_is_refused_before_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    megabyte = 1 << 20
    free = 300 * megabyte
    monkeypatch.setattr(free_space, "free_bytes", lambda folder: free)
    assert FreeSpace(tmp_path).lacking() is None
    free = 199 * megabyte
    said = FreeSpace(tmp_path).lacking()
    assert said
    assert "199 MB left" in said
    free = 300 * megabyte
    (tmp_path / "appendonlydir").mkdir()
    with (tmp_path / "appendonlydir" / "appendonly.aof.1.incr.aof").open("wb") as file:
        file.truncate(151 * megabyte)  # a hole: it takes no room
    guard = FreeSpace(tmp_path)
    assert "wants 302 MB" in str(guard.lacking())
    free = 400 * megabyte
    assert guard.lacking(), "measured at most once a second"
    assert FreeSpace(tmp_path).lacking() is None


def test_how_long_the_room_lasts_is_told_within_the_last_hour(tmp_path: Path, disk: Disk) -> None:
    space, told = FreeSpace(tmp_path), []
    while not space.room().is_full:
        told.append(space.room())
        disk.now += 30
        disk.free -= 4 * MEGABYTE  # 800 MB last for a hundred minutes
    minutes = [room.minutes for room in told]
    begun = next(place for place, minute in enumerate(minutes) if minute)
    assert minutes[:begun] == [None] * begun
    assert minutes[begun] == 59
    assert minutes[begun:] == sorted(minutes[begun:], reverse=True)
    assert minutes[-1] == 1
    assert space.room().minutes is None
    assert "nothing new is taken until there is room" in str(space.warning())


def test_a_disk_that_is_not_being_filled_is_never_said_to_be_full_soon(tmp_path: Path, disk: Disk) -> None:
    space = FreeSpace(tmp_path)
    disk.free = 201 * MEGABYTE
    for step in range(100):
        disk.now += 20
        disk.free += (-1) ** step  # a byte more, a byte less
        assert (space.room().minutes, space.warning()) == (None, None)


def test_a_process_that_is_seldom_asked_measures_since_the_last_time(tmp_path: Path, disk: Disk) -> None:
    space = FreeSpace(tmp_path)
    assert space.room() == Room(800 * MEGABYTE)
    disk.now, disk.free = disk.now + 7200, 600 * MEGABYTE
    assert space.room().seconds is None, "two hours more"
    disk.now, disk.free = disk.now + 1200, 400 * MEGABYTE
    assert space.room().minutes == 20
    assert "full in about 20 min" in str(space.warning())


def test_a_rewrite_of_the_stores_file_is_not_taken_for_a_disk_that_fills(tmp_path: Path, disk: Disk) -> None:
    space = FreeSpace(tmp_path)
    assert space.room() == Room(800 * MEGABYTE)
    disk.now, disk.free = disk.now + 100, 700 * MEGABYTE
    with (tmp_path / "temp-rewriteaof-4711.aof").open("wb") as file:
        file.truncate(300 * MEGABYTE)
    assert space.room() == Room(800 * MEGABYTE)


def test_a_large_file_that_was_copied_once_is_forgotten_after_two_minutes(tmp_path: Path, disk: Disk) -> None:
    space, told = FreeSpace(tmp_path), []
    for step in range(30):
        disk.now += 10
        disk.free -= 700 * MEGABYTE * (step == 10)
        told.append(space.room().minutes)
    assert any(told[10:22])
    assert not any(told[23:])
