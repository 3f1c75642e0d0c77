"""Rounds in groups: who is in which group, and everyone meets everyone there (GK1–GK5).

Its settings are `groups`, `group_size` and `legs`, perhaps with others.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from core.events import RoundPaired
from core.messages import say
from core.tournament.groups.draw import STAGE, Groups, groups_of
from core.tournament.model.explanation import Explanations, GroupWhy
from core.tournament.model.leavers import announces_half
from core.tournament.model.memoize import memoized
from core.tournament.model.new_round import new_round
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import NO_PLAYER, Pairing, Round
from core.tournament.pairing import berger
from core.tournament.pairing.berger import meetings, place_in_table, table_round


def numbers(most: int) -> tuple[int, ...]:
    """The numbers from 1 on, as choices of a setting."""
    return tuple(range(1, most + 1))


GROUPS: Mapping[str, Any] = {
    "choices": (0, *numbers(64)),
    "sentence": say("GK2: so many groups; 0 for as many as `group_size` makes."),
}
"""The setting of how many groups there are, as metadata of a field."""
GROUP_SIZE: Mapping[str, Any] = {
    "choices": numbers(32)[1:],
    "sentence": say("GK2: no group is larger than this, unless `groups` says how many."),
}
"""The setting of how many players are in a group, as metadata of a field."""


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The first round in groups that is not paired yet, of all groups or of some.

    Larger groups have more rounds of a leg. So where a leg is added (GK21), some groups are paired in a round already.
    """
    paired = {round_.number: {pairing.slot for pairing in round_.pairings} for round_ in tournament.rounds}
    groups = groups_of_rounds(tournament)
    for number in range(1, rounds_of(tournament) + 1):
        missing = {name: players for name, players in groups.items() if name not in paired.get(number, ())}
        if rows := list(_rows(tournament, missing, number)):
            return new_round(tournament, rows, number=number, stage=STAGE)
    return None


def behind_the_last(tournament: Tournament) -> tuple[Pairing, ...]:
    """The matches of groups behind their last round, once they meet fewer times than they were paired for (GK21)."""
    legs = settings_of(tournament).legs
    last = {name: berger.rounds(len(players), legs) for name, players in groups_of_rounds(tournament).items()}
    return tuple(
        pairing
        for round_ in tournament.rounds
        if round_.stage == STAGE
        for pairing in round_.pairings
        if round_.number > last.get(pairing.slot, round_.number)
    )


def _rows(tournament: Tournament, groups: Groups, number: int) -> Iterator[tuple[str, ...]]:
    """The matches of one round in all groups. A player who sits out of the group's round is paired with `NO_PLAYER`."""
    for name, players in groups.items():
        if number <= berger.rounds(len(players), settings_of(tournament).legs):
            pairs, bye = table_round(players, number)
            yield from ((white, black, name) for white, black in pairs)
            if bye is not None:
                yield bye, NO_PLAYER, name


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired, and every match has its result."""
    return not still_open(tournament)


def still_open(tournament: Tournament) -> Collection[str]:
    """The groups in which a result is missing: all of them until every round is paired."""
    groups = groups_of_rounds(tournament)
    if sum(round_.stage == STAGE for round_ in tournament.rounds) < rounds_of(tournament):
        return set(groups)
    return {pairing.slot for pairing in tournament.to_play} & groups.keys()


@memoized
def groups_of_rounds(tournament: Tournament) -> Groups:
    """The groups as they were paired, or, before their first round, as they are drawn."""
    return groups_of(tournament, _count(len(tournament.starters), settings_of(tournament)))


def rounds_of(tournament: Tournament) -> int:
    """The rounds of the largest group."""
    legs: int = settings_of(tournament).legs
    groups = groups_of_rounds(tournament)
    return max((berger.rounds(len(players), legs) for players in groups.values()), default=0)


def explain(tournament: Tournament, round_: Round) -> Explanations:
    """The place in its group's table of each match of a round."""
    groups = groups_of_rounds(tournament)
    explanations = {}
    for pairing in round_.pairings:
        place = place_in_table(groups[pairing.slot], round_.number, pairing.white, pairing.black or None)
        explanations[pairing.match] = GroupWhy(
            say("Group {slot}, {place}.", slot=pairing.slot, place=place), pairing.slot
        )
    return explanations


def leavers(tournament: Tournament) -> tuple[tuple[Pairing, ...], ...]:
    """The matches of the groups, where those who leave before half of theirs have none counted (GK19)."""
    if not announces_half(tournament):
        return ()
    return (tuple(pairing for round_ in tournament.rounds if round_.stage == STAGE for pairing in round_.pairings),)


def late(_tournament: Tournament) -> str:
    """No late entry: the groups are drawn."""
    return say("the groups are drawn, and all their rounds are paired for those who started")


def planned(players: int, settings: Any) -> int:
    """The number of matches of so many players in their groups, which are as even as can be."""
    return sum(meetings(size, settings.legs) for size in sizes(players, settings))


def sizes(players: int, settings: Any) -> tuple[int, ...]:
    """The numbers of players in the groups of so many, which are as even as can be."""
    count = _count(players, settings)
    size, larger = divmod(players, count)
    return (*[size + 1] * larger, *[size] * (count - larger))


def _count(players: int, settings: Any) -> int:
    """The number of groups: as asked for, or as their size makes, of two players at least (GK2)."""
    wanted: int = settings.groups or -(-players // settings.group_size)
    return max(1, min(wanted, players // 2))
