"""Measured comparisons, each beside a peer or a limit in the same run, on this machine alone.

Absolute figures move with machine and disk; compare the columns of one run.
"""

import importlib
import time
import traceback
from pathlib import Path

from bench import figures as figures_of
from bench.figures import TURNS, TURNS_MS, before_last, compared, earlier, keep, table, turns_ms

PARTS = {
    "start": "from the command to the first judged fact, and the memory of all processes at rest",
    "evening": "32 players with 16 phones on a machine of 512 MB",
    "results": "processor time of a reported result in all processes, and answers to 32 reporters at once",
    "rules": "checks and rolls of the rules, in plain Python and compiled",
    "append": "a bare XADD beside our append, bytes a fact, and what names with salts cost a fact",
    "endpoint": "a Flask endpoint of one XADD, on granian's WSGI and on the one port, beside our events endpoint",
    "judging": "fact to verdict at 50, 200 and 1,000 facts a second; facts judged and rebuilt a second",
    "rebuilding": "facts folded again and compared, a second: on one core, compiled, and on all cores",
    "swiss": "nine rounds of a Swiss by us, rustworkx, networkx and py4swiss",
    "reads": "processor time of every look at an ordinary match and at long ones",
    "standings": "the first standings after a result, and unchanged ones a second of a core, beside Flask alone",
    "planner": "processor time of a table of plans",
    "scorer": "the scorer's page on a slow phone: bytes, and seconds until the first die can be tapped",
    "phone_rules": "the legal plays of a turn in the phone's scripts, on a processor four times slower",
    "phones": "fifty phones that record at once, beside an endpoint of one XADD",
    "servers": "one port for requests and viewers beside a plain WSGI server",
    "viewers": "the time until viewers see a fact: 500, 2,000 and 10,000 of them",
}


def run(names: list[str]) -> int:
    """Run these parts in turn and print all figures as one table, or compare two runs.

    The exit code is 1 if a part failed, and 2 if nothing could be done.
    """
    if {"-h", "--help"} & set(names):
        print(f"make bench runs all of these, make bench ARGS={next(iter(PARTS))} one of them:")
        print("\n".join(f"  {name:<10}{what}" for name, what in PARTS.items()))
        print("make bench ARGS=compare compares the last run with the newest one before that has a part of it.")
        print('make bench ARGS="compare .bench/….json" compares it with that run.')
        return 0
    if names[:1] == ["compare"]:
        return compare(names[1:])
    if unknown := [name for name in names if name not in PARTS]:
        print(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    figures, failed, turns = {}, [], turns_ms()
    figures_of.SLOWER = turns / TURNS_MS
    print(
        f"{TURNS:,} empty turns of a loop in Python take {turns:.0f} ms here, and {TURNS_MS:.0f} ms where the limits"
        f" were set.\nLimits of time, and of work in a second, are scaled by {figures_of.SLOWER:.2f}."
    )
    for name in names:
        print(f"── {name}: {PARTS[name]}", flush=True)
        start = time.perf_counter()
        try:
            figures[name] = importlib.import_module(f"bench.{name}").main()
        except (Exception, SystemExit):  # noqa: BLE001 - the other parts have their figures all the same
            traceback.print_exc()
            failed.append(name)
        print(f"   ({time.perf_counter() - start:.0f} s)\n", flush=True)
    print("\n".join(table(figures)))
    if figures:
        print(f"kept in {keep(figures, turns=turns)}: make bench ARGS=compare")
    if failed:
        print(f"failed, for the reasons above: {', '.join(failed)}")
    return 1 if failed else 0


def compare(names: list[str]) -> int:
    """Compare the last run with an earlier one."""
    runs = earlier()
    before = Path(names[0]) if names else before_last(runs)
    if not runs or before is None or not before.is_file():
        print(
            "there is nothing to compare: make bench keeps each run in .bench, and two with a part in common are needed"
        )
        return 2
    print("\n".join(compared(before, runs[-1])))
    return 0
