"""The measurements: each of them can be run, and two runs can be compared."""

import importlib
import json

import pytest

import bench
from bench import PARTS, figures
from bench.figures import Figure, before_last, compared, keep, limited, table

FAST, SLOW = Figure("append", 900, "a bare XADD", 1000, "facts/s", 0.75), limited("a page", 400, 300, "ms", more=False)


@pytest.mark.parametrize("name", PARTS)
def test_every_part_can_be_loaded(name):
    assert callable(importlib.import_module(f"bench.{name}").main)


def test_the_table_has_each_figure_with_what_stands_beside_it_and_whether_the_goal_is_reached():
    _, fast, slow, sum_, missed = table({"append": [FAST], "reads": [SLOW]})
    assert " ".join(fast.split()) == "append: append 900 1,000 facts/s 0.90 ≥ 0.75 ✓ a bare XADD"
    assert " ".join(slow.split()) == "reads: a page 400 300 ms 1.33 ≤ 1 ✗ limit"
    assert sum_.endswith("1 of 2 goals are reached.")
    assert missed == "missed: reads: a page, 1.33 instead of ≤ 1"


def test_a_limit_of_time_is_that_of_a_machine_as_slow_as_this_one_and_bytes_are_the_same_everywhere(monkeypatch):
    monkeypatch.setattr(figures, "SLOWER", 2.0)
    beside = {unit: limited("work", 1, 300, unit).beside for unit in ("s", "ms", "µs", "facts/s", "MB", "%", "")}
    assert beside == {"s": 600, "ms": 600, "µs": 600, "facts/s": 150, "MB": 300, "%": 300, "": 300}


def test_two_runs_are_compared_by_their_ratios_and_what_moved_is_named(tmp_path):
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    keep({"append": [FAST], "reads": [SLOW]}, tmp_path / "1").rename(before)
    worse, better = FAST._replace(ours=450), SLOW._replace(ours=150)
    new = Figure("rebuilt", 5, "limit", 10, "facts/s")
    keep({"append": [worse], "reads": [better], "judging": [new]}, tmp_path / "1").rename(after)
    *_, one, two, three = compared(before, after)
    assert " ".join(one.split()) == "append: append 900 450 facts/s 0.90 0.45 -50% WORSE ≥ 0.75 ✗ a bare XADD"
    assert " ".join(two.split()) == "reads: a page 400 150 ms 1.33 0.50 -62% better ≤ 1 ✓ limit"
    assert " ".join(three.split()) == "judging: rebuilt 5 facts/s 0.50 new limit"


def test_what_was_measured_before_and_is_not_now_is_named(tmp_path):
    before = keep({"append": [FAST, FAST._replace(work="bytes")], "reads": [SLOW]}, tmp_path / "1")
    *_, figure, part = compared(before, keep({"append": [FAST]}, tmp_path / "2"))
    assert figure.startswith("append: bytes")
    assert figure.endswith("measured before, and not now (beside: a bare XADD)")
    assert part == "These parts were measured before, and not now: reads"


def test_a_figure_beside_a_limit_is_worse_only_beyond_what_the_machine_lost(tmp_path):
    before = keep({"append": [FAST], "reads": [SLOW]}, tmp_path / "1", 100)
    slower = {"append": [FAST._replace(ours=700)], "reads": [SLOW._replace(ours=480)]}
    *_, peer, limit, said = compared(before, keep(slower, tmp_path / "2", 115))
    assert "WORSE" in peer
    assert "WORSE" not in limit
    assert said.startswith("Empty turns took +15% time.")


def test_the_last_run_is_compared_with_the_newest_one_that_has_a_part_of_it(tmp_path):
    runs = [keep({part: [FAST]}, tmp_path / str(each)) for each, part in enumerate(("append", "reads", "append"))]
    assert before_last(runs) == runs[0]
    assert before_last(runs[1:]) is None
    assert before_last([]) is None


def test_a_ratio_that_moved_less_than_two_runs_of_the_same_code_do_has_not_moved(tmp_path):
    before = keep({"append": [FAST]}, tmp_path / "1")
    after = keep({"append": [FAST._replace(ours=880)]}, tmp_path / "2")
    *_, line = compared(before, after)
    assert "WORSE" not in line
    assert line.split()[5:8] == ["0.90", "0.88", "-2%"]


def test_a_part_that_fails_is_named_and_keeps_no_figure_of_another_back(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(figures, "FOLDER", tmp_path)
    monkeypatch.setattr(figures, "SLOWER", 1.0)
    monkeypatch.setattr(figures, "TURNS", 10_000)  # what the machine can do is told, and not needed here
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
    monkeypatch.setattr(figures, "SLOWER", 1.0)
    monkeypatch.setattr(figures, "TURNS", 10_000)  # what the machine can do is told, and not needed here
    monkeypatch.setitem(bench.PARTS, "planner", "one figure")
    monkeypatch.setattr("bench.planner.main", lambda: [FAST])
    assert bench.run(["compare"]) == 2
    assert bench.run(["planner"]) == 0
    [kept] = tmp_path.iterdir()
    assert json.loads(kept.read_text())["parts"]["planner"][0]["ours"] == 900
    assert "planner: append" in capsys.readouterr().out
    assert bench.run(["compare", str(kept)]) == 0
    assert "+0%" in capsys.readouterr().out
