"""Cost of a pair, or of a bye: whole numbers, the weightier before the lighter.

| criterion | what it counts |
|---|---|
| `second_bye` | earlier byes of the player (forbidden, unless the director lets meetings repeat) |
| `rematch` | a meeting that repeats, a late one more than an early one (forbidden, unless as above) |
| `seats` | where seats are limited: two players to whom the limit leaves the same seat |
| `bye` | the player's points above the lowest score |
| `distance` | the difference of the scores, squared |
| `float` | for each who floats the same way again: 2 if in the round before, 1 if in the one before that alone |
| `avoidance` | that they should not meet: 2 by the director's wish, 1 for being of one group |
| `fold` | how far they are from the fold, squared |

The total of a criterion over a whole round never makes up for one unit of a criterion above it.
"""

from collections.abc import Iterator
from math import prod

from core.tournament.swiss.matching import Edge
from core.tournament.swiss.round_input import DOWN, HARD, SOFT, UP, PlayerHistory, RoundInput, ScoreGroup
from core.tournament.swiss.seats import due

CRITERIA = ("second_bye", "rematch", "seats", "bye", "distance", "float", "avoidance", "fold")
Parts = tuple[int, ...]
"""A number for each criterion."""


class Costs:
    """The costs of a field. Players are their places in it; the place after the last is the bye's."""

    def __init__(self, field: RoundInput) -> None:
        self.field = field
        self.players = field.players
        self.size = len(field.players)
        self.odd = self.size % 2 == 1
        self.groups = field.groups
        self.group_of = [count for count, group in enumerate(field.groups) for _ in range(group.size)]
        self.again = self.size * field.number + 1
        self.weights = self._weights()
        self.weight = dict(zip(CRITERIA, self.weights, strict=True))
        self._due = [due(player) for player in field.players] if field.limited else [0] * self.size
        self._hard = {pair for pair, hard in field.avoided.items() if hard}
        self._soft = {pair for pair, hard in field.avoided.items() if not hard}

    def _weights(self) -> Parts:
        """The weight of one unit of each criterion: more than any round can gather in all criteria below it."""
        scores = [group.score for group in self.groups] or [0]
        spread = scores[0] - scores[-1]
        most = (
            max((player.byes for player in self.players), default=0),
            self.again + self.field.number,
            int(self.field.limited),
            spread,
            spread**2,
            4,
            3,
            2 * self.size**2,
        )
        widths = [each * (self.size // 2 + 1) + 1 for each in most]
        return tuple(prod(widths[place + 1 :]) for place in range(len(widths)))

    def total(self, parts: Parts) -> int:
        """One number for all criteria."""
        return sum(map(int.__mul__, parts, self.weights))

    def split(self, total: int) -> Parts:
        """The numbers of the criteria of which a total is made."""
        parts = []
        for weight in self.weights:
            count, total = divmod(total, weight)
            parts.append(count)
        return tuple(parts)

    def forbidden(self, one: int, other: int) -> str | None:
        """The reason why two may not meet (`met`, `hard`, `group`), or one not sit out (`bye`); `None` if they may."""
        if other == self.size:
            return "bye" if self.players[one].byes and not self.field.relaxed else None
        mine, theirs = self.players[one], self.players[other]
        if not self.field.relaxed and theirs.player in mine.met:
            return "met"
        if self._hard and _pair(mine, theirs) in self._hard:
            return "hard"
        return "group" if self.field.apart == HARD and self._kin(mine, theirs) else None

    def parts(self, one: int, other: int) -> Parts:
        """The criteria if these two meet, the lower place first, or `one` sits out; forbidden or not."""
        mine, group = self.players[one], self.groups[self.group_of[one]]
        if other == self.size:
            least = self.groups[-1].score
            return mine.byes, 0, 0, mine.score - least, 0, self.repeats(one, DOWN), 0, _below(group, one) ** 2
        theirs = self.players[other]
        last = mine.met.get(theirs.player) if mine.met else None
        rematch = 0 if last is None else self.again + last
        avoidance = 2 if self._soft and _pair(mine, theirs) in self._soft else 0
        avoidance += self.field.apart == SOFT and self._kin(mine, theirs)
        seats = int(self._due[one] != 0 and self._due[one] == self._due[other])
        if mine.score == theirs.score:
            return 0, rematch, seats, 0, 0, 0, avoidance, (abs(other - one) - group.half) ** 2
        floats = self.repeats(one, DOWN) + self.repeats(other, UP)
        fold = _below(group, one) ** 2 + (other - self.groups[self.group_of[other]].first) ** 2
        return 0, rematch, seats, 0, (mine.score - theirs.score) ** 2, floats, avoidance, fold

    def repeats(self, place: int, direction: int) -> int:
        """The cost of this player's float that way (now)."""
        last, before = self.players[place].floats
        return 2 if last == direction else int(before == direction)

    def edge(self, one: int, other: int) -> Edge | None:
        """The weight of these two for the matching, the lower first; `None` if they may not meet."""
        return None if self.forbidden(one, other) else (one, other, self.total(self.parts(one, other)))

    def all_edges(self) -> Iterator[Edge]:
        """Everybody with everybody, and with the bye if one has to sit out."""
        for number in range(self.size):
            for other in range(number + 1, self.size + self.odd):
                if edge := self.edge(number, other):
                    yield edge

    def _kin(self, one: PlayerHistory, other: PlayerHistory) -> bool:
        group = self.field.kin.get(one.player)
        return group is not None and group == self.field.kin.get(other.player)


def _pair(one: PlayerHistory, other: PlayerHistory) -> tuple[str, str]:
    return (one.player, other.player) if one.player < other.player else (other.player, one.player)


def _below(group: ScoreGroup, place: int) -> int:
    """The number of players of the group after this place."""
    return group.first + group.size - 1 - place
