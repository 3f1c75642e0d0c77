"""Single elimination (*utslagning*): who loses is out, with bronze match, consolation and last chance (SE1–SE9)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.errors import Invalid
from core.events import RoundPaired
from core.messages import say
from core.tournament.brackets import filling
from core.tournament.brackets.builders import AUTO, single
from core.tournament.brackets.drops import read_drops
from core.tournament.brackets.explanation import explain_bracket
from core.tournament.brackets.filling import FilledBracket
from core.tournament.brackets.late_entry import room_for_late
from core.tournament.brackets.round_reached import single_depth
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Pairing
from core.tournament.standings.tie_breaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """Brackets that depend on the main bracket."""

    bronze: bool = field(
        default=False,
        metadata={"sentence": say("SE5: the losers of the semi-finals play for the third place.")},
    )
    consolation: str = field(
        default="",
        metadata={
            "sentence": say(
                "SE6: a drop string such as `AB.C.D.|.|.` says who enters the consolation when; "
                "`auto` is the usual one, empty is none."
            )
        },
    )
    last_chance: str = field(
        default="",
        metadata={
            "sentence": say(
                "SE7: a drop string such as `ab.|.c.` says who enters the last chance when, in small "
                "letters the rounds of the consolation; `auto` is the usual one, empty is none."
            )
        },
    )

    def __post_init__(self) -> None:
        """Raises `Invalid` naming every string that cannot be read."""
        problems: dict[str, list[str]] = {}
        for name, text in (("consolation", self.consolation), ("last_chance", self.last_chance)):
            try:
                if text not in ("", AUTO):
                    read_drops(text, name, from_consolation=name == "last_chance")
            except Invalid as wrong:
                problems |= wrong.problems
        if self.last_chance and not self.consolation:
            problems["last_chance"] = [say("it takes the losers of the consolation: set `consolation` as well")]
        if problems:
            raise Invalid(problems)


def plan(tournament: Tournament) -> Plan:
    """The main bracket of those who started, and what hangs on it. Raises `Invalid` for a wrong drop string."""
    settings: Settings = settings_of(tournament)
    return single(
        len(tournament.starters),
        bronze=settings.bronze,
        consolation=settings.consolation,
        last_chance=settings.last_chance,
    )


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The earliest round with matches whose players are known and that are not paired yet."""
    return filling.next_round(plan(tournament), tournament)


def is_over(tournament: Tournament) -> bool:
    """Every match of every bracket has its result."""
    return filling.is_over(plan(tournament), tournament)


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The pairings that no longer follow from the results."""
    return filling.stale(plan(tournament), tournament)


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The rounds that the players reached (SE8)."""
    whole = plan(tournament)
    return single_depth(whole, FilledBracket(whole, tournament), tournament.starters)


FORMAT = Format(
    key="single_elimination",
    name="Single elimination",
    rule=say("A player who loses a match is out of the main bracket. The one who wins all is first."),
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
