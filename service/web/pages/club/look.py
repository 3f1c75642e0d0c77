"""The club's logo and colour: the page on which an organiser sets them, and what pages show of them."""

from flask import Response, request
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from core.club.look import READABLE, Look, contrast, readable
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
from service.web.pages.club_look import DARK, LIGHT
from service.web.pages.forms import ACCEPTED, FormCall, NotWritten, Refusal, page_form
from service.web.pages.shared.uploads import takes_file, uploaded

pages = PageBlueprint("look_pages", __name__)

_LOOK = "/clubs/<club:club>/look"
_PROPOSED = "#2f5b46"
"""The colour that the field has where the club has none."""


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
        look=looks.shown(club, known.look),
        proposed=_PROPOSED,
        shades=shades,
        kilobytes=looks.MOST_BYTES // 1000,
        alarm=refused.alarm,
    )


@page_form(pages, _LOOK, "organiser", _page)
@takes_file(_limit)
def set_look(call: FormCall, club: str) -> str:
    """Set what was chosen; without a file the logo stays as it is.

    A colour that was chosen counts, also where the tick that there is none was left in its place.
    """
    try:
        file = uploaded(looks.MOST_BYTES)
    except (Rejected, RequestEntityTooLarge):
        raise NotWritten(_("The file is larger than %(size)s kB.", size=looks.MOST_BYTES // 1000)) from None
    logo = file or (b"" if form_text("remove") == "1" else None)
    shown, colour = deps().repository.club(club).look.colour or _PROPOSED, form_text("colour")
    none = form_text("plain") == "1" and colour in ("", shown)
    looks.set_look(call.request, club, "" if none else colour, logo)
    return f"/clubs/{club}/look"


@pages.get("/clubs/<club:club>/logo.png")
@made_once
def logo(club: str) -> Response:
    """The logo of a club that the reader may see. Raises `NotFound` for one without a logo."""
    look = _seen(club)
    if not look.logo:
        raise NotFound("logo", club)
    return _kept(look, Response(look.png, mimetype="image/png"))


@pages.get("/clubs/<club:club>/look.css")
@made_once
def style(club: str) -> Response:
    """The colour of a club that the reader may see, in shades that can be read in light and in dark."""
    look = _seen(club)
    colour = look.colour
    if not colour:
        raise NotFound("look", club)
    light, dark = readable(colour, LIGHT), readable(colour, DARK)
    rules = (
        f":root {{ --club: {light}; }}\n"
        f'@media screen and (prefers-color-scheme: dark) {{ :root:not([data-theme="light"]) {{ --club: {dark}; }} }}\n'
    )
    return _kept(look, Response(rules, mimetype="text/css"))


def _seen(club: str) -> Look:
    """The look of a club for its people, for links to its tables, and for all who may see one of its tournaments."""
    principal = visitor(request)
    if principal is None or principal.club != club:
        lists.of_club(deps(), principal, club)
    return deps().repository.club(club).look


def _kept(look: Look, response: Response) -> Response:
    """The answer, which a browser may keep for a week: another look has another address."""
    if request.args.get("v") == str(look.version):
        response.headers["Cache-Control"] = "private, max-age=604800"
    return finish_response(response)
