"""Boards and lengths on the cards of tables: the referee's desk, the public page and the wall show the same."""

from flask_babel import gettext as _
from markupsafe import Markup

from schemas.match_states import StoredMatch
from service import translations
from service.handlers.desk.desk import MatchCard
from service.web import boards
from service.web.i18n import locale


def board(table: MatchCard) -> Markup:
    """The small board of a table, as far as its match was judged."""
    state = table.state
    diagram = boards.Diagram(
        state.position,
        state.seats[0],
        boards.CARD,
        translations.catalogue(locale.current()),
        to_move=state.to_move,
        dice=state.dice,
        cube=state.cube,
        last=boards.LastPlay(*table.turn) if table.turn else None,
        names=state.players,
    )
    return boards.draw(state.game, diagram)


def length(state: StoredMatch) -> str:
    """The length of a match."""
    ((unit, count),) = state.length.items()
    return _("to %(points)s", points=count) if unit == "points" else _("of %(games)s", games=count)


def game_number(state: StoredMatch) -> int:
    """The number of the game that is played. Games played again after a void one have the number of the last."""
    return min(state.game_number, state.length.get("games", state.game_number))
