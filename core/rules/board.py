"""Points, sides and positions of the games that are played on twenty-four points, and their one-line notation.

A side is 26 counts in its owner's own numbering: checkers on the bar, on the points 1 to 24, and off the board.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from core.errors import Invalid
from core.messages import quoted, say

BAR, OFF = "bar", "off"
SEATS = ("white", "black")
MEN = 15
_BAR, _OFF = 0, 25
_POINTS = {str(point): point for point in range(1, 25)}
Side = bytes


class Position(NamedTuple):
    """All checkers, each side (26 counts: bar, points 1–24, off) in its own numbering. Immutable."""

    white: Side
    black: Side


def other(seat: str) -> str:
    """The seat across the board."""
    return SEATS[1] if seat == SEATS[0] else SEATS[0]


def sides(position: Position, seat: str) -> tuple[Side, Side]:
    """The mover's side and the opponent's."""
    return position if seat == SEATS[0] else (position.black, position.white)


def seated(seat: str, own: Side, foe: Side) -> Position:
    """The position in which `seat` holds `own` and the opponent `foe`."""
    # The constructor of a named tuple is Python code. This one is not, and a search of turns makes many positions.
    return tuple.__new__(Position, (own, foe) if seat == SEATS[0] else (foe, own))


def parallel(point: int) -> int:
    """The opponent's number of my point when both move in the same direction (Swedish Tables)."""
    return point + 12 if point <= 12 else point - 12


def side(points: Mapping[int | str, int], men: int = MEN) -> Side:
    """A side from counts by point, `"bar"` and `"off"`; men that are not named are off.

    >>> list(side({1: 14, "bar": 1}))[:3]
    [1, 14, 0]
    """
    counts = [0] * 26
    for point, count in points.items():
        counts[_slot(point)] = count
    counts[_OFF] = counts[_OFF] or men - sum(counts)
    return bytes(counts)


def parse(text: str) -> Position:
    """A position from one line of table talk: White's checkers, a bar, Black's; men that are not named are off.

    >>> to_json(parse("1:13 7:2 | 1:14 bar:1"))["black"]
    {'bar': 1, 'off': 0, 'points': {'1': 14}}
    """
    white, black = text.split("|")
    return Position(_parse_side(white), _parse_side(black))


def _parse_side(text: str) -> Side:
    points: dict[int | str, int] = {}
    for item in text.split():
        matched = re.fullmatch(r"(bar|off|\d{1,2})(?::(\d{1,2}))?", item)
        if not matched:
            raise Invalid(
                {"position": [say("{item} is not a point with a count, such as 7:2, 12 or bar:1", item=quoted(item))]}
            )
        point: int | str = matched[1] if matched[1] in (BAR, OFF) else int(matched[1])
        points[point] = int(matched[2] or 1)
    return side(points)


def to_text(position: Position) -> str:
    """The one-line notation of a position, which `parse` reads."""
    return " | ".join(
        " ".join(f"{point}:{count}" for point, count in [*_named(held)] if point != OFF) for held in position
    )


def _named(held: Side) -> list[tuple[int | str, int]]:
    names: list[int | str] = [BAR, *range(1, 25), OFF]
    return [(word, count) for word, count in zip(names, held, strict=True) if count]


def to_json(position: Position) -> dict[str, Any]:
    """A position in the contract's words; empty points are left out."""
    return {seat: _side_to_json(held) for seat, held in zip(SEATS, position, strict=True)}


def _side_to_json(held: Side) -> dict[str, Any]:
    points = {str(point): held[point] for point in range(1, 25) if held[point]}
    return {"bar": held[_BAR], "off": held[_OFF], "points": points}


def from_json(data: Any, facing: Callable[[int], int], men: int = MEN) -> Position:
    """The position of the contract's words. `facing` gives the opponent's number of a point.

    Raises `Invalid`, which names every wrong field: unknown or missing names, counts that are no numbers, sides that
    do not have `men` checkers, points held by both.
    """
    problems: dict[str, list[str]] = {}
    if not isinstance(data, Mapping):
        raise Invalid({"": [say("a position is an object with white and black", "two_sides_wanted")]})
    for name in [item for item in data if item not in SEATS]:
        problems[str(name)] = [say("there is no such seat", "no_such_seat")]
    read = [_side_from_json(data.get(seat), seat, problems, men) for seat in SEATS]
    for point in range(1, 25):
        if read[0][point] and read[1][facing(point)]:
            where = f"white.points.{point}"
            problems[where] = [
                say(
                    "both sides stand here: it is black's point {facing}", "both_sides_on_a_point", facing=facing(point)
                )
            ]
    if problems:
        raise Invalid(problems)
    return Position(bytes(read[0]), bytes(read[1]))


def _side_from_json(data: Any, seat: str, problems: dict[str, list[str]], men: int) -> list[int]:
    counts = [0] * 26
    if not isinstance(data, Mapping):
        problems[seat] = [say("missing: an object with bar, off and points", "side_fields_missing")]
        return counts
    for name in [item for item in data if item not in {"bar", "off", "points"}]:
        problems[f"{seat}.{name}"] = [say("there is no such field", "no_such_field")]
    points = data.get("points", {})
    if not isinstance(points, Mapping):
        problems[f"{seat}.points"] = [say("not an object from point to count", "points_object_wanted")]
        points = {}
    named = [(f"{seat}.points.{name}", _POINTS.get(str(name)), count) for name, count in points.items()]
    named += [(f"{seat}.{name}", slot, data[name]) for name, slot in ((BAR, _BAR), (OFF, _OFF)) if name in data]
    for path, slot, count in named:
        if slot is None:
            problems[path] = [say("points are numbered 1 to 24", "points_to_24")]
        elif isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= men:
            problems[path] = [say("not a count from 0 to {men}", "count_of_men_wanted", men=men)]
        else:
            counts[slot] = count
    if not any(path.startswith(f"{seat}.") for path in problems) and sum(counts) != men:
        problems[seat] = [say("{sum} checkers in all instead of {men}", "checkers_in_all", sum=sum(counts), men=men)]
    return counts


def _slot(point: int | str) -> int:
    return _BAR if point == BAR else _OFF if point == OFF else int(point)
