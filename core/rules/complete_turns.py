"""Complete turns: every way to use the dice, and the choice among the complete ones."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Step = tuple[int, int, int, Any, str | None]
"""One landing: from slot, to slot, its cost (eyes that are not used), what it leaves, how it ends the game, if so.

A bare tuple, since a search makes some thirty of them for a roll.
"""


class Turn(NamedTuple):
    """Landings that cannot be continued, the first die they used, and their cost in all."""

    steps: tuple[Step, ...]
    die: int
    cost: int

    @property
    def leaves(self) -> tuple[Any, str | None]:
        """Identity of a turn: the resulting state and the ending of the game."""
        return self.steps[-1][3:]


Steps = Callable[[Any, int], list[Step]]


def complete_turns(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    """The turns that cannot be continued, one for each thing that they leave with each number of dice.

    `moves` are equal, or two different ones that may come in either order; `steps(state, die)` lists single landings,
    and one that ends the game ends the turn.
    """
    if len(set(moves)) == 1:
        return _repeated(root, moves, steps)
    return _either_order(root, moves, steps)


def _either_order(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    twos: dict[tuple[Any, str | None], Turn] = {}
    ones: dict[tuple[Any, str | None, int], Turn] = {}
    for die, then in ((moves[0], moves[1]), (moves[1], moves[0])):
        for first in steps(root, die):
            seconds = steps(first[3], then) if first[4] is None else ()
            if not seconds:
                ones[first[3], first[4], die] = Turn((first,), die, first[2])
            for second in seconds:
                leaves = second[3:]
                if leaves not in twos:
                    twos[leaves] = Turn((first, second), die, first[2] + second[2])
    return [*twos.values(), *ones.values()]


def _repeated(root: Any, moves: Sequence[int], steps: Steps) -> list[Turn]:
    """Equal moves: states that meet on the way are followed once."""
    found: dict[tuple[Any, str | None], Turn] = {}
    level = {root: Turn((), moves[0], 0)}
    for die in moves:
        following: dict[Any, Turn] = {}
        for state, turn in level.items():
            nexts = steps(state, die)
            if not nexts and turn.steps:
                found[turn.leaves] = turn
            for step in nexts:
                _, _, cost, reached, outcome = step
                if outcome is not None:
                    found[step[3:]] = Turn((*turn.steps, step), die, turn.cost + cost)
                elif reached not in following:
                    following[reached] = Turn((*turn.steps, step), die, turn.cost + cost)
        level = following
    found.update((turn.leaves, turn) for turn in level.values())
    return list(found.values())


def most_dice(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that use the most dice (§1)."""
    most = max((len(turn.steps) for turn in turns), default=0)
    return [turn for turn in turns if len(turn.steps) == most]


def larger_die(turns: Sequence[Turn], dice: Sequence[int]) -> list[Turn]:
    """The turns that use the larger die, if any does, where only one of two different dice can be used (§1)."""
    if not turns or len(turns[0].steps) != 1 or len(set(dice)) == 1:
        return list(turns)
    return [turn for turn in turns if turn.die == max(dice)] or list(turns)


def least_cost(turns: Sequence[Turn]) -> list[Turn]:
    """The turns with the least reduction (§6)."""
    least = min((turn.cost for turn in turns), default=0)
    return [turn for turn in turns if turn.cost == least]
