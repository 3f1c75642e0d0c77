"""A legal round of a Swiss and its cost, written down once more from the page of the format.

Nothing of the project's own pairing is used here: only the tournament as it stands and its rules SW4 to SW8.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any

from core.tournament import Round, Tournament

Pairs = list[tuple[str, str]]
BYE = "bye"


class Before:
    """A tournament as it stood before one of its rounds, by who plays that round."""

    def __init__(self, tournament: Tournament, number: int, players: Collection[str], counts: dict[str, int]) -> None:
        settings: Any = {"pairing": "fold", "avoid": "none", "seats": "balanced", "accelerated": 0}
        settings |= dict(tournament.created.settings or {})
        self.monrad, self.limited = settings["pairing"] == "monrad", settings["seats"] == "limited"
        self.sat: dict[str, str] = defaultdict(str)
        came_late = sum(entry.late is not None for entry in tournament.entries)
        self.upper = tournament.starters[: (len(tournament.starters) - came_late + 3) // 4 * 2]
        self.accelerated = settings["accelerated"]
        self.won: dict[str, int] = defaultdict(int)
        self.players = sorted(players)
        self.odd = len(self.players) % 2 == 1
        self.avoid, self.avoided = settings["avoid"], tournament.avoided
        self.kin = {entry.player: entry.group for entry in tournament.entries}
        self.met: set[frozenset[str]] = set()
        self.rested: set[str] = set()
        self.score: dict[str, int] = defaultdict(int)
        self.floats: dict[tuple[str, int], str] = {}
        self.number = number
        for round_ in tournament.rounds[: number - 1]:
            self._accelerate(tournament.starters, round_.number, counts)
            self._play(tournament, round_, counts)
        self._accelerate(tournament.starters, number, counts)
        lots = {player: sha256(f"{tournament.seed}:round {number}:{player}".encode()).hexdigest() for player in players}
        order = sorted(players, key=lots.__getitem__ if settings["pairing"] == "random" else tournament.starters.index)
        self.groups = {
            score: [each for each in order if self.score[each] == score]
            for score in sorted({self.score[player] for player in players}, reverse=True)
        }
        self.lowest = min(self.groups)

    def _accelerate(self, starters: Collection[str], number: int, counts: dict[str, int]) -> None:
        """The scores by which a round is paired: the points won, and one win more for the upper half (SW15)."""
        for starter in starters:
            more = counts["win"] if number <= self.accelerated and starter in self.upper else 0
            self.score[starter] = self.won[starter] + more

    def _play(self, tournament: Tournament, round_: Round, counts: dict[str, int]) -> None:
        gained: dict[str, int] = defaultdict(int)
        for pairing in round_.pairings:
            one, other = pairing.white, pairing.black
            self.met.add(frozenset((one, other)))
            self.sat[one] += "w"
            self.sat[other] += "b"
            if self.score[one] != self.score[other]:
                up, down = sorted((one, other), key=self.score.__getitem__)
                self.floats |= {(up, round_.number): "up", (down, round_.number): "down"}
            result = tournament.results.get(pairing.match)
            if result is not None and result.winner is not None:
                gained[one if result.winner == "white" else other] += counts["win"]
        if round_.bye:
            self.rested.add(round_.bye)
            gained[round_.bye] += counts["bye"]
            self.floats[round_.bye, round_.number] = "down"
        for player, points in gained.items():
            self.won[player] += points

    # ── SW4 ──────────────────────────────────────────────────────────────────────────────────────────────────────────
    def may_meet(self, one: str, other: str) -> bool:
        """No player meets an opponent again, or one whom they must not meet."""
        if frozenset((one, other)) in self.met or self.avoided.get((min(one, other), max(one, other))):
            return False
        return not (self.avoid == "hard" and self.kin[one] is not None and self.kin[one] == self.kin[other])

    def legal(self, pairs: Pairs, bye: str | None) -> bool:
        """Every player once, no two who may not meet, and no player out twice."""
        named = [player for pair in pairs for player in pair] + ([bye] if bye else [])
        out = bye not in self.rested if self.odd else bye is None
        return sorted(named) == self.players and out and all(self.may_meet(*pair) for pair in pairs)

    def legal_rounds(self) -> Iterator[tuple[Pairs, str | None]]:
        """Every legal round, one by one."""
        for bye in [player for player in self.players if player not in self.rested] if self.odd else [None]:
            for pairs in self._pairs([player for player in self.players if player != bye]):
                yield pairs, bye

    def _pairs(self, left: list[str]) -> Iterator[Pairs]:
        if not left:
            yield []
            return
        first, *others = left
        for other in others:
            if self.may_meet(first, other):
                for pairs in self._pairs([each for each in others if each != other]):
                    yield [(first, other), *pairs]

    # ── SW5 to SW8 ───────────────────────────────────────────────────────────────────────────────────────────────────
    def cost(self, pairs: Pairs, bye: str | None) -> tuple[int, ...]:
        """The criteria in the order of their weight: seats, the bye's score, distance, floats, avoidance, fold."""
        rows = [self._pair(*sorted(pair, key=lambda each: -self.score[each])) for pair in pairs]
        if bye:
            group = self.groups[self.score[bye]]
            below = len(group) - 1 - group.index(bye)
            rows.append((0, self.score[bye] - self.lowest, 0, self._again(bye, "down"), 0, below**2))
        return tuple(sum(column) for column in zip(*rows, strict=True))

    def _pair(self, high: str, low: str) -> tuple[int, ...]:
        soft = 2 * ((min(high, low), max(high, low)) in self.avoided)
        soft += self.avoid == "soft" and self.kin[high] is not None and self.kin[high] == self.kin[low]
        upper, lower = self.groups[self.score[high]], self.groups[self.score[low]]
        if self.score[high] == self.score[low]:
            half = self._half(self.score[high])
            apart = abs(upper.index(high) - upper.index(low)) - (min(half, 1) if self.monrad else half)
            return self._clash(high, low), 0, 0, 0, soft, apart**2
        fold = (len(upper) - 1 - upper.index(high)) ** 2 + lower.index(low) ** 2
        floats = self._again(high, "down") + self._again(low, "up")
        return self._clash(high, low), 0, (self.score[high] - self.score[low]) ** 2, floats, soft, fold

    def _clash(self, one: str, other: str) -> int:
        """One if the limit on seats leaves both the same seat only (SW9)."""
        left = [self._seats_left(each) for each in (one, other)]
        return int(self.limited and left[0] == left[1] != "wb")

    def _seats_left(self, player: str) -> str:
        before = self.sat[player]
        if before[-2:] in ("ww", "bb"):
            return "b" if before[-1] == "w" else "w"
        more = before.count("w") - before.count("b")
        return "b" if more >= 2 else "w" if more <= -2 else "wb"

    def _again(self, player: str, way: str) -> int:
        if self.floats.get((player, self.number - 1)) == way:
            return 2
        return int(self.floats.get((player, self.number - 2)) == way)

    def _half(self, wanted: int) -> int:
        """The half of a group without those who are expected to float in or out of it, or to sit out."""
        can_rest = [score for score, group in self.groups.items() if self.odd and not self.rested.issuperset(group)]
        floating = 0
        for score, group in self.groups.items():
            stay = len(group) - floating - (can_rest[-1:] == [score])
            if score == wanted:
                return stay // 2
            floating = stay % 2
        raise AssertionError(wanted)
