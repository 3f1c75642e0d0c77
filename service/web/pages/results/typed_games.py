"""The games of a match as they are typed: `121`, `1j2`. A digit is the winner, letters behind it are the ending."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from flask_babel import gettext as _

from core.events import GameResult
from core.match.results.game_results import CUBES, smallest
from core.match.state import Match
from core.messages import term
from core.rules.game import Game, Outcome
from service.translations import OFFERED, SOURCE, translated
from service.web.i18n import labels, locale
from service.web.pages.shared import result_rows

MOST_TYPED = 200
"""Characters of the games of a match."""
_MONK = "_with_monk"
_LETTERS = "abcdefghijklnopqrstuvwyz"
"""Letters of endings: `m` is the monk's, `x` stands before the cube."""
_GAME = re.compile(r"([1-9])([a-wyz]*)(?:[x*]([0-9]{1,2})(?![0-9]))?")
_BETWEEN = re.compile(r"[\s,;.–-]*")


class TypedGames(NamedTuple):
    """The games of a whole match that were typed, or what is wrong with them."""

    games: tuple[GameResult, ...] = ()
    wrong: str = ""


def codes(game: Game, language: str = SOURCE) -> dict[str, str]:
    """The letters of each ending: none for the plain win, the first free letter of its name for another.

    A letter means the same ending in every language, so that the letters of all are taken on every page.

    >>> from core.games import game_of
    >>> codes(game_of("backgammon"))
    {'single': '', 'gammon': 'g', 'backgammon': 'b'}
    >>> codes(game_of("swedish"))["forced_jan"], codes(game_of("swedish"), "sv")["forced_jan"]
    ('f', 'p')
    """
    return _codes(game.endings, smallest(game))[language]


@cache
def _codes(outcomes: tuple[Outcome, ...], plain: str) -> dict[str, dict[str, str]]:
    """The letters of each ending in each language."""
    names = [outcome.key for outcome in sorted(outcomes, key=lambda each: (each.points, each.rank))]
    meanings: dict[str, str] = {}
    codes: dict[str, dict[str, str]] = {}
    for language in OFFERED:
        letters = {plain: ""}
        for name in (each for each in names if not each.endswith(_MONK)):
            if name not in letters:
                word = translated(term(name), language) + _LETTERS
                letters[name] = next(
                    each
                    for each in word
                    if each in _LETTERS and meanings.get(each, name) == name and each not in letters.values()
                )
        for name in (each for each in names if each.endswith(_MONK)):
            letters[name] = letters.get(name.removesuffix(_MONK), "") + "m"
        meanings |= {letter: name for name, letter in letters.items()}
        codes[language] = {name: letters[name] for name in names}
    return codes


def endings(game: Game) -> dict[str, str]:
    """The ending that letters mean, those of every language."""
    return {letters: name for code in _codes(game.endings, smallest(game)).values() for name, letters in code.items()}


def read(text: str, match: Match, *, whole: bool = True) -> TypedGames:
    """The games of a match as they were typed; without `whole` as far as it was played."""
    form = as_form(text, match)
    if form is None:
        return TypedGames(wrong=_wrong(text, match))
    rows = result_rows.results_of_form(form, result_rows.count_of(match), result_rows.placed(match))
    if len(rows) < len(form) // len(result_rows.NAMES):
        return TypedGames(wrong=_("These are more games than the match can have."))
    if wrong := result_rows.missing(rows, match) or (result_rows.not_whole(rows, match) if whole else {}):
        number, why = next(iter(wrong.items()))
        return TypedGames(wrong=_("Game %(number)s: %(why)s", number=number, why=why))
    return TypedGames(result_rows.games(rows))


def _wrong(text: str, match: Match) -> str:
    """The first thing that names no game, and what can stand there."""
    text, place, number = text.strip().lower(), 0, 1
    while (matched := _GAME.match(text, place)) and (between := _BETWEEN.match(text, matched.end())):
        if int(matched[1]) > len(match.seats):
            break
        if matched[2] not in endings(match.game):
            return _wrong_letters(number, matched[2], match)
        if matched[3] and not match.game.cube:
            return _("Game %(number)s: this game has no cube.", number=number)
        if matched[3] and int(matched[3]) not in CUBES:
            return _("Game %(number)s: the cube never shows %(value)s.", number=number, value=matched[3])
        place, number = between.end(), number + 1
    wrong = text[place : place + 1]
    if wrong.isalpha() and place and text[place - 1].isalnum():
        return _wrong_letters(number - 1, wrong, match)
    if not wrong:
        return _("Type the winner of each game, 1 or 2, and a letter where it was no plain win: 1j2.")
    return _(
        "Game %(number)s: it cannot begin with %(typed)s. Type its winner first, 1 or 2, and then a letter if it was "
        "no plain win: 1j2.",
        number=number,
        typed=wrong,
    )


def _wrong_letters(number: int, letters: str, match: Match) -> str:
    known = ", ".join(
        f"{code} ({labels.ending(name)})" for name, code in codes(match.game, locale.current()).items() if code
    )
    if not known:
        return _("Game %(number)s: no letter belongs there, and %(letters)s is typed.", number=number, letters=letters)
    return _(
        "Game %(number)s: %(letters)s means nothing. The letters are: %(known)s.",
        number=number,
        letters=letters,
        known=known,
    )


def as_form(text: str, match: Match) -> dict[str, str] | None:
    """The games as the rows of a form; `None` for a text that names no games."""
    known = endings(match.game)
    games, place, text = [], 0, text.strip().lower()
    while place < len(text):
        matched = _GAME.match(text, place)
        if matched is None:
            return None
        winner, letters, cube = matched.groups()
        seat, value = int(winner) - 1, int(cube or 1)
        if seat >= len(match.seats) or letters not in known or (cube and not match.game.cube) or value not in CUBES:
            return None
        games.append((match.seats[seat], known[letters], str(value)))
        between = _BETWEEN.match(text, matched.end())
        place = between.end() if between else matched.end()
    return _form(games)


def _form(games: list[tuple[str, str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for number, values in enumerate(games, 1):
        found.update({f"{name}{number}": value for name, value in zip(result_rows.NAMES, values, strict=True)})
    return found


def text_of(games: tuple[GameResult, ...], match: Match, language: str = SOURCE) -> str:
    """Games as they would be typed, with the letters of a language."""
    letters: Mapping[str, str] = codes(match.game, language)
    return " ".join(
        f"{match.seats.index(game.winner) + 1}{letters[game.outcome]}" + (f"*{game.cube}" if game.cube > 1 else "")
        for game in games
    )


def without_last(text: str) -> str:
    """The typed text without its last game."""
    return re.sub(r"[1-9][^1-9]*(?:[x*][0-9]{1,2})?\s*$", "", text.strip())
