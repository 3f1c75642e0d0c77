"""Boards, lengths and clocks on the cards of tables: the referee's desk, the public page and the wall show the same."""

from typing import Any

from flask_babel import gettext as _
from markupsafe import Markup

from schemas.match_states import StoredMatch
from service import translations
from service.handlers.desk.desk import MatchCard
from service.web import boards
from service.web.http.context import deps
from service.web.i18n import locale, match_events


def board(table: MatchCard) -> Markup:
    """The small board of a table, as far as its match was judged; kept by all that it is drawn from.

    Where one fact or result came, the other boards of a page are as they were.
    """
    state, language = table.state, locale.current()
    diagram = boards.Diagram(
        state.position,
        state.seats[0],
        boards.CARD,
        translations.catalogue(language),
        to_move=state.to_move,
        dice=state.dice,
        cube=state.cube,
        last=boards.LastPlay(*table.turn) if table.turn else None,
        names=state.players,
    )
    key = ("board", state.game, language, repr(diagram))
    drawn = deps().answers.get(key, lambda: boards.draw(state.game, diagram).encode())
    return Markup(drawn.decode())  # noqa: S704 - drawn from escaped values


def length(state: StoredMatch) -> str:
    """The length of a match and, with a handicap, the points with which a player begins."""
    ((unit, count),) = state.length.items()
    text = _("to %(points)s", points=count) if unit == "points" else _("of %(games)s", games=count)
    if state.start:
        begins = "–".join(str(state.start.get(seat, 0)) for seat in state.seats)
        return " · ".join([text, _("begun at %(score)s", score=begins)])
    return text


def game_number(state: StoredMatch) -> int:
    """The number of the game that is played. Games played again after a void one have the number of the last."""
    return min(state.game_number, state.length.get("games", state.game_number))


def clocks(state: StoredMatch, now: int) -> dict[str, dict[str, Any]]:
    """The display of each seat's clock, if there is one; the one that runs goes on from `since` by itself."""
    clock = state.clock
    if clock is None:
        return {}
    since, clocks_of_seats = clock.since, {}
    for seat, remaining in clock.remaining.items():
        runs = seat == clock.running and since is not None
        used = max(0, now - (since or now) - clock.delay_left) if runs else 0
        clocks_of_seats[seat] = {
            "said": match_events.clock(remaining - used),
            "running": runs,
            "fallen": seat in clock.fallen or remaining < used,
            "left": remaining,
            "delay": clock.delay_left,
            "since": since if runs else None,
            "now": now,
        }
    return clocks_of_seats
