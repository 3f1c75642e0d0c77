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
    else:
        two = len(falling_numbers) == 2
        search = _Search(rules, blots, closed, _BASE_FIVE if two else _of_more(own, len(falling_numbers)))
        for order in _orders(falling_numbers):
            search.follow(order, 0, mine, men, blots, 0, 0)
    turns = RaceTurns(search.full, root, seat, ending or rules.ending)
    if search.stuck and (not search.full or search.may_be_over):
        turns.codes += _of_stuck(search, turns, rules)
    return turns


def _of_more(own: bytes, landings: int) -> list[int]:
    """A weight for each point, so that sums of men won and lost are all different.

    A point with n men loses at most n of them, and as many as there are landings. So with three landings the largest
    weight is below 2 to the 56th.
    """
    weights, weight = [0], 1
    for men in (*own[1:25], own[0]):
        weights.append(weight)
        weight *= min(men, landings) + landings + 1
    return weights


def _orders(numbers: list[int]) -> list[tuple[int, ...]]:
    """The orders of numbers, those with the same last number together, in the order in which turns are listed."""
    if len(numbers) == 2:
        return [(numbers[0], numbers[1]), (numbers[1], numbers[0])]
    one, two, three = numbers
    if one == two:
        return [(one, one, three), (one, three, one), (three, one, one)]
    if two == three:
        return [(one, two, two), (two, one, two), (two, two, one)]
    return [
        (one, two, three), (two, one, three), (one, three, two), (three, one, two), (two, three, one), (three, two, one)
    ]  # fmt: skip


class _Search:
    """The turns that use all numbers, in the order in which they were found, and those that got stuck."""

    def __init__(self, rules: Rules, blots: i64, closed: i64, weights: list[int]) -> None:
        self.full: list[int] = []
        self.stuck: list[int] = []
        self.may_be_over = False
        self._rules, self._blots, self._closed, self._weights = rules, blots, closed, weights
        self._seen: set[int] = set()
        self._seen_elsewhere: dict[int, set[int]] = {}

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

    def follow(self, order: tuple[int, ...], used: i64, mine: i64, spare: i64, blots: i64, key: i64, code: i64) -> None:
        """Go on with the numbers of this order, of which so many were used."""
        die = order[used]
        found = self._rules.starts(mine, spare, blots, self._closed, die)
        left = len(order) - 1 - used
        if not found:
            for other in order[used + 1 :]:
                if self._rules.starts(mine, spare, blots, self._closed, other):
                    return
            self._note(mine, code)
            return
        for start in falling(found):
            end = start - die if start > die else 0
            stands = key + self._weights[end] - self._weights[start]
            longer = code << 8 | die << DIE | start
            if not left:
                if self._is_new(stands, blots & ~(1 << end), 0):
                    self.full.append(longer)
                continue
            points, men, singles = after_landing(mine, spare, blots, start, end)
            if used == 0 or self._is_new(stands, singles, order[used + 1]):
                self.follow(order, used + 1, points, men, singles, stands, longer)

    def _is_new(self, stands: i64, blots: i64, die: i64) -> bool:
        """True at the first time that the men stand so, with these blots left, before the last number `die` (or 0)."""
        seen = self._seen
        if die or blots != self._blots:
            place = blots << 3 | die
            found = self._seen_elsewhere.get(place)
            if found is None:
                found = self._seen_elsewhere[place] = set()
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
