"""Games that begin in another position than backgammon and are written as `.mat`, too: told apart by what is played.

A text often does not say which game it is. A match of another game is refused with its name, not with a broken rule.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Invalid
from core.games import game_of
from core.messages import term
from core.notation import turn_text
from core.rules import race
from core.rules.board import Position, side

_BACKGAMMON = game_of("backgammon")
_STARTS: Mapping[str, Mapping[int | str, int]] = {
    term("Nackgammon"): {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    term("Hypergammon"): {24: 1, 23: 1, 22: 1},
    term("Longgammon"): {24: 15},
}
"""The men of each side at the beginning of a game, by its name."""
_BOARD = slice(13, 37)
"""The points 1 to 24 among the values that a program writes for a play that it cannot write."""
_FIRST_NAME = 5

Throw = tuple[bool, tuple[int, int], str]
"""A side (`True`: the right one), its dice and its play as text."""


def other_start(throws: Sequence[Throw]) -> str | None:
    """The game from whose start all these plays of a game are legal, if the rules of backgammon fit otherwise."""
    return next((name for name, men in _STARTS.items() if _is_played_from(race.start(men), throws)), None)


def _is_played_from(position: Any, throws: Sequence[Throw]) -> bool:
    game, options = _BACKGAMMON, _BACKGAMMON.read_options({})
    for on_right, dice, text in throws:
        seat = game.seats[on_right]
        try:
            moves = turn_text.meanings(game, text, position, seat, dice, options)[0]
        except Invalid:
            return False
        checked = game.check(position, seat, dice, moves, options)
        if not checked.legal:
            return False
        position = checked.position
    return True


def other_start_of_dump(dump: Sequence[str], on_right: bool, right: str) -> str | None:
    """The game whose start the values show that a program wrote in place of the first play of a game.

    They hold the position after the play, from the side of the first name in them: 24 points, and the men of the other
    side as negative numbers. Of the two sides the one that did not throw stands as it began. A dump may be cut off.
    """
    values = [int(value) if value.strip().lstrip("-").isdecimal() else 0 for value in dump[_BOARD]]
    if not any(values):
        return None
    is_thrower_first = (dump[_FIRST_NAME] == right) == on_right
    for name, men in _STARTS.items():
        shown = [
            -value if is_thrower_first and value < 0 else value if not is_thrower_first and value > 0 else 0
            for value in values
        ]
        began = [men.get(25 - point if is_thrower_first else point, 0) for point in range(1, len(values) + 1)]
        if shown == began:
            return str(name)
    return None


def shows(position: Position, board: str) -> bool:
    """True if the 26 letters of a board, as in an XGID, show a position, from either side."""
    white = _side(board, str.isupper, range(26))
    black = _side(board, str.islower, range(25, -1, -1))
    return (white, black) in (tuple(position), tuple(position)[::-1])


def _side(board: str, is_own: Any, places: range) -> bytes:
    men = {place: ord(board[at].lower()) - 96 if is_own(board[at]) else 0 for place, at in enumerate(places)}
    return side({"bar" if place == 25 else place: count for place, count in men.items() if place})
