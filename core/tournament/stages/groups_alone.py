"""Groups without a knock-out, as a stage: everyone meets everyone in a group."""

from dataclasses import dataclass, field

from core.messages import say
from core.tournament.groups import rounds
from core.tournament.groups.draw import STAGE
from core.tournament.groups.rounds import GROUP_SIZE, GROUPS
from core.tournament.model.leavers import LEAVERS, STAND
from core.tournament.model.state import Format, Tournament


@dataclass(frozen=True, slots=True)
class Settings:
    """The number of groups, or their size. One group is a round robin."""

    groups: int = field(default=0, metadata=GROUPS)
    group_size: int = field(default=4, metadata=GROUP_SIZE)
    legs: int = 1
    leavers: str = field(default=STAND, metadata=LEAVERS)


def _sections(tournament: Tournament) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(rounds.groups_of_rounds(tournament).items()) if tournament.rounds else ()


GROUPS_ALONE = Format(
    key="groups",
    name="Groups",
    rule=say("Everyone meets everyone in a group."),
    default_tie_breaks=("points", "mini_table", "game_difference", "sonneborn_berger"),
    next_round=rounds.next_round,
    is_over=rounds.is_over,
    settings=Settings,
    walkovers=True,
    sections=_sections,
    explain=rounds.explain,
    late=rounds.late,
    planned=rounds.planned,
    leavers=rounds.leavers,
    rounds=rounds.rounds_of,
    stages=(STAGE,),
)
