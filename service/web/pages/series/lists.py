"""Pages of series for readers: those of a club, the table of one, and a player's evenings with what they need."""

from fractions import Fraction
from typing import Any, NamedTuple

from flask import Response, request
from flask_babel import gettext as _

from core.series.evening_points import score_sentence
from core.series.exact import read_exact
from core.series.final import honours
from core.series.series import Series
from core.series.table import Cell, Evening, Row
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN
from schemas.series.requests import MOST_FIELD
from service.handlers.series import decisions, final, tables, views
from service.handlers.series.tables import ClubSeries
from service.translations import dates
from service.translations.isolation import isolated
from service.web.hall_address import shared_base
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import query_text, whole_number
from service.web.http.made_answers import made_once
from service.web.i18n import core_messages, locale
from service.web.i18n.core_messages import exact_number
from service.web.i18n.tournament_details import when
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.club_look import shown_look
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.head import Head, State
from service.web.pages.series.rule_lines import rule_lines
from service.web.pages.shared.frames import allow_frame, may_frame, reader
from service.web.pages.shared.rights import organises
from service.web.pages.shared.winners import Place, Winners

pages = PageBlueprint("series_pages", __name__)

ALL = "/clubs/<club:club>/series"
ONE = f"{ALL}/<series:series>"
_ROWS = 200
_FIRST = 3
"""The players whom a shared link names."""


def day(text: str | None) -> str:
    """A local date, perhaps with its time, as readers of the language write it; empty without one."""
    return when({"starts": text}) if text else ""


class Column(NamedTuple):
    """An evening of the table: its number, its name and date, its factor, and `word` while it is not over."""

    number: int
    id: str
    name: str
    when: str
    factor: str
    word: str


class CellShown(NamedTuple):
    """A player's points of an evening. A result that is left out does not count; one that was missed is not `there`."""

    column: Column
    points: str
    there: bool
    counts: bool
    why: str


class RowShown(NamedTuple):
    """A line of the table."""

    id: str
    rank: str
    name: str
    points: str
    evenings: int
    cells: list[CellShown]


@pages.get(ALL)
@made_once
def every(club: str) -> Response:
    """The series of a club, the newest first."""
    known, found, _inside = tables.visible(deps(), visitor(request), club)
    return render_page(
        "series/all.html",
        club=known,
        organiser=organises(club),
        series=[_listed(series) for series in found],
    )


def _listed(series: Series) -> dict[str, Any]:
    announcement = series.announcement
    return {
        "id": series.id,
        "name": announcement.name,
        "period": period(announcement.begins, announcement.ends),
        "evenings": len(series.tournaments),
        "ended": series.frozen is not None,
        "public": announcement.public,
    }


def period(begins: str | None, ends: str | None) -> str:
    """The period of a series in words; empty if it has none. A season needs no weekdays."""
    first, last = (dates.day(date or "", locale.current()) for date in (begins, ends))
    if first and last:
        return _("%(begins)s to %(ends)s", begins=first, ends=last)
    if first:
        return _("from %(begins)s", begins=first)
    return _("until %(ends)s", ends=last) if last else ""


@pages.get(ONE)
@made_once
def table(club: str, series: str) -> Response:
    """The table of a series."""
    return table_page(club, series)


def table_page(club: str, series: str, refused: Refusal = ACCEPTED) -> Response:
    """The page of the table, with what was refused of the form that ends the series or opens it again."""
    with heavy_reads.place():
        found = tables.of_club(deps(), reader(), club, series)
    frame_shown = found.series.announcement.public and may_frame(club)
    start = whole_number(query_text("from")) or 0
    columns = columns_of(found)
    rows = found.table.rows[start:][:_ROWS]
    announcement = found.series.announcement
    begun = sum(evening.begun for evening in found.table.evenings)
    response = render_page(
        "series/table.html",
        refused.status,
        **({"page_head": _frame_head(found)} if frame_shown else {}),
        frame=frame_shown,
        **frame(found),
        alarm=refused.alarm,
        notice={"saved": _("Saved."), "ended": _("The series is over."), "opened": _("The series is open again.")}.get(
            query_text("done"), ""
        ),
        period=period(announcement.begins, announcement.ends),
        progress=progress(found),
        description=_description(found),
        stamp=f"{found.club.version}.{sum(evening.result.version for evening in found.table.evenings)}",
        base=shared_base(),
        columns=columns,
        rows=[row_shown(found, row, columns) for row in rows],
        begun=begun,
        dated=any(column.when for column in columns),
        rules=rule_lines(announcement),
        cut=_last_of_the_final(found) if announcement.final else "",
        winners=winners_of(found) if found.series.frozen else None,
        prizes=announcement.prizes,
        kept=found.table.kept,
        leaves_out=found.table.kept < begun,
        start=start,
        more=len(found.table.rows) > start + _ROWS,
        step=_ROWS,
    )
    return allow_frame(response) if frame_shown else response


def _frame_head(found: ClubSeries) -> Head:
    """The head in a frame of another website: the name, and how far the series is."""
    address = f"/clubs/{found.club.slug}/series/{found.series.id}"
    state, look = State("", "", progress(found)), shown_look(found.club)
    return Head(found.series.announcement.name, address, (), "", state, look=look)


@page_form(pages, f"{ONE}/end", "organiser", table_page)
def end(call: FormCall, club: str, series: str) -> str:
    """End a series, or open it again."""
    if request.form.get("again"):
        decisions.reopen(call.request, club, series)
        return f"/clubs/{club}/series/{series}?done=opened"
    decisions.end(call.request, club, series)
    return f"/clubs/{club}/series/{series}?done=ended"


@pages.get(f"{ONE}/players/<player:player>")
@made_once
def player(club: str, series: str, player: str) -> Response:
    """A player's evenings with their reasons, and what the player needs on the next one."""
    with heavy_reads.place():
        found = tables.of_club(deps(), visitor(request), club, series)
    asked, factor = whole_number(query_text("players")), read_exact(query_text("factor").replace(",", "."))
    players = asked if asked is not None and 1 <= asked <= MOST_FIELD else None
    own = views.player(found, player, players, factor if factor and factor > 0 else Fraction(1))
    columns = columns_of(found)
    return render_page(
        "series/player.html",
        **frame(found),
        row=row_shown(found, own.line.row, columns),
        kept=found.table.kept,
        begun=sum(evening.begun for evening in found.table.evenings),
        coming=own.coming,
        needed=[_needed(needed_view) for needed_view in own.needed],
        by_place=any(needed_view.needed.place is not None for needed_view in own.needed),
    )


def _needed(view: views.NeededView) -> dict[str, Any]:
    found = view.needed
    ranks = {1: _("first"), 2: _("second"), 3: _("third")}
    return {
        "rank": ranks[found.rank],
        "points": None if found.points is None else exact_number(found.points),
        "place": found.place,
        "certain": found.certain,
    }


def frame(found: ClubSeries) -> dict[str, Any]:
    """Data that all pages of a series show."""
    return {
        "club": found.club,
        "series": found.series,
        "name": found.series.announcement.name,
        "organiser": organises(found.club.slug),
        "ended": found.series.frozen is not None,
        "inside": found.inside,
        "hidden": len(found.hidden),
        "changed": [
            evening.result.name for evening in found.table.evenings if evening.result.tournament in found.changed
        ],
    }


def _description(found: ClubSeries) -> str:
    """One line about a series for shared links: how far it is, and the first of its table."""
    first = [f"{rank_text(row)}. {isolated(row.name)}" for row in found.table.rows[:_FIRST] if row.rank]
    return " · ".join((progress(found), *first))


def progress(found: ClubSeries) -> str:
    """The evenings that have begun, of all; or that the series is over."""
    if found.series.frozen:
        return _("The series is over.")
    evenings = found.table.evenings
    return _("%(begun)s of %(all)s evenings", begun=sum(evening.begun for evening in evenings), all=len(evenings))


def columns_of(found: ClubSeries) -> list[Column]:
    """The evenings in their order."""
    return [_column(number, evening) for number, evening in enumerate(found.table.evenings, 1)]


def _column(number: int, evening: Evening) -> Column:
    words = {OPEN: _("to come"), FINISHED: "", CALLED_OFF: _("called off")}
    result = evening.result
    factor = "" if evening.factor == 1 else exact_number(evening.factor)
    word = words.get(result.status, _("in play"))
    return Column(number, result.tournament, result.name, day(result.starts), factor, word)


def row_shown(found: ClubSeries, row: Row, columns: list[Column]) -> RowShown:
    """A row with its texts."""
    pairs = zip(columns, row.cells, strict=True)
    cells = [_cell(found, column, cell) for column, cell in pairs]
    return RowShown(row.player, rank_text(row), row.name, exact_number(row.points), row.evenings, cells)


def _last_of_the_final(found: ClubSeries) -> str:
    """The id of the last player who is in the final as the table stands."""
    players = final.field(found).players
    return players[-1].player if players else ""


def winners_of(found: ClubSeries) -> Winners:
    """The players who are honoured, with their prizes."""
    words = {1: _("Winner"), 2: _("Second"), 3: _("Third")}
    places = [
        Place(
            honour.rank,
            words.get(honour.rank, _("Place %(rank)s", rank=honour.rank)),
            tuple(row.name for row in honour.players),
            honour.prizes,
        )
        for honour in honours(found.table)
    ]
    return Winners(tuple(places), (), early=False, vacant=False)


def rank_text(row: Row) -> str:
    """The rank of a row, marked where others have it, too; a dash without one."""
    return "–" if row.rank is None else f"{row.rank}{'=' if row.shared else ''}"


def _cell(found: ClubSeries, column: Column, cell: Cell) -> CellShown:
    if cell.score is None:
        return CellShown(column, "", False, False, "")
    why = core_messages.translate(score_sentence(found.series.announcement, cell.score))
    return CellShown(column, exact_number(cell.points), True, cell.counts, why)
