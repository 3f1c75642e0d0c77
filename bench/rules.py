"""Recorded turns checked, and rolls generated, in a second on one core.

    python -m bench.rules

The limits beside which the figures stand are the project's own. If the dependency group `gnubg` is installed,
backgammon stands beside GNU Backgammon's generator in C: beside its position keys, and beside each key made a board.
"""

import json
import time
from collections.abc import Callable
from pathlib import Path

from bench.figures import Figure, limited
from core.events import MatchOpened, Recorded
from core.games import game_of
from core.match.judging import fold
from core.rules.board import from_json, parallel, sides
from service.compiled_rules import build_name
from tests.support.matches.match_logs import RECORDED, numbered, recorded_match

DATA = Path(__file__).parent.parent / "tests" / "data"
ROUNDS = 5
A_SECOND = "a second"
GAME = game_of("swedish")
FAMILY = ("backgammon", "dutch", "irish", "tick-tack", "english")
ROLLS_A_SECOND = 100_000


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


def family_rolls(key: str) -> list[tuple]:
    """The recorded rolls of a game as (position, seat, dice)."""
    game = game_of(key)
    rolls = map(json.loads, (DATA / "family_plays.jsonl").read_text().splitlines())
    return [(game.read(each["position"]), each["to_move"], each["dice"]) for each in rolls if each["game"] == key]


def generated(key: str, rolls: list[tuple], times: int = 1) -> float:
    """Rolls of a game a second, each with all its legal turns: landings, position and ending."""
    game = game_of(key)
    options = game.options()

    def generate() -> int:
        for _ in range(times):
            for roll in rolls:
                game.plays(*roll, options)
        return times * len(rolls)

    return best_rate(generate)


def beside_gnubg(rolls: list[tuple]) -> list[Figure]:
    """Backgammon's rolls beside those of GNU Backgammon; none where it is not installed."""
    try:
        import gnubg_nn as gnubg
    except ImportError:
        print("GNU Backgammon is not installed (pip install --group gnubg): nothing stands beside backgammon")
        return []
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

    ours = generated("backgammon", rolls, 10)
    return [
        Figure("rolls generated, backgammon", ours, "GNU Backgammon's keys", best_rate(keys), A_SECOND),
        Figure("rolls generated, backgammon", ours, "its keys and boards", best_rate(keys_and_boards), A_SECOND),
    ]


def main() -> list[Figure]:
    """The rates of one core."""
    print(f"the build that runs: {build_name()}")
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

    return [
        limited("recorded turns checked", best_rate(check), 50_000, A_SECOND),
        limited("rolls generated, recorded turns", generated("swedish", played), ROLLS_A_SECOND, A_SECOND),
        limited("rolls generated, hard positions", generated("swedish", rolled), 10_000, A_SECOND),
        *(
            limited(f"rolls generated, {key}", generated(key, family_rolls(key), 10), ROLLS_A_SECOND, A_SECOND)
            for key in FAMILY
        ),
        *beside_gnubg(family_rolls("backgammon")),
        limited("facts judged in memory", best_rate(lambda: folded(logs)), 100_000, A_SECOND),
    ]


if __name__ == "__main__":
    main()
