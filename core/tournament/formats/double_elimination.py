"""Double elimination (*dubbel utslagning*): out is who has lost twice (DE1–DE9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say
from core.tournament.brackets import filling
from core.tournament.brackets.builders import double
from core.tournament.brackets.drops import read_drops
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.late_entry import room_for_late
from core.tournament.brackets.round_reached import double_depth
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing
from core.tournament.standings.tie_breaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """The lower bracket, and the end."""

    reset: bool = field(
        default=True,
        metadata={"sentence": say("DE6: if the winner of the lower bracket wins the grand final, it is played again.")},
    )
    drops: str = field(
        default="",
        metadata={
            "sentence": say(
                "DE4: a drop string such as `A.B.|.C.|.D.|.E.` says who enters the lower bracket "
                "when; empty is the usual one."
            )
        },
    )

    def __post_init__(self) -> None:
        """Raises `Invalid` for a string that cannot be read."""
        if self.drops:
            read_drops(self.drops, "drops", champion=True)


def plan(tournament: Tournament) -> Plan:
    """The main and the lower bracket of those who started. Raises `Invalid` for a drop string that does not fit."""
    settings: Settings = settings_of(tournament)
    return double(len(tournament.starters), drops=settings.drops, reset=settings.reset)


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The earliest round with matches whose players are known and that are not paired yet."""
    return filling.next_round(plan(tournament), tournament)


def is_over(tournament: Tournament) -> bool:
    """Every match has its result, the second grand final as well if it is called for."""
    return filling.is_over(plan(tournament), tournament)


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings that no longer follow from the results."""
    return filling.stale(plan(tournament), tournament)


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The rounds that the players reached (DE8)."""
    whole = plan(tournament)
    return double_depth(whole, FilledBracket(whole, tournament), tournament.starters)


FORMAT = Format(
    key="double_elimination",
    name="Double elimination",
    rule=say("A player who has lost two matches is out. The last one left is first."),
    default_tie_breaks=PRESETS["knock_out"],
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    late_entry=True,
    walkovers=True,
    plan=plan,
    reached=reached,
    stale=stale,
    explain=explain_bracket,
    late=room_for_late,
    stages=("main", "lower", "final"),
)
