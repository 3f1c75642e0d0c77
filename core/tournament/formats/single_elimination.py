"""Single elimination (*utslagning*): who loses is out, with bronze match, consolation and last chance (SE1–SE9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Malformed
from core.events import RoundPaired
from core.tournament.brackets import plan as slots
from core.tournament.brackets.building import AUTO, single
from core.tournament.brackets.depth import single_depth
from core.tournament.brackets.drops import read_drops
from core.tournament.brackets.latecomers import room_for_late
from core.tournament.brackets.plan import Filling, Plan
from core.tournament.brackets.story import explain_bracket
from core.tournament.format import Format, settings_of
from core.tournament.state import Pairing, Tournament
from core.tournament.tiebreaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """What hangs on the main bracket."""

    bronze: bool = field(
        default=False,
        metadata={"sentence": "SE5: the losers of the semi-finals play for the third place."},
    )
    consolation: str = field(
        default="",
        metadata={
            "sentence": "SE6: a drop string such as `AB.C.D.|.|.` says who enters the consolation when; "
            "`auto` is the usual one, empty is none."
        },
    )
    last_chance: str = field(
        default="",
        metadata={
            "sentence": "SE7: a drop string such as `ab.|.c.` says who enters the last chance when, in small letters "
            "the rounds of the consolation; `auto` is the usual one, empty is none."
        },
    )

    def __post_init__(self) -> None:
        """Raises `Malformed` naming every string that cannot be read."""
        problems: dict[str, list[str]] = {}
        for name, text in (("consolation", self.consolation), ("last_chance", self.last_chance)):
            try:
                if text not in ("", AUTO):
                    read_drops(text, name, from_consolation=name == "last_chance")
            except Malformed as wrong:
                problems |= wrong.problems
        if self.last_chance and not self.consolation:
            problems["last_chance"] = ["it takes the losers of the consolation: set `consolation` as well"]
        if problems:
            raise Malformed(problems)


def plan(tournament: Tournament) -> Plan:
    """The main bracket of those who started, and what hangs on it. Raises `Malformed` for a wrong drop string."""
    said: Settings = settings_of(tournament)
    return single(
        len(tournament.starters), bronze=said.bronze, consolation=said.consolation, last_chance=said.last_chance
    )


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The earliest round with matches whose players are known and that are not paired yet."""
    return slots.next_round(plan(tournament), tournament)


def is_over(tournament: Tournament) -> bool:
    """Every match of every bracket has its result."""
    return slots.is_over(plan(tournament), tournament)


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings that no longer follow from the results."""
    return slots.stale(plan(tournament), tournament)


def reached(tournament: Tournament) -> Mapping[str, int]:
    """How far everybody came (SE8)."""
    whole = plan(tournament)
    return single_depth(whole, Filling(whole, tournament), tournament.starters)


FORMAT = Format(
    key="single_elimination",
    name="Single elimination",
    rule="Whoever loses a match is out of the main bracket, and whoever wins all is first.",
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
    stages=("main", "bronze", "consolation", "last_chance"),
)
