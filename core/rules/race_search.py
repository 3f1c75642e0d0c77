"""The complete turns of the backgammon family, and a turn landing by landing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.events import Landing
from core.rules.board import Position, Side
from core.rules.game import Search
from core.rules.legal_turns import DIE, STARTS, LegalTurns, Steps, steps
from core.rules.packed_board import falling, points, position_of, unpack
from core.rules.race import LANDING, MOVED, SENT, Ending, Rules, State, land, spare_men, starts, state_of
from core.rules.race_sequences import Sequences

_END: Final = [max(min(step & STARTS, 25) - (step >> DIE), 0) for step in range(256)]
"""The point to which a landing leads, by its start and die in one number (`core.rules.legal_turns`)."""
_STEPS: Final = Steps(_END, MOVED, LANDING)


class RaceTurns(LegalTurns):
    """Turns of the family from a state, in which `seat` moves."""

    def __init__(self, codes: list[int], root: State, seat: str, ending: Ending) -> None:
        super().__init__(codes, root[0], seat, root[2], _STEPS)
        self._ending = ending

    def sent(self, hit: int) -> int:
        """One man from each of these points."""
        return sum([SENT[point] for point in points(hit)])

    def outcome(self, _code: int, own: Side, foe: Side) -> str | None:
        """The ending that the sides show."""
        return self._ending(own, foe)


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
    search = Sequences(rules, closed)
    if falling_numbers[0] == falling_numbers[-1]:
        search.repeat(len(falling_numbers), falling_numbers[0], mine, men, blots, 0, 0)
    elif len(falling_numbers) == 2:
        search.pair(falling_numbers[0], falling_numbers[1], mine, men, blots)
        search.pair(falling_numbers[1], falling_numbers[0], mine, men, blots)
    else:
        large, middle, small = falling_numbers
        search.triple(large, middle, small, mine, men, blots)
    turns = RaceTurns(search.full, root, seat, ending or rules.ending)
    if search.stuck and (not search.full or search.may_be_over):
        turns.codes += _of_stuck(search, turns, rules)
    return turns


def _of_stuck(search: Sequences, turns: RaceTurns, rules: Rules) -> list[int]:
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
            found.append((_STEPS.landings[step], after, rules.ending(*unpack(after[0]))))
        return found

    return Search(state_of(position, seat), tuple(moves), next_steps, lambda state: position_of(state[0], seat))
