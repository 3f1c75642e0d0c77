"""The club's logo and colour: the page on which an organiser sets them, and what pages show of them."""

from flask import Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from core.club.look import READABLE, contrast, readable
from core.errors import NotFound
from service.auth.authorization import authorize
from service.handlers.club import looks
from service.handlers.tournament import lists
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.http.made_answers import made_once
from service.web.http.problems import Rejected
from service.web.pages.base import PageBlueprint, finish_response, render_page
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.club_look import DARK, LIGHT
from service.web.pages.shared.uploads import takes_file, uploaded

pages = PageBlueprint("look_pages", __name__)

_LOOK = "/clubs/<club:club>/look"


def _limit(_announced: int, club: str) -> tuple[int, str]:
    authorize(visitor(request), "organiser", club)
    return looks.MOST_BYTES, f"look_{club}"


@pages.get(_LOOK)
def look(club: str) -> Response:
    """The logo and the colour as they are, and the form to set them."""
    return _page(club)


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    authorize(visitor(request), "organiser", club)
    known = deps().repository.club(club)
    colour = known.look.colour
    grounds = (LIGHT, DARK) if colour else ()
    shades = [(ground, readable(colour, ground), contrast(colour, ground) >= READABLE) for ground in grounds]
    return render_page(
        "club/look.html",
        refused.status,
        club=known,
        look=known.look,
        shades=shades,
        kilobytes=looks.MOST_BYTES // 1000,
        alarm=refused.alarm,
    )


@page_form(pages, _LOOK, "organiser", _page)
@takes_file(_limit)
def set_look(call: FormCall, club: str) -> str:
    """Set what was chosen; without a file the logo stays as it is."""
    try:
        file = uploaded(looks.MOST_BYTES)
    except (Rejected, RequestEntityTooLarge):
        raise NotWritten(_("The file is larger than %(size)s kB.", size=looks.MOST_BYTES // 1000)) from None
    logo = file or (b"" if form_text("remove") == "1" else None)
    looks.set_look(call.request, club, "" if form_text("plain") == "1" else form_text("colour"), logo)
    return f"/clubs/{club}/look"


@pages.get("/clubs/<club:club>/logo.png")
@made_once
def logo(club: str) -> Response:
    """The logo of a club that the reader may see. Raises `NotFound` for one without a logo."""
    lists.of_club(deps(), visitor(request), club)
    found = deps().repository.club(club).look
    if not found.logo:
        raise NotFound("logo", club)
    return finish_response(Response(found.png, mimetype="image/png"))


@pages.get("/clubs/<club:club>/look.css")
@made_once
def style(club: str) -> Response:
    """The colour of a club that the reader may see, in shades that can be read in light and in dark."""
    lists.of_club(deps(), visitor(request), club)
    colour = deps().repository.club(club).look.colour
    if not colour:
        raise NotFound("look", club)
    light, dark = readable(colour, LIGHT), readable(colour, DARK)
    rules = (
        f":root {{ --club: {light}; }}\n"
        f'@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ --club: {dark}; }} }}\n'
    )
    return finish_response(Response(rules, mimetype="text/css"))
