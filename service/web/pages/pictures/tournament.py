"""The picture of a tournament: its winners, its bracket, its standings, or before the start who has entered."""

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from core.club.look import Look
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
from service.web.pages.pictures.sheet import (
    INNER,
    MARGIN,
    SOFT,
    TALL,
    TALL_BOTTOM,
    TALL_TOP,
    TOP,
    WIDE,
    WIDTH,
    Shape,
    foot,
    heading,
    line,
    of_club,
    sheet,
    stacked,
    text,
)
from service.web.pages.shared import standings_table
from service.web.pages.shared.winners import Winners, winners
from service.web.pages.wall import brackets, lists

Json = dict[str, Any]

_OTHERS = 3
"""The most parts of a tournament whose winners are named beside the first places."""
_SHARING = 2
_BOARD = 470
_TALL_ROWS, _TALL_MATCHES = 24, 18


def drawing(state: Tournament, club: str, shape: Shape, look: Look) -> str:
    """The drawing of a tournament as everybody may see it."""
    details = state.created.details or {}
    about = (tournament_details.when(details), details.get("place", ""))
    above = f"{club} · {tournament_labels.format_name(state)}"
    top = heading(above, state.created.name, " · ".join(str(each) for each in about if each), shape)
    top += of_club(look, shape)
    if over := winners(state):
        words = foot(_("Final standings"), shape)
        return sheet(top, _over(state, over) if shape is WIDE else _over_tall(state, over), words, shape=shape)
    if not state.rounds:
        words = foot(labels.game_name(game_of(state.created.game)), shape)
        drawn = _entered(state)
        return sheet(top, drawn if shape is WIDE else stacked(drawn, TALL_TOP), words, style=style(), shape=shape)
    words = foot(standings_table.progress(state)["title"], shape)
    return sheet(top, _in_play(state, shape), words, shape=shape)


def _over(state: Tournament, found: Winners) -> str:
    """The first places with their medals, and beside them the winners of other parts, else the next places."""
    shared = any(len(place.names) > 1 for place in found.places)
    behind = [] if found.others or shared else _behind(state, found)
    if not behind:
        return _winners(found)
    room = INNER * 0.6
    return _medals(found, room) + tables.places(behind, MARGIN + room + 20, INNER - room - 20)


def _behind(state: Tournament, found: Winners) -> list[tuple[int, str]]:
    """The places behind those with medals."""
    named = {name for place in found.places for name in place.names}
    rows = standings_table.tables_of(state)[-1]["rows"] if found.places else []
    return [(row["rank"], row["name"]) for row in rows if row["rank"] and row["name"] not in named]


def _over_tall(state: Tournament, found: Winners) -> str:
    """The winners, and below them the table."""
    medals = stacked(_medals(found, INNER), TALL_TOP) if found.places else ""
    y = TALL_TOP + (320 if found.places else 0)
    others = stacked(tables.named(found.others[:_OTHERS], MARGIN, INNER), y) if found.others else ""
    y += 240 if others else 0
    rows = _behind(state, found)
    return medals + others + (_places_tall(rows, y + 40, int((TALL_BOTTOM - y - 40) // 66)) if rows else "")


def _places_tall(rows: Sequence[tuple[int, str]], top: float, most: int) -> str:
    """Places behind the first three down a tall picture."""
    drawn = [line(top - 20, TALL)]
    for place, (rank, name) in enumerate(rows[:most]):
        y = top + 44 + 66 * place
        drawn.append(text(str(rank), MARGIN + 80, y, 80, 40, fill=SOFT, anchor="end"))
        drawn.append(text(name, MARGIN + 110, y, TALL.inner - 110, 40))
    return "".join(drawn)


def _in_play(state: Tournament, shape: Shape) -> str:
    """The part that tells most now. A tall picture has more rows, and below a bracket the matches of the round."""
    if state.format.plan is None and not _in_groups(state):
        table = standings_table.tables_of(state)[-1]
        return tables.standings(table) if shape is WIDE else stacked(tables.standings(table, _TALL_ROWS), TALL_TOP)
    drawn = _overview(state)
    rows = [row for round_ in lists.rounds_shown(state) for row in lists.matches(state, round_, ())[0]]
    if shape is WIDE:
        return drawn or tables.matches(rows)
    below = tables.matches(rows, _TALL_MATCHES)
    if not drawn:
        return stacked(below, TALL_TOP)
    return stacked(drawn, TALL_TOP) + line(TALL_TOP + 350, TALL) + stacked(below, TALL_TOP + 380)


def _in_groups(state: Tournament) -> bool:
    return any(round_.stage == GROUP_STAGE for round_ in rounds_in_play(state))


def _overview(state: Tournament) -> str:
    """The groups that are played, or a bracket that fits; empty where it does not."""
    if _in_groups(state):
        return tables.groups([table for table in standings_table.tables_of(state) if table["name"]])
    shown = brackets.first_in_play(bracket_views(state, drafts=False))
    if not shown or max(len(round_view.slots) for round_view in shown) > tables.SLOTS:
        return ""
    language = tournament_labels.labels()
    return tables.bracket(
        [
            (language.name(round_view.name), [brackets.match_of(slot) for slot in round_view.slots])
            for round_view in shown
        ]
    )


def _winners(found: Winners) -> str:
    """The first places with their medals, and beside them the winners of other parts."""
    if not found.places:
        return tables.named(found.others[:_OTHERS], MARGIN, INNER)
    others = found.others[:_OTHERS]
    room = INNER * 0.6 if others else INNER
    return _medals(found, room) + tables.named(others, MARGIN + room + 40, INNER - room - 40)


def _medals(found: Winners, room: float) -> str:
    return tables.medals([(place.rank, _sharing(place.names), place.word) for place in found.places], room)


def _sharing(names: Sequence[str]) -> str:
    """The names of a place, as many as have room, and the number of the others."""
    others = f" +{len(names) - _SHARING}" if len(names) > _SHARING else ""
    return ", ".join(names[:_SHARING]) + others


def _entered(state: Tournament) -> str:
    """The number of players, and the game's board as it begins."""
    game = game_of(state.created.game)
    count = len(state.field)
    title = ngettext("%(num)s has entered", "%(num)s have entered", count) if count else _("Entries are open")
    names = [entry.name for entry in state.field]
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
