"""Irish (the source's Irish Backgammon): backgammon's race from another start, without the cube.

The rules I1 to I8 are listed in `docs/games/irish.md`, each beside the source's sentence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, Side, to_json
from core.rules.game import COUNTED_DOWN, Game, Opening, TurnCheck, higher, throw
from core.rules.legal_turns import LegalTurns

_STARTS: dict[str, dict[int | str, int]] = {
    "source": {24: 5, 13: 2, 8: 3, 6: 5},
    "standard": {24: 2, 13: 5, 8: 3, 6: 5},
}


@dataclass(frozen=True, slots=True)
class Options:
    """The game as the source words it, or as history knows it (I1, I7, I8)."""

    preset: str = field(
        default="source",
        metadata={
            "sentence": say(
                "As the source says (source), or as it was played of old: backgammon's start, doubles played "
                "twice, no gammon and no backgammon (historical)."
            ),
            "choices": ["source", "historical"],
        },
    )
    setup: str = field(
        default="source",
        metadata={
            "sentence": say(
                "Place five of your men on your 6 point; three on your 8 point; five on your opponent's 1 "
                "point; and two on your opponent's 12 point (source), or two and five, as in backgammon (standard)."
            ),
            "choices": ["source", "standard"],
        },
    )


class _Historical(race.Rules):
    """A game counts once."""

    def ending(self, own: Side, foe: Side) -> str | None:
        return "single" if race.borne_off(own, foe) else None


_RULES = {"source": race.Rules("I"), "historical": _Historical("I")}
_NUMBERS: dict[str, Callable[[Sequence[int]], tuple[int, ...]]] = {"source": throw, "historical": tuple}


def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> LegalTurns:
    """Every distinct legal turn (I1–I6); an empty list is a forced pass."""
    return race_search.plays(position, seat, _NUMBERS[options.preset](dice), _RULES[options.preset])


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """Judge one turn (I1–I7)."""
    return race_judging.check(position, seat, _NUMBERS[options.preset](dice), moves, _RULES[options.preset])


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], options: Options
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged."""
    return race_judging.apply_moves(position, seat, moves, _RULES[options.preset].ending)


def ended(position: Position, options: Options) -> str | None:
    """The ending that a position shows (I7)."""
    return race.ended(position, _RULES[options.preset].ending)


def _start(options: Options, _seats: Sequence[str]) -> Position:
    return race.start(_STARTS["standard" if options.preset == "historical" else options.setup])


GAME: Game = Game(
    key="irish",
    name="Irish",
    rule=say("Backgammon without the cube, from a start of five men on the last point and two on the thirteenth."),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=race.BEARING_OFF,
    opening=Opening(
        say("each player rolls one die, the higher starts and plays both (I8)", "opening_of_irish"),
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
        position, seat, _NUMBERS[options.preset](dice), _RULES[options.preset]
    ),
    options=Options,
    notation=COUNTED_DOWN,
)
