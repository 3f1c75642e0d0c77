"""`brade export` and `import`, as an operator types them, on a real store."""

import json
import os
import subprocess
import sys

import pytest

from core.errors import NotAllowed, UnknownEvent
from core.eventlog.hash_chain import ZERO_HASH, hash_of
from service.commands.export import export
from service.commands.import_ import import_
from service.commands.verify import verify
from service.store.maintenance import daily_number
from service.store.maintenance.daily_number import Number
from tests.support.logs.exported_lines import lines_of, write_lines
from tests.support.proving import prove


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


def test_an_export_says_the_number_of_the_day_beside_the_file(run, evening, store, tmp_path):
    assert "number of the day" not in run(export, "m_aaaaaaaaaa", "-o", tmp_path / "file").stderr
    daily_number.show(store.client, Number(1_700_000_000_000, "3f9a" * 16))
    said = run(export, "m_aaaaaaaaaa", "-o", tmp_path / "file").stderr
    assert "1 log, 5 events. The number of the day is 3f9a 3f9a 3f9a 3f9a 3f9a." in said
    assert all("stream" in line for line in lines_of(tmp_path / "file"))


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


@prove
def test_a_reader_that_has_seen_enough_ends_an_export_without_a_word(evening, store):
    code = "from service.cli import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "export", "m_aaaaaaaaaa"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"BRADE_STORE_URL": store.url},
    ) as process:
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


def test_a_match_is_exported_as_a_sheet(run, evening, tmp_path):
    assert run(export, "m_aaaaaaaaaa", "--as", "txt", "-o", tmp_path / "match.txt").exit_code == 0
    assert (tmp_path / "match.txt").read_text().startswith("Swedish Tables ")


def test_a_match_that_no_mat_can_hold_says_why_and_leaves_no_file(run, evening, tmp_path):
    with pytest.raises(NotAllowed, match=r"has no \.mat"):
        run(export, "m_aaaaaaaaaa", "--as", "mat", "-o", tmp_path / "match.mat")
    assert not (tmp_path / "match.mat").exists()
    with pytest.raises(UnknownEvent, match="does not begin with MatchOpened"):
        run(export, "t_bbbbbbbbbb", "--as", "mat")
