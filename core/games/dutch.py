"""Dutch Backgammon: backgammon whose men all begin off the board and are entered in the opponent's home table.

The rules D1 to D10 are listed in `docs/games/dutch.md`, each beside the source's sentence.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, to_json
from core.rules.game import COUNTED_DOWN, Game, LegalTurn, Opening, TurnCheck, higher, throw
from core.rules.packed_board import unpack

_HOME = 0b1111110


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


def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> list[LegalTurn]:
    """Every distinct legal turn (D1–D6, D9); an empty list is a forced pass."""
    return race_search.plays(position, seat, throw(dice), _RULES[options.entry, options.hit_after_home])


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """Judge one turn (D1–D7, D9)."""
    return race_judging.check(position, seat, throw(dice), moves, _RULES[options.entry, options.hit_after_home])


def _entering_freely(state: race.State, die: int) -> int:
    return race.running(state, die) | race.bearing_off(state, die)


def _has_been_home(state: race.State) -> bool:
    return bool(state[1] & _HOME or unpack(state[0])[0][25])


def _hitting_after_home(starts: race.Starts) -> race.Starts:
    """Until one is home a blot is as good as closed (D9); what is judged is the moment before the landing."""

    def allowed(state: race.State, die: int) -> int:
        found = starts(state, die)
        return found if _has_been_home(state) else found & ~(state[2] << die)

    return allowed


def _too_early(state: race.State, start: int, end: int, dice_left: Sequence[int]) -> tuple[int, str] | None:
    if state[2] >> end & 1 and start - end in dice_left and not _has_been_home(state):
        return 9, say("an enemy man may be hit only after one of the player's men has come home")
    return None


def _rules(entry: str, hit_after_home: bool) -> race.Rules:
    starts = {"all": race.race, "free": _entering_freely}[entry]
    if not hit_after_home:
        return race.Rules("D", starts, race.borne_off)
    return race.Rules("D", _hitting_after_home(starts), race.borne_off, _too_early)


_RULES = {(entry, late): _rules(entry, late) for entry in ("all", "free") for late in (False, True)}


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
        say("each player rolls one die, the higher starts and plays both (D8)"),
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
