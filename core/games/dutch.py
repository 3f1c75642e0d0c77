"""Dutch Backgammon: backgammon whose men all begin off the board and are entered in the opponent's home table.

The rules D1 to D10 are listed in `docs/games/dutch.md`, each beside the source's sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, to_json
from core.rules.game import COUNTED_DOWN, Game, Opening, TurnCheck, higher, throw
from core.rules.legal_turns import LegalTurns
from core.rules.packed_board import unpack

if TYPE_CHECKING:
    from mypy_extensions import i64

_HOME: Final = 0b1111110


@dataclass(frozen=True, slots=True)
class Options:
    """Conditions for a man to move (D3) or to hit (D9)."""

    entry: str = field(
        default="all",
        metadata={
            "sentence": say(
                "The pieces all start off the board and each one must be entered on the opponent's inner table "
                "before proceeding around to the home inner table: all of them before any other moves (all), or "
                "that man alone (free)."
            ),
            "choices": ["all", "free"],
        },
    )
    hit_after_home: bool = field(
        default=False,
        metadata={
            "sentence": say("No hitting while none of the player's own men is in their home table or borne off.")
        },
    )


def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> LegalTurns:
    """Every distinct legal turn (D1–D6, D9); an empty list is a forced pass."""
    return race_search.plays(position, seat, throw(dice), _RULES[options.entry, options.hit_after_home])


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """Judge one turn (D1–D7, D9)."""
    return race_judging.check(position, seat, throw(dice), moves, _RULES[options.entry, options.hit_after_home])


class _EnteringFreely(race.Rules):
    """Others move while men wait to be entered (D3)."""

    def starts(self, mine: i64, _spare: i64, _blots: i64, closed: i64, die: i64) -> i64:
        return race.running(mine, closed, die) | race.bearing_off(mine, die)


class _HittingLate(race.Rules):
    """Until one man is home a blot is as good as closed (D9). The moment before the landing is judged."""

    def __init__(self, rules: race.Rules) -> None:
        super().__init__(rules.letter)
        self._rules = rules

    def starts(self, mine: i64, spare: i64, blots: i64, closed: i64, die: i64) -> i64:
        found = self._rules.starts(mine, spare, blots, closed, die)
        return found if mine & _HOME or spare & 1 else found & ~(blots << die)

    def reason(self, state: race.State, start: int, end: int, left: Sequence[int]) -> tuple[int, str] | None:
        board, mine, blots, _ = state
        if blots >> end & 1 and start - end in left and not (mine & _HOME or unpack(board)[0][25]):
            return 9, say("an enemy man may be hit only after one of the player's men has come home", "hit_before_home")
        return None


_ENTRY = {"all": race.Rules("D"), "free": _EnteringFreely("D")}
_RULES = {(entry, False): rules for entry, rules in _ENTRY.items()} | {
    (entry, True): _HittingLate(rules) for entry, rules in _ENTRY.items()
}


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: Options
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged."""
    return race_judging.apply_moves(position, seat, moves, race.borne_off)


def ended(position: Position, _options: Options) -> str | None:
    """The ending that a position shows (D7)."""
    return race.ended(position, race.borne_off)


def _start(_options: Options, _seats: Sequence[str]) -> Position:
    return race.start({"bar": 15})


GAME: Game = Game(
    key="dutch",
    name="Dutch Backgammon",
    rule=say(
        "Backgammon without the cube, all men off the board at first: every man is entered in "
        "the opponent's home table before any other moves."
    ),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=race.BEARING_OFF,
    opening=Opening(
        say("each player rolls one die, the higher starts and plays both (D8)", "opening_of_dutch"),
        higher,
        plays_dice=True,
        every_game=True,
    ),
    start=_start,
    plays=plays,
    check=check,
    apply_moves=apply_moves,
    ended=ended,
    read=race.read,
    write=to_json,
    next_seat=race.next_seat,
    search=lambda position, seat, dice, options: race_search.search(
        position, seat, throw(dice), _RULES[options.entry, options.hit_after_home]
    ),
    options=Options,
    notation=COUNTED_DOWN,
)
