"""Who won a match: the sum of points, and on equal totals the better games, rank by rank (§13)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.events import GameResult
from core.game import Game


class Compared(NamedTuple):
    """One row of the tie-break: each side's next best game as (number in the match, outcome, rank), or nothing."""

    white: tuple[int, str, int] | None
    black: tuple[int, str, int] | None


class Settlement(NamedTuple):
    """A match as it stands. `winner` is a seat, `None` while open; `comparison` is what decided equal totals."""

    score: dict[str, int]
    winner: str | None
    decided_by: str | None
    clinched: bool
    comparison: tuple[Compared, ...]

    def to_words(self) -> dict[str, Any]:
        """The settlement in the contract's words."""
        return {
            "score": self.score,
            "winner": self.winner,
            "decided_by": self.decided_by,
            "clinched": self.clinched,
            "comparison": [
                {seat: None if row is None else dict(zip(("game", "outcome", "rank"), row, strict=True))
                 for seat, row in compared._asdict().items()}
                for compared in self.comparison
            ] or None,
        }  # fmt: skip


def score(game: Game, results: Sequence[GameResult]) -> dict[str, int]:
    """The points of each seat."""
    total = dict.fromkeys(game.seats, 0)
    for result in results:
        total[result.winner] += game.outcome(result.outcome).points * result.cube
    return total


def settle(game: Game, games: int, results: Sequence[GameResult]) -> Settlement:
    """A match of so many games as it stands after these results (winner's seat, outcome), in order.

    It has a winner once all games are over, or once it is clinched (S10): `clinched` says that games remained. Whether
    a clinched match stops is the organiser's choice and not looked at here.
    """
    winner, decided_by, comparison = _leader(game, results)
    remaining = games - len(results)
    clinched = remaining > 0 and winner is not None and _is_clinched(game, remaining, results, winner)
    if remaining > 0 and not clinched:
        return Settlement(score(game, results), None, None, False, ())
    return Settlement(score(game, results), winner, decided_by, clinched, comparison)


def _leader(game: Game, results: Sequence[GameResult]) -> tuple[str | None, str | None, tuple[Compared, ...]]:
    total = score(game, results)
    first, second = game.seats[0], game.seats[1]
    if total[first] != total[second]:
        return (first if total[first] > total[second] else second), "points", ()
    ranked = {seat: _best_first(game, results, seat) for seat in game.seats}
    rows: list[Compared] = []
    for place in range(max(map(len, ranked.values()))):
        row = Compared(*(ranked[seat][place] if place < len(ranked[seat]) else None for seat in (first, second)))
        rows.append(row)
        ranks = [0 if each is None else each[2] for each in row]
        if ranks[0] != ranks[1]:
            return (first if ranks[0] > ranks[1] else second), "highest_game", tuple(rows)
    return None, None, tuple(rows)


def _best_first(game: Game, results: Sequence[GameResult], seat: str) -> list[tuple[int, str, int]]:
    won = [
        (number, result.outcome, game.outcome(result.outcome).rank * result.cube)
        for number, result in enumerate(results, 1)
        if result.winner == seat
    ]
    return sorted(won, key=lambda each: (-each[2], each[0]))


def _is_clinched(game: Game, remaining: int, results: Sequence[GameResult], leader: str) -> bool:
    """S10: not even the best ending in every remaining game would help the opponent, the tie-break included.

    That course is the opponent's best: each of its games adds the most points and the highest rank at once.
    """
    best = max(game.outcomes, key=lambda each: (each.points, each.rank))
    course = [*results, *[GameResult(game.opponent(leader), best.key)] * remaining]
    return _leader(game, course)[0] == leader
