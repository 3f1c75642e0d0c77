"""Exchanges in the draw of a knock-out, so that players of one club meet as late as the draw allows (D6–D10)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from core.messages import say
from core.tournament.brackets.builders import rounds_of
from core.tournament.brackets.placement import seeding_order
from core.tournament.model.state import Tournament, settings_of
from core.tournament.model.values import Exchange

NONE, SOFT = "none", "soft"
AVOID: Mapping[str, Any] = {
    "choices": (NONE, SOFT),
    "if_chosen": True,
    "sentence": say("Players of one group, such as a club, meet as any others, or as late as the draw allows."),
}
"""The setting of who is kept apart in a bracket, as metadata of a field."""


def exchanges(tournament: Tournament) -> tuple[Exchange, ...]:
    """The exchanges that keep players of one club, and avoided pairs, apart for longer; made one after the other.

    From the last number up, each player changes places with the player by whom most is gained, until no exchange gains
    anything. What counts is the number of pairs who must not meet and could in the first round, then in the first two
    rounds, and so on; then the same of the pairs who should not meet, and of players of one club.
    """
    by_club = settings_of(tournament).avoid == SOFT
    players = tournament.starters
    clubs = {entry.player: entry.group for entry in tournament.entries if by_club and entry.group}
    inside = set(players)
    pairs = {pair: hard for pair, hard in tournament.avoided.items() if inside.issuperset(pair)}
    if len(players) < 3 or not (pairs or len(set(clubs.values())) < len(clubs)):
        return ()
    draw = _Draw(players, clubs, pairs)
    tiers = [tier for tier in _tiers(_seeded(tournament), len(players)) if len(tier) > 1]
    made: list[Exchange] = []
    numbers = [(number, tier) for tier in reversed(tiers) for number in reversed(tier)]
    while found := [exchange for number, tier in numbers if (exchange := draw.exchange(number, tier))]:
        made += found
    return tuple(made)


def _seeded(tournament: Tournament) -> int:
    """The number of starters who are seeded. Lots placed the others, or they entered after the draw."""
    if tournament.draw.seeds is not None:
        first = set(tournament.draw.seeding[: tournament.draw.seeds])
        return sum(player in first for player in tournament.starters)
    by_lots = tournament.draw.seeded is not None and tournament.draw.seeded.method == "lots"
    return 0 if by_lots else len(tournament.starters)


def _tiers(seeded: int, players: int) -> Iterator[range]:
    """The numbers within which players may change places: 1, 2, 3–4, 5–8 … of the seeded, and all drawn ones.

    >>> list(_tiers(6, 12))
    [range(1, 2), range(2, 3), range(3, 5), range(5, 7), range(7, 13)]
    """
    first, last = 1, 1
    while first <= seeded:
        yield range(first, min(last, seeded) + 1)
        first, last = last + 1, 2 * last
    yield range(seeded + 1, players + 1)


class _Gain(NamedTuple):
    """An exchange that could be made: the best is the least. `cost` is the change of the cost of the whole draw."""

    cost: int
    distance: int
    number: int


class _Draw:
    """Players at their numbers, and what it costs that some could meet early."""

    def __init__(self, players: Sequence[str], clubs: Mapping[str, str], pairs: Mapping[tuple[str, str], bool]) -> None:
        self.players, self.clubs = list(players), clubs
        self.rounds = rounds_of(len(players))
        self.places = {number: place for place, number in enumerate(seeding_order(2**self.rounds))}
        # A pair in an earlier round costs more than all pairs in later ones, and a hard pair more than all others.
        base = len(players) ** 2
        self.soft = [0, *(base ** (self.rounds - number) for number in range(1, self.rounds))]
        self.hard = [each * base**self.rounds for each in self.soft]
        self.pairs: dict[str, dict[str, bool]] = defaultdict(dict)
        for (one, other), hard in pairs.items():
            if hard or one not in clubs or clubs[one] != clubs.get(other):  # a pair that is both counts once
                self.pairs[one][other] = self.pairs[other][one] = hard
        self.counts = {
            club: [[0] * 2 ** (self.rounds - number) for number in range(self.rounds + 1)]
            for club in set(clubs.values())
        }
        self.numbers = {player: number for number, player in enumerate(players, 1)}
        for player, number in self.numbers.items():
            self._count(player, number, 1)

    def exchange(self, number: int, tier: range) -> Exchange | None:
        """Make the exchange with a number of the same tier that gains most; `None` if none gains anything."""
        player = self.players[number - 1]
        best = min(self._gains(player, number, tier), default=None)
        if best is None:
            return None
        other = self.players[best.number - 1]
        apart = [each for each in self.numbers if each not in (player, other) and self._are_apart(player, each)]
        before = {each: self._meet(number, self.numbers[each]) for each in apart}
        for each, old, new in ((player, number, best.number), (other, best.number, number)):
            self._count(each, old, -1)
            self._count(each, new, 1)
            self.players[new - 1], self.numbers[each] = each, new
        later = {each: self._meet(best.number, self.numbers[each]) for each in apart}
        gained = [each for each in apart if before[each] < later[each]]
        because = min(gained, key=lambda each: (before[each], self.numbers[each]))
        named = because if self._are_of_one_club(player, because) else ""
        return Exchange(player, other, named, before[because], later[because])

    def _gains(self, player_id: str, number: int, tier: range) -> Iterator[_Gain]:
        """The exchanges with a player of the tier that lower the cost of the draw."""
        costs = self._costs(player_id, number)
        for other_number in tier:
            other = self.players[other_number - 1]
            change = self._of_pairs(player_id, other_number, other) - self._of_pairs(player_id, number, other)
            alike = self._are_of_one_club(player_id, other)
            if not alike:
                change += costs[self.places[other_number] >> 1] - costs[self.places[number] >> 1]
            if change < 0:
                change += self._of_pairs(other, number, player_id) - self._of_pairs(other, other_number, player_id)
                if not alike:
                    change += self._change(other, other_number, number)
                if change < 0:
                    yield _Gain(change, abs(number - other_number), other_number)

    def _costs(self, player_id: str, number: int) -> Sequence[int]:
        """The cost of a player's club mates wherever the player could be: for each first match, from top to bottom."""
        costs = [0]
        counts = self.counts[self.clubs[player_id]] if player_id in self.clubs else None
        self._count(player_id, number, -1)
        for round_ in range(self.rounds - 1, 0, -1):
            costs = [costs[section >> 1] for section in range(2 * len(costs))]
            if counts:
                costs = [cost + self.soft[round_] * count for cost, count in zip(costs, counts[round_], strict=True)]
        self._count(player_id, number, 1)
        return costs

    def _change(self, player_id: str, number: int, new: int) -> int:
        """The change of the cost of a player's club mates if the player moves to another number."""
        if player_id not in self.clubs:
            return 0
        counts, old_place, place, change = self.counts[self.clubs[player_id]], self.places[number], self.places[new], 0
        for round_ in range(1, self._meet(number, new)):
            there, here = counts[round_][place >> round_], counts[round_][old_place >> round_] - 1
            change += self.soft[round_] * (there - here)
        return change

    def _of_pairs(self, player_id: str, number: int, other: str) -> int:
        """The cost of a player's avoided pairs at a number, without the one with `other`, which stays as it is."""
        if player_id not in self.pairs:
            return 0
        rows = (
            (hard, self._meet(number, self.numbers[each]))
            for each, hard in self.pairs[player_id].items()
            if each != other
        )
        return sum(sum((self.hard if hard else self.soft)[met : self.rounds]) for hard, met in rows)

    def _count(self, player_id: str, number: int, by: int) -> None:
        """Count a player in the sections of the bracket from each of which one comes out after so many rounds."""
        if player_id in self.clubs:
            counts, place = self.counts[self.clubs[player_id]], self.places[number]
            for round_ in range(1, self.rounds):
                counts[round_][place >> round_] += by

    def _meet(self, one: int, other: int) -> int:
        """The round in which two numbers can meet."""
        return (self.places[one] ^ self.places[other]).bit_length()

    def _are_of_one_club(self, one: str, other: str) -> bool:
        return one in self.clubs and self.clubs[one] == self.clubs.get(other)

    def _are_apart(self, one: str, other: str) -> bool:
        return self._are_of_one_club(one, other) or other in self.pairs.get(one, ())
