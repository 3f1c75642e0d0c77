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
    def is_reached(self) -> bool | None:
        """True if the goal is reached; `None` without a goal."""
        if self.goal is None:
            return None
        return self.ratio >= self.goal if self.more else self.ratio <= self.goal


def limited(work: str, ours: float, limit: float, unit: str, *, more: bool = True) -> Figure:
    """A figure beside a limit, which it should keep."""
    return Figure(work, ours, "limit", limit, unit, 1.0, more)


# ── the table ────────────────────────────────────────────────────────────────────────────────────────────────────────
def table(parts: Mapping[str, Sequence[Figure]]) -> Iterator[str]:
    """The lines of the table of a run."""
    wide = max((len(f"{part}: {each.work}") for part, figures in parts.items() for each in figures), default=0)
    yield f"{'work':<{wide}}{'ours':>12}{'beside it':>12}  {'unit':<12}{'ratio':>7}  {'goal':<8}{'':<3}{'beside what'}"
    for part, figures in parts.items():
        for each in figures:
            goal = "" if each.goal is None else f"{'≥' if each.more else '≤'} {each.goal:g}"
            mark = {None: "", True: "✓", False: "✗"}[each.is_reached]
            yield (
                f"{f'{part}: {each.work}':<{wide}}{_number(each.ours):>12}{_number(each.beside):>12}  {each.unit:<12}"
                f"{each.ratio:>7.2f}  {goal:<8}{mark:<3}{each.peer}"
            )


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


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
        "parts": {part: [each._asdict() for each in figures] for part, figures in parts.items()},
    }
    path.write_text(json.dumps(run, ensure_ascii=False, indent=1), encoding="utf-8")
    return path


def earlier() -> list[Path]:
    """The files of earlier runs, the newest last."""
    return sorted(FOLDER.glob("*.json"))


def compared(before: Path, after: Path) -> Iterator[str]:
    """The lines that compare two runs by their ratios, which a slower machine or a busier one moves least."""
    old, new = (json.loads(path.read_text(encoding="utf-8")) for path in (before, after))
    yield f"before: {before.stem}, {old['machine']}"
    yield f"after:  {after.stem}, {new['machine']}"
    wide = max((len(f"{part}: {each.work}") for part, each in _figures(new)), default=0)
    yield f"{'work':<{wide}}{'before':>9}{'after':>9}{'change':>9}  {'':<8}{'beside what'}"
    known = {(part, each.work, each.peer): each for part, each in _figures(old)}
    for part, each in _figures(new):
        was = known.get((part, each.work, each.peer))
        if was is None:
            yield f"{f'{part}: {each.work}':<{wide}}{'':>9}{each.ratio:>9.2f}{'new':>9}  {'':<8}{each.peer}"
            continue
        moved = each.ratio / was.ratio - 1 if was.ratio else 0.0
        word = "" if abs(moved) < NOISE else "better" if (moved > 0) == each.more else "WORSE"
        yield f"{f'{part}: {each.work}':<{wide}}{was.ratio:>9.2f}{each.ratio:>9.2f}{moved:>+9.0%}  {word:<8}{each.peer}"


def _figures(run: Mapping[str, Any]) -> Iterable[tuple[str, Figure]]:
    return [(part, Figure(**row)) for part, rows in run["parts"].items() for row in rows]
