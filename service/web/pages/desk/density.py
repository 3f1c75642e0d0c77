"""Density of the desk: how large its tables are shown, by their number or as the referee has chosen."""

from collections.abc import Iterable

from flask import Response, request
from flask_babel import gettext as _

AUTO, BOARDS, SMALL, ROWS = "auto", "boards", "small", "rows"
CHOICES = (AUTO, BOARDS, SMALL, ROWS)
_MOST_BOARDS, _MOST_SMALL = 12, 24
BOARD, ROW, LINE = "board", "row", "line"
"""Kinds of cards: a match in play, one without moves, one that is over."""

_COOKIE = "tables_shown"
_YEAR = 365 * 24 * 3600


def chosen() -> str:
    """The referee's choice, which the browser keeps; without one `AUTO`."""
    choice = request.args.get("view") or request.cookies.get(_COOKIE, "")
    return choice if choice in CHOICES else AUTO


def shown(kinds: Iterable[str]) -> str:
    """The density of cards of these kinds: the choice, else by the number of boards."""
    choice, boards = chosen(), sum(kind == BOARD for kind in kinds)
    if choice != AUTO:
        return choice
    return BOARDS if boards <= _MOST_BOARDS else SMALL if boards <= _MOST_SMALL else ROWS


def choices() -> list[tuple[str, str, str]]:
    """Every choice with its words and its sign."""
    return [
        (AUTO, _("By the number of tables"), "↕"),
        (BOARDS, _("Large boards"), "▣"),
        (SMALL, _("Small boards"), "▦"),
        (ROWS, _("Rows without boards"), "☰"),
    ]


def keep(response: Response) -> None:
    """Have the browser keep a choice that was just made."""
    if request.args.get("view") in CHOICES:
        response.set_cookie(_COOKIE, chosen(), max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure)
