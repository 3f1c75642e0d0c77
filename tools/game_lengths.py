"""Turns of a game: the numbers of `core/tournament/planning/game_lengths.py`, counted anew.

    python -m tools.game_lengths

Swedish Tables is counted in the recorded matches of `tests/data/matches`, backgammon in those that GNU Backgammon
played against itself (`tests/data/backgammon`). The other games are played here by a simple program: of all legal turns
one that leaves the fewest single checkers, by lots among these.
"""

import random
import sys
from collections.abc import Iterable, Iterator, Sequence

from core.events import CheckersMoved, DiceRolled, MatchOpened, Recorded, TurnPassed
from core.games import GAMES
from core.match import judging
from core.notation.mat_import import read
from core.rules.game import Game
from tests.support.matches.match_logs import RECORDED, numbered, recorded_match
from tests.support.matches.random_matches import FILES, MatchRecorder, log_of, opening, throw

MATCHES_PLAYED = 20
"""Of three games each."""
MARKS = 20


def main() -> None:
    for game in GAMES:
        turns = sorted(turn for log in _logs(game) for turn in _turns(game, log))
        mean = sum(turns) / len(turns)
        sys.stdout.write(f'    "{game.key}": {_marks(turns)},  # {len(turns)} games, {mean:.0f} turns\n')


def _marks(turns: Sequence[int]) -> tuple[int, ...]:
    """The turns of a game at evenly spaced marks, from the shortest to the longest game."""
    return tuple(turns[round(mark * (len(turns) - 1) / (MARKS - 1))] for mark in range(MARKS))


def _logs(game: Game) -> Iterator[list[Recorded]]:
    if game.key == "swedish":
        for name in RECORDED:
            games, facts, _, _ = recorded_match(name)
            yield numbered(MatchOpened("bench", "swedish", {"games": games}, {"white": "A", "black": "B"}), facts)
    elif game.key == "backgammon":
        yield from (log_of(read(path.read_text())) for path in FILES)
    else:
        yield from (_by_a_simple_program(game, seed) for seed in range(MATCHES_PLAYED))


def _turns(game: Game, log: Iterable[Recorded]) -> Iterator[int]:
    """The turns of each game of a match, refused ones not counted."""
    count, turn = 0, (DiceRolled,) if game.throw_is_play else (CheckersMoved, TurnPassed)
    for recorded, (_, verdict) in zip(log, judging.fold("m_bench", log), strict=True):
        count += isinstance(recorded.event, turn) and verdict.verdict == "accepted"
        if verdict.game_finished is not None:
            yield count
            count = 0


def _by_a_simple_program(game: Game, seed: int) -> list[Recorded]:
    lots, recorder = random.Random(seed), MatchRecorder(game.key, {"games": 3})  # noqa: S311  repeatable
    while (match := recorder.match).phase != "settled":
        if match.phase == "opening":
            opening(recorder, lots)
        elif match.phase == "move":
            plays = game.plays(match.position, match.to_move, match.dice, match.options)
            if plays:
                singles = [_singles(game, play.position, match.to_move) for play in plays]
                best = [play for play, count in zip(plays, singles, strict=True) if count == min(singles)]
                recorder.record(CheckersMoved(match.to_move, lots.choice(best).moves))
            else:
                recorder.record(TurnPassed(match.to_move))
        else:
            throw(recorder, lots)
    return recorder.log


def _singles(game: Game, position: object, seat: str) -> int:
    points = game.write(position).get(seat, {}).get("points", {})
    return sum(count == 1 for count in points.values()) if points else 0


if __name__ == "__main__":
    main()
