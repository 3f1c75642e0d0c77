"""The winner of a match: by games, by points, or by the fewest rounds to pay; and the comparison of equal totals (§13).

Over a number of games the higher sum of points wins, and on equal sums the better games, rank by rank. To a number of
points the first player there wins. Where games have placings, each game is a round that its last player pays. The
player who pays the fewest rounds wins. On equal rounds the better placings decide, best first, and then the earlier
game.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.events import GameResult
from core.match.results.game_results import CUBE_LIMIT, points, rank
from core.rules.game import Game

LENGTHS = (3, 5, 7)
"""The numbers of games over which a match is played."""


class ComparedGame(NamedTuple):
    """A game that a side can show in a tie-break: its number in the match, outcome and rank (higher is better)."""

    game: int
    outcome: str
    rank: int


Compared = Mapping[str, ComparedGame | None]
"""One row of the tie-break: each side's next best game, or nothing."""


class Settlement(NamedTuple):
    """A match as it stands. `winner` is a seat, `None` while open; `comparison` is what decided equal totals.

    `score` is the points of each seat; where games have placings, the rounds that it pays.
    """

    score: dict[str, int]
    winner: str | None
    decided_by: str | None
    clinched: bool
    comparison: tuple[Compared, ...]


def seats_of(game: Game, results: Iterable[GameResult]) -> tuple[str, ...]:
    """The seats that these results are about: as many as they place, else the fewest that the game is played by."""
    named = {seat for result in results for seat in (result.winner, *result.placings)}
    places = [place for place, seat in enumerate(game.seats, 1) if seat in named]
    return game.seats[: max([game.fewest, *places])]


Start = Mapping[str, int] | None
"""The points with which seats begin (H2); nothing where all begin with none."""


def score(
    game: Game, results: Sequence[GameResult], seats: Sequence[str] | None = None, start: Start = None
) -> dict[str, int]:
    """The points of each seat, those of its start with them.

    Where games have placings, they are the rounds that a seat pays: one for each game that it lost.
    """
    total = dict.fromkeys(seats_of(game, results) if seats is None else seats, 0)
    for seat, given in (start or {}).items():
        total[seat] += given
    for result in results:
        if result.placings:
            total[result.placings[-1]] += 1
        else:
            total[result.winner] += points(game, result)
    return total


def settle(
    game: Game,
    length: Mapping[str, int],
    results: Sequence[GameResult],
    seats: Sequence[str] | None = None,
    start: Start = None,
) -> Settlement:
    """A match of this length (`{"games": 5}` or `{"points": 7}`) as it stands after these results, in order.

    It has a winner once all games are over, or once it is clinched (S10): `clinched` says that games remained. Whether
    a clinched match stops is the organiser's choice and not looked at here. `start` counts like points that were won,
    and shows no game in a comparison (H2).
    """
    seats = seats_of(game, results) if seats is None else seats
    total = score(game, results, seats, start)
    if "points" in length:
        winner = next((seat for seat in seats if total[seat] >= length["points"]), None)
        return Settlement(total, winner, winner and "points", False, ())
    leader, decided_by, comparison = _leader(game, results, seats, start)
    remaining = length["games"] - len(results)
    clinched = remaining > 0 and leader is not None and _is_clinched(game, remaining, results, seats, leader, start)
    if remaining > 0 and not clinched:
        return Settlement(total, None, None, False, ())
    return Settlement(total, leader, decided_by, clinched, comparison)


Leader = tuple[str | None, str | None, tuple[Compared, ...]]


def _leader(game: Game, results: Sequence[GameResult], seats: Sequence[str], start: Start = None) -> Leader:
    total = score(game, results, seats, start)
    best = min(total.values()) if game.placings else max(total.values())
    tied = [seat for seat in seats if total[seat] == best]
    if len(tied) == 1:
        return tied[0], "points", ()
    ranked = {seat: _best_first(game, results, seat) for seat in tied}
    rows: list[Compared] = []
    for place in range(max(map(len, ranked.values()))):
        row = {seat: ranked[seat][place] if place < len(ranked[seat]) else None for seat in seats if seat in tied}
        rows.append(row)
        tied = _highest(row, tied)
        if len(tied) == 1:
            return tied[0], "highest_game", tuple(rows)
    first = results[0].placings if results else ()
    return (min(tied, key=first.index) if first else None), "highest_game" if first else None, tuple(rows)


def _highest(row: Compared, seats: Sequence[str]) -> list[str]:
    ranks = {seat: -1 if (result := row[seat]) is None else result.rank for seat in seats}
    return [seat for seat in seats if ranks[seat] == max(ranks.values())]


def _best_first(game: Game, results: Sequence[GameResult], seat: str) -> list[ComparedGame]:
    """The games that a seat can show; with placings all of them, ranked by how many seats it left behind."""
    ranked = [
        ComparedGame(
            number,
            result.outcome,
            len(result.placings) - 1 - result.placings.index(seat) if result.placings else rank(game, result),
        )
        for number, result in enumerate(results, 1)
        if result.placings or result.winner == seat
    ]
    return sorted(ranked, key=lambda compared_game: (-compared_game.rank, compared_game.game))


def _is_clinched(
    game: Game, remaining: int, results: Sequence[GameResult], seats: Sequence[str], leader: str, start: Start
) -> bool:
    """S10: even the best ending in every remaining game would not help an opponent, the tie-break included.

    That course is an opponent's best: each game adds the most points and the highest rank at once. With placings the
    opponent is always first and the leader always last.
    """
    for rival in seats:
        if rival != leader:
            course = [*results, *[_best_for(game, seats, rival, leader)] * remaining]
            if _leader(game, course, seats, start)[0] != leader:
                return False
    return True


def _best_for(game: Game, seats: Sequence[str], rival: str, leader: str) -> GameResult:
    best = max(game.endings, key=lambda ending: (ending.points, ending.rank)).key
    if game.placings is None:
        return GameResult(rival, best, CUBE_LIMIT if game.cube else 1)
    between = tuple(seat for seat in seats if seat not in (rival, leader))
    return GameResult(rival, best, 1, (rival, *between, leader))
