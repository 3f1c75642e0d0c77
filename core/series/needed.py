"""Points and places that a player needs on the next evening of a series to be first, second or third."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import neg
from typing import NamedTuple

from core.series.announcement import NO_PLACES, Announcement
from core.series.evening_points import place_worth
from core.series.table import NO_POINTS, Row, Table, kept_results

RANKS = (1, 2, 3)


class Needed(NamedTuple):
    """The results of an evening with which a player has a rank or a better one.

    `points` are the least of that evening that can do, if no other player gains anything; `None` if none can. With
    them the player is at least level with all but those before them, and the rules for ties decide. `place` is the
    last place that is worth so many. `certain` is the last place with which no result of the others takes the rank
    away. Both are known if points are given by place alone; `None` where no place does.
    """

    rank: int
    points: Fraction | None
    place: int | None
    certain: int | None


class Coming(NamedTuple):
    """An evening to come: the players that it will have, and its factor."""

    players: int
    factor: Fraction


def needed(table: Table, player_id: str, coming: Coming) -> list[Needed]:
    """The needed results for each of `RANKS`, so far as the table has that many players."""
    open_to = [row for row in table.rows if row.evenings + 1 >= table.announcement.least]
    own = next((row for row in open_to if row.player == player_id), None)
    if own is None:
        return []
    evenings = sum(evening.begun for evening in table.evenings) + 1
    kept = kept_results(table.announcement, evenings)
    others = [row for row in open_to if row.player != player_id]
    return [_needed(table.announcement, own, others, kept, coming, rank) for rank in RANKS if rank <= len(open_to)]


def total_with(row: Row, points: Fraction | None, kept: int) -> Fraction:
    """The total of a player after one more evening with these points, or without it."""
    results = [cell.points for cell in row.cells if cell.score] + ([] if points is None else [points])
    return sum(sorted(results, reverse=True)[:kept], NO_POINTS)


def _needed(
    announcement: Announcement, own: Row, others: Sequence[Row], kept: int, coming: Coming, rank: int
) -> Needed:
    standing = [other for other in others if other.evenings >= announcement.least]
    totals = sorted((total_with(row, None, kept) for row in standing), reverse=True)
    goal = totals[rank - 1] if rank <= len(totals) else NO_POINTS
    points = _least(own, goal, kept)
    worth = _worths(announcement, coming)
    if points is None or (worth and points > worth[0]):
        return Needed(rank, None, None, None)
    place = sum(each >= points for each in worth)
    rivals = [_rival(other, kept, announcement.least) for other in others]
    certain = _last(lambda each: _above(own, rivals, worth, each, kept, announcement.least) < rank, len(worth))
    return Needed(rank, points, place or None, certain)


def _least(own: Row, goal: Fraction, kept: int) -> Fraction | None:
    """The least points of an evening with which a player comes to a total; `None` if no result counts."""
    if kept == 0:
        return NO_POINTS if goal <= 0 else None
    results = sorted((cell.points for cell in own.cells if cell.score), reverse=True)
    if total_with(own, NO_POINTS, kept) >= goal:
        return NO_POINTS
    return goal - sum(results[: kept - 1], NO_POINTS)


def _worths(announcement: Announcement, coming: Coming) -> list[Fraction]:
    """The points of each place of the evening; empty if points are given for more than the place."""
    varying = (announcement.matches, announcement.games_won, announcement.bonuses, announcement.own)
    if any(varying) or announcement.places == NO_PLACES:
        return []
    return [
        coming.factor * (place_worth(announcement, place, coming.players) + announcement.participation)
        for place in range(1, coming.players + 1)
    ]


def _last(holds: Callable[[int], bool], places: int) -> int | None:
    """The last place for which it holds, if it holds for no place behind one for which it does not."""
    last, beyond = 0, places + 1
    while beyond - last > 1:
        middle = (last + beyond) // 2
        last, beyond = (middle, beyond) if holds(middle) else (last, middle)
    return last or None


class _Rival(NamedTuple):
    """Another player: the total without the evening, and the best results beside which a further one would count."""

    without: Fraction
    beside: Fraction
    ranked: bool

    def places(self, total: Fraction, worth: Sequence[Fraction]) -> int:
        """The number of places with which the player comes to a total; `worth` falls from place to place."""
        if self.without >= total:
            return len(worth)
        return bisect_right(worth, -(total - self.beside), key=neg)


def _rival(row: Row, kept: int, least: int) -> _Rival:
    beside = total_with(row, None, kept - 1) if kept else NO_POINTS
    return _Rival(total_with(row, None, kept), beside, row.evenings >= least)


def _above(own: Row, rivals: Sequence[_Rival], worth: Sequence[Fraction], place: int, kept: int, least: int) -> int:
    """The most players who can come level with the player or before them, if the player has that place.

    Each of them needs a place that is good enough, and so does a player who comes for the first time. Most of them get
    one if those who need the best places take what the others leave. The worse the place, the more they are.
    """
    total = total_with(own, worth[place - 1], kept)
    above = sum(rival.ranked and rival.without >= total for rival in rivals)
    wanting = [
        rival.places(total, worth) if kept else 0 for rival in rivals if not (rival.ranked and rival.without >= total)
    ]
    if least <= 1 and kept:
        new = _Rival(Fraction(-1), NO_POINTS, ranked=False).places(total, worth)
        wanting += [new] * new
    taken = 0
    for last in sorted(wanting):
        free = last - (1 if place <= last else 0)
        if taken < free:
            taken += 1
    return above + taken
