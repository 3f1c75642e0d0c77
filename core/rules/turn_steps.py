"""A turn landing by landing: every order of landings that leads to a legal turn.

The states of a turn form a graph. Programs that record a turn step by step ask it which checker can move next.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.events import Landing
from core.rules.game import VOID, Game

MOST_STEPS = 4_000
"""Most steps that are looked at. The widest of 500 recorded throws has 1,038, a 3-3."""


class TurnStep(NamedTuple):
    """One landing with one die, and the number of the state that it leaves."""

    landing: Landing
    die: int
    state: int


class TurnState(NamedTuple):
    """A state within a turn: the steps on from it, and the ending of the game. Without steps the turn is complete."""

    steps: tuple[TurnStep, ...]
    outcome: str | None = None


def turn_states(game: Game, position: Any, seat: str, dice: Sequence[int], options: Any) -> list[TurnState] | None:
    """The states of a throw, the first one before any landing. A first state without steps is a forced pass.

    `None` for a game without single landings, and where there are more than `MOST_STEPS` steps.
    """
    if game.search is None:
        return None
    root, moves, steps, position_of = game.search(position, seat, dice, options)
    legal = {(turn.position, turn.outcome) for turn in game.plays(position, seat, dice, options)}
    first: _Node = (root, None, tuple(sorted(moves)))
    ways: dict[_Node, list[tuple[Landing, int, _Node]]] = {first: []}
    found, looked_at = [first], 0
    for node in found:
        state, outcome, left = node
        for place, die in enumerate(left):
            if outcome is not None or die in left[:place]:
                continue
            rest = left[:place] + left[place + 1 :]
            for landing, after, ending in steps(state, die):
                reached = after, ending, rest
                if reached not in ways:
                    ways[reached] = []
                    found.append(reached)
                ways[node].append((landing, die, reached))
                looked_at += 1
        if looked_at > MOST_STEPS:
            return None
    endings: dict[_Node, str | None] = {}
    for node in reversed(found):  # a state that leads to no legal turn is left out
        ways[node] = [way for way in ways[node] if way[2] in endings]
        if ways[node]:
            endings[node] = None
        elif (leaves := _complete(position_of(node[0]), node[1], legal)) is not None:
            endings[node] = leaves[1]
    kept = [node for node in found if node in endings] or [first]
    numbers = {node: number for number, node in enumerate(kept)}
    return [
        TurnState(
            tuple(TurnStep(landing, die, numbers[after]) for landing, die, after in ways[node]), endings.get(node)
        )
        for node in kept
    ]


_Node = tuple[Any, str | None, tuple[int, ...]]
"""A state of the search, the ending that it brought, and the single moves that are left."""
_Leaves = tuple[Any, str | None]


def _complete(position: Any, outcome: str | None, legal: set[_Leaves]) -> _Leaves | None:
    """The position and ending of a legal turn that ends here. A void game is known only at the end of a turn."""
    for ending in (outcome, VOID) if outcome is None else (outcome,):
        if (position, ending) in legal:
            return position, ending
    return None
