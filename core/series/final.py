"""The end of a series: the field of its final, and the players who have its prizes."""

from collections.abc import Container
from itertools import groupby
from typing import NamedTuple

from core.series.table import Row, Table

USUAL_FINAL = 8
"""The players of a final whose number is not announced."""


class Field(NamedTuple):
    """The field of a final: its players, best first, and behind them those who may follow, in their order.

    `level` are players whom the table does not separate, and of whom some are in the field and others are not.
    """

    places: int
    players: tuple[Row, ...]
    following: tuple[Row, ...]
    level: tuple[Row, ...]


def field(table: Table, places: int | None = None, out: Container[str] = ()) -> Field:
    """The field of so many places, usually of as many as announced. Players who are `out` are passed over.

    Players without a rank are not in it. As many may follow as there are places.
    """
    number = places or table.announcement.final or USUAL_FINAL
    ranked = [row for row in table.rows if row.rank is not None and row.player not in out]
    players, following = ranked[:number], ranked[number : 2 * number]
    at_the_cut = players[-1].rank if players and following else None
    level = [row for row in ranked if row.rank == at_the_cut] if following and following[0].rank == at_the_cut else []
    return Field(number, tuple(players), tuple(following), tuple(level))


class Honour(NamedTuple):
    """A rank of the table, its players, and their prizes; players who share it have those of all its places."""

    rank: int
    players: tuple[Row, ...]
    prizes: tuple[str, ...]


BEST = 3
"""So many ranks are honoured; further ones if they have a prize."""


def honours(table: Table) -> list[Honour]:
    """The honoured ranks, best first."""
    found = []
    ranked = (row for row in table.rows if row.rank is not None)
    for rank, level in groupby(ranked, key=lambda row: row.rank or 0):
        players = tuple(level)
        places = range(rank, rank + len(players))
        prizes = tuple(prize.text for prize in table.announcement.prizes if prize.place in places)
        if rank <= BEST or prizes:
            found.append(Honour(rank, players, prizes))
    return found
