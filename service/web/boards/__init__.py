"""Boards as pictures and in words: a position in the contract's words becomes SVG, or sentences.

    draw("swedish", Diagram(position, view="black", size=CARD))

Which drawing a game has is said here and nowhere else. Colours are the style sheet's: an SVG holds classes only.
"""

from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup

from service.web.boards import backgammon, half_board, ring, swedish
from service.web.boards.diagram import CARD, FULL, PHONE, SIZES, Diagram, LastPlay, seat_word

__all__ = [
    "CARD",
    "DRAWINGS",
    "FULL",
    "PHONE",
    "SIZES",
    "Diagram",
    "LastPlay",
    "describe",
    "draw",
    "numbered_for",
    "seat_word",
]


class Drawing(NamedTuple):
    """One way to draw positions, and to say them. `kind` names the board for scripts that draw it themselves."""

    kind: str
    draw: Callable[[Diagram], str]
    describe: Callable[[Diagram], list[str]]


_OLD_BOARD = Drawing("swedish", swedish.draw, swedish.describe)
_CUSTOMARY = Drawing("backgammon", backgammon.draw, backgammon.describe)

DRAWINGS: dict[str, Drawing] = {
    "swedish": _OLD_BOARD,
    "backgammon": _CUSTOMARY,
    "dutch": _CUSTOMARY,
    "irish": _CUSTOMARY,
    "tick-tack": _CUSTOMARY,
    "english": _CUSTOMARY,
    "dubblets": Drawing("half", half_board.draw, half_board.describe),
    "six-ace": Drawing("ring", ring.draw, ring.describe),
}
"""The drawing of each game, by its key."""


def draw(game: str, diagram: Diagram) -> Markup:
    """The position of a game as inline SVG."""
    return Markup(DRAWINGS[game].draw(diagram))  # noqa: S704 - every value in it was escaped where it was put in


def describe(game: str, diagram: Diagram) -> list[str]:
    """The position of a game in sentences of the reader's language."""
    return DRAWINGS[game].describe(diagram)


def numbered_for(game: str, diagram: Diagram) -> str:
    """The seat in whose numbers the rim is numbered; empty for a board on which every seat has numbers of its own."""
    return diagram.numbered if DRAWINGS[game] in (_OLD_BOARD, _CUSTOMARY) else ""
