"""The complete turns of Swedish Tables, and the choice among them (S4).

A turn is a number (`core.rules.legal_turns`): above its landings stand its cost (eyes that are not used), the number of
its ending and, highest, how many landings it has.

A search drops what leads where an earlier sequence led. It knows the places that it has been to by numbers. If all dice
are equal, a place is how many landings began on each point, four at most. With two different dice it is how many
checkers each point has won or lost, two at most, and above them the opponent's points and the number of the ending.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from core.rules.board import Side
from core.rules.legal_turns import DIE, LANDINGS, STARTS, LegalTurns, Steps, steps
from core.rules.packed_board import WEIGHTS, points, spare, unpack
from core.rules.swedish_landings import (
    BELOW_20,
    HANDSOME,
    LANDING,
    MOVED,
    OFF_BOARD,
    SENT,
    State,
    after_landing,
    ending,
    is_jan,
    starting,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

COST: Final = LANDINGS
_COST: Final = 63
ENDING: Final = COST + 6
_ENDING: Final = 31
LENGTH: Final = ENDING + 5

_WITHOUT_MONK: Final = ("bearing_off", *HANDSOME.values())
_ENDINGS: Final[list[str | None]] = [
    None,
    "jan",
    "forced_jan",
    *_WITHOUT_MONK,
    *[f"{name}_with_monk" for name in _WITHOUT_MONK],
]
_NUMBER: Final = {name: number for number, name in enumerate(_ENDINGS)}

_END: Final = [min((step & STARTS) + (step >> DIE), OFF_BOARD) for step in range(256)]
_STEPS: Final = Steps(_END, MOVED, LANDING)
_WEIGHT: Final = WEIGHTS[::-1]
_WON: Final = [_WEIGHT[_END[step]] - _WEIGHT[min(step & STARTS, OFF_BOARD)] for step in range(256)]
_THEIRS: Final = 32
"""The place of the opponent's points: two ends less two starts stay below 2 to the 31st."""
_ENDED: Final = _THEIRS + OFF_BOARD


class SwedishTurns(LegalTurns):
    """Turns from a state, in which `seat` moves."""

    def __init__(self, codes: list[int], root: State, seat: str) -> None:
        board, _, blots, closed = root
        super().__init__(codes, board, seat, blots | closed, _STEPS)
        self._facing = _facing(unpack(board)[1])

    def sent(self, hit: int) -> int:
        """All checkers of these points."""
        return sum([self._facing[point] * SENT[point] for point in points(hit)])

    def outcome(self, code: int, _own: Side, _foe: Side) -> str | None:
        """The ending that stands in the code."""
        return _ENDINGS[code >> ENDING & _ENDING]

    def result(self, code: int) -> tuple[int, str | None]:
        """The board that a turn leaves, and its ending."""
        return self.board(code), _ENDINGS[code >> ENDING & _ENDING]


def _facing(foe: bytes) -> bytes:
    """The opponent's checkers by the mover's points; none face the bar and what is off."""
    return b"\0" + foe[13:25] + foe[1:13] + b"\0"


def complete_turns(root: State, moves: Sequence[int]) -> list[int]:
    """The turns that cannot be continued, one for each thing that they leave with each number of dice.

    `moves` are equal, or two different ones that may come in either order. A landing that ends the game ends the turn.
    """
    _, mine, blots, closed = root
    search = _Search(root)
    if moves[0] == moves[-1]:
        search.repeat(len(moves), moves[0], (mine, search.spare, blots, closed, search.sent, search.off))
        return [code for some in search.ended_at for code in some] + search.full
    for die, then in ((moves[0], moves[-1]), (moves[-1], moves[0])):
        search.begin(die, then, mine, blots, closed)
    return search.full + search.ended_at[0]


class _Search:
    """The turns that were found: `full` with all dice, `ended_at` by the number of landings before the last one."""

    def __init__(self, root: State) -> None:
        board, _, blots, closed = root
        self.own, foe = unpack(board)
        self.spare, self.sent, self.off = spare(self.own), foe[0], self.own[OFF_BOARD]
        self.full: list[int] = []
        self.ended_at: list[list[int]] = [[], [], [], []]
        self._bar, self._facing, self._theirs = self.own[0], _facing(foe), blots | closed
        self._count: i64 = 0
        self._die: i64 = 0
        self._seen: set[int] = set()
        self._ended: dict[tuple[int, int], int] = {}

    # ── one landing ──────────────────────────────────────────────────────────────────────────────────────────────────
    def _land(self, mine: i64, blots: i64, closed: i64, sent: i64, end: i64, code: i64) -> tuple[i64, i64, i64, i64]:
        """Blots, closed points, checkers on the bar and the number of the ending after the last landing of a code."""
        bit = 1 << end
        if bit & (blots | closed):
            hit = 1 if bit & blots else 2  # S8
            sent += self._facing[end]
            blots, closed = blots & ~bit, closed & ~bit
            if is_jan(sent, blots | closed):
                return blots, closed, sent, hit
        # After four landings `mine` may lack a point that holds a fifth checker: the ending is that of all checkers.
        if mine & BELOW_20:
            return blots, closed, sent, 0
        return blots, closed, sent, _NUMBER[ending(self._own_after(code), sent)]

    def _own_after(self, code: int) -> int:
        own = bytearray(self.own)
        for step in steps(code):
            own[step & STARTS] -= 1
            own[_END[step]] += 1
        return int.from_bytes(own, "little")

    # ── two different dice ───────────────────────────────────────────────────────────────────────────────────────────
    def begin(self, die: i64, then: i64, mine: i64, blots: i64, closed: i64) -> None:
        """Find the turns that begin with `die`."""
        for start in points(starting(mine, closed, self._bar, self.off, die)):
            code = die << DIE | start
            end = _END[code]
            after, men = after_landing(mine, self.spare, start, end)
            singles, others, sent, ended = self._land(after, blots, closed, self.sent, end, code)
            off = self.off + 1 if end == OFF_BOARD else self.off
            found = 0 if ended else starting(after, others, self._bar - 1, off, then)
            cost = start + die - end
            if found:
                self._finish(then, found, after, men, singles, others, sent, _WON[code], code, cost)
            else:
                self.ended_at[0].append(code | cost << COST | ended << ENDING | 1 << LENGTH)

    def _finish(
        self,
        die: i64,
        found: i64,
        mine: i64,
        spare: i64,
        blots: i64,
        closed: i64,
        sent: i64,
        key: i64,
        code: i64,
        cost: i64,
    ) -> None:
        """Note the second landings. One that neither hits nor ends only moves a checker."""
        theirs, seen, full = blots | closed, self._seen, self.full
        changing = _changing(mine, theirs, die)
        for start in points(found):
            step = die << DIE | start
            end = _END[step]
            longer = code << 8 | step
            left, ended = theirs, 0
            if changing >> start & 1:
                after, _ = after_landing(mine, spare, start, end)
                singles, others, _, ended = self._land(after, blots, closed, sent, end, longer)
                left = singles | others
            known = len(seen)
            seen.add(key + _WON[step] + (left << _THEIRS) + (ended << _ENDED))
            if len(seen) != known:
                full.append(longer | cost + start + die - end << COST | ended << ENDING | 2 << LENGTH)

    # ── equal dice ───────────────────────────────────────────────────────────────────────────────────────────────────
    def repeat(self, count: i64, die: i64, place: tuple[i64, i64, i64, i64, i64, i64]) -> None:
        """Find the turns of so many equal dice."""
        self._count, self._die = count, die
        self._go_on(0, place, 0, 0, 0)

    def _go_on(self, used: i64, place: tuple[i64, i64, i64, i64, i64, i64], key: i64, code: i64, cost: i64) -> None:
        """Go on from a place, to which landings led that used so many dice: their key, their code and their cost.

        A place is the points that the mover holds and those of two or more, the opponent's blots and closed points, the
        checkers on the opponent's bar, and the mover's checkers that are off.
        """
        mine, spare, blots, closed, sent, off = place
        die, is_last = self._die, used + 1 == self._count
        found = starting(mine, closed, self._bar - used, off, die)
        if not found and used:
            self.ended_at[used].append(code | cost << COST | used << LENGTH)
        changing = _changing(mine, blots | closed, die) if is_last else -1
        for start in points(found):
            step = die << DIE | start
            end = _END[step]
            longer = code << 8 | step
            begun = key + _WEIGHT[start]
            costs = cost + start + die - end
            after, men, singles, others, there, ended = mine, spare, blots, closed, sent, 0
            if changing >> start & 1:
                after, men = after_landing(mine, spare, start, end)
                singles, others, there, ended = self._land(after, blots, closed, sent, end, longer)
            if ended:
                self._note_ended(used, begun, ended, longer | costs << COST | ended << ENDING | used + 1 << LENGTH)
            elif begun not in self._seen:
                self._seen.add(begun)
                if is_last:
                    self.full.append(longer | costs << COST | used + 1 << LENGTH)
                else:
                    gone = off + 1 if end == OFF_BOARD else off
                    self._go_on(used + 1, (after, men, singles, others, there, gone), begun, longer, costs)

    def _note_ended(self, used: i64, begun: i64, ended: i64, code: int) -> None:
        """Note a turn that ended the game: of those that leave the same, the last one, or the first with all dice."""
        place = self._ended.get((begun, ended))
        if place is None:
            self._ended[begun, ended] = len(self.ended_at[used])
            self.ended_at[used].append(code)
        elif used + 1 < self._count:
            self.ended_at[used][place] = code


def _changing(mine: i64, theirs: i64, die: i64) -> i64:
    """The starts of last landings that may hit or end: all of them, once at most one point below 20 is held."""
    behind = mine & BELOW_20
    return theirs >> die if behind & behind - 1 else -1


# ── the choice among them (S4) ───────────────────────────────────────────────────────────────────────────────────────
def legal_turns(root: State, dice: Sequence[int], moves: Sequence[int], seat: str) -> SwedishTurns:
    """The turns that S4 leaves, and those others that end the game (S5)."""
    found = complete_turns(root, moves)
    turns = SwedishTurns(best_turns(found, dice), root, seat)
    if len(turns.codes) != len(found):
        ended = [code for code in found if code >> ENDING & _ENDING]
        if ended:
            by_result = {turns.result(code): code for code in turns.codes}
            for code in ended:
                by_result.setdefault(turns.result(code), code)
            turns.codes = list(by_result.values())
    return turns


def best_turns(found: list[int], dice: Sequence[int]) -> list[int]:
    """S4: the most dice, the larger one if it is one, the smallest total reduction."""
    return _least_cost(_larger_die(most_dice(found), dice))


def most_dice(turns: list[int]) -> list[int]:
    """The turns that use the most dice (§1)."""
    most = max(turns, default=0) >> LENGTH
    return [turn for turn in turns if turn >> LENGTH == most]


def _larger_die(turns: list[int], dice: Sequence[int]) -> list[int]:
    """The turns that use the larger die, if any does, where only one of two different dice can be used (§1)."""
    if not turns or turns[0] >> LENGTH != 1 or dice[0] == dice[-1]:
        return turns
    larger = max(dice)
    return [turn for turn in turns if turn >> DIE & 7 == larger] or turns


def _least_cost(turns: list[int]) -> list[int]:
    """The turns with the least reduction (§6)."""
    least = min([cost_of(turn) for turn in turns], default=0)
    return [turn for turn in turns if cost_of(turn) == least]


def cost_of(turn: int) -> int:
    """The reduction of a turn."""
    return turn >> COST & _COST


def length_of(turn: int) -> int:
    """The number of landings of a turn."""
    return turn >> LENGTH
