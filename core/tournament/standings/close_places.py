"""Places that were close: neighbours of a table who were level at first, and what decided between them."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.standings.explanation import Neighbour, compared
from core.tournament.standings.standings import Section, sections, standings


class ClosePlace(NamedTuple):
    """A player who was level at first with the one below, and what decided; `section` is empty in the whole table."""

    section: str
    name: str
    below: Neighbour


def close_places(tournament: Tournament) -> list[ClosePlace]:
    """The places that the first tie-break with a difference left open, in the groups' tables and in the whole one."""
    tables = [*sections(tournament), Section("", standings(tournament))]
    return [close_place for table in tables for close_place in _close(table)]


def _close(table: Section) -> Iterator[ClosePlace]:
    """The close places of one table."""
    lines = table.standings
    columns = zip(*(line.tie_breaks for line in lines), strict=True)
    first = next((column[0].code for column in columns if len({each.value for each in column}) > 1), None)
    for upper, lower in pairwise(lines):
        if upper.rank == lower.rank or upper.annulled != lower.annulled:
            continue
        if (below := compared(upper, lower)).decided_by != first:
            yield ClosePlace(table.name, upper.name, below)
