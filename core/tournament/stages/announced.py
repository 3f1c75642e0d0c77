"""Announced stages: what each of them is, who goes on from it, and what counts in it (ST1–ST12)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import say
from core.tournament.brackets.below import LAST_CHANCE, LOSERS, below_of, ensure_below
from core.tournament.brackets.placement import PLACEMENT
from core.tournament.groups.rounds import GROUP_SIZE
from core.tournament.model.bracket_plan import PLAY_OFF
from core.tournament.model.leavers import LEAVERS, STAND
from core.tournament.model.values import HALF
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of
from core.tournament.swiss.bye_rule import BYE_WORTH, BYES, LAST_BYE, LATE_BYES
from core.tournament.swiss.rounds import MOST_ROUNDS

GROUPS, ROUND_ROBIN, SWISS, SINGLE, DOUBLE, NONE = (
    "groups",
    "round_robin",
    "swiss",
    "single_elimination",
    "double_elimination",
    "none",
)
IN_ROUNDS = (GROUPS, ROUND_ROBIN, SWISS)
KNOCK_OUTS = (SINGLE, DOUBLE)
LABELS = ("stage_1", "stage_2", "stage_3")
"""The names of the stages in `terms`, and of their rounds. Rounds of a knock-out have those of its brackets."""
NOTHING, POINTS = "nothing", "points"
NONE_APART, SOFT = "none", "soft"
TIE_BREAKS = "tie_breaks"
"""At the line the order of the table decides, and lots between players who share a place."""
OF_LOSERS = ("losers", "last_chance", "placement")
"""The settings of what the losers of a single elimination play on for."""
_MOST_ON = 64
_OF_BYES = ("byes", "bye_worth", "last_bye", "late_byes")
"""The settings of rounds that are sat out on request, in every Swiss of the tournament alike."""
_SIZE: Mapping[str, Any] = {
    **GROUP_SIZE,
    "sentence": say("ST3: no group of this stage is larger than this, where it is played in groups."),
}
_ROUNDS: Mapping[str, Any] = {
    "choices": tuple(range(MOST_ROUNDS + 1)),
    "sentence": say("ST3: so many rounds of this stage, where it is a Swiss; 0 for as many as are proposed."),
}
_ON: Mapping[str, Any] = {
    "choices": tuple(range(1, _MOST_ON + 1)),
    "sentence": say("ST4: so many go on from this stage: of each of its groups, of a Swiss or round robin in all."),
}
_COUNTS: Mapping[str, Any] = {
    "choices": (NOTHING, POINTS),
    "sentence": say("ST6: this stage begins at zero, or players bring the points of the stages before."),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """Up to three stages."""

    first: str = field(
        default=GROUPS,
        metadata={
            "choices": IN_ROUNDS,
            "sentence": say("ST1: the first stage, which all play."),
        },
    )
    first_size: int = field(default=4, metadata=_SIZE)
    first_rounds: int = field(default=0, metadata=_ROUNDS)
    first_on: int = field(default=2, metadata=_ON)
    second: str = field(
        default=SWISS,
        metadata={
            "choices": (*IN_ROUNDS, *KNOCK_OUTS),
            "sentence": say("ST1: the second stage, of those who go on. Nothing follows a knock-out."),
        },
    )
    second_size: int = field(default=4, metadata=_SIZE)
    second_rounds: int = field(default=0, metadata=_ROUNDS)
    second_counts: str = field(default=NOTHING, metadata=_COUNTS)
    second_on: int = field(default=4, metadata=_ON)
    third: str = field(
        default=NONE,
        metadata={
            "choices": (NONE, *IN_ROUNDS, *KNOCK_OUTS),
            "sentence": say("ST1: the third stage, of those who go on from the second, if there is one."),
        },
    )
    third_size: int = field(default=4, metadata=_SIZE)
    third_rounds: int = field(default=0, metadata=_ROUNDS)
    third_counts: str = field(default=NOTHING, metadata=_COUNTS)
    avoid: str = field(
        default=NONE_APART,
        metadata={
            "choices": (NONE_APART, SOFT),
            "sentence": say("ST7: players of one group, such as a club, meet as any others, or as late as can be."),
        },
    )
    bronze: bool = field(default=False, metadata={"sentence": sentence_of("bronze", "ST8")})
    seeded: int = field(default=0, metadata=SEEDED)
    consolation: bool = field(
        default=False,
        metadata={
            "if_chosen": True,
            "sentence": sentence_of("consolation_of_others", "ST11"),
        },
    )
    losers: str = field(default="", metadata=LOSERS)
    last_chance: str = field(default="", metadata=LAST_CHANCE)
    placement: int = field(default=0, metadata=PLACEMENT)
    line: str = field(
        default=TIE_BREAKS,
        metadata={
            "choices": (TIE_BREAKS, PLAY_OFF),
            "if_chosen": True,
            "sentence": sentence_of("line", "ST10"),
        },
    )
    byes: int = field(default=0, metadata={**BYES, "if_chosen": True})
    bye_worth: str = field(default=HALF, metadata={**BYE_WORTH, "if_chosen": True})
    last_bye: bool = field(default=False, metadata={**LAST_BYE, "if_chosen": True})
    late_byes: bool = field(default=False, metadata={**LATE_BYES, "if_chosen": True})
    leavers: str = field(default=STAND, metadata={**LEAVERS, "sentence": sentence_of("leavers", "ST14")})

    def __post_init__(self) -> None:
        """Raises `Invalid` if a stage follows a knock-out, or a setting is of a kind of stage that there is not."""
        if self.second in KNOCK_OUTS and self.third != NONE:
            raise Invalid({"third": [say("nothing follows a knock-out: those who lost are out")]})
        if self.consolation and self.second not in KNOCK_OUTS and self.third not in KNOCK_OUTS:
            raise Invalid({"consolation": [say("no stage is a knock-out that players could miss")]})
        below = {name: getattr(self, name) for name in OF_LOSERS}
        if any(below.values()) and SINGLE not in (self.second, self.third):
            why = say("no stage is a single elimination, whose losers could play on")
            raise Invalid({name: [why] for name, value in below.items() if value})
        ensure_below(self)
        if self.leavers != STAND and not {GROUPS, ROUND_ROBIN} & {self.first, self.second, self.third}:
            raise Invalid({"leavers": [say("no stage is a round robin or has groups, in which all meet all")]})
        if self.byes and SWISS not in (self.first, self.second, self.third):
            raise Invalid({"byes": [say("no stage is a Swiss, whose rounds could be sat out")]})


class Announced(NamedTuple):
    """A stage as announced: its format's key and settings, how many go on from it, and if points count from before.

    `play_off`: players who are level at the line after it play for the places. `consolation`: those who miss it, a
    knock-out, play one of their own.
    """

    kind: str
    settings: Mapping[str, Any]
    go_on: int
    points: bool
    play_off: bool = False
    consolation: bool = False

    @property
    def is_knock_out(self) -> bool:
        """True if players are eliminated in it."""
        return self.kind in KNOCK_OUTS

    @property
    def is_groups(self) -> bool:
        """True if it is played in groups, of which a round robin has one."""
        return self.kind in (GROUPS, ROUND_ROBIN)


def settings_for(stage: Announced, settings: Any, players: int) -> Mapping[str, Any]:
    """The settings of a stage that so many play: a drop string that does not fit them is the usual one."""
    if stage.kind != SINGLE:
        return stage.settings
    return {**stage.settings, **below_of(settings).fitting(players)._asdict()}


def announced(settings: Any) -> tuple[Announced, ...]:
    """The stages, from the first to the last."""
    rows = (
        (settings.first, settings.first_size, settings.first_rounds, settings.first_on, NOTHING),
        (settings.second, settings.second_size, settings.second_rounds, settings.second_on, settings.second_counts),
        (settings.third, settings.third_size, settings.third_rounds, 0, settings.third_counts),
    )
    return tuple(
        Announced(
            kind,
            _settings(settings, kind, size, rounds),
            on,
            counts == POINTS,
            settings.line == PLAY_OFF,
            settings.consolation and kind in KNOCK_OUTS,
        )
        for kind, size, rounds, on, counts in rows
        if kind != NONE
    )


def _settings(settings: Any, kind: str, size: int, rounds: int) -> Mapping[str, Any]:
    """The settings of a stage in the words of its own format."""
    return {
        GROUPS: {"group_size": size, "leavers": settings.leavers},
        ROUND_ROBIN: {"groups": 1, "leavers": settings.leavers},
        SWISS: {"rounds": rounds, "avoid": settings.avoid, **{name: getattr(settings, name) for name in _OF_BYES}},
        SINGLE: {
            "bronze": settings.bronze,
            "avoid": settings.avoid,
            "consolation": settings.losers,
            "last_chance": settings.last_chance,
            "placement": settings.placement,
        },
        DOUBLE: {"avoid": settings.avoid},
    }[kind]
