"""Recorded turns checked, and rolls generated, in a second on one core.

    python -m bench.rules

A roll is generated once all its legal plays are known; with their boards, once each is a position with its landings as
well. The limits beside which the figures stand are the project's own. Where a compiled build is (`make fast`), it is
measured as well, in a process of its own. Where `gnubg-nn` is installed, backgammon stands beside GNU Backgammon's
generator in C: beside its position keys, and beside each key made a board. Seconds are those of the processor.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bench.figures import Figure
from core.events import MatchOpened, Recorded
from core.games import game_of
from core.match.judging import fold
from core.rules.board import from_json, parallel, sides
from service.compiled_rules import COMPILED, PLAIN, build_name, outdated
from tests.support.matches.match_logs import RECORDED, numbered, recorded_match

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"
FAST = ROOT / ".fast"
ROUNDS = 5
A_SECOND = "a second"
GAME = game_of("swedish")
FAMILY = ("backgammon", "dutch", "irish", "tick-tack", "english")
ROLLS_A_SECOND = 100_000


def best_rate(work: Callable[[], int]) -> float:
    """Units a second, the median of some runs."""
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        count = work()
        rates.append(count / (time.process_time() - start))
    return sorted(rates)[len(rates) // 2]


def recorded_turns() -> list[tuple]:
    """Every turn of the recorded matches as (position, seat, dice, moves)."""
    turns = []
    for name in RECORDED:
        games, facts, _, _ = recorded_match(name)
        opened = MatchOpened("bench", "swedish", {"games": games}, {"white": "A", "black": "B"})
        before = None
        for (match, verdict), recorded in zip(
            fold("m_bench", numbered(opened, facts)), numbered(opened, facts), strict=True
        ):
            if before is not None and before.phase == "move" and verdict.verdict == "accepted":
                turns.append((before.position, before.to_move, before.dice, getattr(recorded.event, "moves", ())))
            before = match
    return turns


def folded(logs: list[list[Recorded]]) -> int:
    """Judge whole matches from their opening."""
    return sum(1 for log in logs for _ in fold("m_bench", log))


def family_rolls(key: str) -> list[tuple]:
    """The recorded rolls of a game as (position, seat, dice)."""
    game = game_of(key)
    rolls = map(json.loads, (DATA / "family_plays.jsonl").read_text().splitlines())
    return [(game.read(roll["position"]), roll["to_move"], roll["dice"]) for roll in rolls if roll["game"] == key]


def generated(key: str, rolls: list[tuple], times: int = 1, *, made: bool = False) -> float:
    """Rolls of a game a second, each with all its legal plays, or with what each of them is and leaves."""
    game = game_of(key)
    options = game.options()

    def generate() -> int:
        for _ in range(times):
            for roll in rolls:
                found = game.plays(*roll, options)
                if made:
                    list(found)
        return times * len(rolls)

    return best_rate(generate)


def gnubg_rates(rolls: list[tuple]) -> tuple[float, float] | None:
    """Backgammon's rolls a second by GNU Backgammon, as keys and as boards; `None` where it is not installed."""
    try:
        import gnubg_nn as gnubg
    except ImportError:
        print("GNU Backgammon is not installed (make bench installs it): nothing stands beside backgammon")
        return None
    asked = [
        (tuple((*held[1:25], held[0]) for held in reversed(sides(position, seat))), *dice)
        for position, seat, dice in rolls
    ]

    def keys() -> int:
        for each in asked * 20:
            gnubg.moves(*each)
        return 20 * len(asked)

    def keys_and_boards() -> int:
        for each in asked * 20:
            for key in gnubg.moves(*each):
                gnubg.board_from_position_key(key)
        return 20 * len(asked)

    return best_rate(keys), best_rate(keys_and_boards)


def rates() -> dict[str, float]:
    """The rates of the build that runs, a second on one core, by name."""
    rolls = [json.loads(line) for line in (DATA / "swedish_plays.jsonl").read_text().splitlines()]
    rolled = [(from_json(roll["position"], parallel), roll["to_move"], roll["dice"]) for roll in rolls]
    turns = recorded_turns()
    logs = [
        numbered(MatchOpened("bench", "swedish", {"games": games}, {"white": "A", "black": "B"}), facts)
        for games, facts, _, _ in map(recorded_match, RECORDED)
    ]
    played = [(position, seat, dice) for position, seat, dice, _ in turns]

    def check() -> int:
        for position, seat, dice, moves in turns:
            GAME.check(position, seat, dice, moves, None)
        return len(turns)

    return {
        "recorded turns checked": best_rate(check),
        "rolls generated, recorded turns": generated("swedish", played),
        "rolls generated, hard positions": generated("swedish", rolled),
        **{f"rolls generated, {key}": generated(key, family_rolls(key), 10) for key in FAMILY},
        "rolls with their boards, recorded turns": generated("swedish", played, made=True),
        "rolls with their boards, backgammon": generated("backgammon", family_rolls("backgammon"), 10, made=True),
        "facts judged in memory": best_rate(lambda: folded(logs)),
    }


LIMITS = {"recorded turns checked": 50_000, "facts judged in memory": 100_000}


def compiled_rates(part: str = "bench.rules") -> dict[str, float] | None:
    """The rates of a part of the bench in the compiled build, by a process of its own; `None` without a current one."""
    if not FAST.is_dir() or outdated(FAST, ROOT):
        print("there is no compiled build of this source: make fast makes it, and then it is measured as well")
        return None
    code = f"import json, {part} as part; print(json.dumps([part.build_name(), part.rates()]))"
    ran = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env=os.environ | {"PYTHONPATH": f"{FAST}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
        timeout=600,
    )
    build, found = json.loads(ran.stdout)
    assert build == COMPILED
    return found


def main() -> list[Figure]:
    """The rates of one core: of the build that runs, and of the compiled one."""
    builds = {build_name(): rates()}
    if PLAIN in builds and (found := compiled_rates()):
        builds[COMPILED] = found
    figures = []
    for build, found in builds.items():
        for name, rate in found.items():
            limit = LIMITS.get(name, ROLLS_A_SECOND)
            goal = None if "boards" in name or (build == PLAIN and name not in LIMITS) else 1.0
            figures.append(Figure(f"{name}, {build}", rate, "limit", limit, A_SECOND, goal))
    if gnubg := gnubg_rates(family_rolls("backgammon")):
        for build, found in builds.items():
            for work, peer, rate in (
                ("rolls generated, backgammon", "GNU Backgammon's keys", gnubg[0]),
                ("rolls with their boards, backgammon", "its keys and boards", gnubg[1]),
            ):
                figures.append(Figure(f"{work}, {build}", found[work], peer, rate, A_SECOND))
    return figures


if __name__ == "__main__":
    main()
