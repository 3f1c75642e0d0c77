"""The games of a whole result as form rows: for the desk, and for the reporter of a result."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core.events import GameResult
from core.match import judging
from core.match.results.game_results import CUBES
from core.match.state import Match
from core.notation.match_text import player_name
from core.rules.game import Game, Outcome
from service.web.http.form_fields import whole_number
from service.web.i18n import labels, match_events

Json = dict[str, Any]
_MOST_GAMES, _FEW = 25, 3
NAMES = ("winner", "outcome", "cube")
"""The names of a row's fields, before its number."""
MORE = "more"
"""The step in which more rows are asked for."""


def count_of(match: Match) -> int:
    """The number of games that a match can have."""
    ((unit, count),) = match.opened.length.items()
    return int(count if unit == "games" else min(2 * count - 1, _MOST_GAMES))


def rows(form: Mapping[str, str], match: Match) -> Json:
    """The rows of a form as it is filled in: what can be chosen in each, how many there are, and how many are open."""
    return {
        "said": form,
        "count": count_of(match),
        "shown": shown_count(form, match),
        "target": match.opened.length.get("points"),
        "start": match.opened.start,
        "seats": [(seat, player_name(match, seat)) for seat in match.seats],
        "endings": [
            (outcome.key, labels.ending(outcome.key), outcome.points) for outcome in _commonest_first(match.game)
        ],
        "cubes": CUBES if match.game.cube else (),
    }


def _commonest_first(game: Game) -> list[Outcome]:
    """The endings of a game: the plain win is the commonest, and what is worth most the rarest."""
    return sorted(game.endings, key=lambda ending: (ending.points, ending.rank))


def shown_count(form: Mapping[str, str], match: Match) -> int:
    """The rows that are shown at once: of a match to points a few, one more than are filled, and more if asked."""
    count = count_of(match)
    if "games" in match.opened.length:
        return count
    filled = max(results_of_form(form, count), default=0)
    more, asked = _FEW if form.get("step") == MORE else 0, whole_number(form.get("rows", "")) or 0
    return min(max(_FEW, filled + 1, asked + more), count)


def score(rows: Mapping[int, Json], match: Match) -> dict[str, int]:
    """The points of each seat by the filled-in rows."""
    won = dict.fromkeys(match.seats, 0) | dict(match.opened.start or {})
    known = {ending.key: ending.points for ending in match.game.endings}
    for row in rows.values():
        if row["winner"] in won and row["outcome"] in known:
            won[row["winner"]] += known[row["outcome"]] * row.get("cube", 1)
    return won


def results_of_form(
    form: Mapping[str, str], count: int, placed: Sequence[str] = (), plain: str = ""
) -> dict[int, Json]:
    """The form's values as JSON data, by the number of the row.

    A game that was won without an ending has the `plain` one, if that is given. `placed` are the seats of a game that
    places its players, of whom two play a tournament's match.
    """
    results = {}
    for number in range(1, count + 1):
        winner, outcome, cube = (form.get(f"{name}{number}", "") for name in NAMES)
        if winner or outcome:
            data: Json = {"winner": winner, "outcome": outcome or (plain if winner else "")}
            if (value := whole_number(cube)) is not None and value != 1:
                data["cube"] = value
            if winner in placed:
                data["placings"] = [winner, *(seat for seat in placed if seat != winner)]
            results[number] = data
    return results


def line(match: Match, result: GameResult) -> str:
    """The ending of a game."""
    text = match_events.finished(match, result)
    return f"{text} ({_('cube %(value)s', value=result.cube)})" if result.cube > 1 else text


# ── what is wrong with what was filled in ────────────────────────────────────────────────────────────────────────────
def missing(rows: Mapping[int, Json], match: Match) -> dict[int, str]:
    """Missing values, by the number of the row."""
    outcomes = {ending.key for ending in match.game.endings}
    wrong: dict[int, str] = {}
    for number in range(1, max(rows, default=0) + 1):
        row = rows.get(number)
        if row is None:
            wrong[number] = _("A later game was played, so this one was too: say who won it.")
        elif row["winner"] not in match.seats:
            wrong[number] = _("Say who won, or that it was not played.")
        elif row["outcome"] not in outcomes:
            wrong[number] = _("Say how it ended.")
    return wrong


def not_whole(rows: Mapping[int, Json], match: Match) -> dict[int, str]:
    """The reason why games of which nothing is missing are no whole match, at the row where that shows."""
    if not rows:
        return {1: _("Fill in the games that were played.")}
    results = games(rows)
    over = next((n for n in range(1, len(results) + 1) if judging.incomplete(match, results[:n]) is None), None)
    if over is None:
        why = _("With these games the match is not over yet: fill in all that were played.")
        return {min(len(results) + 1, count_of(match)): why}
    if over < len(results):
        why = ngettext(
            "The match was over after %(num)s game: mark the later ones as not played.",
            "The match was over after %(num)s games: mark the later ones as not played.",
            over,
        )
        return {over + 1: why}
    return {}


def games(rows: Mapping[int, Json]) -> tuple[GameResult, ...]:
    """The games of rows of which nothing is missing."""
    return tuple(GameResult(**row | {"placings": tuple(row.get("placings", ()))}) for row in rows.values())


def placed(match: Match) -> tuple[str, ...]:
    """The seats of a match whose game places its players."""
    return match.seats if match.game.placings else ()
