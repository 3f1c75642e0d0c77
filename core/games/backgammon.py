"""Backgammon: run fifteen men round into the home table and bear them off before the opponent does.

The rules B1 to B9 are listed in `docs/games/backgammon.md`, each beside the source's sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, to_json
from core.rules.game import COUNTED_DOWN, Game, Opening, TurnCheck, higher, throw
from core.rules.legal_turns import LegalTurns


@dataclass(frozen=True, slots=True)
class Options:
    """Options of the stake (B9). Only matches are played here, so options of play for money stay off."""

    crawford: bool = field(
        default=True,
        metadata={
            "sentence": say(
                "In a match to points neither player may double in the one game after a player first stands one point "
                "short of the match."
            )
        },
    )
    jacoby: bool = field(
        default=False,
        metadata={
            "sentence": say(
                "Gammons and backgammons count only once the cube has been turned: for money, refused in matches."
            ),
            "choices": [False],
        },
    )
    beavers: bool = field(
        default=False,
        metadata={
            "sentence": say(
                "A player who takes a double may double again at once and keep the cube: for money, refused in matches."
            ),
            "choices": [False],
        },
    )
    automatic_doubles: bool = field(
        default=False,
        metadata={
            "sentence": say("Equal opening dice double the stake: for money, refused in matches."),
            "choices": [False],
        },
    )


RULES = race.Rules("B")


def plays(position: Position, seat: str, dice: Sequence[int], _options: Options) -> LegalTurns:
    """Every distinct legal turn (B1–B6); an empty list is a forced pass."""
    return race_search.plays(position, seat, throw(dice), RULES)


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], _options: Options) -> TurnCheck:
    """Judge one turn (B1–B7)."""
    return race_judging.check(position, seat, throw(dice), moves, RULES)


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: Options
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged."""
    return race_judging.apply_moves(position, seat, moves, race.borne_off)


def ended(position: Position, _options: Options) -> str | None:
    """The ending that a position shows (B7)."""
    return race.ended(position, race.borne_off)


def _start(_options: Options, _seats: Sequence[str]) -> Position:
    return race.start({24: 2, 13: 5, 8: 3, 6: 5})


GAME: Game = Game(
    key="backgammon",
    name="Backgammon",
    rule=say(
        "Fifteen men each, in opposite directions into the home table; the first to bear off "
        "all wins, twice over if the loser bore off none, three times if the loser then has a man on "
        "the bar or in the winner's home table."
    ),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012; a club's rules; Planet Finska on the cube",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=race.BEARING_OFF,
    opening=Opening(
        say("each player rolls one die, the higher starts and plays both (B8)", "opening_of_backgammon"),
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
    search=lambda position, seat, dice, _options: race_search.search(position, seat, throw(dice), RULES),
    options=Options,
    cube=True,
    notation=COUNTED_DOWN,
    formats=("mat", "gnubg", "xgid"),
)
