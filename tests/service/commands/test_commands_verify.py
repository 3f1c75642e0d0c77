"""`brade verify` of files and of the store, as an operator types it."""

import gzip
import subprocess
import sys

import pytest

from core.eventlog.hash_chain import hash_of
from service.commands.doctor import doctor
from service.commands.export import export
from service.commands.verify import verify
from service.store import altered_log, keys
from service.store.maintenance import all_streams
from tests.support.logs.exported_lines import lines_of, tamper, write_lines
from tests.support.proving import prove


def test_an_exported_file_proves_itself_without_a_store(run, evening, tmp_path, monkeypatch):
    file = tmp_path / "evening.ndjson"
    assert run(export, "t_bbbbbbbbbb", "--with-matches", "-o", file).exit_code == 0
    monkeypatch.setenv("BRADE_STORE_URL", "redis://127.0.0.1:1/0")
    result = run(verify, file)
    assert result.exit_code == 0
    assert "4 logs, 12 events. Every event is as it was recorded." in result.stdout


def test_a_gzip_file_is_proved_too(run, evening, tmp_path):
    run(export, "m_aaaaaaaaaa", "-o", tmp_path / "match.ndjson")
    packed = tmp_path / "match.ndjson.gz"
    packed.write_bytes(gzip.compress((tmp_path / "match.ndjson").read_bytes()))
    assert run(verify, packed).exit_code == 0


@pytest.mark.parametrize(("rehashed", "reason"), [(False, "hash"), (True, "next event")])
def test_the_first_altered_event_of_a_file_is_named(run, evening, tmp_path, rehashed, reason):
    file = tmp_path / "evening.ndjson"
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", file)
    lines = lines_of(file)
    place = next(n for n, line in enumerate(lines) if line["stream"] == "t_bbbbbbbbbb.10" and line["version"] == 2)
    lines[place]["dice"] = [6, 6]
    if rehashed:
        lines[place]["hash"] = hash_of(lines[place])
    write_lines(file, lines)
    result = run(verify, file)
    assert result.exit_code == 1
    assert f"t_bbbbbbbbbb.10, version 2 (DiceRolled, line {place + 1}): " in result.stdout
    assert reason in result.stdout
    assert "1 fault; 3 logs with 7 events whole" in result.stdout


def test_a_line_taken_out_is_missed(run, evening, tmp_path):
    file = tmp_path / "match.ndjson"
    run(export, "m_aaaaaaaaaa", "-o", file)
    lines = lines_of(file)
    write_lines(file, [*lines[:2], *lines[3:]])
    result = run(verify, file)
    assert result.exit_code == 1
    assert "m_aaaaaaaaaa, version 2: version 2 is missing: 3 follows 1" in result.stdout


def test_an_event_without_a_hash_proves_nothing(run, evening, tmp_path):
    file = tmp_path / "match.ndjson"
    run(export, "m_aaaaaaaaaa", "-o", file)
    lines = lines_of(file)
    del lines[-1]["hash"]
    write_lines(file, lines)
    assert run(verify, file).exit_code == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b'{"stream":"m_a",', "line 3: no JSON"),
        (b"[1]", "line 3: no event, but a JSON list"),
        (b"{}", "line 3: no event of a log"),
        (b'{"stream":"m_a\xff"}', "line 3: no UTF-8"),
        (b"[" * 100_000, "line 3: cannot be read"),
    ],
)
def test_a_line_that_is_no_event_is_named_by_its_number(run, evening, tmp_path, text, said):
    file = tmp_path / "match.ndjson"
    run(export, "m_aaaaaaaaaa", "-o", file)
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([lines[0], b"", text, *lines[1:]]))
    result = run(verify, file)
    assert result.exit_code == 1
    assert f"{file}, {said}" in result.stdout


def test_a_part_of_a_log_is_proved_and_called_a_part(run, evening, tmp_path):
    file = tmp_path / "match.ndjson"
    run(export, "m_aaaaaaaaaa", "-o", file)
    write_lines(file, lines_of(file)[2:])
    result = run(verify, file)
    assert result.exit_code == 0
    assert "from version 2 on: what came before is not in the file" in result.stdout


def test_a_log_that_comes_twice_is_not_believed(run, evening, tmp_path):
    run(export, "m_aaaaaaaaaa", "-o", tmp_path / "one")
    run(export, "c_vasa", "-o", tmp_path / "two")
    both = tmp_path / "both"
    both.write_bytes(b"".join((tmp_path / name).read_bytes() for name in ("one", "two", "one")))
    result = run(verify, both)
    assert result.exit_code == 1
    assert "line 7: m_aaaaaaaaaa comes a second time" in result.stdout


def test_a_cut_gzip_file_is_said_to_be_cut(run, evening, tmp_path):
    run(export, "m_aaaaaaaaaa", "-o", tmp_path / "one")
    packed = tmp_path / "one.gz"
    packed.write_bytes(gzip.compress((tmp_path / "one").read_bytes())[:-30])
    result = run(verify, packed)
    assert result.exit_code == 1
    assert "cut off" in result.stdout


def test_what_is_neither_file_nor_stream_is_said(run, store):
    result = run(verify, "matches.ndjson")
    assert result.exit_code == 1
    assert "There is no file matches.ndjson" in result.stderr


def test_a_whole_store_is_proved(run, evening):
    result = run(verify)
    assert result.exit_code == 0
    assert "6 logs, 18 events. Every event is as it was recorded." in result.stdout


def test_the_matches_of_a_tournament_are_listed_by_number(run, evening):
    listed = [line.split()[0] for line in run(verify).stdout.splitlines() if line.startswith("  ")]
    assert listed == [
        "c_vasa",
        "m_aaaaaaaaaa",
        "t_bbbbbbbbbb",
        "t_bbbbbbbbbb.1",
        "t_bbbbbbbbbb.2",
        "t_bbbbbbbbbb.10",
    ]


def test_an_empty_store_has_nothing_to_prove(run, store):
    result = run(verify)
    assert (result.exit_code, "0 logs, 0 events" in result.stdout) == (0, True)


@pytest.mark.parametrize(
    ("version", "changed", "said"),
    [
        (2, {"data": b'["white",[6,6]]'}, "version 2 (DiceRolled): its hash is not the one that the next"),
        (1, {"by": b"vasa.x"}, "version 1 (OpeningRolled): its hash is not the one that the next"),
        (3, {"at": b"1"}, "version 3 (TurnPassed): its hash"),
        (4, {"data": b'["black",[6,6]]'}, "version 4 (DiceRolled): its hash is not the one that the head"),
        (0, {"prev": b"x" * 32}, "version 0 (MatchOpened): the opening event does not start a chain"),
        (2, {"type": b"DiceRolled.9"}, "version 2 (DiceRolled): its hash is not the one that the next"),
        (3, {"data": b"{"}, "version 3: cannot be read, JSONDecodeError"),
    ],
)
def test_an_entry_altered_in_the_store_is_named(run, evening, store, version, changed, said):
    tamper(store, "m_aaaaaaaaaa", version, **changed)
    result = run(verify)
    assert result.exit_code == 1
    assert f"m_aaaaaaaaaa, {said}" in result.stdout
    assert "1 fault; 5 logs with 13 events whole" in result.stdout


def test_one_stream_can_be_proved_alone(run, evening, store):
    tamper(store, "m_aaaaaaaaaa", 2, data=b'["white",[6,6]]')
    assert run(verify, "t_bbbbbbbbbb.2").exit_code == 0
    assert run(verify, "m_aaaaaaaaaa").exit_code == 1
    assert "m_nowhere000: there is no such log" in run(verify, "m_nowhere000").stdout


def test_events_cut_off_the_end_are_missed(run, evening, store):
    store.client.xdel(keys.log("m_aaaaaaaaaa"), "4-0")
    result = run(verify)
    assert result.exit_code == 1
    assert "m_aaaaaaaaaa, version 4: it is missing: the log ends before its head, 4" in result.stdout


def test_a_log_that_is_gone_is_missed(run, evening, store):
    store.client.delete(keys.log("m_aaaaaaaaaa"))
    assert "m_aaaaaaaaaa, version 0: the opening event is missing" in run(verify).stdout


def test_an_event_put_behind_the_end_is_noticed(run, evening, store):
    place = keys.log("m_aaaaaaaaaa")
    (_, fields) = store.client.xrevrange(place, count=1)[0]
    store.client.xadd(place, fields, id="5-0")
    assert "m_aaaaaaaaaa, version 5: it stands behind the end" in run(verify).stdout
    assert altered_log.misplaced_ends(store.client, all_streams.heads(store.client)) == ["m_aaaaaaaaaa"]
    said = " ".join(run(doctor).stdout.split())
    assert "m_aaaaaaaaaa: not as written, the end is not where the head says" in said


def test_a_log_without_a_head_is_noticed(run, evening, store):
    store.client.hdel(keys.head(keys.shard_of("m_aaaaaaaaaa")), "m_aaaaaaaaaa")
    result = run(verify)
    assert result.exit_code == 1
    assert "m_aaaaaaaaaa: a log that no head names" in result.stdout


@prove
def test_a_log_can_come_through_a_pipe(evening, store, tmp_path, run):
    run(export, "m_aaaaaaaaaa", "-o", tmp_path / "file")
    code = "from service.commands.verify import verify; verify()"
    done = subprocess.run(
        [sys.executable, "-c", code, "-"], input=(tmp_path / "file").read_bytes(), capture_output=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    assert b"standard input: 1 log, 5 events." in done.stdout
