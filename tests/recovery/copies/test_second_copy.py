"""The second copy: everything recorded is in it, whatever becomes of its folder, and it is a backup."""

import resource

from service.commands.backup import backup
from service.commands.restore import restore
from service.copies.copy_file import NAME
from service.copies.follower import Follower
from tests.support.logs.copies import NOT_THERE, OTHER, copy_state, is_whole, write
from tests.support.processes.service_data import MATCH


def test_what_is_recorded_is_in_the_copy_which_is_a_backup(run, store, follower, stick, said, tmp_path) -> None:
    for facts in (3, 2):
        write(store, MATCH, facts)
        write(store, OTHER, facts)
        follower.look()
        assert is_whole(run, store, stick)
    assert (said, copy_state(store, stick)) == ([f"the copy in {stick} is up to date"], "")
    assert (stick / NAME).stat().st_mode & 0o077 == 0
    run(backup, tmp_path / "before.gz")
    store.client.flushall()
    result = run(restore, stick)
    assert "2 logs, 12 events restored" in result.stdout, result.output
    run(backup, tmp_path / "after.gz")
    assert (tmp_path / "after.gz").read_bytes() == (tmp_path / "before.gz").read_bytes()


def test_nothing_is_written_where_nothing_changed(store, follower, stick) -> None:
    write(store, MATCH, 1)
    follower.look()
    before, writes = (stick / NAME).stat(), store.client.info("persistence")["aof_current_size"]
    for _ in range(3):
        follower.look()
    after = (stick / NAME).stat()
    assert (after.st_mtime_ns, after.st_size) == (before.st_mtime_ns, before.st_size)
    assert store.client.info("persistence")["aof_current_size"] == writes


def test_a_stick_that_was_pulled_out_is_said_and_goes_on_where_it_stopped_when_it_is_back(
    run, store, follower, stick, said, tmp_path
) -> None:
    write(store, MATCH, 3)
    follower.look()
    before = (stick / NAME).read_bytes()
    stick.rename(tmp_path / "pocket")
    follower.look()
    assert copy_state(store, stick) == NOT_THERE
    write(store, MATCH, 3)
    follower.look()
    assert not stick.exists()
    (tmp_path / "pocket").rename(stick)
    follower.look()
    assert said == [
        f"the copy in {stick} is up to date",
        f"the copy in {stick}: {NOT_THERE}",
        f"the copy in {stick} is up to date",
    ]
    assert (stick / NAME).read_bytes().startswith(before)
    assert is_whole(run, store, stick)


def test_a_copy_whose_file_was_removed_under_it_is_begun_anew(run, store, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    (stick / NAME).unlink()
    write(store, MATCH, 1)
    follower.look()
    assert copy_state(store, stick) == "nothing is copied: the copy that was there is gone"
    follower.look()
    assert is_whole(run, store, stick)


def test_a_store_that_was_restored_from_its_copy_goes_on_with_it(run, store, follower, stick, said) -> None:
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    before = (stick / NAME).read_bytes()
    store.client.flushall()
    run(restore, stick)
    write(store, MATCH, 2)
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert (stick / NAME).read_bytes().startswith(before)
    assert is_whole(run, store, stick)


def test_two_processes_never_write_one_copy(store, follower, stick, said) -> None:
    follower.look()
    other = Follower(store.url, stick, said.append)
    other.look()
    assert "another process writes" in said[-1]
    other.close()


def test_a_full_stick_is_said_and_goes_on_when_there_is_room(store, run, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    whole = (stick / NAME).read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(whole) + 300, hard))  # as a full disk: in the middle
    try:
        write(store, MATCH, 30)
        for _ in range(2):
            follower.look()
            assert "too large" in copy_state(store, stick)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (stick / NAME).read_bytes() == whole
    follower.look()
    assert copy_state(store, stick) == ""
    assert is_whole(run, store, stick)


def test_a_folder_that_may_not_be_written_is_said(store, stick, said) -> None:
    (stick / NAME).mkdir()
    one = Follower(store.url, stick, said.append)
    one.look()
    assert copy_state(store, stick) == "nothing is copied: Is a directory"
    one.close()
