"""Consequences of a change of a series: the players whose points or rank differ."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from core.series.table import Row, Table


class Moved(NamedTuple):
    """A player whose line of the table differs. Ranks and points are `None` where the player is not in the table."""

    player: str
    name: str
    rank_before: int | None
    rank_after: int | None
    points_before: Fraction | None
    points_after: Fraction | None


def moved(before: Table, after: Table) -> list[Moved]:
    """The players who moved, in the order of the table after the change, and then those who are gone."""
    return list(_moved(before, after))


def _moved(before: Table, after: Table) -> Iterator[Moved]:
    earlier = {row.player: row for row in before.rows}
    later = {row.player: row for row in after.rows}
    for player in dict.fromkeys([*later, *earlier]):
        was, now = earlier.get(player), later.get(player)
        if _line(was) != _line(now):
            known = now or was
            assert known is not None, "a player of one of the two"
            yield Moved(player, known.name, *_each(was, now))


def _line(row: Row | None) -> tuple[int | None, Fraction] | None:
    return None if row is None else (row.rank, row.points)


def _each(was: Row | None, now: Row | None) -> tuple[int | None, int | None, Fraction | None, Fraction | None]:
    return was and was.rank, now and now.rank, None if was is None else was.points, None if now is None else now.points
