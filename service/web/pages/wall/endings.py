"""Endings of games on the wall: for a moment the game that just ended fills the screen, with how it ended."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from flask_babel import gettext as _

from core.events import GameResult, Recorded, ResultReported
from core.match.results.game_results import points
from core.match.state import Match
from core.notation.ending_text import ending_text
from core.notation.match_text import points_text
from core.rules.game import VOID
from service.bootstrap import Dependencies
from service.handlers.desk.desk import MatchCard
from service.handlers.match.timeline import match_timeline, until_shown
from service.web import boards
from service.web.i18n import core_messages, match_events, tournament_labels
from service.web.pages.match.picture import diagram_of

Json = dict[str, Any]
SECONDS = 20
"""So long after its last move the ending of a game is shown."""


class Ended(NamedTuple):
    """A table at which a game just ended, and the fact that ended it."""

    table: MatchCard
    fact: Recorded


def newest(tables: Sequence[MatchCard], now: int) -> Ended | None:
    """The game that ended last, in the last seconds, by what happened at its board."""
    found = [
        Ended(table, fact)
        for table in tables
        for fact in table.last
        if 0 <= now - fact.at < 1000 * SECONDS
        and (verdict := table.verdicts.get(fact.version))
        and verdict.ended_game
        and not isinstance(fact.event, ResultReported)
        and not any(first <= fact.version <= last for first, last in table.state.voided)
    ]
    return max(found, key=lambda ended: ended.fact.at, default=None)


def drawn(deps: Dependencies, ended: Ended) -> Json:
    """The board in which the game ended, how it ended, and the score after it."""
    table = ended.table
    watched = match_timeline(deps, None, table.match, ended.fact.version, until_shown)
    match, line = watched.match, watched.now
    result = line.verdict.game_finished.result if line and line.verdict.game_finished else None
    return {
        "ended_at": tournament_labels.place(table),
        "match": table.match,
        **_how(match, result),
        "settled": match_events.settled(match),
        "board": boards.draw(match.game.key, diagram_of(watched, match.seats[0])),
        "seats": [
            {"seat": seat, "name": match.opened.players[seat], "score": match.score[seat]} for seat in match.seats
        ],
    }


def _how(match: Match, result: GameResult | None) -> Json:
    """The name of the ending, its points and the winner of the game; a void game has neither."""
    if result is None or result.outcome == VOID:
        return {"ending": _("Void"), "points": "", "winner": ""}
    ending, winner = core_messages.words(ending_text(result.outcome)), match.opened.players[result.winner]
    worth = "" if result.placings else core_messages.words(points_text(points(match.game, result)))
    return {"ending": ending[:1].upper() + ending[1:], "points": worth, "winner": winner}
