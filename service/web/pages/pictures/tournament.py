"""The picture of a tournament: its winners, its bracket, its standings, or before the start who has entered."""

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core.games import game_of
from core.tournament import Tournament
from core.tournament.brackets.view import bracket_views
from core.tournament.groups.draw import STAGE as GROUP_STAGE
from service import translations
from service.handlers.desk.desk import rounds_in_play
from service.web import boards
from service.web.i18n import labels, locale, tournament_details, tournament_labels
from service.web.pages.pictures import tables
from service.web.pages.pictures.board import board, style
from service.web.pages.pictures.sheet import INNER, MARGIN, SOFT, TOP, WIDTH, foot, heading, sheet, text
from service.web.pages.shared import standings_table
from service.web.pages.shared.winners import Winners, winners
from service.web.pages.wall import brackets, lists

Json = dict[str, Any]

_OTHERS = 3
"""The most parts of a tournament whose winners are named beside the first places."""
_SHARING = 2
_BOARD = 470


def drawing(state: Tournament, club: str) -> str:
    """The drawing of a tournament as everybody may see it."""
    details = state.created.details or {}
    about = (tournament_details.when(details), details.get("place", ""))
    above = f"{club} · {tournament_labels.format_name(state)}"
    top = heading(above, state.created.name, " · ".join(str(each) for each in about if each))
    if over := winners(state):
        return sheet(top, _winners(over), foot(_("Final standings")))
    if not state.rounds:
        return sheet(top, _entered(state), foot(labels.game_name(game_of(state.created.game))), style=style())
    return sheet(top, _in_play(state), foot(standings_table.progress(state)["title"]))


def _winners(found: Winners) -> str:
    """The first places with their medals, and beside them the winners of other parts."""
    if not found.places:
        return tables.named(found.others[:_OTHERS], MARGIN, INNER)
    others = found.others[:_OTHERS]
    room = INNER * 0.6 if others else INNER
    first = tables.medals([(each.rank, _sharing(each.names), each.word) for each in found.places], room)
    return first + tables.named(others, MARGIN + room + 40, INNER - room - 40)


def _sharing(names: Sequence[str]) -> str:
    """The names of a place, as many as have room, and the number of the others."""
    others = f" +{len(names) - _SHARING}" if len(names) > _SHARING else ""
    return ", ".join(names[:_SHARING]) + others


def _entered(state: Tournament) -> str:
    """The number of players, and the game's board as it begins."""
    game = game_of(state.created.game)
    count = len(state.field)
    title = ngettext("%(num)s has entered", "%(num)s have entered", count) if count else _("Entries are open")
    names = [each.name for each in state.field]
    room = INNER - _BOARD - 40
    start = game.write(game.start(game.read_options(state.created.options), game.seats))
    catalogue = translations.catalogue(locale.current())
    drawn = boards.draw(game.key, boards.Diagram(start, game.seats[0], boards.CARD, catalogue))
    listed = [text(name, MARGIN, TOP + 104 + 42 * place, room, 30, fill=SOFT) for place, name in enumerate(names[:5])]
    if len(names) > len(listed):
        listed.append(text("…", MARGIN, TOP + 104 + 42 * len(listed), room, 30, fill=SOFT))
    return (
        text(title, MARGIN, TOP + 48, room, 44, bold=True)
        + "".join(listed)
        + board(str(drawn), WIDTH - MARGIN - _BOARD, TOP + 10, _BOARD, 310)
    )


def _in_play(state: Tournament) -> str:
    """The part that tells most now: a bracket that fits, the matches of a large one's round, groups, or standings."""
    in_groups = any(each.stage == GROUP_STAGE for each in rounds_in_play(state))
    if in_groups:
        return tables.groups([each for each in standings_table.tables_of(state) if each["name"]])
    if state.format.plan is None:
        return tables.standings(standings_table.tables_of(state)[-1])
    shown = brackets.first_in_play(bracket_views(state, drafts=False))
    if shown and max(len(each.slots) for each in shown) <= tables.SLOTS:
        language = tournament_labels.labels()
        return tables.bracket(
            [(language.name(each.name), [brackets.match_of(one) for one in each.slots]) for each in shown]
        )
    return tables.matches([row for each in lists.rounds_shown(state) for row in lists.matches(state, each, ())[0]])
