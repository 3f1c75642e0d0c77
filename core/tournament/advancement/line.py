"""The line between who goes on and who does not: the order of a table with lots, and players who are level there."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.pairing.lots import lot
from core.tournament.standings.standings import Standing


class Level(NamedTuple):
    """Players of a table who are level at the line, best first. `above` is the number of places before theirs."""

    above: int
    players: tuple[str, ...]


def with_lots(lines: Iterable[Standing], seed: str | None, last: Collection[str] = ()) -> list[Standing]:
    """The lines of a table in their order. Of players who share a place those in `last` are behind the others.

    Lots order the rest. The lot is that of the tie-break `lots`, `lots:<player id>` with the tournament's published
    seed: the lowest is first.
    """
    return sorted(
        lines, key=lambda line: (line.rank, line.player_id in last, lot(f"lots:{line.player_id}", seed or ""))
    )


def level_at(table: Sequence[str], values: Mapping[str, object], places: int) -> Level | None:
    """The players who have the same value as the last who goes on and the first who does not.

    `None` if the line after so many `places` separates two values. A place of the table that is empty has no value.
    """
    if len(table) <= places:
        return None
    value = values.get(table[places])
    if value is None or values.get(table[places - 1]) != value:
        return None
    players = tuple(player for player in table if values.get(player) == value)
    return Level(table.index(players[0]), players)
