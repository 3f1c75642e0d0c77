"""Recorded turns checked, and rolls generated, in a second on one core.

    python -m bench.rules

The limits beside which the figures stand are the project's own: 50,000 checks and 10,000 rolls a second.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from bench.figures import Figure, limited
from core.events import MatchOpened, Recorded
from core.games import game_of
from core.match.judging import fold
from core.rules.board import from_json, parallel
from tests.support.matches.match_logs import RECORDED, numbered, recorded_match

DATA = Path(__file__).parent.parent / "tests" / "data"
ROUNDS = 5
A_SECOND = "a second"
GAME = game_of("swedish")


def best_rate(work: Callable[[], int]) -> float:
    """Units a second, the median of some runs."""
    rates = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        count = work()
        rates.append(count / (time.perf_counter() - start))
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


def main() -> list[Figure]:
    """The rates of one core."""
    rolls = [json.loads(line) for line in (DATA / "swedish_plays.jsonl").read_text().splitlines()]
    rolled = [(from_json(roll["position"], parallel), roll["to_move"], roll["dice"]) for roll in rolls]
    turns = recorded_turns()
    logs = [
        numbered(MatchOpened("bench", "swedish", {"games": games}, {"white": "A", "black": "B"}), facts)
        for games, facts, _, _ in map(recorded_match, RECORDED)
    ]

    def check() -> int:
        for position, seat, dice, moves in turns:
            GAME.check(position, seat, dice, moves, None)
        return len(turns)

    def generate() -> int:
        for position, seat, dice in rolled:
            GAME.plays(position, seat, dice, None)
        return len(rolled)

    def generate_played() -> int:
        for position, seat, dice, _ in turns:
            GAME.plays(position, seat, dice, None)
        return len(turns)

    return [
        limited("recorded turns checked", best_rate(check), 50_000, A_SECOND),
        limited("rolls generated, recorded turns", best_rate(generate_played), 100_000, A_SECOND),
        limited("rolls generated, hard positions", best_rate(generate), 10_000, A_SECOND),
        limited("facts judged in memory", best_rate(lambda: folded(logs)), 100_000, A_SECOND),
    ]


if __name__ == "__main__":
    main()
