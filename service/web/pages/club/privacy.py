"""Page of a club in plain words: what it keeps of people, why, who sees it, and how long. Organisers set a part."""

from flask import Response, request

from core.club.club import CONTACT_DAYS
from service.handlers.club import clubs
from service.handlers.tournament import lists
from service.store.access.entry_requests import DAYS
from service.store.access.sign_in_log import KEPT
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text, whole_number
from service.web.pages.base import PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
from service.web.pages.head import reaches, role_here

pages = PageBlueprint("privacy", __name__)

_PRIVACY = "/clubs/<club:club>/privacy"


@pages.get(_PRIVACY)
def privacy(club: str) -> Response:
    """The page of what the club keeps of people, for everybody who may see the club."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    lists.of_club(deps(), visitor(request), club)  # the club may not exist for a stranger
    return render_page(
        "club/privacy.html",
        refused.status,
        club=deps().repository.club(club),
        most=CONTACT_DAYS,
        asked_days=DAYS,
        sign_ins=KEPT,
        organises=reaches(role_here(visitor(request), club), "organiser"),
        alarm=refused.alarm,
    )


@page_form(pages, _PRIVACY, "organiser", _page)
def set_contact_retention(call: FormCall, club: str) -> str:
    """Set how long contacts from entry forms are kept."""
    days = whole_number(form_text("days"))
    clubs.set_contact_retention(call.request, club, -1 if days is None else days)
    return f"/clubs/{club}/privacy"
