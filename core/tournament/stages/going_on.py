"""Players who go on from a stage, in the order of their seeds in the next one (ST4, ST5)."""

from typing import Any

from core.tournament.advancement.crossover import Place, crossing
from core.tournament.groups.comparison import PER_MATCH, Candidate, compared
from core.tournament.groups.draw import placed
from core.tournament.groups.rounds import sizes
from core.tournament.stages.announced import GROUPS, Announced
from core.tournament.stages.line import Tables
from core.tournament.stages.narrowing import Played


def going_on(stage: Played, following: Announced, on: Tables) -> tuple[str, ...]:
    """The players who go on, best first: those of each table (`on`)."""
    return seeded(stage, on, crossed=following.is_knock_out)


def seeded(stage: Played, tables: Tables, *, crossed: bool) -> tuple[str, ...]:
    """These players of each table by their seeds: those of one table in its order.

    Of groups the first are in front of the seconds, and so on, by their places in their groups. Those in one place are
    in the order of what they won per match. If they are `crossed`, those of one group are then moved apart.
    """
    if stage.announced.kind != GROUPS:
        return tables[""]
    rows = _places(stage, tables)
    if not crossed:
        return tuple(cell.player for row in rows for cell in row)
    names = list(tables)
    by_place = {Place(names.index(cell.group), cell.place): cell.player for row in rows for cell in row}
    seeds = crossing([[Place(names.index(cell.group), cell.place) for cell in row] for row in rows], 0)
    return tuple(by_place[seed] for seed in seeds)


def _places(stage: Played, tables: Tables) -> list[list[Candidate]]:
    """The players of groups by their places there, each place in the order of what they won per match."""
    alone = stage.alone
    whole = {name: placed(alone, name, players)[0] for name, players in alone.format.sections(alone)}
    rows = []
    for place in range(max(map(len, tables.values()), default=0)):
        row = [Candidate(table[place], name, place + 1) for name, table in tables.items() if place < len(table)]
        rows.append([Candidate(*each[:3]) for each in compared(alone, row, whole, PER_MATCH)])
    return rows


def expected_on(stage: Announced, players: int, settings: Any) -> int:
    """The number of players who go on of so many."""
    if stage.kind == GROUPS:
        return sum(min(stage.go_on, size) for size in sizes(players, settings))
    return min(stage.go_on, players)
