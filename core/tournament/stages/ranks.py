"""Places across stages: a player who came to a later stage is in front of all who did not (ST9)."""

from collections.abc import Iterable, Mapping, Sequence

from core.tournament.advancement import FIRST_RULES
from core.tournament.groups.draw import table_of
from core.tournament.stages.announced import GROUPS
from core.tournament.stages.knock_out import consolation_depths
from core.tournament.stages.narrowing import Played, lines

_PLACES = 100_000
"""More than a stage has players."""


def reached(starters: Iterable[str], stages: Sequence[Played]) -> Mapping[str, int]:
    """The last stage of each player and the place in it, behind it the place in the stage before, and so on."""
    numbers = dict.fromkeys(starters, 0)
    for stage in reversed(stages):
        places = _places(stage)
        numbers = {player: number * _PLACES + places.get(player, 0) for player, number in numbers.items()}
    return numbers


def _places(stage: Played) -> Mapping[str, int]:
    """A number for each player of a stage that is above 0; more is better."""
    alone = stage.alone
    if stage.announced.kind == GROUPS:
        return {
            line.player_id: _PLACES - (place if alone.rules == FIRST_RULES else line.rank)
            for name, players in alone.format.sections(alone)
            for place, line in enumerate(table_of(alone, name, players), 1)
        }
    if alone.format.reached is not None:
        came = alone.format.reached(alone)
        order = sorted(set(came.values()))
        above = _PLACES // 2 if stage.others else 0
        behind = dict(consolation_depths(stage)) if stage.others else {}
        return behind | {player: 1 + above + order.index(number) for player, number in came.items()}
    return {line.player_id: _PLACES - line.rank for line in lines(alone)}
