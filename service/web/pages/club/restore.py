"""A new club from a backup, by an organiser of a present club, which stays as it is: the new one is a copy."""

from contextlib import suppress

from flask import Response, request

from core.errors import NotFound
from service.auth.authorization import authorize
from service.handlers.club import restores
from service.handlers.club.sessions import signed_in
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.pages.base import PageBlueprint
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form
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


def _show(club: str, refused: Refusal = ACCEPTED) -> Response:
    return parts.show(f"c_{club}", f"/clubs/{club}/restore", refused)


@pages.get(_PAGE)
def restore(club: str) -> Response:
    """Choose a file, see what it holds, and how far it is."""
    _organiser(club)
    return _show(club)


@page_form(pages, _PAGE, shown=_show)
@takes_file(_limit)
def take(_call: FormCall, club: str) -> str:
    """Take a file."""
    _organiser(club)
    return parts.take(f"c_{club}", f"/clubs/{club}/restore")


@page_form(pages, f"{_PAGE}/removal", shown=_show)
def drop(_call: FormCall, club: str) -> str:
    """Take another file."""
    _organiser(club)
    return parts.drop(f"c_{club}", f"/clubs/{club}/restore")


@page_form(pages, f"{_PAGE}/club", shown=_show)
def copy(_call: FormCall, club: str) -> str:
    """Make the new club."""
    member = _organiser(club)
    with suppress(NotFound):  # the file is gone: the page says so
        restores.copy(deps(), club, member, parts.sent())
    return f"/clubs/{club}/restore"
