"""Groups, then a knock-out (*gruppspel och slutspel*): the best of each group go on (GK1–GK12)."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say
from core.tournament.advancement import RULES
from core.tournament.advancement.brackets import SHARE_THIRD, ensure_one_third, share_third
from core.tournament.brackets import filling
from core.tournament.brackets.below import LAST_CHANCE, LOSERS, below_of, ensure_below, ensure_fits
from core.tournament.brackets.lost_by_both import lost_by_both
from core.tournament.brackets.placement import PLACEMENT, PLACES
from core.tournament.groups import rounds
from core.tournament.groups.advancement import Transfer, explained, plan_after, reached_after, transfer
from core.tournament.groups.comparison import COMPARISONS, PER_MATCH
from core.tournament.groups.draw import STAGE
from core.tournament.groups.qualification import (
    BYES,
    LETTERS,
    LOTS,
    MOVES_UP,
    RESULTS,
    Qualification,
    chosen,
    expected,
    qualification,
)
from core.tournament.groups.qualified_plan import (
    explain_qualified,
    qualified_across,
    qualified_entrant,
    qualified_plan,
    qualified_reached,
)
from core.tournament.groups.rounds import GROUP_SIZE, GROUPS, groups_of_rounds, numbers
from core.tournament.model.bracket_plan import PLAY_OFF, Entrant, Plan
from core.tournament.model.explanation import Explanations
from core.tournament.model.leavers import LEAVERS, STAND
from core.tournament.model.memoize import memoized
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import Across, Pairing, Round
from core.tournament.pairing.berger import LEGS
from core.tournament.pairing.lots import SEEDED
from core.tournament.setting_words import sentence_of

_BRACKETS = frozenset({PLAY_OFF, "main", "bronze", "consolation", "last_chance"})


@dataclass(frozen=True, slots=True)
class Settings:
    """The number of groups, the players who go on, and the consolation of the others."""

    groups: int = field(default=0, metadata=GROUPS)
    group_size: int = field(default=4, metadata=GROUP_SIZE)
    advance: int = field(
        default=2,
        metadata={
            "choices": numbers(16),
            "sentence": sentence_of("advance", "GK6"),
        },
    )
    legs: int = field(
        default=1,
        metadata={
            "choices": LEGS,
            "sentence": sentence_of("legs", "GK4"),
        },
    )
    bronze: bool = field(default=False, metadata={"sentence": sentence_of("bronze", "GK9")})
    consolation: bool = field(
        default=False,
        metadata={
            "sentence": sentence_of("consolation_of_others", "GK10"),
        },
    )
    seeded: int = field(default=0, metadata=SEEDED)
    seeds_by: str = field(
        default=LETTERS,
        metadata={
            "choices": (LETTERS, RESULTS),
            "if_chosen": True,
            "sentence": say(
                "GK13: seeds of the knock-out by the letters of the groups, or by results across the groups."
            ),
        },
    )
    next_best: int = field(
        default=0,
        metadata={
            "choices": (0, *numbers(32)),
            "if_chosen": True,
            "sentence": sentence_of("next_best", "GK15"),
        },
    )
    compare: str = field(
        default=PER_MATCH,
        metadata={
            "choices": COMPARISONS,
            "if_chosen": True,
            "sentence": say(
                "GK14: players of different groups are compared by what they won per match, in larger groups perhaps "
                "without their matches against the last."
            ),
        },
    )
    level: str = field(
        default=LOTS,
        metadata={
            "choices": (LOTS, PLAY_OFF),
            "if_chosen": True,
            "sentence": sentence_of("level", "GK16"),
        },
    )
    share_third: bool = field(default=False, metadata=SHARE_THIRD)
    gone: str = field(
        default=MOVES_UP,
        metadata={
            "choices": (MOVES_UP, BYES),
            "if_chosen": True,
            "sentence": sentence_of("gone", "GK17"),
        },
    )

    leavers: str = field(default=STAND, metadata=LEAVERS)
    losers: str = field(default="", metadata=LOSERS)
    last_chance: str = field(default="", metadata=LAST_CHANCE)
    placement: int = field(default=0, metadata=PLACEMENT)

    def __post_init__(self) -> None:
        """Raises `Invalid` if settings exclude each other, or a drop string cannot be read."""
        ensure_one_third(bronze=self.bronze, shared=self.share_third)
        ensure_below(self)


def next_round(tournament: Tournament, seed: str) -> RoundPaired | None:
    """The first round in groups that is not paired yet, and after the groups what is known of the brackets."""
    in_groups = rounds.next_round(tournament, seed)
    return in_groups or filling.next_round(plan(tournament), tournament, entrant(tournament))


def is_over(tournament: Tournament) -> bool:
    """All groups and all brackets are played to their end."""
    known = _qualified(tournament).known if _chosen(tournament) else _transfer(tournament).known
    if tournament.to_play or not known:
        return False
    return filling.is_over(plan(tournament), tournament, entrant(tournament))


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The matches after the groups whose players are no longer those who came there.

    Before them those of the groups that fall with a leg.
    """
    if behind := rounds.behind_the_last(tournament):
        return behind
    if len(tournament.rounds) <= rounds.rounds_of(tournament):
        return ()
    whole = plan(tournament)
    there = {bracket.key for bracket in whole.brackets}
    gone = (match for match in tournament.matches if _chosen(tournament) and _is_in(match, _BRACKETS - there))
    return (*filling.stale(whole, tournament, entrant(tournament)), *gone)


def _is_in(pairing: Pairing, brackets: Collection[str]) -> bool:
    return pairing.slot.split(".")[0] in brackets


def plan(tournament: Tournament) -> Plan:
    """The brackets after the groups."""
    settings, groups = settings_of(tournament), groups_of_rounds(tournament)
    if chosen(settings):
        return qualified_plan(tournament, _qualified(tournament), groups, rounds.rounds_of(tournament), settings)
    sizes = tuple((name, len(players)) for name, players in groups.items())
    return plan_after(
        sizes,
        settings.advance,
        rounds.rounds_of(tournament) + 1,
        below=below_of(settings),
        consolation=settings.consolation,
        rules=tournament.rules,
    )


def fits(settings: Settings, players: int) -> None:
    """Raises `Invalid` for drop strings that do not fit the players who are expected in the knock-out (GK20)."""
    ensure_fits(settings, expected(rounds.sizes(players, settings), settings)[0])


def entrant(tournament: Tournament) -> Entrant:
    """The player at a place in a group, such as `B2`, or of a seed."""
    if _chosen(tournament):
        return qualified_entrant(_qualified(tournament))
    return _transfer(tournament).entrant


def reached(tournament: Tournament) -> Mapping[str, int]:
    """The rounds that the players reached: in the knock-out, then in the consolation, then in the group."""
    if _chosen(tournament):
        return qualified_reached(tournament, plan(tournament), _qualified(tournament))
    return reached_after(tournament, plan(tournament), _transfer(tournament), settings_of(tournament).advance)


def across(tournament: Tournament) -> tuple[Across, ...]:
    """The comparisons of players of different groups, if the announcement asks for any."""
    return qualified_across(tournament, _qualified(tournament)) if _chosen(tournament) else ()


def sections(tournament: Tournament) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The groups, once they are drawn; none for those to whom all of their rounds are drafts."""
    return (
        tuple(groups_of_rounds(tournament).items())
        if any(round_.stage == STAGE for round_ in tournament.rounds)
        else ()
    )


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The place in its group's table of each match of a round; after the groups whence its players come."""
    if round_.stage == STAGE:
        return rounds.explain(tournament, round_)
    if _chosen(tournament):
        return explain_qualified(tournament, _qualified(tournament), round_)
    return explained(tournament, _transfer(tournament), round_)


def _chosen(tournament: Tournament) -> bool:
    return chosen(settings_of(tournament))


@memoized
def _qualified(tournament: Tournament) -> Qualification:
    """The players who go on by the chosen rules."""
    groups = groups_of_rounds(tournament)
    return qualification(tournament, groups, complete=not rounds.still_open(tournament))


@memoized
def _transfer(tournament: Tournament) -> Transfer:
    """The players who go on from the places in their groups."""
    groups = groups_of_rounds(tournament)
    return transfer(tournament, groups, settings_of(tournament).advance, rounds.still_open(tournament))


FORMAT: Format = Format(
    key="groups_then_knockout",
    name="Groups, then knock-out",
    rule=say("Everyone meets everyone in a group, and the best of each group meet in a knock-out."),
    halves=True,
    default_tie_breaks=("round_reached", "points", "mini_table", "game_difference", "sonneborn_berger"),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    walkovers=True,
    rules=RULES,
    plan=plan,
    entrant=entrant,
    reached=reached,
    lost_by_both=lost_by_both,
    stale=stale,
    sections=sections,
    explain=explain,
    late=rounds.late,
    planned=rounds.planned,
    across=across,
    shares=share_third,
    leavers=rounds.leavers,
    fits=fits,
    stages=(STAGE, "main", "bronze", "consolation", "last_chance", PLACES, PLAY_OFF),
)
