"""Figures of a run beside a peer or a limit of the same run: one table, kept for the next comparison."""

import json
import os
import platform
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent.parent / ".bench"
"""Earlier runs, a file each, named by their time."""
NOISE = 0.1
"""A ratio that moved by less than this part of itself has not moved: two runs of the same code differ so much."""
SPEED = 0.03
"""A change of the machine's speed that is told."""
OWN_LIMIT = "limit"
"""The peer of a figure that stands beside a number of the project's own. It is scaled by `SLOWER`."""
TURNS_MS = 110.0
"""The result of `turns_ms` on the machine for which the limits were set."""
SLOWER = 1.0
"""The time that this machine needs for what took a second on that one. A run measures it first."""
_TIMES = ("s", "ms", "µs")


class Figure(NamedTuple):
    """One measured figure and the one beside it, in the same unit.

    `goal` is the ratio of ours to the peer's that is aimed at: at least that if `more` is better, else at most.
    """

    work: str
    ours: float
    peer: str
    beside: float
    unit: str
    goal: float | None = None
    more: bool = True

    @property
    def ratio(self) -> float:
        """Ours to the peer's."""
        return self.ours / self.beside if self.beside else 0.0

    @property
    def aim(self) -> str:
        """The goal as it is written; empty without one."""
        return "" if self.goal is None else f"{'≥' if self.more else '≤'} {self.goal:g}"

    @property
    def is_reached(self) -> bool | None:
        """True if the goal is reached; `None` without a goal."""
        if self.goal is None:
            return None
        return self.ratio >= self.goal if self.more else self.ratio <= self.goal


def limited(work: str, ours: float, limit: float, unit: str, *, more: bool = True) -> Figure:
    """A figure beside a limit, which it should keep.

    A limit of time, or of work in a second, was set for a machine of `TURNS_MS`, and is that much longer or less on a
    slower one. Bytes are the same everywhere.
    """
    if unit in _TIMES:
        limit *= SLOWER
    elif unit.endswith("/s"):
        limit /= SLOWER
    return Figure(work, ours, OWN_LIMIT, limit, unit, 1.0, more)


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
def table(parts: Mapping[str, Sequence[Figure]]) -> Iterator[str]:
    """The lines of the table of a run, and below it the goals that are missed."""
    wide = max((len(f"{part}: {figure.work}") for part, figures in parts.items() for figure in figures), default=0)
    yield f"{'work':<{wide}}{'ours':>12}{'beside it':>12}  {'unit':<12}{'ratio':>8}  {'goal':<8}{'':<3}{'beside what'}"
    for part, figures in parts.items():
        for figure in figures:
            mark = {None: "", True: "✓", False: "✗"}[figure.is_reached]
            yield (
                f"{f'{part}: {figure.work}':<{wide}}{_number(figure.ours):>12}{_number(figure.beside):>12}"
                f"  {figure.unit:<12}{_ratio(figure):>8}  {figure.aim:<8}{mark:<3}{figure.peer}"
            )
    aimed = [(part, figure) for part, figures in parts.items() for figure in figures if figure.goal is not None]
    missed = [(part, each) for part, each in aimed if not each.is_reached]
    yield f"The ratio is ours to what stands beside it. {len(aimed) - len(missed)} of {len(aimed)} goals are reached."
    for part, each in missed:
        yield f"missed: {part}: {each.work}, {_ratio(each)} instead of {each.aim}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}" if value else "0"


def _ratio(figure: Figure) -> str:
    return f"{figure.ratio:.2f}" if figure.ratio >= NOISE else f"{figure.ratio:.2g}"


TURNS = 10_000_000


def turns_ms() -> float:
    """Processor time of ten million empty turns of a loop in Python, in ms: how fast the machine is at this moment."""
    took = []
    for _ in range(3):
        began = time.process_time()
        for _ in range(TURNS):
            pass
        took.append(time.process_time() - began)
    return 1e3 * min(took)


# ── earlier runs ─────────────────────────────────────────────────────────────────────────────────────────────────────
def keep(parts: Mapping[str, Sequence[Figure]], folder: Path | None = None, turns: float = 0.0) -> Path:
    """Write a run into a file of its own; its path. `turns` is what `turns_ms` was before it."""
    folder = folder or FOLDER
    folder.mkdir(exist_ok=True)
    path = folder / f"{datetime.now(UTC):%Y-%m-%dT%H%M%SZ}.json"
    run = {
        "machine": f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
        f", {TURNS:,} empty turns in {turns:.0f} ms",
        "turns_ms": turns,
        "parts": {part: [figure._asdict() for figure in figures] for part, figures in parts.items()},
    }
    path.write_text(json.dumps(run, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def earlier() -> list[Path]:
    """The files of earlier runs, the newest last."""
    return sorted(FOLDER.glob("*.json"))


def before_last(runs: Sequence[Path]) -> Path | None:
    """The newest run before the last one that has a part of it."""
    parts = _read(runs[-1])["parts"].keys() if runs else set[str]()
    return next((run for run in reversed(runs[:-1]) if parts & _read(run)["parts"].keys()), None)


# ── two runs ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def compared(before: Path, after: Path) -> Iterator[str]:
    """The lines that compare two runs by their ratios. One to a peer of the same run hardly depends on the machine."""
    old, new = _read(before), _read(after)
    yield f"before: {before.stem}, {old['machine']}"
    yield f"after:  {after.stem}, {new['machine']}"
    slower = new["turns_ms"] / old["turns_ms"] - 1 if old.get("turns_ms") and new.get("turns_ms") else 0.0
    wide = max((len(f"{part}: {each.work}") for run in (old, new) for part, each in _figures(run)), default=0)
    yield (
        f"{'work':<{wide}}{'ours before':>13}{'after':>10}  {'unit':<12}{'ratio before':>13}{'after':>8}{'change':>8}"
        f"  {'':<8}{'goal':<8}{'':<3}{'beside what'}"
    )
    known = {(part, each.work, each.peer): each for part, each in _figures(old)}
    for part, each in _figures(new):
        was = known.pop((part, each.work, each.peer), None)
        moved = each.ratio / was.ratio - 1 if was and was.ratio else 0.0
        noise = NOISE + abs(slower) * (each.peer == OWN_LIMIT)
        word = "" if abs(moved) < noise else "better" if (moved > 0) == each.more else "WORSE"
        mark = {None: "", True: "✓", False: "✗"}[each.is_reached]
        yield (
            f"{f'{part}: {each.work}':<{wide}}{_number(was.ours) if was else '':>13}{_number(each.ours):>10}"
            f"  {each.unit:<12}{_ratio(was) if was else '':>13}{_ratio(each):>8}"
            f"{f'{moved:+.0%}' if was else 'new':>8}  {word:<8}{each.aim:<8}{mark:<3}{each.peer}"
        )
    for part, work, peer in known:
        if part in new["parts"]:
            yield f"{f'{part}: {work}':<{wide}}  measured before, and not now (beside: {peer})"
    if left := sorted(old["parts"].keys() - new["parts"].keys()):
        yield f"These parts were measured before, and not now: {', '.join(left)}"
    if abs(slower) >= SPEED:
        yield (
            f"Empty turns took {slower:+.0%} time. Figures beside a limit move with the machine, and are called better"
            " or worse only beyond that."
        )


def _read(path: Path) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return run


def _figures(run: Mapping[str, Any]) -> Iterable[tuple[str, Figure]]:
    return [(part, Figure(**row)) for part, rows in run["parts"].items() for row in rows]
