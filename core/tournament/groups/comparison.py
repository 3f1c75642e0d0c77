"""Comparison of players of different groups by what they won per match (GK14)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from core.tournament.groups.draw import STAGE
from core.tournament.model.state import Tournament
from core.tournament.pairing.lots import lot
from core.tournament.standings.meetings import meetings

PER_MATCH, WITHOUT_LAST = "per_match", "without_last"
COMPARISONS = (PER_MATCH, WITHOUT_LAST)
"""All matches in the group count; or in larger groups those against the last are left out."""


class Candidate(NamedTuple):
    """A player, the group, and the place there, from 1 on."""

    player: str
    group: str
    place: int

    @property
    def name(self) -> str:
        """The place as it is written: `B2`."""
        return f"{self.group}{self.place}"


class Compared(NamedTuple):
    """A candidate with the sums that count. `shared`: another one in the comparison has won as much per match.

    `points` are those of the table without byes and penalties. Game difference and point difference are sums of the
    matches, too.
    """

    player: str
    group: str
    place: int
    matches: int
    points: int
    game_difference: int
    point_difference: int
    shared: bool = False

    @property
    def value(self) -> tuple[Fraction, ...]:
        """Points, game difference and point difference per match. More is better."""
        sums = (self.points, self.game_difference, self.point_difference)
        return tuple(Fraction(sum_, max(self.matches, 1)) for sum_ in sums)


def compared(
    tournament: Tournament, candidates: Iterable[Candidate], tables: Mapping[str, Sequence[str]], rule: str
) -> list[Compared]:
    """The candidates, the best first. `tables` are the players of each group in the order of its table.

    The order is that of the points per match, then of the game difference per match, then of the point difference per
    match, then of the lots. With `without_last` only matches against the first n of a table count; n is the size of
    the smallest group among the candidates.
    """
    asked = list(candidates)
    fewest = min((len(tables[candidate.group]) for candidate in asked), default=0)
    met = meetings(tournament, None, STAGE)
    found = []
    for each in asked:
        against = tables[each.group][:fewest] if rule == WITHOUT_LAST else tables[each.group]
        counted = [meeting for meeting in met[each.player] if meeting.opponent in against]
        found.append(
            Compared(
                each.player,
                each.group,
                each.place,
                len(counted),
                sum(meeting.points - meeting.penalty for meeting in counted),
                sum(meeting.game_difference for meeting in counted),
                sum(meeting.point_difference for meeting in counted),
            )
        )
    values = [each.value for each in found]
    found = [each._replace(shared=values.count(each.value) > 1) for each in found]
    seed = tournament.seed or ""
    return sorted(found, key=lambda each: ([-part for part in each.value], lot(f"lots:{each.player}", seed)))
