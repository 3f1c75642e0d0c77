"""A club that is no longer wanted is closed on a page, and opened again: closed, it can be read, and takes nothing."""

from flask import Response, request

from schemas.visible_text import visible_line
from service.auth.authorization import authorize
from service.handlers.club import clubs
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form

pages = PageBlueprint("closing_pages", __name__)

_CLOSING = "/clubs/<club:club>/closing"
_REASON = 500


@pages.get(_CLOSING)
def look(club: str) -> Response:
    """The effect of closing the club, or of opening it again."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    authorize(visitor(request), "organiser", club)
    found = deps().repository.club(club)
    return render_page("club/closing.html", refused.status, club=found, problems=refused.problems)


@page_form(pages, _CLOSING, "organiser", _page)
def close(call: FormCall, club: str) -> str:
    """Close the club."""
    clubs.close(call.request, club, visible_line(form_text("reason", _REASON)))
    return f"/clubs/{club}/closing"


@page_form(pages, f"{_CLOSING}/reopening", "organiser", _page)
def reopen(call: FormCall, club: str) -> str:
    """Open the club again."""
    clubs.reopen(call.request, club)
    return f"/clubs/{club}"
