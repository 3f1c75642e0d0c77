"""A turn of the backgammon family, landing by landing."""

from collections.abc import Sequence

from core.events import Landing
from core.rules.board import BAR, OFF, Position
from core.rules.game import Search
from core.rules.race import Rules, State, position_of, state_of


def search(position: Position, seat: str, moves: Sequence[int], rules: Rules) -> Search:
    """The search of a turn with these single moves; no landing follows one that ends the game."""

    def steps(state: State, die: int) -> list[tuple[Landing, State, str | None]]:
        if rules.ending(state):
            return []
        return [
            ((BAR if start == 25 else start, end or OFF), after, rules.ending(after))
            for start, end, after in rules.steps(state, die)
        ]

    return Search(state_of(position, seat), tuple(moves), steps, lambda state: position_of(state, seat))
