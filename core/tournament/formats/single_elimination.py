"""Single elimination (*utslagning*): who loses is out, with bronze match, consolation and last chance (SE1–SE14)."""

from dataclasses import dataclass, field

from core.errors import Invalid
from core.messages import say
from core.tournament.brackets.builders import single
from core.tournament.brackets.drops import unreadable
from core.tournament.brackets.knock_out import knock_out
from core.tournament.brackets.placement import PLACEMENT, PLACES
from core.tournament.brackets.re_entry import gone_on, lapsed, lost_in, no_re_entry
from core.tournament.brackets.round_reached import single_depth
from core.tournament.brackets.separation import AVOID, NONE
from core.tournament.model.bracket_plan import Plan
from core.tournament.model.optional.again import Again
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.standings.tie_breaks import PRESETS


@dataclass(frozen=True, slots=True)
class Settings:
    """Brackets that depend on the main bracket."""

    bronze: bool = field(
        default=False,
        metadata={"sentence": sentence_of("bronze", "SE5")},
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
    seeded: int = field(default=0, metadata=SEEDED)
    avoid: str = field(default=NONE, metadata=AVOID)
    placement: int = field(default=0, metadata=PLACEMENT)
    re_entries: int = field(
        default=0,
        metadata={
            "if_chosen": True,
            "choices": (0, 1, 2, 3),
            "sentence": sentence_of("re_entries", "SE14"),
        },
    )
    re_entry_until: int = field(
        default=1,
        metadata={
            "if_chosen": True,
            "choices": (1, 2, 3),
            "sentence": sentence_of("re_entry_until", "SE14"),
        },
    )

    def __post_init__(self) -> None:
        """Raises `Invalid` naming every string that cannot be read."""
        problems = unreadable({"consolation": self.consolation, "last_chance": self.last_chance})
        if self.last_chance and not self.consolation:
            problems["last_chance"] = [say("it takes the losers of the consolation: choose that as well")]
        if self.placement and self.consolation:
            problems["placement"] = [say("it takes the losers of the consolation: choose one of the two")]
        if self.re_entry_until != 1 and not self.re_entries:
            problems["re_entry_until"] = [say("no player enters again: choose that as well")]
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
        placement=settings.placement,
    )


FORMAT: Format = knock_out(
    key="single_elimination",
    name="Single elimination",
    rule=say("A player who loses a match is out of the main bracket. The one who wins all is first."),
    settings=Settings,
    plan=plan,
    depth=single_depth,
    stages=("main", "bronze", "consolation", "last_chance", PLACES),
    tie_breaks=PRESETS["knock_out"],
    again=Again(re_entry=no_re_entry, lost_in=lost_in, lapsed=lapsed, gone_on=gone_on),
)
