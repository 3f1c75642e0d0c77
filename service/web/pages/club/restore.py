"""A new club from a backup, by an organiser of a present club, which stays as it is: the new one is a copy."""

from flask import Response, request

from core.errors import Invalid, NotAllowed, NotFound
from service.auth.authorization import authorize
from service.handlers.club import restores
from service.handlers.club.sessions import signed_in
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import accounts, core_messages
from service.web.pages.base import PageBlueprint, redirect_to
from service.web.pages.shared import restores as parts
from service.web.pages.shared.uploads import takes_file

pages = PageBlueprint("restore_pages", __name__)

_PAGE = "/clubs/<club:club>/restore"


def _organiser(club: str) -> str:
    """The id of the signed-in organiser, who organises the new club, too. Raises `Unauthenticated`, `Forbidden`."""
    principal = authorize(visitor(request), "organiser", club)
    return signed_in(deps(), principal)[1].id


def _limit(announced: int, club: str) -> tuple[int, str]:
    _organiser(club)
    return parts.limit(announced, f"c_{club}")


def _show(club: str, status: int = 200, alarm: str = "", **more: dict[str, str]) -> Response:
    return parts.show(f"c_{club}", f"/clubs/{club}/restore", status, alarm, **more)


@pages.get(_PAGE)
def restore(club: str) -> Response:
    """Choose a file, see what it holds, and how far it is."""
    _organiser(club)
    return _show(club)


@pages.post(_PAGE)
@takes_file(_limit)
def take(club: str) -> Response:
    """Take a file."""
    _organiser(club)
    return parts.take(f"c_{club}", f"/clubs/{club}/restore")


@pages.post(f"{_PAGE}/removal")
def drop(club: str) -> Response:
    """Take another file."""
    _organiser(club)
    return parts.drop(f"c_{club}", f"/clubs/{club}/restore")


@pages.post(f"{_PAGE}/club")
def copy(club: str) -> Response:
    """Make the new club."""
    member = _organiser(club)
    values = {name: " ".join(form_text(name).split()) for name in ("source", "club", "slug")}
    values["slug"] = values["slug"].lower()
    try:
        restores.copy(deps(), club, member, values)
    except Invalid as wrong:
        return _show(club, 422, values=values, wrong=accounts.problems(wrong))
    except NotFound:
        return redirect_to(f"/clubs/{club}/restore")
    except NotAllowed as refused:
        return _show(club, 409, core_messages.translate(refused.message), values=values)
    return redirect_to(f"/clubs/{club}/restore")
