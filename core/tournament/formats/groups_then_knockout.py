"""Groups, then a knock-out (*gruppspel och slutspel*): the best of each group go on (GK1–GK12)."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from core.events import RoundPaired
from core.messages import say
from core.tournament.brackets import filling
from core.tournament.brackets.second_stage import SHARE_THIRD, ensure_one_third, share_third
from core.tournament.groups.advancement import Transfer, explained, plan_after, reached_after, transfer
from core.tournament.groups.comparison import COMPARISONS, PER_MATCH
from core.tournament.groups.draw import STAGE, Groups, groups_of
from core.tournament.groups.qualification import (
    BYES,
    LETTERS,
    LOTS,
    MOVES_UP,
    RESULTS,
    Qualification,
    chosen,
    qualification,
)
from core.tournament.groups.qualified_plan import (
    explain_qualified,
    qualified_across,
    qualified_entrant,
    qualified_plan,
    qualified_reached,
)
from core.tournament.model.bracket_plan import PLAY_OFF, Entrant, Plan
from core.tournament.model.explanation import Explanations, GroupWhy
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Format, Tournament, settings_of
from core.tournament.model.values import NOBODY, Across, Pairing, Round
from core.tournament.pairing.berger import LEGS, meetings, place_in_table, rounds, table_round
from core.tournament.pairing.lots import SEEDED

_BRACKETS = frozenset({PLAY_OFF, "main", "bronze", "consolation"})


def _numbers(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


@dataclass(frozen=True, slots=True)
class Settings:
    """The number of groups, the players who go on, and the consolation of the others."""

    groups: int = field(default=0, metadata={
        "choices": (0, *_numbers(64)), "sentence": say("GK2: so many groups; 0 for as many as `group_size` makes."),
    })  # fmt: skip
    group_size: int = field(default=4, metadata={
        "choices": _numbers(32)[1:],
        "sentence": say(
            "GK2: no group is larger than this, unless `groups` says how many."
        ),
    })  # fmt: skip
    advance: int = field(default=2, metadata={
        "choices": _numbers(16), "sentence": say("GK6: so many of each group go on to the knock-out."),
    })  # fmt: skip
    legs: int = field(default=1, metadata={
        "choices": LEGS,
        "sentence": say("GK4: group mates meet so many times, with the seats swapped in every second leg."),
    })  # fmt: skip
    bronze: bool = field(
        default=False, metadata={"sentence": say("GK9: the losers of the semi-finals play for third place.")}
    )
    consolation: bool = field(default=False, metadata={
        "sentence": say("GK10: those who do not go on play a knock-out of their own."),
    })  # fmt: skip
    seeded: int = field(default=0, metadata=SEEDED)
    seeds_by: str = field(default=LETTERS, metadata={
        "choices": (LETTERS, RESULTS), "if_chosen": True,
        "sentence": say("GK13: seeds of the knock-out by the letters of the groups, or by results across the groups."),
    })  # fmt: skip
    next_best: int = field(default=0, metadata={
        "choices": (0, *_numbers(32)), "if_chosen": True,
        "sentence": say("GK15: so many of the best in the place after those who advance go on as well."),
    })  # fmt: skip
    compare: str = field(default=PER_MATCH, metadata={
        "choices": COMPARISONS, "if_chosen": True,
        "sentence": say(
            "GK14: players of different groups are compared by what they won per match, in larger groups perhaps "
            "without their matches against the last."
        ),
    })  # fmt: skip
    level: str = field(default=LOTS, metadata={
        "choices": (LOTS, PLAY_OFF), "if_chosen": True,
        "sentence": say("GK16: players who share the last place that goes on draw lots, or play for it."),
    })  # fmt: skip
    share_third: bool = field(default=False, metadata=SHARE_THIRD)
    gone: str = field(default=MOVES_UP, metadata={
        "choices": (MOVES_UP, BYES), "if_chosen": True,
        "sentence": say(
            "GK17: for a player who is gone before the knock-out the next one moves up, or byes are drawn anew."
        ),
    })  # fmt: skip

    def __post_init__(self) -> None:
        """Raises `Invalid` if the third place is both played for and shared."""
        ensure_one_third(bronze=self.bronze, shared=self.share_third)


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The first round in groups that is not paired yet, and after the groups what is known of the brackets."""
    taken, groups = {each.number for each in tournament.rounds}, _groups(tournament)
    for number in range(1, _group_rounds(tournament) + 1):
        if number not in taken:
            return new_round(tournament, _rows(tournament, groups, number), number=number, stage=STAGE)
    return filling.next_round(plan(tournament), tournament, entrant(tournament))


def _rows(tournament: Tournament, groups: Groups, number: int) -> Iterator[tuple[str, ...]]:
    """The matches of one round in all groups. A player who sits out of the group's round is paired with `NOBODY`."""
    for name, players in groups.items():
        if number <= rounds(len(players), settings_of(tournament).legs):
            pairs, bye = table_round(players, number)
            yield from ((white, black, name) for white, black in pairs)
            if bye is not None:
                yield bye, NOBODY, name


def is_over(tournament: Tournament) -> bool:
    """All groups and all brackets are played to their end."""
    known = _qualified(tournament).known if _chosen(tournament) else _transfer(tournament).known
    if tournament.to_play or not known:
        return False
    return filling.is_over(plan(tournament), tournament, entrant(tournament))


def stale(tournament: Tournament) -> tuple[Pairing, ...]:
    """The matches after the groups whose players are no longer those who came there."""
    if len(tournament.rounds) <= _group_rounds(tournament):
        return ()
    whole = plan(tournament)
    there = {bracket.key for bracket in whole.brackets}
    gone = (each for each in tournament.matches if _chosen(tournament) and _is_in(each, _BRACKETS - there))
    return (*filling.stale(whole, tournament, entrant(tournament)), *gone)


def _is_in(pairing: Pairing, brackets: Collection[str]) -> bool:
    return pairing.slot.split(".")[0] in brackets


def plan(tournament: Tournament) -> Plan:
    """The brackets after the groups."""
    settings, groups = settings_of(tournament), _groups(tournament)
    if chosen(settings):
        return qualified_plan(tournament, _qualified(tournament), groups, _group_rounds(tournament), settings)
    sizes = tuple((name, len(players)) for name, players in groups.items())
    return plan_after(
        sizes, settings.advance, _group_rounds(tournament) + 1,
        bronze=settings.bronze, consolation=settings.consolation,
    )  # fmt: skip


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
    return tuple(_groups(tournament).items()) if any(each.stage == STAGE for each in tournament.rounds) else ()


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The place in its group's table of each match of a round; after the groups whence its players come."""
    groups = _groups(tournament)
    if round_.stage != STAGE and _chosen(tournament):
        return explain_qualified(tournament, _qualified(tournament), round_)
    if round_.stage != STAGE:
        return explained(tournament, _transfer(tournament), round_)
    explanations = {}
    for each in round_.pairings:
        place = place_in_table(groups[each.slot], round_.number, each.white, each.black or None)
        explanations[each.match] = GroupWhy(say("Group {slot}, {place}.", slot=each.slot, place=place), each.slot)
    return explanations


def late(_tournament: Tournament) -> str:
    """No late entry: the groups are drawn."""
    return say("the groups are drawn, and all their rounds are paired for those who started")


def planned(players: int, settings: Settings) -> int:
    """The number of matches of so many players in their groups, which are as even as can be.

    >>> planned(16, Settings()), planned(9, Settings())
    (24, 9)
    """
    count = _count(players, settings)
    size, larger = divmod(players, count)
    return larger * meetings(size + 1, settings.legs) + (count - larger) * meetings(size, settings.legs)


def _count(players: int, settings: Settings) -> int:
    """The number of groups: as asked for, or as their size makes, of two players at least (GK2)."""
    wanted = settings.groups or -(-players // settings.group_size)
    return max(1, min(wanted, players // 2))


def _groups(tournament: Tournament) -> Groups:
    return groups_of(tournament, _count(len(tournament.starters), settings_of(tournament)))


def _chosen(tournament: Tournament) -> bool:
    return chosen(settings_of(tournament))


@memoized
def _qualified(tournament: Tournament) -> Qualification:
    """The players who go on by the chosen rules."""
    groups = _groups(tournament)
    return qualification(tournament, groups, complete=not _open_groups(tournament, groups))


def _transfer(tournament: Tournament) -> Transfer:
    groups = _groups(tournament)
    return transfer(tournament, groups, settings_of(tournament).advance, _open_groups(tournament, groups))


def _open_groups(tournament: Tournament, groups: Groups) -> Collection[str]:
    """The groups in which a result is missing: all of them until every round is paired."""
    paired_rounds = sum(each.stage == STAGE for each in tournament.rounds)
    still_open = {each.slot for each in tournament.to_play} & groups.keys()
    if paired_rounds < _group_rounds(tournament):
        return set(groups)
    return still_open


def _group_rounds(tournament: Tournament) -> int:
    legs = settings_of(tournament).legs
    return max((rounds(len(players), legs) for players in _groups(tournament).values()), default=0)


FORMAT = Format(
    key="groups_then_knockout",
    name="Groups, then knock-out",
    rule=say("Everyone meets everyone in a group, and the best of each group meet in a knock-out."),
    default_tie_breaks=("round_reached", "points", "mini_table", "game_difference", "sonneborn_berger"),
    next_round=next_round,
    is_over=is_over,
    settings=Settings,
    walkovers=True,
    plan=plan,
    entrant=entrant,
    reached=reached,
    stale=stale,
    sections=sections,
    explain=explain,
    late=late,
    planned=planned,
    across=across,
    shares=share_third,
    stages=(STAGE, "main", "bronze", "consolation", PLAY_OFF),
)
