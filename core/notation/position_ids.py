"""Positions as other programs name them: GNU Backgammon's position and match id, and XGID.

A position is read from these ids and written as them. White is GNU Backgammon's player 0 and XGID's bottom player. The
ids leave out how many men are off, and which seat is whose. The functions here fill that in.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import say
from core.rules.board import SEATS, other
from core.rules.game import Game

MEN = 15
_POINTS = range(1, 25)
_STATES = {"waiting": 0, "playing": 1, "over": 2}
_CENTRED = 3
_LARGEST_CUBE = 10
_BASE64 = r"[A-Za-z0-9+/]"
_XGID = re.compile(
    r"(?:XGID=)?([-A-Pa-p]{26}):(\d{1,2}):(-?[01]):(-?1):(00|[DBR]|[1-6]{2}):(\d+):(\d+):([0-3]):(\d+):(\d+)"
)

Men = tuple[int, ...]
"""A side's men by its own points: the bar, then 1 to 24."""


class MatchPosition(NamedTuple):
    """Position of a match, as other programs name it.

    `length` is the points of the match, 0 without; `score` is White's and Black's. `to_move` rolls, moves, or
    has offered a double (`doubled`); `dice` are empty before the roll. The game is `waiting` for its opening, `playing`
    or `over`.
    """

    white: Men
    black: Men
    to_move: str
    dice: tuple[int, ...] = ()
    cube: int = 1
    owner: str | None = None
    doubled: bool = False
    crawford: bool = False
    length: int = 0
    score: tuple[int, int] = (0, 0)
    state: str = "playing"

    @property
    def rests(self) -> bool:
        """True if the cube rests by Crawford's rule; a match to one point has no such game."""
        return self.crawford and self.length > 1

    def men(self, seat: str) -> Men:
        """The men of a seat."""
        return self.white if seat == SEATS[0] else self.black


def men(side: Mapping[str, Any]) -> Men:
    """A side's men, from a position as the game writes it.

    >>> men({"bar": 1, "off": 12, "points": {"6": 2}})[:8]
    (1, 0, 0, 0, 0, 0, 2, 0)
    """
    return (side["bar"], *(side["points"].get(str(point), 0) for point in _POINTS))


def has_ids(game: Game) -> bool:
    """True if other programs know the game."""
    return any(name in game.formats for name in _WRITERS)


def ids(game: Game, position: MatchPosition) -> dict[str, str]:
    """The ids by which other programs know a position of a game, by format."""
    return {name: write(position) for name, write in _WRITERS.items() if name in game.formats}


# ── GNU Backgammon ───────────────────────────────────────────────────────────────────────────────────────────────────
def position_id(state: MatchPosition) -> str:
    """The fourteen letters of a position.

    The side that is not on roll comes first: so does the program, whatever its manual says of the starting position,
    which cannot tell.
    """
    bits = "".join(
        "1" * count + "0" for seat in (other(state.to_move), state.to_move) for count in _gnubg_order(state.men(seat))
    )
    return _letters(bits.ljust(80, "0"))


def _gnubg_order(held: Men) -> Men:
    return (*held[1:], held[0])


def match_id(state: MatchPosition) -> str:
    """The twelve letters of everything else: cube, whose turn, dice, length and score."""
    on_roll = SEATS.index(state.to_move)
    dice = state.dice or (0, 0)
    fields = (
        (state.cube.bit_length() - 1, 4),
        (_CENTRED if state.owner is None else SEATS.index(state.owner), 2),
        (on_roll, 1),
        (int(state.rests), 1),
        (_STATES[state.state], 3),
        (1 - on_roll if state.doubled else on_roll, 1),
        (int(state.doubled), 1),
        (0, 2),
        (dice[0], 3),
        (dice[1], 3),
        (state.length, 15),
        (state.score[0], 15),
        (state.score[1], 15),
    )
    return _letters("".join(f"{value:0{width}b}"[::-1] for value, width in fields).ljust(72, "0"))


def _letters(bits: str) -> str:
    """Bits, the first of each eight the least significant, as letters."""
    packed = bytes(int(bits[place : place + 8][::-1], 2) for place in range(0, len(bits), 8))
    return b64encode(packed).decode().rstrip("=")


def _bits(letters: str) -> str:
    packed = b64decode(letters + "=" * (-len(letters) % 4))
    return "".join(f"{byte:08b}"[::-1] for byte in packed)


def gnubg(state: MatchPosition) -> str:
    """Position and match id as GNU Backgammon takes them together.

    >>> start = (0, *[0] * 5, 5, 0, 3, *[0] * 4, 5, *[0] * 10, 2)
    >>> gnubg(MatchPosition(start, start, "black", (5, 2), 2, "white", length=9, score=(2, 4)))
    '4HPwATDgc/ABMA:QYkqASAAIAAA'
    """
    return f"{position_id(state)}:{match_id(state)}"


def read_gnubg(text: str) -> MatchPosition:
    """The position of a position id and a match id, as `4HPwATDgc/ABMA:QYkqASAAIAAA`. Raises `Invalid`."""
    if not re.fullmatch(rf"{_BASE64}{{14}}:{_BASE64}{{12}}", text.strip()):
        raise Invalid({"gnubg": [say("a position id of 14 letters, a colon and a match id of 12 are expected")]})
    position, match = text.strip().split(":")
    read = _reader(_bits(match))
    cube, owner, on_roll, crawford, state = read(4), read(2), read(1), read(1), read(3)
    _turn, doubled, _resigned, first, second = read(1), read(1), read(2), read(3), read(3)
    length, score = read(15), (read(15), read(15))
    if owner not in (0, 1, _CENTRED) or max(first, second) > 6 or bool(first) != bool(second):
        raise Invalid({"gnubg": [say("{match} has an owner of the cube or dice that there are not", match=match)]})
    waiting, own = _read_position(_bits(position))
    dice = (first, second) if first else ()
    seat = SEATS[on_roll]
    return MatchPosition(
        *((own, waiting) if seat == SEATS[0] else (waiting, own)),
        seat,
        dice,
        2**cube,
        None if owner == _CENTRED else SEATS[owner],
        bool(doubled),
        bool(crawford),
        length,
        score,
        next((name for name, number in _STATES.items() if number == state), "over"),
    )


def _reader(bits: str) -> Any:
    rest = iter(bits)

    def read(width: int) -> int:
        return int("".join(next(rest) for _ in range(width))[::-1], 2)

    return read


def _read_position(bits: str) -> tuple[Men, Men]:
    """Both sides, the one on roll last. Raises `Invalid`."""
    counts = [len(run) for run in bits.split("0")[:50]]
    sides = counts[:25], counts[25:]
    if len(counts) != 50 or any(sum(side) > MEN for side in sides) or "1" in bits.split("0", 50)[50]:
        raise Invalid({"gnubg": [say("the position id shows more men than there are")]})
    waiting, own = ((side[24], *side[:24]) for side in sides)
    return waiting, own


# ── XGID ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def xgid(state: MatchPosition) -> str:
    """The line that players paste; White is the bottom player, in capitals.

    >>> start = (0, *[0] * 5, 5, 0, 3, *[0] * 4, 5, *[0] * 10, 2)
    >>> xgid(MatchPosition(start, start, "white", (6, 2)))
    'XGID=-b----E-C---eE---c-e----B-:0:0:1:62:0:0:0:0:10'
    """
    places = [_men_letter(0, state.black[0])]
    places += [_men_letter(state.white[point], state.black[25 - point]) for point in _POINTS]
    places.append(_men_letter(state.white[0], 0))
    dice = "D" if state.doubled else "".join(map(str, state.dice)) or "00"
    fields = (
        state.cube.bit_length() - 1,
        _sign(state.owner),
        _sign(state.to_move),
        dice,
        *state.score,
        int(state.rests),
        state.length,
        _LARGEST_CUBE,
    )
    return ":".join(map(str, (f"XGID={''.join(places)}", *fields)))


def _men_letter(white: int, black: int) -> str:
    return chr(64 + white) if white else chr(96 + black) if black else "-"


def _sign(seat: str | None) -> int:
    return 0 if seat is None else 1 if seat == SEATS[0] else -1


def read_xgid(text: str) -> MatchPosition:
    """The position of an XGID. Raises `Invalid`."""
    matched = _XGID.fullmatch(text.strip())
    if matched is None:
        raise Invalid({"xgid": [say("an XGID is 26 letters for the men and nine numbers, with colons between")]})
    places, cube, owner, turn, dice, white, black, crawford, length, _ = matched.groups()
    sides = (
        (_count(places[25], "A"), *(_count(places[point], "A") for point in _POINTS)),
        (_count(places[0], "a"), *(_count(places[25 - point], "a") for point in _POINTS)),
    )
    if places[0].isupper() or places[25].islower() or any(sum(side) > MEN for side in sides):
        raise Invalid({"xgid": [say("the letters show more men than there are, or a bar that is the other player's")]})
    return MatchPosition(
        *sides,
        _seat(int(turn)) or SEATS[0],
        tuple(map(int, dice)) if dice.isdigit() and dice != "00" else (),
        2 ** int(cube),
        _seat(int(owner)),
        dice == "D",
        crawford == "1" and length != "0",
        int(length),
        (int(white), int(black)),
    )


def _count(letter: str, first: str) -> int:
    count = ord(letter) - ord(first) + 1
    return count if letter != "-" and 0 < count <= MEN + 1 else 0


def _seat(sign: int) -> str | None:
    return {1: SEATS[0], -1: SEATS[1]}.get(sign)


_WRITERS = {"gnubg": gnubg, "xgid": xgid}
