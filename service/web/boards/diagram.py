"""Diagram of a position: the position as JSON data, seen from a seat, and the last play."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from babel.support import NullTranslations

from core.events import Landing, Point
from core.match.state import Cube
from service.translations.isolation import isolated

CARD, PHONE, FULL = "card", "phone", "full"
"""A card on the desk (some 240 px, without numbers), a phone (480 px), a page."""

SIZES = (CARD, PHONE, FULL)


class LastPlay(NamedTuple):
    """The turn that led to a position: whose, with which dice, its landings in the order played."""

    by: str
    dice: tuple[int, ...] = ()
    moves: tuple[Landing, ...] = ()


@dataclass(frozen=True)
class Diagram:
    """Content of one picture. `position` is in the contract's words; `view` is the seat at the near side.

    `dice` are those of `to_move`, who is still to play them; without any, the last play's lie there, played. `targets`
    are points in the numbering of `to_move` where a checker may land. The ways of `plays` are drawn and not seen until
    one is pointed at. `catalogue` translates; `names` are the players'. `repr` says everything but the language.
    """

    position: Mapping[str, Any]
    view: str = "white"
    size: str = FULL
    catalogue: NullTranslations = field(default_factory=NullTranslations, repr=False)
    to_move: str | None = None
    dice: tuple[int, ...] = ()
    cube: Cube | None = None
    last: LastPlay | None = None
    plays: tuple[LastPlay, ...] = ()
    targets: tuple[Point, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def card(self) -> bool:
        """True if there is room for the men alone."""
        return self.size == CARD

    @property
    def thrown(self) -> tuple[str | None, tuple[int, ...], bool]:
        """The dice on the board: their owner, their numbers, and if they are played."""
        if self.dice or self.last is None:
            return self.to_move, self.dice, False
        return self.last.by, self.last.dice, True

    @property
    def numbered(self) -> str:
        """The seat in whose numbers the rim is numbered: the player of the play that is shown, else of the next one."""
        return (self.last.by if self.last else self.to_move) or self.view

    def seat_name(self, seat: str) -> str:
        """A seat in the reader's language, with the player's name if there is one."""
        name, word = self.names.get(seat), seat_word(seat, self.catalogue)
        return f"{isolated(name)} ({word.lower()})" if name else word


def seat_word(seat: str, catalogue: NullTranslations) -> str:
    """A side of the board, or a seat at the table."""
    _ = catalogue.gettext
    seats = {"white": _("White"), "black": _("Black")}
    return seats.get(seat) or _("Seat %(number)s") % {"number": seat.removeprefix("seat")}
