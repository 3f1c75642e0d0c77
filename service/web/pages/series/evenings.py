"""The tournaments of a series: added and taken out after a look at what follows."""

from collections.abc import Iterable
from fractions import Fraction

from flask import Response, request
from flask_babel import gettext as _

from core.series.exact import read_exact
from core.series.following import Moved
from service.auth.authorization import authorize
from service.handlers.series import decisions
from service.handlers.series.proposals import proposals
from service.handlers.series.tables import of_club
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n.core_messages import exact_number
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.series.lists import ONE, columns_of, day, frame

pages = PageBlueprint("series_evening_pages", __name__)

_ALL = f"{ONE}/tournaments"


@pages.get(_ALL)
def evenings(club: str, series: str) -> Response:
    """The tournaments that count, and those that may be added."""
    authorize(visitor(request), "organiser", club)
    return evenings_page(club, series)


def evenings_page(
    club: str,
    series: str,
    refused: Refusal = ACCEPTED,
    *,
    moved: Iterable[Moved] | None = None,
    removed: str = "",
) -> Response:
    """The page of the tournaments; with what would follow from adding those chosen, or from taking one out."""
    with heavy_reads.place():
        found = of_club(deps(), visitor(request), club, series)
        others = proposals(deps(), visitor(request), club, series)
    chosen = set(request.form.getlist("tournament")) if request.method == "POST" else set[str]()
    columns = columns_of(found)
    return render_page(
        "series/evenings.html",
        refused.status,
        **frame(found),
        alarm=refused.alarm,
        columns=columns,
        others=[(other, day(other.starts), other.tournament in chosen) for other in others],
        factor=form_text("factor") if request.method == "POST" else "1",
        moved=None if moved is None else list(moved),
        shown=exact_number,
        removed=next((column for column in columns if column.id == removed), None),
    )


@page_form(pages, _ALL, "organiser", evenings_page)
def add(call: FormCall, club: str, series: str) -> str | Response:
    """Let tournaments count, or look at what would follow."""
    chosen, looks = request.form.getlist("tournament"), bool(form_text("look"))
    if not chosen:
        raise NotWritten(_("Choose a tournament."))
    changed = decisions.add(call.request, club, series, chosen, _factor(), dry_run=looks)
    return evenings_page(club, series, moved=changed.moved) if looks else f"/clubs/{club}/series/{series}/tournaments"


@page_form(pages, f"{_ALL}/<tournament:tournament>/removal", "organiser", evenings_page)
def remove(call: FormCall, club: str, series: str, tournament: str) -> str | Response:
    """Take a tournament out, after a look at what follows."""
    meant = bool(form_text("meant"))
    changed = decisions.remove(call.request, club, series, tournament, dry_run=not meant)
    if meant:
        return f"/clubs/{club}/series/{series}/tournaments"
    return evenings_page(club, series, moved=changed.moved, removed=tournament)


def _factor() -> Fraction:
    number = read_exact(form_text("factor").strip().replace(",", ".") or "1")
    if number is None or number <= 0:
        raise NotWritten(_("Write how many times the evenings count: a number such as 1, 2 or 1.5."))
    return number
