"""The complete turns of the backgammon family, and a turn landing by landing.

A search visits every sequence of landings and drops those that lead where an earlier one led. It knows the places that
it has been to by numbers of 64 bits, which say exactly how the mover's men stand in comparison with the beginning:

    equal numbers      how many landings began on each point: at most four, so base 5
    other numbers      how many men each point has won or lost, in a base for each point that has room for it
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.events import Landing
from core.rules.board import Position, seated
from core.rules.game import LegalTurn, Search
from core.rules.legal_turns import DIE, STARTS, LegalTurns, steps
from core.rules.packed_board import falling, points, position_of, unpack
from core.rules.race import LANDING, MOVED, SENT, Ending, Rules, State, after_landing, land, spare_men, starts, state_of

if TYPE_CHECKING:
    from mypy_extensions import i64

Path = tuple[Landing, ...]

_END: Final = [max((step & STARTS) - (step >> DIE), 0) for step in range(256)]
"""The point to which a landing leads, by its start and die in one number (`core.rules.legal_turns`)."""
_BIT: Final = [1 << end for end in _END]
_BIT_OF: Final = [1 << point for point in range(26)]
_MOVED: Final = [MOVED[min(step & STARTS, 25)][_END[step] % 26] for step in range(256)]
_LANDING: Final = [LANDING[min(step & STARTS, 25)][_END[step] % 26] for step in range(256)]

_BASE_FIVE: Final = [0] + [5 ** (point - 1) for point in range(1, 26)]
"""Up to four landings begin on a point. With two landings a point wins or loses two men at most.

How many men are off follows from the others.
"""


class RaceTurns(LegalTurns):
    """Turns of the family from a state, in which `seat` moves."""

    def __init__(self, codes: list[int], root: State, seat: str, ending: Ending) -> None:
        super().__init__(codes)
        self._board, _, self._blots, _ = root
        self._seat, self._ending = seat, ending

    def path(self, code: int) -> Path:
        """The landings of a turn."""
        return tuple([_LANDING[step] for step in steps(code)])

    def board(self, code: int) -> int:
        """The board that a turn leaves."""
        return self._after(steps(code))

    def _after(self, landings: bytes) -> int:
        board, ends = self._board, 0
        for step in landings:
            board += _MOVED[step]
            ends |= _BIT[step]
        if ends & self._blots:
            board += sum([SENT[end] for end in points(ends & self._blots)])
        return board

    def turn(self, code: int) -> LegalTurn:
        """See `LegalTurns.turn`."""
        landings = steps(code)
        own, foe = unpack(self._after(landings))
        path = tuple([_LANDING[step] for step in landings])
        # The constructor of a named tuple is Python code. This one is not.
        return tuple.__new__(LegalTurn, (path, seated(self._seat, own, foe), self._ending(own, foe)))


def plays(
    position: Position, seat: str, numbers: Sequence[int], rules: Rules, ending: Ending | None = None
) -> RaceTurns:
    """Every distinct legal turn; none is a forced pass. `ending` is that of the rules, unless it is given."""
    return legal(state_of(position, seat), numbers, rules, seat, ending)


def legal(
    root: State, numbers: Sequence[int], rules: Rules, seat: str = "white", ending: Ending | None = None
) -> RaceTurns:
    """The turns with the most moves and of these the most eyes, then those others that end the game and owe no more.

    The numbers come in any order. Of the turns that leave the same board the fullest is kept.
    """
    board, mine, blots, closed = root
    own = unpack(board)[0]
    men = spare_men(own)
    falling_numbers = sorted(numbers, reverse=True)
    if falling_numbers[0] == falling_numbers[-1]:
        search = _Search(rules, blots, closed, _BASE_FIVE)
        search.repeat(len(falling_numbers), falling_numbers[0], mine, men, blots, 0, 0)
    elif len(falling_numbers) == 2:
        search = _Search(rules, blots, closed, _BASE_FIVE)
        search.pair(falling_numbers[0], falling_numbers[1], mine, men, blots)
        search.pair(falling_numbers[1], falling_numbers[0], mine, men, blots)
    else:
        search = _Search(rules, blots, closed, _of_three(own))
        search.all_of_three(falling_numbers, mine, men, blots)
    turns = RaceTurns(search.full, root, seat, ending or rules.ending)
    if search.stuck and (not search.full or search.may_be_over):
        turns.codes += _of_stuck(search, turns, rules)
    return turns


def _of_three(own: bytes) -> list[int]:
    """A weight for each point, so that the sums of men won and lost by three landings are all different.

    A point with n men loses at most n of them, and at most three. So the largest weight is below 2 to the 56th.
    """
    weights, weight = [0], 1
    for men in (*own[1:25], own[0]):
        weights.append(weight)
        weight *= min(men, 3) + 4
    return weights


_ORDERS: Final = ((0, 1, 2), (1, 0, 2), (0, 2, 1), (2, 0, 1), (1, 2, 0), (2, 1, 0))
_LARGER_TWICE: Final = ((0, 0, 2), (0, 2, 0), (2, 0, 0))
_SMALLER_TWICE: Final = ((0, 1, 1), (1, 0, 1), (1, 1, 0))
"""The orders of three numbers by their places, the largest first; those with the same last number stand together."""


def _two(last: i64, x: i64, first: i64, y: i64, second: i64) -> i64:
    """The entry for two landings before the number at the place `last`, 1 or 2, in whatever order they came."""
    if x < y or (x == y and first > second):
        return ((last - 1) * 26 + first) * 26 + second
    return ((last - 1) * 26 + second) * 26 + first


class _Search:
    """The turns that use all numbers, in the order in which they were found, and those that got stuck."""

    def __init__(self, rules: Rules, blots: i64, closed: i64, weights: list[int]) -> None:
        self.full: list[int] = []
        self.stuck: list[int] = []
        self.may_be_over = False
        self._rules, self._blots, self._closed, self._weights = rules, blots, closed, weights
        self._seen: set[int] = set()
        self._seen_elsewhere: dict[int, set[int]] = {}
        self._after_one: list[int] = []
        self._after_two: list[int] = []

    def repeat(self, left: i64, die: i64, mine: i64, spare: i64, blots: i64, key: i64, code: i64) -> None:
        """Go on with equal numbers."""
        found = self._rules.starts(mine, spare, blots, self._closed, die)
        if not found:
            self._note(mine, code)
            return
        seen = self._seen
        for start in falling(found):
            begun = key + self._weights[start]
            if begun in seen:
                continue
            seen.add(begun)
            longer = code << 8 | die << DIE | start
            if left == 1:
                self.full.append(longer)
            else:
                end = start - die if start > die else 0
                points, men, singles = after_landing(mine, spare, blots, start, end)
                self.repeat(left - 1, die, points, men, singles, begun, longer)

    def pair(self, one: i64, other: i64, mine: i64, spare: i64, blots: i64) -> None:
        """Find the turns with one number and then another."""
        for start in falling(self._rules.starts(mine, spare, blots, self._closed, one)):
            end = start - one if start > one else 0
            points, men, singles = after_landing(mine, spare, blots, start, end)
            found = self._rules.starts(points, men, singles, self._closed, other)
            code = one << DIE | start
            if found:
                self._finish(found, other, singles, self._weights[end] - self._weights[start], code)
            else:
                self._note(points, code)

    def _finish(self, found: i64, die: i64, blots: i64, key: i64, code: i64) -> None:
        """Note the last landings, from the points `found`, that lead where none led before."""
        for start in falling(found):
            end = start - die if start > die else 0
            if self._is_new(key + self._weights[end] - self._weights[start], blots & ~(1 << end)):
                self.full.append(code << 8 | die << DIE | start)

    def all_of_three(self, numbers: list[int], mine: i64, spare: i64, blots: i64) -> None:
        """Find the turns with three numbers that are not equal, the largest first."""
        self._after_one, self._after_two = [0] * (9 * 26), [0] * (2 * 26 * 26)
        same = _LARGER_TWICE if numbers[0] == numbers[1] else _SMALLER_TWICE
        for places in same if numbers[1] in (numbers[0], numbers[2]) else _ORDERS:
            self.three(places, numbers, mine, spare, blots)

    def three(self, places: tuple[int, int, int], numbers: list[int], mine: i64, spare: i64, blots: i64) -> None:
        """Find the turns with three numbers in the order of these places.

        What is left out leads where an earlier order led: the first two landings come in the other order, or the last
        one changes place with one before it. The tables of starts after one landing and after two tell where that is.
        """
        x, y, z = places
        one, two, last = numbers[x], numbers[y], numbers[z]
        rules, closed, weights = self._rules, self._closed, self._weights
        for first in falling(rules.starts(mine, spare, blots, closed, one)):
            end = first - one if first > one else 0
            points, men, singles = after_landing(mine, spare, blots, first, end)
            key, code = weights[end] - weights[first], one << DIE | first
            found = rules.starts(points, men, singles, closed, two)
            self._after_one[(3 * x + y) * 26 + first] = found
            if not found and not rules.starts(points, men, singles, closed, last):
                self._note(points, code)
            for second in falling(found):
                earlier = y < x or (y == x and second > first)
                if earlier and self._after_one[(3 * y + x) * 26 + second] >> first & 1:
                    continue
                self._third(x, y, z, first, second, last, points, men, singles, key, code, two)

    def _third(
        self, x: i64, y: i64, z: i64, first: i64, second: i64, last: i64, mine: i64, spare: i64, blots: i64, key: i64,
        code: i64, two: i64,
    ) -> None:  # fmt: skip
        end = second - two if second > two else 0
        points, men, singles = after_landing(mine, spare, blots, second, end)
        longer = code << 8 | two << DIE | second
        found = self._rules.starts(points, men, singles, self._closed, last)
        if z:
            self._after_two[_two(z, x, first, y, second)] = found
        if not found:
            self._note(points, longer)
            return
        left: i64 = 0
        for third in falling(found):
            if x > z and self._after_two[_two(x, z, third, y, second)] >> first & 1:
                continue
            if y > z and self._after_two[_two(y, z, third, x, first)] >> second & 1:
                continue
            left |= _BIT_OF[third]
        self._finish(left, last, singles, key + self._weights[end] - self._weights[second], longer)

    def _is_new(self, stands: i64, blots: i64) -> bool:
        """True at the first time that the men stand so with these blots left."""
        seen = self._seen
        if blots != self._blots:
            found = self._seen_elsewhere.get(blots)
            if found is None:
                found = self._seen_elsewhere[blots] = set()
            seen = found
        known = len(seen)
        seen.add(stands)
        return len(seen) != known

    def _note(self, mine: i64, code: i64) -> None:
        if code:
            self.stuck.append(code)
            if self._rules.may_be_over(mine):
                self.may_be_over = True


def _of_stuck(search: _Search, turns: RaceTurns, rules: Rules) -> list[int]:
    """Of the turns that got stuck the fullest, if none uses all numbers, and those that ended the game."""
    stuck: dict[int, tuple[tuple[int, int], int]] = {}
    for code in sorted(search.stuck, key=_length):
        board, used = turns.board(code), (_length(code), sum([step >> DIE for step in steps(code)]))
        if board not in stuck or stuck[board][0] < used:
            stuck[board] = used, code
    if search.full:
        best = {turns.board(code) for code in search.full}
        found: list[int] = []
    else:
        most = max([used for used, _ in stuck.values()])
        best = {board for board, (used, _) in stuck.items() if used == most}
        found = [code for used, code in stuck.values() if used == most]
    for board, (_, code) in stuck.items():
        if board not in best and rules.ending(*unpack(board)):
            found.append(code)
    return found


def _length(code: int) -> int:
    return len(steps(code))


def search(position: Position, seat: str, moves: Sequence[int], rules: Rules) -> Search:
    """The search of a turn with these single moves, landing by landing; none follows one that ends the game."""

    def next_steps(state: State, die: int) -> list[tuple[Landing, State, str | None]]:
        found = []
        for start in falling(starts(rules, state, die)):
            step = die << DIE | start
            after = land(state, start, _END[step])
            found.append((_LANDING[step], after, rules.ending(*unpack(after[0]))))
        return found

    return Search(state_of(position, seat), tuple(moves), next_steps, lambda state: position_of(state[0], seat))
