"""The first page of a new installation: name the club and the first organiser, who is signed in then."""

from flask import Response, request

from core.club.short_name import LONGEST
from schemas.requests.matches import NAME
from service.auth.authorization import Unauthenticated
from service.handlers.club import founding as founders
from service.handlers.club.founding import AlreadyFounded, BeingRestored
from service.web.http import sessions
from service.web.http.authentication import address, current_principal, end_session
from service.web.http.context import deps
from service.web.http.form_fields import form_text, query_text
from service.web.pages.account.sign_in import come_in
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.forms import FormCall, Refusal, page_form

pages = PageBlueprint("founding", __name__)


@pages.get("/start")
def start() -> Response:
    """The form of the first club. An address with the key is left at once, so that no later one names it."""
    try:
        if key := query_text("key"):
            proof = founders.accept_key(deps(), key, address(request))
            end_session()
            sessions.begin_founding(proof)
            return redirect_to("/start")
        founders.ensure_accepted(deps(), sessions.founding())
        founders.ensure_not_restored(deps())
    except AlreadyFounded:
        return _go_on()
    except BeingRestored:
        return redirect_to("/start/backup")
    except Unauthenticated:
        return render_page("account/start_closed.html", 401)
    return _form()


def _again(refused: Refusal) -> Response:
    """The form with what is wrong, or the way on where the club is here already."""
    if isinstance(refused.error, AlreadyFounded):
        return _go_on()
    if isinstance(refused.error, BeingRestored):
        return redirect_to("/start/backup")
    return _form(refused.status, _values(), dict(refused.fields))


@page_form(pages, "/start", shown=_again)
def found(_call: FormCall) -> Response:
    """Found the club, and let its first organiser in."""
    try:
        session = founders.found_first_club(
            deps(), sessions.founding(), _values(), form_text("password"), address(request)
        )
    except Unauthenticated:
        return render_page("account/start_closed.html", 401)
    return come_in(session)


def _values() -> dict[str, str]:
    values = {name: " ".join(form_text(name).split()) for name in ("club", "slug", "name")}
    return values | {"slug": values["slug"].lower()}


def _go_on() -> Response:
    """The address to go to when the key is used up: the reader's club, or the sign-in."""
    person = current_principal()
    return redirect_to(f"/clubs/{person.club}" if person and person.club else "/sign-in")


def _form(status: int = 200, values: dict[str, str] | None = None, wrong: dict[str, str] | None = None) -> Response:
    values = values or {"club": "", "slug": "", "name": ""}
    return render_page("account/start.html", status, said=values, wrong=wrong or {}, most=NAME, short=LONGEST)
