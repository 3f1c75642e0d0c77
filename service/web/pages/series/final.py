"""The final of a series: its field, announced with it or entered into a tournament that is announced already."""

from urllib.parse import urlencode

from flask import Response, request
from flask_babel import gettext as _

from core.tournament.model.state import FINISHED
from schemas.series.requests import MOST_FINAL
from service.auth.authorization import authorize
from service.handlers.series import final
from service.handlers.series.tables import of_club
from service.web.http import heavy_reads
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text, whole_number
from service.web.i18n.core_messages import exact_number
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.series.lists import ONE, frame, rank_text

pages = PageBlueprint("series_final_pages", __name__)

_FINAL = f"{ONE}/final"


@pages.get(_FINAL)
def field(club: str, series: str) -> Response:
    """The players of the final, those who may follow, and what to do with them."""
    authorize(visitor(request), "organiser", club)
    return field_page(club, series)


def field_page(club: str, series: str, refused: Refusal = ACCEPTED) -> Response:
    """The page of the final, with the chosen players if the form was refused."""
    typed = form_text("places") if request.method == "POST" else query_text("places")
    asked = whole_number(typed)
    with heavy_reads.place():
        found = of_club(deps(), visitor(request), club, series)
        shown = final.field(found, asked if asked is not None and 2 <= asked <= MOST_FINAL else None)
        others = final.coming(deps(), club)
    inside = {row.player for row in shown.players}
    chosen = set(_chosen()) if refused.error else inside
    return render_page(
        "series/final.html",
        refused.status,
        **frame(found),
        alarm=refused.alarm,
        places=shown.places,
        rows=[
            (row.player, rank_text(row), row.name, exact_number(row.points), row.player in chosen, row.player in inside)
            for row in (*shown.players, *shown.following)
        ],
        level=[row.name for row in shown.level],
        playing=[
            evening.result.name
            for evening in found.table.evenings
            if evening.begun and evening.result.status != FINISHED
        ],
        others=[(other.id, other.created.name) for other in others],
    )


@page_form(pages, _FINAL, "organiser", field_page)
def use(call: FormCall, club: str, series: str) -> str:
    """Go on to an announcement with the chosen players, or enter them into a tournament that is announced."""
    chosen, tournament = _chosen(), form_text("tournament")
    if not chosen:
        raise NotWritten(_("Choose the players of the final."))
    if form_text("step") != "enter":
        return f"/clubs/{club}/tournaments/new?{urlencode({'final': series, 'finalists': ' '.join(chosen)})}"
    if tournament not in [each.id for each in final.coming(deps(), club)]:
        raise NotWritten(_("Choose a tournament."))
    final.enter(call.request, tournament, series, None, chosen)
    return f"/tournaments/{tournament}/seeding"


def _chosen() -> list[str]:
    return request.form.getlist("player")[:MOST_FINAL]
