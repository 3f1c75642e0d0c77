"""The sequences of landings of a turn of the backgammon family, without those that lead where an earlier one led.

A search knows the places that it has been to by numbers. With equal dice a place is how many landings began on each
point. With other dice it is how many men each point has won or lost, and which blots are left. Both are sums of weights
(`core.rules.packed_board`), and the blots stand above them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.rules.legal_turns import DIE, STARTS
from core.rules.packed_board import WEIGHTS, falling
from core.rules.race import Rules, after_landing

if TYPE_CHECKING:
    from mypy_extensions import i64

_BLOTS: Final = 34
"""The place of the blots: three ends less three starts stay below 2 to the 33rd."""
_WON: Final = [
    WEIGHTS[max(start - die, 0)] - WEIGHTS[start]
    for start, die in [(min(step & STARTS, 25), step >> DIE) for step in range(256)]
]


class Sequences:
    """Found sequences: `full` use all numbers, in the order in which they were found, and `stuck` do not."""

    def __init__(self, rules: Rules, closed: i64) -> None:
        self.full: list[int] = []
        self.stuck: list[int] = []
        self.may_be_over = False
        self._rules, self._closed = rules, closed
        self._seen: set[int] = set()

    # ── equal numbers ────────────────────────────────────────────────────────────────────────────────────────────────
    def repeat(self, left: i64, die: i64, mine: i64, spare: i64, blots: i64, key: i64, code: i64) -> None:
        """Go on with equal numbers."""
        found = self._rules.starts(mine, spare, blots, self._closed, die)
        if not found:
            self._note(mine, code)
            return
        seen = self._seen
        for start in falling(found):
            begun = key + WEIGHTS[start]
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

    # ── two numbers ──────────────────────────────────────────────────────────────────────────────────────────────────
    def pair(self, one: i64, other: i64, mine: i64, spare: i64, blots: i64) -> None:
        """Find the turns with one number and then another."""
        for start in falling(self._rules.starts(mine, spare, blots, self._closed, one)):
            end = start - one if start > one else 0
            points, men, singles = after_landing(mine, spare, blots, start, end)
            found = self._rules.starts(points, men, singles, self._closed, other)
            step = one << DIE | start
            if found:
                self._finish(found, other, singles, _WON[step], step)
            else:
                self._note(points, step)

    def _finish(self, found: i64, die: i64, blots: i64, key: i64, code: i64) -> None:
        """Note the last landings, from the points `found`, that lead where none led before."""
        seen, full = self._seen, self.full
        first = die << DIE
        for start in falling(found):
            end = start - die if start > die else 0
            step = first | start
            known = len(seen)
            seen.add(key + _WON[step] + ((blots & ~(1 << end)) << _BLOTS))
            if len(seen) != known:
                full.append(code << 8 | step)

    # ── three numbers ────────────────────────────────────────────────────────────────────────────────────────────────
    def triple(self, large: i64, middle: i64, small: i64, mine: i64, spare: i64, blots: i64) -> None:
        """Find the turns with three numbers that are not all equal, in each of their orders, the largest first.

        Unlike the others, this relies on the landings of backgammon. A landing takes nothing from those of another
        number but the point that it leaves empty. While no man is on the bar and one is outside the home table, it adds
        nothing but the point at which it arrives.
        """
        self._last(large, middle, small, mine, spare, blots)
        if middle not in (large, small):
            self._last(large, small, middle, mine, spare, blots)
        self._last(middle, small, large, mine, spare, blots)

    def _last(self, one: i64, other: i64, last: i64, mine: i64, spare: i64, blots: i64) -> None:
        """Find those with the number `last` at the end."""
        self._ordered(one, other, last, mine, spare, blots)
        if one != other:
            self._ordered(other, one, last, mine, spare, blots)

    def _ordered(self, one: i64, two: i64, last: i64, mine: i64, spare: i64, blots: i64) -> None:
        """Find those with the numbers in this order."""
        rules, closed = self._rules, self._closed
        before = rules.starts(mine, spare, blots, closed, two) if one <= two else 0
        for first in falling(rules.starts(mine, spare, blots, closed, one)):
            end = first - one if first > one else 0
            points, men, singles = after_landing(mine, spare, blots, first, end)
            step = one << DIE | first
            found = rules.starts(points, men, singles, closed, two)
            between = rules.starts(points, men, singles, closed, last) if two <= last or not found else 0
            if not found and not between:
                self._note(points, step)
            if one <= two:
                found &= ~_known(before, first, one, two, spare, blots)
            outside = points >> 7
            if two < last and outside & outside - 1 and not points >> 25 and between & between - 1:
                found &= ~(points << two)  # Who arrives on a point of their own adds nothing to `between`.
            for second in falling(found):
                self._third(second, two, last, between, points, men, singles, _WON[step], step)

    def _third(
        self, second: i64, two: i64, last: i64, between: i64, mine: i64, spare: i64, blots: i64, key: i64, code: i64
    ) -> None:
        end = second - two if second > two else 0
        points, men, singles = after_landing(mine, spare, blots, second, end)
        step = two << DIE | second
        found = self._rules.starts(points, men, singles, self._closed, last)
        if not found:
            self._note(points, code << 8 | step)
            return
        if two <= last:
            found &= ~_known(between, second, two, last, spare, blots)
        if found:
            self._finish(found, last, singles, key + _WON[step], code << 8 | step)

    def _note(self, mine: i64, code: i64) -> None:
        if code:
            self.stuck.append(code)
            if self._rules.may_be_over(mine):
                self.may_be_over = True


def _known(before: i64, start: i64, die: i64, then: i64, spare: i64, blots: i64) -> i64:
    """The starts with `then`, after a landing with `die` from `start`, that lead where the other order led.

    `before` are the starts with `then` before that landing. `die` is not larger: the larger number came first.
    """
    if die == then:
        return before & -2 << start
    # Another man moves; or the same man does, without a hit on either way, and is not borne off.
    known = before if spare >> 2 * start & 3 else before & ~(1 << start)
    if start > die + then and before >> start & 1 and not blots & (1 << start - die | 1 << start - then):
        known |= 1 << start - die
    return known
