"""The complete turns of the backgammon family, and a turn landing by landing."""

from collections.abc import Sequence
from typing import Final

from core.events import Landing
from core.rules.board import Position, seated
from core.rules.game import LegalTurn, Search
from core.rules.packed_board import points, position_of, unpack
from core.rules.race import LANDING, MOVED, SENT, Rules, Starts, State, land, state_of

Path = tuple[Landing, ...]
Turns = dict[int, Path]
"""Turns by the boards that they leave."""
_Stuck = dict[int, tuple[tuple[int, int], Path]]
"""Turns that end with numbers left: how many they used, the eyes of these, and the landings; by board."""
_Reached = dict[int, tuple[State, Path]]
"""States on the way, and the landings to them; by board."""
_Level = dict[tuple[int, ...], _Reached]
"""States after equally many landings, by the numbers that are left."""

_DICE: Final = range(7)
_END: Final = [[max(start - die, 0) for start in range(26)] for die in _DICE]
_MOVED: Final = [[MOVED[start][_END[die][start]] for start in range(26)] for die in _DICE]
_SENT: Final = [[SENT[_END[die][start]] for start in range(26)] for die in _DICE]
_LANDING: Final = [[LANDING[start][_END[die][start]] for start in range(26)] for die in _DICE]


def plays(position: Position, seat: str, numbers: Sequence[int], rules: Rules) -> list[LegalTurn]:
    """Every distinct legal turn; an empty list is a forced pass."""
    found = []
    for board, path in legal(state_of(position, seat), numbers, rules).items():
        own, foe = unpack(board)
        left = seated(seat, own, foe)
        found.append(tuple.__new__(LegalTurn, (path, left, rules.ending(own, foe))))
    return found


def legal(root: State, numbers: Sequence[int], rules: Rules) -> Turns:
    """The turns with the most moves and of these the most eyes, then those others that end the game and owe no more.

    The numbers come in any order. Of the turns that leave the same board the fullest is kept.
    """
    level: _Level = {tuple(sorted(numbers, reverse=True)): {root[0]: (root, ())}}
    stuck: _Stuck = {}
    for _ in numbers[1:]:
        level = _next_level(level, sum(numbers), stuck, rules.starts)
    full = _last_landings(level, sum(numbers), stuck, rules.starts)
    return _fullest(full, stuck, rules)


def _next_level(level: _Level, eyes: int, stuck: _Stuck, starts: Starts) -> _Level:
    following: _Level = {}
    for left, states in level.items():
        ways = [
            (die, following.setdefault(left[:at] + left[at + 1 :], {}))
            for at, die in enumerate(left)
            if die not in left[:at]
        ]
        for state, path in states.values():
            if not sum(_go_on(state, path, die, reached, starts) for die, reached in ways):
                _note(stuck, state, path, eyes - sum(left))
    return following


def _go_on(state: State, path: Path, die: int, reached: _Reached, starts: Starts) -> int:
    """Note every state after one more landing; the bits of their starts."""
    found = starts(state, die)
    for start in reversed(points(found)):
        after = land(state, start, _END[die][start])
        if after[0] not in reached:
            reached[after[0]] = after, (*path, _LANDING[die][start])
    return found


def _last_landings(level: _Level, eyes: int, stuck: _Stuck, starts: Starts) -> Turns:
    """The turns that use all numbers. What can be done after them is not asked, so only their boards are computed."""
    full: Turns = {}
    for (die,), states in level.items():
        for state, path in states.values():
            if found := starts(state, die):
                _finish(state, path, die, found, full)
            else:
                _note(stuck, state, path, eyes - die)
    return full


def _finish(state: State, path: Path, die: int, found: int, full: Turns) -> None:
    board, _, blots, _ = state
    hits, moved, sent, landing = blots << die, _MOVED[die], _SENT[die], _LANDING[die]
    for start in reversed(points(found)):
        after = board + moved[start]
        if hits >> start & 1:
            after += sent[start]
        if after not in full:
            full[after] = (*path, landing[start])


def _note(stuck: _Stuck, state: State, path: Path, eyes: int) -> None:
    board, used = state[0], (len(path), eyes)
    if path and (board not in stuck or stuck[board][0] < used):
        stuck[board] = used, path


def _fullest(full: Turns, stuck: _Stuck, rules: Rules) -> Turns:
    most = max([used for used, _ in stuck.values()], default=None)
    best = full or {board: path for board, (used, path) in stuck.items() if used == most}
    for board, (_, path) in stuck.items():
        if board not in best and rules.ending(*unpack(board)):
            best[board] = path
    return best


def search(position: Position, seat: str, moves: Sequence[int], rules: Rules) -> Search:
    """The search of a turn with these single moves, landing by landing; none follows one that ends the game."""

    def steps(state: State, die: int) -> list[tuple[Landing, State, str | None]]:
        found = []
        for start in reversed(points(rules.starts(state, die))):
            after = land(state, start, _END[die][start])
            found.append((_LANDING[die][start], after, rules.ending(*unpack(after[0]))))
        return found

    return Search(state_of(position, seat), tuple(moves), steps, lambda state: position_of(state[0], seat))
