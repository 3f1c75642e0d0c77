"""Players who go on from a stage, in the order of their seeds in the next one (ST4, ST5)."""

from typing import Any

from core.tournament.groups.comparison import PER_MATCH, Candidate, compared
from core.tournament.groups.crossover import Place, crossing
from core.tournament.groups.draw import placed
from core.tournament.groups.rounds import sizes
from core.tournament.pairing.lots import lot
from core.tournament.stages.announced import GROUPS, Announced
from core.tournament.stages.narrowing import Played, lines


def going_on(stage: Played, following: Announced) -> tuple[str, ...]:
    """The players who go on, best first, by the results so far. A player who has left is passed over.

    Of groups the first are in front of the seconds, and so on; those in one place are in the order of what they won per
    match. Before a knock-out those of one group are then moved apart. Lots decide between players who share a place.
    """
    if stage.announced.kind != GROUPS:
        seed = stage.alone.seed or ""
        ordered = sorted(lines(stage.alone), key=lambda line: (line.rank, lot(f"lots:{line.player_id}", seed)))
        there = [line.player_id for line in ordered if line.player_id not in stage.alone.withdrawn]
        return tuple(there[: stage.announced.go_on])
    rows = _places(stage)
    if not following.is_knock_out:
        return tuple(each.player for row in rows for each in row)
    names = [name for name, _ in stage.alone.format.sections(stage.alone)]
    by_place = {Place(names.index(each.group), each.place): each.player for row in rows for each in row}
    crossed = crossing([[Place(names.index(each.group), each.place) for each in row] for row in rows], 0)
    return tuple(by_place[each] for each in crossed)


def _places(stage: Played) -> list[list[Candidate]]:
    """The players who go on from groups, place by place, in the order of what they won per match."""
    alone = stage.alone
    tables = {name: placed(alone, name, players)[0] for name, players in alone.format.sections(alone)}
    there = {name: [each for each in table if each not in alone.withdrawn] for name, table in tables.items()}
    rows = []
    for place in range(stage.announced.go_on):
        row = [Candidate(table[place], name, place + 1) for name, table in there.items() if place < len(table)]
        rows.append([Candidate(*each[:3]) for each in compared(alone, row, tables, PER_MATCH)])
    return [row for row in rows if row]


def expected_on(stage: Announced, players: int, settings: Any) -> int:
    """The number of players who go on of so many."""
    if stage.kind == GROUPS:
        return sum(min(stage.go_on, size) for size in sizes(players, settings))
    return min(stage.go_on, players)
