"""The cells of results as chess-results writes them: of a list of pairings, and of cross-tables."""

import re
from typing import NamedTuple

from core.imports.values import BOTH_ABSENT, BYE, DRAWN, PLAYED, UNCLEAR, UNFINISHED, UNPLAYED_WIN

_HALVES = ("½", "=", "0.5", "0,5", "1/2")
_LIST = re.compile(r"(?P<one>½|1/2|\d{1,3}|[+-])\s*[-:–]\s*(?P<other>½|1/2|\d{1,3}|[+-])(?P<mark>[FKfk])?")
_ROUND = re.compile(
    r"(?P<number>\d{1,4})\s*(?P<seat>[wbsv]?)\s*(?P<points>1/2|0[.,]5|[10½=+-])(?P<mark>[FKfk])?", re.IGNORECASE
)
_NO_OPPONENT = re.compile(r"(?:-+|0000|bye|spielfrei|frirond)\s*(?P<points>1/2|0[.,]5|[10½=+-])?", re.IGNORECASE)
_LONE = ("bye", "spielfrei", "frirond", "not paired", "nicht ausgelost", "ej lottad", "")


class ResultCell(NamedTuple):
    """A result in a cell: its kind, the place of the winner, and the points of each where they are more than one."""

    kind: str
    winner: int | None = None
    sets: tuple[tuple[int, int], ...] = ()


class RoundCell(NamedTuple):
    """A cell of a round in a cross-table: the opponent's number (0 without one), the result, and who was white."""

    opponent: int
    result: ResultCell
    is_white: bool | None


def is_no_opponent(name: str) -> bool:
    """True for the words that stand where an opponent would stand: who is named beside them does not play."""
    return name.casefold() in _LONE


def of_list(cell: str) -> ResultCell:
    """The result of a list of pairings, white first.

    >>> of_list("1 - 0"), of_list("- - +").kind, of_list("3:1").sets
    (ResultCell(kind='played', winner=0, sets=()), 'unplayed_win', ((3, 1),))
    """
    if not cell.strip(" -–:"):
        return ResultCell(BOTH_ABSENT) if "- - -" in cell else ResultCell(UNFINISHED)
    matched = _LIST.fullmatch(cell.strip())
    if matched is None:
        return ResultCell(UNCLEAR)
    one, other = matched["one"], matched["other"]
    if one in "+-" and other in "+-":
        kinds = {("+", "-"): 0, ("-", "+"): 1}
        winner = kinds.get((one, other))
        return (
            ResultCell(BOTH_ABSENT if one == "-" else UNCLEAR) if winner is None else ResultCell(UNPLAYED_WIN, winner)
        )
    if one in _HALVES and other in _HALVES:
        return ResultCell(DRAWN)
    if not (one.isdecimal() and other.isdecimal()):
        return ResultCell(UNCLEAR)
    points = int(one), int(other)
    if points[0] == points[1]:
        return ResultCell(BOTH_ABSENT if matched["mark"] else UNCLEAR if points == (0, 0) else DRAWN)
    winner = 0 if points[0] > points[1] else 1
    if matched["mark"]:
        return ResultCell(UNPLAYED_WIN, winner)
    return ResultCell(PLAYED, winner, () if sorted(points) == [0, 1] else (points,))


def of_round(cell: str) -> RoundCell:
    """The cell of a round in a cross-table: `5w1`, `12b½`, `7w+`, `-1` for a bye, empty for a round that is to come.

    >>> of_round("12s0").opponent, of_round("-1").result.kind, of_round("5v1").is_white
    (12, 'bye', True)
    """
    cell = cell.strip()
    if cell in ("", "*"):
        return RoundCell(0, ResultCell(UNFINISHED), None)
    if matched := _ROUND.fullmatch(cell):
        seat, points = matched["seat"].casefold(), matched["points"]
        white = None if not seat else seat in "wv"
        return RoundCell(int(matched["number"]), _points(points, marked=bool(matched["mark"])), white)
    if _NO_OPPONENT.fullmatch(cell):
        return RoundCell(0, ResultCell(BYE), None)
    return RoundCell(0, ResultCell(UNCLEAR), None)


def of_meeting(cell: str) -> ResultCell:
    """The cell of an opponent in the table of a round robin: `1`, `0`, `½`, `+`, `-`; `*` on the diagonal.

    >>> of_meeting("1").winner, of_meeting("½").kind, of_meeting("11").kind
    (0, 'drawn', 'unclear')
    """
    cell = cell.strip()
    if cell in ("", "*"):
        return ResultCell(UNFINISHED)
    return _points(cell) if cell in ("1", "0", "+", "-", *_HALVES) else ResultCell(UNCLEAR)


def _points(points: str, *, marked: bool = False) -> ResultCell:
    """The result by the points of the row's player, who stands at place 0."""
    if points in _HALVES:
        return ResultCell(DRAWN)
    kind = UNPLAYED_WIN if marked or points in "+-" else PLAYED
    return ResultCell(kind, 0 if points in "1+" else 1)
