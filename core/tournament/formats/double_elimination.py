"""Double elimination (*dubbelutslagning*): out is who has lost twice (DE1–DE9)."""

from dataclasses import dataclass, field

from core.messages import say
from core.tournament.brackets.builders import double
from core.tournament.brackets.drops import read_drops
from core.tournament.brackets.knock_out import knock_out
from core.tournament.brackets.round_reached import double_depth
from core.tournament.brackets.separation import AVOID, NONE
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.standings.tie_breaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """The lower bracket, and the end."""

    reset: bool = field(
        default=True,
        metadata={"sentence": sentence_of("reset", "DE6")},
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
    seeded: int = field(default=0, metadata=SEEDED)
    avoid: str = field(default=NONE, metadata=AVOID)

    def __post_init__(self) -> None:
        """Raises `Invalid` for a string that cannot be read."""
        if self.drops:
            read_drops(self.drops, "drops", champion=True)


def plan(tournament: Tournament) -> Plan:
    """The main and the lower bracket of those who started. Raises `Invalid` for a drop string that does not fit."""
    settings: Settings = settings_of(tournament)
    return double(len(tournament.starters), drops=settings.drops, reset=settings.reset)


FORMAT: Format = knock_out(
    key="double_elimination",
    name="Double elimination",
    rule=say("A player who has lost two matches is out. The last one left is first."),
    settings=Settings,
    plan=plan,
    depth=double_depth,
    stages=("main", "lower", "final"),
    tie_breaks=PRESETS["knock_out"],
)
