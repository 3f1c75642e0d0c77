"""The games of a whole result as a form asks for them, a row each: for the desk, and for whoever reports a result."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.results import CUBES
from core.sheet import Match
from service.web.pages import telling, terms

Json = dict[str, Any]
_MOST_GAMES = 25
NAMES = ("winner", "outcome", "cube")
"""What a row's fields are called, before its number."""


def count_of(match: Match) -> int:
    """How many games a match can have."""
    ((unit, count),) = match.opened.length.items()
    return int(count if unit == "games" else min(2 * count - 1, _MOST_GAMES))


def choices(match: Match) -> Json:
    """What can be chosen in each row."""
    return {
        "seats": [(seat, telling.name_of(match, seat)) for seat in match.seats],
        "endings": [(each.key, terms.ending(each.key)) for each in match.game.endings],
        "cubes": CUBES if match.game.cube else (),
    }


def said(form: Mapping[str, str], count: int, placed: Sequence[str] = ()) -> dict[int, Json]:
    """What was filled in, in the contract's words, by the number of the row.

    `placed` are the seats of a game that places its players, of whom two play a tournament's match.
    """
    found = {}
    for number in range(1, count + 1):
        winner, outcome, cube = (form.get(f"{name}{number}", "") for name in NAMES)
        if winner or outcome:
            words: Json = {"winner": winner, "outcome": outcome}
            if cube.isdecimal() and cube != "1":
                words["cube"] = int(cube)
            if winner in placed:
                words["placings"] = [winner, *(seat for seat in placed if seat != winner)]
            found[number] = words
    return found


def placed(match: Match) -> tuple[str, ...]:
    """The seats of a match whose game places its players."""
    return match.seats if match.game.placings else ()
