"""A bracket as lines of text, its rounds side by side and its final at the right."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.tournament.brackets.view import RESTS
from core.tournament.decisions.corrections import KINDS

Json = Mapping[str, Any]
_COLUMN = 16
_NAME = 9
_PLAYED = KINDS[0]


def bracket_lines(rounds: Sequence[Json]) -> list[str]:
    """The lines of a bracket in the form of `core.tournament.brackets.view`: names without surnames, and points.

    A player with a bye is shown at their first meeting.
    """
    height = 2 * len(rounds[0]["slots"])
    lines = [[" "] * _COLUMN * (len(rounds) + 1) for _ in range(height)]
    rows = list(range(height))  # of the seats of this round
    for column, round_ in enumerate(rounds):
        pairs = list(zip(rows[::2], rows[1::2], strict=True))
        for (above, below), slot in zip(pairs, round_["slots"], strict=True):
            if slot["status"] != RESTS:
                _slot(lines, slot, column * _COLUMN, above, below)
        rows = [(above + below) // 2 for above, below in pairs]
    final = rounds[-1]["slots"][0]
    winner = next((seat["name"] for seat in final["seats"] if final["winner"] == seat["player"]), "")
    _write(lines, rows[0], len(rounds) * _COLUMN, winner)
    return ["".join(line).rstrip() for line in lines]


def _slot(lines: list[list[str]], slot: Json, left: int, above: int, below: int) -> None:
    """Both players of a slot, and the branch that leads to its winner."""
    edge = left + _COLUMN - 2
    for row, seat in zip((above, below), slot["seats"], strict=True):
        _write(lines, row, left, f"{(seat['name'] or '?').split()[0]:<{_NAME}.{_NAME}}{_points(slot, seat):>3}")
    for row in range(above, below + 1):
        _write(lines, row, edge, "│")
    _write(lines, above, edge - 1, "─┐")
    _write(lines, below, edge - 1, "─┘")
    middle = (above + below) // 2
    _write(lines, middle, edge, "┬" if middle == above else "├")


def _points(slot: Json, seat: Json) -> str:
    """The points of the player; where the match was not played, the way its winner goes on."""
    if slot["result"] in (None, _PLAYED):
        return str((slot["score"] or {}).get(seat["seat"], ""))
    return "wo" if slot["winner"] == seat["player"] else ""


def _write(lines: list[list[str]], row: int, left: int, text: str) -> None:
    lines[row][left : left + len(text)] = text
