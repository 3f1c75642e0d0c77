"""Tick-Tack: all men start on the last point, and the first player to fill the home table wins.

Bearing off does not exist. The rules T1 to T9 are listed in `docs/games/tick_tack.md`, each beside the source's
sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from core.errors import Invalid
from core.events import Landing
from core.messages import say
from core.rules import race, race_judging, race_search
from core.rules.board import SEATS, Position, Side, to_json
from core.rules.game import COUNTED_DOWN, VOID, Game, Opening, Outcome, TurnCheck, higher, throw
from core.rules.legal_turns import LegalTurns

if TYPE_CHECKING:
    from mypy_extensions import i64

_HOME: Final = 0b1111110
_SECOND: Final = 0b01010101010100
"""The lower of a point's two bits of spare men (`core.rules.race`), for each point of the home table."""


@dataclass(frozen=True, slots=True)
class Options:
    """The men that make a home table full (T7)."""

    fill: int = field(
        default=1,
        metadata={
            "sentence": say(
                "The first player to fill all the points of the player's home table wins: with one man on each "
                "(1) or two (2)."
            ),
            "choices": [1, 2],
        },
    )


class _Rules(race.Rules):
    """No landing follows the one that fills the table with `fill` men on each point, and none leads off the board."""

    def __init__(self, fill: int) -> None:
        super().__init__("T")
        self._fill = fill

    def starts(self, mine: i64, spare: i64, _blots: i64, closed: i64, die: i64) -> i64:
        if mine & _HOME == _HOME and (self._fill == 1 or (spare | spare >> 1) & _SECOND == _SECOND):
            return 0
        return race.entering_first(mine, closed, die)

    def may_be_over(self, mine: i64) -> bool:
        return mine & _HOME == _HOME

    def ending(self, own: Side, _foe: Side) -> str | None:
        return "table_filled" if min(own[1:7]) >= self._fill else None

    def reason(self, _state: race.State, _start: int, end: int, _left: Sequence[int]) -> tuple[int, str] | None:
        return (4, say("nothing is borne off", "no_bearing_off")) if end == 0 else None


_RULES = {fill: _Rules(fill) for fill in (1, 2)}


# ── a game that cannot be won any more (T9) ──────────────────────────────────────────────────────────────────────────
def void(position: Position, fill: int) -> bool:
    """Neither side can fill its table with the men that are far enough back, and no man can be hit any more.

    Points k to 6 take `fill` men each, and only men on k or further back (the bar is 25) can get there: a side is dead
    if for some k they are fewer than `fill × (7 − k)`. Only being hit brings men back. Men pass each other while the
    two rearmost together stand on more than 25. A side whose men all stand on 1 neither hits nor can be hit: it does
    not move, and fifteen men are no blot.

    >>> void(race.start({1: 15}), 1), void(race.start({24: 15}), 1)
    (True, False)
    """
    rear = [_rear(held) for held in position]
    if sum(rear) > 25 and min(rear) > 1:
        return False
    return all(_dead(held, fill) for held in position)


def _rear(held: Side) -> int:
    """The point of the rearmost man; 0 if no man is left."""
    return 25 if held[0] else max(len(held[:25].rstrip(b"\0")) - 1, 0)


def _dead(held: bytes, fill: int) -> bool:
    """Being hit apart, this side can no longer fill its table."""
    behind = held[0] + sum(held[7:25])
    for point in range(6, 0, -1):
        behind += held[point]
        if behind < fill * (7 - point):
            return True
    return False


def _or_void(outcome: str | None, before: Position, after: Position, fill: int) -> str | None:
    """Void is looked at once the turn is over; a position that is void already does not become so again."""
    if outcome is None and void(after, fill) and not void(before, fill):
        return VOID
    return outcome


def _ending_or_void(fill: int, own: Side, foe: Side) -> str | None:
    return _RULES[fill].ending(own, foe) or (VOID if void(Position(own, foe), fill) else None)


def _read(data: object) -> Position:
    position = race.read(data)
    if wrong := {
        f"{seat}.off": [say("nothing is borne off", "no_bearing_off")]
        for seat, held in position._asdict().items()
        if held[25]
    }:
        raise Invalid(wrong)
    return position


# ── turns ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> LegalTurns:
    """Every distinct legal turn (T1–T7, T9); an empty list is a forced pass."""
    rules = _RULES[options.fill]
    ending = rules.ending if void(position, options.fill) else partial(_ending_or_void, options.fill)
    return race_search.plays(position, seat, throw(dice), rules, ending)


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """Judge one turn (T1–T7, T9)."""
    checked = race_judging.check(position, seat, throw(dice), moves, _RULES[options.fill])
    if not checked.legal:
        return checked
    return checked._replace(outcome=_or_void(checked.outcome, position, checked.position, options.fill))


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], options: Options
) -> tuple[Position, str | None] | None:
    """The position after landings that were not judged."""
    carried = race_judging.apply_moves(position, seat, moves, _RULES[options.fill].ending)
    if carried is None:
        return None
    after, outcome = carried
    return after, _or_void(outcome, position, after, options.fill)


def ended(position: Position, options: Options) -> str | None:
    """The ending of a position (T7). A void position has none: the play that leads to it has (T9)."""
    return race.ended(position, _RULES[options.fill].ending)


def _start(_options: Options, _seats: Sequence[str]) -> Position:
    return race.start({24: 15})


GAME: Game = Game(
    key="tick-tack",
    name="Tick-Tack",
    rule=say(
        "All men start on the opponent's first point and move as in backgammon; the first to "
        "have a man on every point of their own home table wins at once."
    ),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=(Outcome("table_filled", 1, 1), Outcome(VOID, 0, 0)),
    opening=Opening(
        say("each player rolls one die, the higher starts and plays both (T8)", "opening_of_tick_tack"),
        higher,
        plays_dice=True,
        every_game=True,
    ),
    start=_start,
    plays=plays,
    check=check,
    apply_moves=apply_moves,
    ended=ended,
    read=_read,
    write=to_json,
    next_seat=race.next_seat,
    search=lambda position, seat, dice, options: race_search.search(position, seat, throw(dice), _RULES[options.fill]),
    options=Options,
    notation=COUNTED_DOWN,
)
