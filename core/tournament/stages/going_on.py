"""Players who go on from a stage, in the order of their seeds in the next one (ST4, ST5)."""

from typing import Any

from core.tournament.groups.comparison import PER_MATCH, Candidate, compared
from core.tournament.groups.crossover import Place, crossing
from core.tournament.groups.draw import placed
from core.tournament.groups.rounds import sizes
from core.tournament.stages.announced import GROUPS, Announced
from core.tournament.stages.line import Tables
from core.tournament.stages.narrowing import Played


def going_on(stage: Played, following: Announced, on: Tables) -> tuple[str, ...]:
    """The players who go on, best first: those of each table (`on`).

    Of groups the first are in front of the seconds, and so on; those in one place are in the order of what they won per
    match. Before a knock-out those of one group are then moved apart.
    """
    if stage.announced.kind != GROUPS:
        return on[""]
    rows = _places(stage, on)
    if not following.is_knock_out:
        return tuple(each.player for row in rows for each in row)
    names = [name for name, _ in stage.alone.format.sections(stage.alone)]
    by_place = {Place(names.index(each.group), each.place): each.player for row in rows for each in row}
    crossed = crossing([[Place(names.index(each.group), each.place) for each in row] for row in rows], 0)
    return tuple(by_place[each] for each in crossed)


def _places(stage: Played, on: Tables) -> list[list[Candidate]]:
    """The players who go on from groups, place by place, in the order of what they won per match."""
    alone = stage.alone
    tables = {name: placed(alone, name, players)[0] for name, players in alone.format.sections(alone)}
    rows = []
    for place in range(stage.announced.go_on):
        row = [Candidate(table[place], name, place + 1) for name, table in on.items() if place < len(table)]
        rows.append([Candidate(*each[:3]) for each in compared(alone, row, tables, PER_MATCH)])
    return [row for row in rows if row]


def expected_on(stage: Announced, players: int, settings: Any) -> int:
    """The number of players who go on of so many."""
    if stage.kind == GROUPS:
        return sum(min(stage.go_on, size) for size in sizes(players, settings))
    return min(stage.go_on, players)
