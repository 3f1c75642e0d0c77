"""The measurements: each of them can be run, and two runs can be compared."""

import importlib
import json

import pytest

import bench
from bench import PARTS, figures
from bench.figures import Figure, compared, keep, limited, table

FAST, SLOW = Figure("append", 900, "a bare XADD", 1000, "facts/s", 0.75), limited("a page", 400, 300, "ms", more=False)


@pytest.mark.parametrize("name", PARTS)
def test_every_part_can_be_loaded(name):
    assert callable(importlib.import_module(f"bench.{name}").main)


def test_the_table_has_each_figure_with_what_stands_beside_it_and_whether_the_goal_is_reached():
    _, fast, slow = table({"append": [FAST], "reads": [SLOW]})
    assert fast.split() == [
        "append:",
        "append",
        "900",
        "1,000",
        "facts/s",
        "0.90",
        "≥",
        "0.75",
        "✓",
        "a",
        "bare",
        "XADD",
    ]
    assert slow.split() == ["reads:", "a", "page", "400", "300", "ms", "1.33", "≤", "1", "✗", "limit"]


def test_two_runs_are_compared_by_their_ratios_and_what_moved_is_named(tmp_path):
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    keep({"append": [FAST], "reads": [SLOW]}, tmp_path / "1").rename(before)
    worse, better = FAST._replace(ours=450), SLOW._replace(ours=150)
    new = Figure("rebuilt", 5, "limit", 10, "facts/s")
    keep({"append": [worse], "reads": [better], "judging": [new]}, tmp_path / "1").rename(after)
    *_, one, two, three = compared(before, after)
    assert one.split()[2:6] == ["0.90", "0.45", "-50%", "WORSE"]
    assert two.split()[3:7] == ["1.33", "0.50", "-62%", "better"]
    assert three.split()[2:4] == ["0.50", "new"]


def test_a_ratio_that_moved_less_than_two_runs_of_the_same_code_do_has_not_moved(tmp_path):
    before = keep({"append": [FAST]}, tmp_path / "1")
    after = keep({"append": [FAST._replace(ours=880)]}, tmp_path / "2")
    *_, line = compared(before, after)
    assert "WORSE" not in line
    assert line.split()[2:5] == ["0.90", "0.88", "-2%"]


def test_a_part_that_fails_is_named_and_keeps_no_figure_of_another_back(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    monkeypatch.setattr("bench.planner.main", lambda: [FAST])
    monkeypatch.setattr("bench.swiss.main", lambda: 1 / 0)
    assert bench.run(["swiss", "planner"]) == 1
    [kept] = tmp_path.iterdir()
    assert list(json.loads(kept.read_text())["parts"]) == ["planner"]
    said = capsys.readouterr()
    assert said.out.endswith("failed, for the reasons above: swiss\n")
    assert "ZeroDivisionError" in said.err


def test_a_run_prints_its_table_and_is_kept_and_compared_with_the_run_before(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    monkeypatch.setitem(bench.PARTS, "planner", "one figure")
    monkeypatch.setattr("bench.planner.main", lambda: [FAST])
    assert bench.run(["compare"]) == 2
    assert bench.run(["planner"]) == 0
    [kept] = tmp_path.iterdir()
    assert json.loads(kept.read_text())["parts"]["planner"][0]["ours"] == 900
    assert "planner: append" in capsys.readouterr().out
    assert bench.run(["compare", str(kept)]) == 0
    assert "+0%" in capsys.readouterr().out
