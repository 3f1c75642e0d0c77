"""The picture of a match: its players with their points, and the position; of a match of results alone its games."""

from collections.abc import Sequence

from flask_babel import gettext as _

from core.notation.match_text import player_name
from core.tournament import Tournament
from service.handlers.match.timeline import MatchTimeline
from service.web import boards
from service.web.i18n import labels, tournament_labels
from service.web.pages.match import extras
from service.web.pages.match.picture import diagram_of
from service.web.pages.pictures.board import board, style
from service.web.pages.pictures.sheet import FELT, HEIGHT, INNER, MARGIN, SOFT, WIDTH, foot, line, sheet, text
from service.web.pages.shared.effective_result import EffectiveResult

_LINE, _FROM = 58, 92
_MOST_GAMES = 7


def drawing(
    watched: MatchTimeline, counts: EffectiveResult | None, tournament: Tournament | None, view: str | None
) -> str:
    """The drawing of a match as it stood, seen from a seat; `counts` is what its tournament says over the board."""
    match = watched.match
    seat = view if view in match.seats else match.seats[0]
    score = counts.score if counts and counts.decided and counts.score else match.score
    winner = counts.winner if counts else match.settled.winner if match.settled else None
    rows = [(player_name(match, each), str(score.get(each, "")), each == winner) for each in match.seats]
    above = " · ".join([*_where(tournament, match.opened.round), labels.game_name(match.game)])
    top, bottom = _players(rows)
    words = counts.state.word if counts else _("settled") if match.settled else _("in play") if watched.version else ""
    if extras.results_only(watched):
        body = _games(watched, bottom)
    else:
        drawn = str(boards.draw(match.game.key, diagram_of(watched, seat)))
        body = board(drawn, MARGIN, bottom, INNER, HEIGHT - 62 - bottom)
    return sheet(text(above, MARGIN, 46, INNER, 26, fill=SOFT), top, body, foot(words), style=style())


def _where(tournament: Tournament | None, number: int | None) -> list[str]:
    """The tournament of a match and its round, as far as it has them."""
    if tournament is None:
        return []
    return [tournament.created.name, *([tournament_labels.short_round(tournament, number)] if number else [])]


def _players(rows: Sequence[tuple[str, str, bool]]) -> tuple[str, float]:
    """The players with their points, two a line if there are many; and where they end."""
    columns = 1 if len(rows) <= 2 else 2
    room = (INNER - 40 * (columns - 1)) / columns
    size, height = (44, _LINE) if columns == 1 else (32, 42)
    drawn = []
    for place, (name, points, won) in enumerate(rows):
        x, y = MARGIN + (place % columns) * (room + 40), _FROM + height * (place // columns)
        drawn.append(text(name, x, y, room - 120, size, bold=won))
        drawn.append(text(points, x + room, y, 110, size, bold=True, fill=FELT, anchor="end"))
    end = _FROM + height * -(-len(rows) // columns)
    return "".join(drawn) + line(end - height + 18), end - height + 34


def _games(watched: MatchTimeline, top: float) -> str:
    """The games of a match that was reported as a result."""
    found = list(extras.results(watched))
    shown = found if len(found) <= _MOST_GAMES else found[: _MOST_GAMES - 1]
    drawn = []
    for place, each in enumerate(shown):
        y = top + 42 + 48 * place
        drawn += [
            text(_("Game %(number)s", number=each["number"]), MARGIN, y, 150, 28, fill=SOFT),
            text(", ".join(each["placings"]) or each["who"], MARGIN + 170, y, 500, 30),
            text(each["ending"], MARGIN + 690, y, 270, 28, fill=SOFT),
            text(str(each["points"]), WIDTH - MARGIN, y, 100, 30, bold=True, anchor="end"),
        ]
    if len(shown) < len(found):
        drawn.append(text("…", MARGIN, top + 42 + 48 * len(shown), 150, 28, fill=SOFT))
    return "".join(drawn)
