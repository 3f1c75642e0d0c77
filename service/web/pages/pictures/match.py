"""The picture of a match: its players with their points, and the position; of a match of results alone its games."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.club.look import Look
from core.notation.match_text import player_name
from core.tournament import Tournament
from service.handlers.match.timeline import MatchTimeline
from service.web import boards
from service.web.i18n import labels, match_events, tournament_labels
from service.web.pages.match import extras
from service.web.pages.match.picture import diagram_of
from service.web.pages.pictures.board import board, style
from service.web.pages.pictures.sheet import (
    FELT,
    HEIGHT,
    INK,
    INNER,
    MARGIN,
    SOFT,
    TALL,
    TALL_BOTTOM,
    WIDE,
    Shape,
    foot,
    line,
    of_club,
    sheet,
    text,
)
from service.web.pages.shared.effective_result import EffectiveResult

Json = Mapping[str, Any]

_LINE, _FROM = 58, 92
_MOST_GAMES = 7


def drawing(
    watched: MatchTimeline,
    counts: EffectiveResult | None,
    tournament: Tournament | None,
    view: str | None,
    shape: Shape,
    look: Look,
) -> str:
    """The drawing of a match as it stood, seen from a seat; `counts` is what its tournament says over the board."""
    match = watched.match
    seat = view if view in match.seats else match.seats[0]
    score = counts.score if counts and counts.decided and counts.score else match.score
    winner = counts.winner if counts else match.settled.winner if match.settled else None
    played = [] if counts and counts.decided else list(extras.results(watched))
    rows = [
        _Row(player_name(match, each), str(score.get(each, "")), each == winner, _points(played, each))
        for each in match.seats
    ]
    above = " · ".join([*_where(tournament, match.opened.round), labels.game_name(match.game)])
    top, bottom = _players(rows, shape)
    words = _how(watched, counts)
    if extras.results_only(watched):
        body = _games(played, bottom, shape)
    else:
        drawn = str(boards.draw(match.game.key, diagram_of(watched, seat)))
        end = HEIGHT - 62 if shape is WIDE else bottom + 620
        body = board(drawn, MARGIN, bottom, shape.inner, end - bottom)
        if shape is TALL:
            body += _games(played, bottom + 640, shape)
    where = (
        text(above, MARGIN, 46, INNER - 60, 26, fill=SOFT)
        if shape is WIDE
        else text(above, MARGIN, 180, TALL.inner - 150, 38, fill=SOFT)
    )
    if shape is TALL:
        body += line(TALL_BOTTOM - 90, TALL) + text(words, MARGIN, TALL_BOTTOM - 20, TALL.inner, 42)
    return sheet(
        of_club(look, shape, small=True),
        where,
        top,
        body,
        foot(words if shape is WIDE else "", shape),
        style=style(),
        shape=shape,
    )


class _Row(NamedTuple):
    """A player with the points of the match and of each game, and true for the winner."""

    name: str
    points: str
    won: bool
    games: Sequence[int]


def _points(played: Sequence[Json], seat: str) -> list[int]:
    """The points of a seat, game by game; none of many games."""
    return [each["points"] if each["winner"] == seat else 0 for each in played] if len(played) <= _MOST_GAMES else []


def _how(watched: MatchTimeline, counts: EffectiveResult | None) -> str:
    """The end of a match in words, with how it was decided; or its state."""
    if counts:
        return counts.sentence if counts.decided else counts.state.word
    if watched.match.settled:
        return match_events.settled(watched.match)
    return _("in play") if watched.version else ""


def _where(tournament: Tournament | None, number: int | None) -> list[str]:
    """The tournament of a match and its round, as far as it has them."""
    if tournament is None:
        return []
    return [tournament.created.name, *([tournament_labels.short_round(tournament, number)] if number else [])]


def _players(rows: Sequence[_Row], shape: Shape) -> tuple[str, float]:
    """The players with their points, two a line if there are many; and where they end."""
    columns = 1 if len(rows) <= 2 else 2
    room = (shape.inner - 40 * (columns - 1)) / columns
    begin, (size, height) = _FROM, ((44, _LINE) if columns == 1 else (32, 42))
    if shape is TALL:
        begin, (size, height) = 290, ((60, 100) if columns == 1 else (36, 56))
    drawn = []
    for place, (name, points, won, games) in enumerate(rows):
        x, y = MARGIN + (place % columns) * (room + 40), begin + height * (place // columns)
        cell = size * 0.9
        shown = games if columns == 1 else ()
        left = room - 2.4 * size - cell * len(shown)
        drawn.append(text(name, x, y, left - 10, size, bold=won))
        for number, point in enumerate(shown):
            at = x + left + cell * (number + 0.5)
            fill = INK if point else SOFT
            drawn.append(text(str(point), at, y, cell, size * 0.66, bold=bool(point), fill=fill, anchor="middle"))
        drawn.append(text(points, x + room, y, 110, size, bold=True, fill=FELT, anchor="end"))
    end = begin + height * -(-len(rows) // columns)
    below, room = (18, 16) if shape is WIDE else (42, 36)
    return "".join(drawn) + line(end - height + below, shape), end - height + below + room


def _games(found: Sequence[Json], top: float, shape: Shape) -> str:
    """The games of a match, each with its ending."""
    shown = found if len(found) <= _MOST_GAMES else found[: _MOST_GAMES - 1]
    step, size = (48, 28) if shape is WIDE else (72, 36)
    right = shape.width - MARGIN
    drawn = []
    for place, each in enumerate(shown):
        y = top + 42 + step * place
        drawn += [
            text(_("Game %(number)s", number=each["number"]), MARGIN, y, 150, size, fill=SOFT),
            text(", ".join(each["placings"]) or each["who"], MARGIN + 170, y, right - MARGIN - 570, size + 2),
            text(each["ending"], right - 390, y, 270, size, fill=SOFT),
            text(str(each["points"]), right, y, 100, size + 2, bold=True, anchor="end"),
        ]
    if len(shown) < len(found):
        drawn.append(text("…", MARGIN, top + 42 + step * len(shown), 150, size, fill=SOFT))
    return "".join(drawn)
