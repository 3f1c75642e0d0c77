"""English Backgammon: all men start on the last point, and three dice, or two and an imagined six, move them home.

The rules E1 to E8 are listed in `docs/games/english.md`, each beside the source's sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, to_json
from core.rules.game import COUNTED_DOWN, Game, Opening, TurnCheck, higher
from core.rules.legal_turns import LegalTurns

_IMAGINED: dict[str, tuple[int, ...]] = {"two_plus_six": (6,), "three": ()}


@dataclass(frozen=True, slots=True)
class Options:
    """The thrown dice (E1)."""

    dice: str = field(
        default="two_plus_six",
        metadata={
            "sentence": say("Three dice (three) or two dice and a permanent imaginary six (two_plus_six) are used."),
            "choices": ["two_plus_six", "three"],
        },
    )


RULES = race.Rules("E")


def _dice(options: Options) -> int:
    return 3 - len(_IMAGINED[options.dice])


def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> LegalTurns:
    """Every distinct legal turn (E1–E6); an empty list is a forced pass."""
    return race_search.plays(position, seat, (*dice, *_IMAGINED[options.dice]), RULES)


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """Judge one turn (E1–E7)."""
    return race_judging.check(position, seat, (*dice, *_IMAGINED[options.dice]), moves, RULES)


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: Options
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged."""
    return race_judging.apply_moves(position, seat, moves, race.borne_off)


def ended(position: Position, _options: Options) -> str | None:
    """The ending that a position shows (E7)."""
    return race.ended(position, race.borne_off)


def _start(_options: Options, _seats: Sequence[str]) -> Position:
    return race.start({24: 15})


GAME: Game = Game(
    key="english",
    name="English Backgammon",
    rule=say(
        "All men start on the opponent's first point, go round and are borne off; every throw "
        "is three single moves, one of them a six that is not thrown."
    ),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=_dice,
    outcomes=race.BEARING_OFF,
    opening=Opening(
        say("each player rolls one die, the higher starts and throws afresh (E8)", "opening_of_english"), higher
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
        position, seat, (*dice, *_IMAGINED[options.dice]), RULES
    ),
    options=Options,
    notation=COUNTED_DOWN,
)
