"""The form of an announcement for the final of a series, whose field enters in the order of the table."""

from fractions import Fraction
from typing import Any

from flask import request
from flask_babel import gettext as _

from core.series.exact import read_exact
from core.series.table import Row
from core.tournament.views.tournament_view import TournamentView
from schemas.series.requests import MOST_FINAL
from service.handlers.series import decisions, final
from service.handlers.series.tables import ClubSeries, of_club
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.announcing import form
from service.web.pages.forms import FormCall, NotWritten

_FORMAT, _FACTOR = "single_elimination", "1"


def values(club: str, series_id: str, finalists: str) -> dict[str, str]:
    """The fields for the final of a series with these players. Raises `NotFound`."""
    series = _series(club, series_id)
    rows = _rows(series, finalists)
    name = _("%(series)s: the final", series=series.series.announcement.name)[: form.NAME]
    blank = form.blank(name, max(2, len(rows)), form.next_saturday(deps().clock()))
    counts = "" if series.series.frozen else series_id
    own = {"final": series_id, "finalists": " ".join(row.player for row in rows), "series": counts, "factor": _FACTOR}
    return blank | {"format": _FORMAT} | own


def shown(club: str, typed: form.Values) -> dict[str, Any]:
    """Data of the form about the final: its series and its players; nothing of any other tournament."""
    if not typed["final"]:
        return {"final_of": None}
    series = _series(club, typed["final"])
    names = [row.name for row in _rows(series, typed["finalists"])]
    return {"final_of": series.series, "finalists": names}


def lines(club: str, typed: form.Values) -> list[tuple[str, str]]:
    """The lines of the announcement that are about the final: who enters, and where it counts."""
    if not typed["final"]:
        return []
    series = _series(club, typed["final"])
    counts = _("in %(series)s, %(factor)s times", series=series.series.announcement.name, factor=typed["factor"])
    names = ", ".join(row.name for row in _rows(series, typed["finalists"]))
    return [(_("Enter in this order"), names), *([(_("Counts"), counts)] if typed["series"] else [])]


def checked(club: str, typed: form.Values) -> Fraction:
    """The factor with which the final counts. Raises `NotWritten` for what could not be entered or counted."""
    series, number = _series(club, typed["final"]), read_exact(typed["factor"].replace(",", ".") or _FACTOR)
    if number is None or number <= 0:
        raise NotWritten(_("Write how many times it counts: a number such as 1, 2 or 1.5."))
    if form.boards_of(typed) is not None:
        raise NotWritten(_("Teams play in this format, and a series has players. Choose another format."))
    if typed["series"] and series.series.frozen:
        raise NotWritten(_("The series is over. Open it again to let the final count in it."))
    if not _rows(series, typed["finalists"]):
        raise NotWritten(_("Choose the players of the final."))
    return number


def enter(call: FormCall, club: str, created: TournamentView, typed: form.Values, counting: Fraction) -> None:
    """Enter the field into the new tournament, and let it count in the series where that is wanted."""
    players = typed["finalists"].split()
    final.enter(call.part("final", created.id), created.id, typed["final"], None, players)
    if typed["series"]:
        decisions.add(call.part("series", created.id), club, typed["final"], [created.id], counting, dry_run=False)


def _series(club: str, series_id: str) -> ClubSeries:
    with heavy_reads.place():
        return of_club(deps(), visitor(request), club, series_id)


def _rows(found: ClubSeries, finalists: str) -> list[Row]:
    """The rows of the chosen players in the order of the table; those of the announced field if none is chosen."""
    chosen = set(finalists.split()[:MOST_FINAL])
    if not chosen:
        return list(final.field(found).players)
    return [row for row in found.table.rows if row.player in chosen and row.rank is not None]
