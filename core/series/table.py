"""Table of a series: a row for each player, a cell for each evening, which cells count, and the ranks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from core.series.announcement import BEST_SINGLE, EVENING_WINS, HEAD_TO_HEAD, LAST_EVENING, Announcement
from core.series.evening_points import Score, scores
from core.series.result import TournamentResult
from core.tournament.model.state import CALLED_OFF, OPEN

NO_POINTS = Fraction(0)


class Evening(NamedTuple):
    """A tournament of the series with its factor, and the scores of those who count."""

    result: TournamentResult
    factor: Fraction
    scores: Mapping[str, Score]

    @property
    def begun(self) -> bool:
        """True if it has begun, and was not called off: from then on its places are worth something."""
        return self.result.status not in (OPEN, CALLED_OFF)


class Cell(NamedTuple):
    """A player's evening. `score` is `None` for one that they missed. `counts`: it is a part of the total."""

    score: Score | None
    counts: bool

    @property
    def points(self) -> Fraction:
        """The points of the evening."""
        return self.score.points if self.score else NO_POINTS


class TieValue(NamedTuple):
    """The value of a rule for ties, by which players with the same points are ordered."""

    rule: str
    value: Fraction


class Row(NamedTuple):
    """A player of the table with a cell for each evening. `rank` is `None` below the least number of evenings.

    `shared`: others have the same rank. `ties` are the values that were asked for.
    """

    player: str
    name: str
    rank: int | None
    shared: bool
    points: Fraction
    evenings: int
    cells: tuple[Cell, ...]
    ties: tuple[TieValue, ...]


class Table(NamedTuple):
    """The table of a series: the evenings in their order, and the rows, best first; those without a rank behind.

    `kept` is the number of results of a player that count.
    """

    announcement: Announcement
    evenings: tuple[Evening, ...]
    rows: tuple[Row, ...]
    kept: int

    def row(self, player_id: str) -> Row | None:
        """The row of a player, if they have one."""
        return next((each for each in self.rows if each.player == player_id), None)


Wins = Mapping[tuple[str, str], int]
"""The matches that a player won against another, by the ids of both."""


def table(
    announcement: Announcement,
    results: Iterable[tuple[TournamentResult, Fraction]],
    groups: Mapping[str, str],
    present: Callable[[str], str],
    names: Callable[[str], str | None] = lambda _: None,
) -> Table:
    """The table of these results with their factors, in whatever order they come.

    `groups` are those of the club's list of players, `present` gives the id that an id means now, and `names` the
    present name of a player, where they are on the list.
    """
    guests = {present(guest) for guest in announcement.guests}

    def counts(player_id: str) -> bool:
        is_member = not announcement.members or groups.get(player_id) in announcement.members
        return is_member and player_id not in guests

    ordered = sorted(results, key=lambda result: (result[0].starts or "9", result[0].tournament))
    evenings = tuple(
        Evening(
            result, factor, {score.player: score for score in scores(announcement, result, factor, counts, present)}
        )
        for result, factor in ordered
    )
    kept = kept_results(announcement, sum(evening.begun for evening in evenings))
    players = dict.fromkeys(player for evening in evenings for player in evening.scores)
    rows = [_row(evenings, kept, player, names(player)) for player in players]
    ranked = [row for row in rows if row.evenings >= announcement.least]
    others = [row for row in rows if row.evenings < announcement.least]
    wins = _wins([evening.result for evening in evenings], present)
    return Table(announcement, evenings, (*_ranked(announcement, ranked, wins), *sorted(others, key=_by_points)), kept)


def kept_results(announcement: Announcement, evenings: int) -> int:
    """The number of results of a player that count after so many evenings."""
    kept = max(0, evenings - announcement.without)
    return kept if announcement.best is None else min(kept, announcement.best)


def _row(evenings: Sequence[Evening], kept: int, player: str, name: str | None) -> Row:
    played = [evening.scores.get(player) for evening in evenings]
    best = sorted(
        (place for place, score in enumerate(played) if score), key=lambda place: _worth(played[place], place)
    )
    counting = set(best[:kept])
    cells = tuple(Cell(score, place in counting) for place, score in enumerate(played))
    own = next(score.name for score in reversed(played) if score)
    points = sum((cell.points for cell in cells if cell.counts), NO_POINTS)
    return Row(player, name or own, None, False, points, len(best), cells, ())


def _worth(score: Score | None, place: int) -> tuple[Fraction, int]:
    """The order of results: the best first, of equal ones the earlier."""
    return -(score.points if score else NO_POINTS), place


def _by_points(row: Row) -> tuple[Fraction, str, str]:
    return -row.points, row.name, row.player


# ── ranks ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def _ranked(announcement: Announcement, rows: Sequence[Row], wins: Wins) -> list[Row]:
    """The rows in their order with ranks. Players whom no rule separates share one, and those after it are left out."""
    found: list[Row] = []
    by_points = sorted(rows, key=_by_points)
    for _points, level in groupby(by_points, key=lambda point: point.points):
        for group in _separated(list(level), announcement.ties, wins):
            rank = len(found) + 1
            found += [row._replace(rank=rank, shared=len(group) > 1) for row in group]
    return found


def _separated(rows: list[Row], rules: Sequence[str], wins: Wins) -> list[list[Row]]:
    """Players who are level in groups that the rules do not separate, best first."""
    if len(rows) == 1 or not rules:
        return [rows]
    rule, *following = rules
    level = [row.player for row in rows]
    valued = [row._replace(ties=(*row.ties, TieValue(rule, _value(rule, row, level, wins)))) for row in rows]
    best_first = sorted(valued, key=lambda row: -row.ties[-1].value)
    return [
        group
        for _value_, part in groupby(best_first, key=lambda row: row.ties[-1].value)
        for group in _separated(list(part), following, wins)
    ]


def _value(rule: str, row: Row, level: Sequence[str], wins: Wins) -> Fraction:
    """The value of a rule for a player among those who are level, more is better."""
    played = [cell.score for cell in row.cells if cell.score]
    if rule == EVENING_WINS:
        return Fraction(sum(score.rank == 1 for score in played))
    if rule == BEST_SINGLE:
        return max((score.points for score in played), default=NO_POINTS)
    if rule == HEAD_TO_HEAD:
        return Fraction(sum(wins.get((row.player, each), 0) - wins.get((each, row.player), 0) for each in level))
    if rule == LAST_EVENING:
        return row.cells[-1].points if row.cells else NO_POINTS
    raise ValueError(rule)


def _wins(results: Iterable[TournamentResult], present: Callable[[str], str]) -> dict[tuple[str, str], int]:
    wins: dict[tuple[str, str], int] = {}
    for result in results:
        for match in result.matches:
            if match.winner is not None and match.played:
                winner, loser = present(match.players[match.winner]), present(match.players[1 - match.winner])
                wins[winner, loser] = wins.get((winner, loser), 0) + 1
    return wins
