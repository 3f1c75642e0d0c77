"""The games of a match as they are typed: `121`, `1j2`. A digit is the winner, letters behind it are the ending."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from flask_babel import gettext as _

from core.events import GameResult
from core.match.game_results import CUBES, smallest
from core.match.state import Match
from core.rules.game import Game
from service.web.pages.shared import result_rows

MOST_TYPED = 200
"""Characters of the games of a match."""
_MONK = "_with_monk"
_GAME = re.compile(r"([1-9])([a-wyz]*)(?:[x*]([0-9]{1,2})(?![0-9]))?")
_BETWEEN = re.compile(r"[\s,;.–-]*")


class TypedGames(NamedTuple):
    """The games of a whole match that were typed, or what is wrong with them."""

    games: tuple[GameResult, ...] = ()
    wrong: str = ""


def codes(game: Game) -> dict[str, str]:
    """The letters of each ending: none for the plain win, the first free letter of its name for another.

    >>> from core.games import game_of
    >>> codes(game_of("backgammon"))
    {'single': '', 'gammon': 'g', 'backgammon': 'b'}
    """
    found = {smallest(game): ""}
    free = set("abcdefghijklnopqrstuvwyz")
    names = sorted(game.endings, key=lambda each: (each.points, each.rank))
    for name in (each.key for each in names if not each.key.endswith(_MONK)):
        if name not in found:
            letter = next(each for each in name + "abcdefghijklnopqrstuvwyz" if each in free)
            free.discard(letter)
            found[name] = letter
    for name in (each.key for each in names if each.key.endswith(_MONK)):
        found[name] = found.get(name.removesuffix(_MONK), "") + "m"
    return {each.key: found[each.key] for each in names}


def read(text: str, match: Match) -> TypedGames:
    """The games of a whole match as they were typed."""
    form = as_form(text, match)
    if form is None:
        return TypedGames(wrong=_("Type the winner of each game, 1 or 2, and a letter where it was no plain win: 1j2."))
    rows = result_rows.results_of_form(form, result_rows.count_of(match), result_rows.placed(match))
    if len(rows) < len(form) // len(result_rows.NAMES):
        return TypedGames(wrong=_("These are more games than the match can have."))
    if wrong := result_rows.missing(rows, match) or result_rows.not_whole(rows, match):
        number, why = next(iter(wrong.items()))
        return TypedGames(wrong=_("Game %(number)s: %(why)s", number=number, why=why))
    return TypedGames(result_rows.games(rows))


def as_form(text: str, match: Match) -> dict[str, str] | None:
    """The games as the rows of a form; `None` for a text that names no games."""
    endings = {letters: name for name, letters in codes(match.game).items()}
    games, place, text = [], 0, text.strip().lower()
    while place < len(text):
        found = _GAME.match(text, place)
        if found is None:
            return None
        winner, letters, cube = found.groups()
        seat, value = int(winner) - 1, int(cube or 1)
        if seat >= len(match.seats) or letters not in endings or (cube and not match.game.cube) or value not in CUBES:
            return None
        games.append((match.seats[seat], endings[letters], str(value)))
        between = _BETWEEN.match(text, found.end())
        place = between.end() if between else found.end()
    return _form(games)


def _form(games: list[tuple[str, str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, values in enumerate(games, 1):
        found.update({f"{name}{number}": value for name, value in zip(result_rows.NAMES, values, strict=True)})
    return found


def text_of(games: tuple[GameResult, ...], match: Match) -> str:
    """Games as they would be typed."""
    letters: Mapping[str, str] = codes(match.game)
    return " ".join(
        f"{match.seats.index(each.winner) + 1}{letters[each.outcome]}" + (f"*{each.cube}" if each.cube > 1 else "")
        for each in games
    )


def without_last(text: str) -> str:
    """The typed text without its last game."""
    return re.sub(r"[1-9][^1-9]*(?:[x*][0-9]{1,2})?\s*$", "", text.strip())
