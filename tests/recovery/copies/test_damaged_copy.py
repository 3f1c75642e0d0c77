"""A copy that is torn, damaged, or of another store: said, kept, and copied again."""

import os

import pytest

from service.commands.restore import restore
from service.commands.verify import verify
from service.copies.copy_file import NAME
from service.copies.follower import Follower
from service.store import keys
from service.store.maintenance import all_streams
from tests.support.logs.copies import OTHER, copy_state, is_whole, write
from tests.support.logs.exported_lines import tamper
from tests.support.processes.service_data import MATCH
from tests.support.proving import some


@pytest.mark.parametrize("tail", [b"", b"\0" * 4096, b'{"stream":"m_a', b'{"stream":"m_a"}\n'])
@pytest.mark.parametrize("cut", some([0, 5, 400], 5))
def test_an_end_that_a_power_cut_tore_is_passed_over_by_a_restore_and_copied_again(
    run, store, follower, stick, said, tail, cut
) -> None:
    write(store, MATCH, 5)
    follower.look()
    follower.close()
    file = stick / NAME
    os.truncate(file, file.stat().st_size - cut)
    with file.open("ab") as torn:
        torn.write(tail)
    store_before, text = all_streams.heads(store.client), store.client
    is_torn = bool(tail) or cut > 0
    proved = run(verify, stick)
    assert (proved.exit_code, "half written" in proved.stdout) == (0, is_torn), proved.output
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert ("the end of the copy was torn" in said[-2]) == is_torn
    assert is_whole(run, store, stick)
    assert list(stick.iterdir()) == [file]
    text.flushall()
    assert run(restore, stick).exit_code == 0
    assert all_streams.heads(store.client) == store_before


def test_a_copy_that_is_damaged_before_its_end_is_kept_and_copied_again_from_there(
    run, store, follower, stick, said
) -> None:
    write(store, OTHER, 3)
    follower.look()
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    file = stick / NAME
    lines = file.read_bytes().splitlines(keepends=True)
    damaged = [*lines[:3], b"\0" * (len(lines[3]) - 1) + b"\n", *lines[4:]]
    file.write_bytes(b"".join(damaged))
    proved = run(verify, stick)
    assert proved.exit_code == 1
    assert "line 4: no event" in proved.stdout
    heads = all_streams.heads(store.client)
    store.client.flushall()
    refused = run(restore, stick)
    assert (refused.exit_code, "Nothing was changed." in refused.stderr) == (1, True)
    assert all_streams.heads(store.client) == {}
    others = run(restore, stick, "--despite-damage")
    assert (others.exit_code, OTHER in others.stderr) == (3, True), others.output
    assert all_streams.heads(store.client) == {MATCH: heads[MATCH]}
    store.client.flushall()
    write(store, OTHER, 3)
    write(store, MATCH, 3)
    again = Follower(store.url, stick, said.append)
    again.look()
    again.close()
    assert any("line 4 of the copy is damaged" in line for line in said)
    assert is_whole(run, store, stick)
    kept = next(path for path in stick.iterdir() if "damaged" in path.name)
    assert kept.read_bytes() == b"".join(damaged[3:])


def test_a_copy_of_another_store_and_a_file_of_another_program_are_left_as_they_are(
    store, follower, stick, said
) -> None:
    write(store, MATCH, 3)
    follower.look()
    follower.close()
    before = (stick / NAME).read_bytes()
    store.client.flushall()  # and so it is another store
    write(store, MATCH, 5, "Another")
    other = Follower(store.url, stick, said.append)
    for _ in range(2):
        other.look()
        assert (
            copy_state(store, stick)
            == "nothing is copied: the copy that is there is of another store: take another folder"
        )
    assert (stick / NAME).read_bytes() == before
    (stick / NAME).write_text("my shopping list\n")
    other.look()
    assert "is no copy of brade's" in copy_state(store, stick)
    assert (stick / NAME).read_text() == "my shopping list\n"
    (stick / NAME).unlink()
    other.look()
    assert copy_state(store, stick) == ""
    other.close()


def test_a_log_that_is_not_as_it_was_written_is_named_and_the_others_go_on(store, run, follower, stick, said) -> None:
    for each in (MATCH, OTHER):
        write(store, each, 3)
    tamper(store, MATCH, 2, data=b'["vasa","Altered"]')
    follower.look()
    assert copy_state(store, stick).startswith(
        f"not everything is copied, 1 of 2 logs are not: {MATCH}: version 2 is not as"
    )
    write(store, OTHER, 2)
    follower.look()
    assert "2 logs, 8 events" in run(verify, stick).stdout


def test_a_log_that_got_shorter_is_named_and_the_copy_brings_its_end_back(store, run, follower, stick) -> None:
    write(store, MATCH, 3)
    follower.look()
    before, head = (stick / NAME).read_bytes(), store.log().head(MATCH)
    place, shard = keys.log(MATCH), keys.shard_of(MATCH)
    entries = store.client.xrange(place)
    store.client.delete(place, keys.feed(shard))
    for entry, fields in entries[:2]:
        store.client.xadd(place, fields, id=entry)
    store.client.hset(keys.head(shard), MATCH, f"1 {entries[2][1][b'prev'].hex()}")
    follower.look()
    assert "the copy goes up to version 3, the store to 1" in copy_state(store, stick)
    result = run(restore, stick)
    assert "1 log that was shorter got its end back, 2 events." in result.stdout, result.output
    follower.look()
    assert (copy_state(store, stick), store.log().head(MATCH)) == ("", head)
    assert (stick / NAME).read_bytes() == before
