"""`brade verify`, `export` and `import`, as an operator types them, on a real store."""

import gzip
import json
import os
import subprocess
import sys

import pytest

from core.errors import NotAllowed, UnknownEvent
from core.eventlog.hash_chain import ZERO_HASH, hash_of
from service.commands.doctor import doctor
from service.commands.export import export
from service.commands.import_ import import_
from service.commands.verify import verify
from service.store import altered_log, keys
from service.store.maintenance import all_streams
from tests.support.exported_lines import lines_of, tamper, write_lines


# ── verify: files ────────────────────────────────────────────────────────────────────────────────────────────────────
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


# ── verify: the store ────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_whole_store_is_proved(run, evening):
    result = run(verify)
    assert result.exit_code == 0
    assert "6 logs, 18 events. Every event is as it was recorded." in result.stdout


def test_the_matches_of_a_tournament_are_listed_by_number(run, evening):
    listed = [line.split()[0] for line in run(verify).stdout.splitlines() if line.startswith("  ")]
    assert listed == [
        "c_vasa", "m_aaaaaaaaaa", "t_bbbbbbbbbb", "t_bbbbbbbbbb.1", "t_bbbbbbbbbb.2", "t_bbbbbbbbbb.10",
    ]  # fmt: skip


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


# ── export and import ────────────────────────────────────────────────────────────────────────────────────────────────
def test_export_import_export_gives_the_same_bytes(run, evening, store, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", first)
    store.client.flushall()
    result = run(import_, first)
    assert result.exit_code == 0
    assert "4 logs brought in" in result.stdout
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", second)
    assert first.read_bytes() == second.read_bytes()
    assert run(verify).exit_code == 0


def test_an_export_begins_with_the_tournament_and_has_its_matches_by_number(run, evening, tmp_path):
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", tmp_path / "file")
    order = list(dict.fromkeys(line["stream"].removeprefix("t_bbbbbbbbbb") for line in lines_of(tmp_path / "file")))
    assert order == ["", ".1", ".2", ".10"]


def test_an_export_without_a_file_goes_to_standard_output(run, evening):
    lines = [json.loads(line) for line in run(export, "m_aaaaaaaaaa").stdout.splitlines()]
    assert [line["version"] for line in lines] == [0, 1, 2, 3, 4]
    assert all(len(line["hash"]) == 64 for line in lines)


def test_a_club_is_exported_by_its_slug_too(run, evening):
    assert run(export, "vasa").stdout == run(export, "c_vasa").stdout


def test_what_is_not_there_to_export_is_answered_with_how_logs_are_called(run, evening):
    result = run(export, "nobody")
    assert result.exit_code == 1
    for form in ("nobody", "m_…", "t_…", "t_….1", "c_…", "slug"):
        assert form in result.stderr


def test_an_import_says_which_club_is_missing(run, evening, store, tmp_path):
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", tmp_path / "file")
    run(export, "vasa", "-o", tmp_path / "club")
    store.client.flushall()
    result = run(import_, tmp_path / "file")
    assert result.exit_code == 0
    assert "The club vasa of t_bbbbbbbbbb and 3 more is not in the store: bring in c_vasa too" in result.stderr
    store.client.flushall()
    assert "is not in the store" not in run(import_, tmp_path / "file", tmp_path / "club").stderr


def test_a_reader_that_has_seen_enough_ends_an_export_without_a_word(evening, store):
    code = "from service.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "export", "m_aaaaaaaaaa"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"BRADE_STORE_URL": store.url},
    ) as process:  # fmt: skip
        process.stdout.close()
        said = process.stderr.read()
    assert (process.returncode, said) == (1, b"")


def test_what_is_here_already_is_refused_and_the_rest_brought_in(run, evening, store, tmp_path):
    file = tmp_path / "file"
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", file)
    store.client.flushall()
    write_lines(tmp_path / "one", [line for line in lines_of(file) if line["stream"] == "t_bbbbbbbbbb.2"])
    assert run(import_, tmp_path / "one").exit_code == 0
    result = run(import_, file)
    assert result.exit_code == 1
    assert "t_bbbbbbbbbb.2 is in the store already" in result.stderr
    assert "3 logs brought in" in result.stdout
    assert sorted(store.log().streams()) == ["t_bbbbbbbbbb", "t_bbbbbbbbbb.1", "t_bbbbbbbbbb.10", "t_bbbbbbbbbb.2"]


def test_an_altered_file_brings_nothing_in(run, evening, store, tmp_path):
    file = tmp_path / "file"
    run(export, "t_bbbbbbbbbb", "--with-matches", "-o", file)
    store.client.flushall()
    lines = lines_of(file)
    lines[-1]["dice"] = [1, 1]
    write_lines(file, lines)
    result = run(import_, file)
    assert result.exit_code == 1
    assert "t_bbbbbbbbbb.10, version 4 (DiceRolled, line 12)" in result.stderr
    assert "Nothing was brought in." in result.stderr
    assert list(store.log().streams()) == []


def test_a_log_under_another_name_or_of_nothing_is_not_taken(run, evening, store, tmp_path):
    def file(**changed):
        line = {
            "stream": "m_x",
            "version": 0,
            "type": "OpeningRolled",
            "schema": 1,
            "white": 1,
            "black": 2,
            "recorded_at": "2026-01-01T00:00:00.000Z",
            "recorded_by": "x",
            "prev_hash": ZERO_HASH,
            **changed,
        }
        write_lines(tmp_path / "file", [{**line, "hash": hash_of(line)}])
        return tmp_path / "file"

    for changed, said in (
        ({}, "does not begin with MatchOpened"),
        ({"stream": "../m"}, "no name of a match"),
        ({"type": "Nonsense"}, "is of a newer version of brade (Nonsense, schema 1)"),
        ({"purple": 1}, "event 0 of m_x is of a newer version"),
        ({"type": "Non sense"}, "cannot be read"),
        ({"recorded_at": "2026-01-01T00:00:00Z"}, "would write it otherwise"),
    ):
        result = run(import_, file(**changed))
        assert (result.exit_code, said in result.stderr) == (1, True), result.stderr


def test_a_log_can_come_through_a_pipe(evening, store, tmp_path, run):
    run(export, "m_aaaaaaaaaa", "-o", tmp_path / "file")
    code = "from service.commands.verify import verify; verify()"
    done = subprocess.run(
        [sys.executable, "-c", code, "-"], input=(tmp_path / "file").read_bytes(), capture_output=True, timeout=30
    )
    assert done.returncode == 0, done.stderr
    assert b"standard input: 1 log, 5 events." in done.stdout


# ── export as people and other programs read it ──────────────────────────────────────────────────────────────────────
def test_a_match_is_exported_as_a_sheet(run, evening, tmp_path):
    assert run(export, "m_aaaaaaaaaa", "--as", "txt", "-o", tmp_path / "match.txt").exit_code == 0
    assert (tmp_path / "match.txt").read_text().startswith("Swedish Tables ")


def test_a_match_that_no_mat_can_hold_says_why_and_leaves_no_file(run, evening, tmp_path):
    with pytest.raises(NotAllowed, match=r"has no \.mat"):
        run(export, "m_aaaaaaaaaa", "--as", "mat", "-o", tmp_path / "match.mat")
    assert not (tmp_path / "match.mat").exists()
    with pytest.raises(UnknownEvent, match="does not begin with MatchOpened"):
        run(export, "t_bbbbbbbbbb", "--as", "mat")
