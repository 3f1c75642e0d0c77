"""Six-Ace: two to five players hand men on, into the pool and off the table; the last one with men pays.

By the source's own words, with the readings SA1 to SA11 of `docs/games/six_ace.md`. Nothing is chosen but the order
of the two dice: the throw is the play. Seats sit clockwise, so that the next one is the neighbour on the left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.errors import Invalid
from core.events import Landing
from core.messages import left_over, say, shown_landings, term, terms
from core.rules.game import Game, LegalTurn, Opening, Outcome, TurnCheck, higher

SEATS = ("seat1", "seat2", "seat3", "seat4", "seat5")
PLACINGS = "placings"
HAND, LEFT, POOL, OFF = "men", "left", "pool", "off"
_CHOICES = range(1, 16)


@dataclass(frozen=True, slots=True)
class Options:
    """Options that a club may choose before the match."""

    men: int = field(
        default=6,
        metadata={
            "sentence": say("Each player takes six pieces and places them on their side of the board."),
            "choices": list(_CHOICES),
        },
    )


class Position(NamedTuple):
    """The men in hand and off of each seat that plays, clockwise; the pool; who is out, first to last. Immutable."""

    seats: tuple[str, ...]
    men: tuple[int, ...]
    off: tuple[int, ...]
    pool: int
    out: tuple[str, ...] = ()

    @property
    def placings(self) -> tuple[str, ...]:
        """Every seat, the first one out first and the one that pays last (SA11); empty while the game goes on."""
        still = [seat for seat, men in zip(self.seats, self.men, strict=True) if men]
        return (*self.out, *still) if len(still) == 1 else ()

    @property
    def total(self) -> int:
        """All men, wherever they are; no throw changes it."""
        return sum(self.men) + sum(self.off) + self.pool


class _Turn(NamedTuple):
    moves: tuple[Landing, ...]
    position: Position


# ── a throw ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def _left(position: Position, seat: str) -> str:
    """The next seat clockwise that still has men (SA3, SA10): `seat` itself if no other has."""
    place = position.seats.index(seat)
    ring = (*position.seats[place + 1 :], *position.seats[: place + 1])
    return next((each for each in ring if position.men[position.seats.index(each)]), seat)


def _obey(position: Position, seat: str, dice: Sequence[int]) -> _Turn:
    """One die after the other (SA2 to SA9), and whether the thrower is then out (SA10)."""
    own, left = position.seats.index(seat), position.seats.index(_left(position, seat))
    men, off, pool = list(position.men), list(position.off), position.pool
    moves: list[Landing] = []
    for die in dice:
        if die == 2 and pool:
            pool, men[own] = pool - 1, men[own] + 1
            moves.append((POOL, HAND))
        elif die in (1, 5, 6) and men[own]:
            men[own] -= 1
            if die == 1:
                men[left] += 1
            elif die == 6:
                off[own] += 1
            else:
                pool += 1
            moves.append((HAND, {1: LEFT, 5: POOL, 6: OFF}[die]))
    out = position.out if men[own] else (*position.out, seat)
    return _Turn(tuple(moves), Position(position.seats, tuple(men), tuple(off), pool, out))


def _asked(position: Position, seat: str, options: Options) -> None:
    """Raise `Invalid` if no throw is possible: a seat that is not in, or an impossible number of men."""
    problems: dict[str, list[str]] = {}
    wanted = options.men * len(position.seats)
    if position.total != wanted:
        problems["position"] = [
            say(
                "{total} men in all instead of {wanted}, {men} for each of {seats} players",
                "men_of_all_seats",
                total=position.total,
                wanted=wanted,
                men=options.men,
                seats=len(position.seats),
            )
        ]
    if seat not in position.seats or not position.men[position.seats.index(seat)]:
        problems["to_move"] = [
            say("{seat} has no men and is out", "seat_is_out", seat=term(seat))
            if seat in position.seats
            else say("{seat} does not play", "seat_does_not_play", seat=term(seat))
        ]
    elif position.placings:
        problems["position"] = [say("the game is over here: one player alone has men", "one_player_has_men")]
    if problems:
        raise Invalid(problems)


def plays(position: Position, seat: str, dice: Sequence[int], options: Options) -> list[LegalTurn]:
    """The results of a throw in the given order and, where it differs, in the other (SA2). Raises `Invalid`.

    Landings say what the dice did: from `men` to `left`, `pool` or `off`, or from `pool` to `men`.
    """
    _asked(position, seat, options)
    found: dict[Position, LegalTurn] = {}
    for order in (dice, dice[::-1]):
        turn = _obey(position, seat, order)
        found.setdefault(turn.position, LegalTurn(turn.moves, turn.position, ended(turn.position)))
    return list(found.values())


def check(position: Position, seat: str, dice: Sequence[int], moves: Sequence[Landing], options: Options) -> TurnCheck:
    """The throw as a play: its dice in the order given, or in the order that `moves` tell. Raises `Invalid`."""
    _asked(position, seat, options)
    for order in (dice, dice[::-1]):
        turn = _obey(position, seat, order)
        if not moves or turn.moves == tuple(moves):
            return TurnCheck(True, None, "", turn.position, ended(turn.position))
    shown = left_over(dice)
    return TurnCheck(
        False,
        "SA2",
        say(
            "the throw is the play: {shown} is {text}",
            "throw_is_the_play",
            shown=shown,
            text=_text(_obey(position, seat, dice).moves),
        ),
    )


def _text(moves: Sequence[Landing]) -> str:
    return shown_landings([move[:2] for move in moves]) if moves else term("nothing")


def next_seat(position: Position, seat: str, dice: Sequence[int], _options: Options) -> str:
    """The seat that throws after a throw that left this position (SA6, SA8, SA10)."""
    again = 2 in dice or dice[0] == dice[1]
    if again and tuple(dice) != (2, 2) and position.men[position.seats.index(seat)]:
        return seat
    return _left(position, seat)


_PATHS: dict[Landing, int] = {(HAND, LEFT): 1, (POOL, HAND): 2, (HAND, POOL): 5, (HAND, OFF): 6}


def apply_moves(
    position: Position, seat: str, moves: Sequence[Landing], _options: Options | None = None
) -> tuple[Position, str | None] | None:
    """The position after men were moved by hand. `None` if a man that was taken is not there."""
    if not position.men[position.seats.index(seat)]:
        return None
    dice = [_PATHS.get(move, 0) for move in moves]
    turn = _obey(position, seat, dice)
    return (turn.position, ended(turn.position)) if turn.moves == tuple(moves) else None


def ended(position: Position, _options: Options | None = None) -> str | None:
    """The ending that a position shows: one player alone has men (SA11)."""
    return PLACINGS if position.placings else None


def _start(options: Options, seats: Sequence[str]) -> Position:
    return Position(tuple(seats), (options.men,) * len(seats), (0,) * len(seats), 0)


# ── the contract's words ─────────────────────────────────────────────────────────────────────────────────────────────
def write(position: Position) -> dict[str, Any]:
    """A position as JSON data. `out` are the seats that are out, first to last, as soon as there is one."""
    data: dict[str, Any] = {
        seat: {"men": men, "off": off}
        for seat, men, off in zip(position.seats, position.men, position.off, strict=True)
    }
    return data | {"pool": position.pool} | ({"out": list(position.out)} if position.out else {})


def read(data: Any) -> Position:
    """The position of the contract's words; without `out`, those without men went out in the order of their seats.

    Raises `Invalid`, which names every wrong field: unknown or missing names, counts that are none, an `out` that
    does not name exactly those without men, men that do not come to as many for each player. How many that is, the
    options say: `plays` and `check` look.
    """
    if not isinstance(data, Mapping):
        raise Invalid({"": [say("a position is an object with two to five seats and a pool", "pool_position_wanted")]})
    problems: dict[str, list[str]] = {}
    for name in [item for item in data if item not in {*SEATS, "pool", "out"}]:
        problems[str(name)] = [say("there is no such seat", "no_such_seat")]
    seats = tuple(seat for seat in SEATS if seat in data)
    if len(seats) < 2:
        lacking = next(seat for seat in SEATS if seat not in data)
        problems[lacking] = [say("missing: at least two seats play, each an object with men and off", "seats_missing")]
    hands = [_read_hand(data[seat], seat, problems) for seat in seats]
    pool = data.get("pool")
    if not _is_count(pool):
        problems["pool"] = [
            say("not a count of men", "men_count_wanted")
            if "pool" in data
            else say("missing: a count of men", "men_count_missing")
        ]
    if not problems:
        return _consistent(seats, hands, int(data["pool"]), data.get("out"))
    raise Invalid(problems)


def _read_hand(data: Any, seat: str, problems: dict[str, list[str]]) -> tuple[int, int]:
    if not isinstance(data, Mapping):
        problems[seat] = [say("not an object with men and off", "men_and_off_wanted")]
        return 0, 0
    for name in [item for item in data if item not in {HAND, OFF}]:
        problems[f"{seat}.{name}"] = [say("there is no such field", "no_such_field")]
    for name in (HAND, OFF):
        if not _is_count(data.get(name, 0)):
            problems[f"{seat}.{name}"] = [say("not a count of men", "men_count_wanted")]
    return data.get(HAND, 0), data.get(OFF, 0)


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= len(SEATS) * _CHOICES[-1]


def _consistent(seats: tuple[str, ...], hands: list[tuple[int, int]], pool: int, out: Any) -> Position:
    """The position of well-formed words, if its counts can be true together. Raises `Invalid`."""
    problems: dict[str, list[str]] = {}
    empty = tuple(seat for seat, (men, _) in zip(seats, hands, strict=True) if not men)
    named = tuple(map(str, out)) if isinstance(out, list) else empty
    if out is not None and (list(named) != out or sorted(named) != sorted(empty)):
        problems["out"] = [
            say(
                "not a list of exactly those without men: {empty}",
                "out_list_wanted",
                empty=terms(empty) or term("none"),
            )
        ]
    position = Position(seats, tuple(men for men, _ in hands), tuple(off for _, off in hands), pool, named)
    if not position.total or position.total % len(seats) or position.total // len(seats) not in _CHOICES:
        problems[""] = [
            say(
                "{total} men in all: each of {seats} players brings as many, 1 to 15",
                "men_a_player",
                total=position.total,
                seats=len(seats),
            )
        ]
    elif not any(position.men):
        problems[""] = [say("no player has men: the last one keeps theirs", "last_player_keeps_men")]
    if problems:
        raise Invalid(problems)
    return position


GAME: Game = Game(
    key="six-ace",
    name="Six-Ace",
    rule=say(
        "Two to five players with six men each: an ace hands one to the left, a six bears one "
        "off, a five puts one into the pool, a deuce takes one out; the last player with men "
        "pays for the drinks."
    ),
    source="Wayne Robinson, Games – Tables or Backgammon, 2012",
    version="2012",
    seats=SEATS,
    dice=lambda _options: 2,
    outcomes=(Outcome(PLACINGS, 1, 1),),
    opening=Opening(
        say("each player rolls one die, the highest starts and throws both dice", "opening_of_six_ace"), higher
    ),
    start=_start,
    plays=plays,
    check=check,
    apply_moves=apply_moves,
    ended=ended,
    read=read,
    write=write,
    next_seat=next_seat,
    options=Options,
    throw_is_play=True,
    placings=lambda position: position.placings,
    words=((HAND, POOL), (HAND, LEFT, POOL, OFF), ()),
)
