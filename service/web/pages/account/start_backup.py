"""The first page of a new installation, for a person who has a backup of a club: it is brought back as it was."""

from contextlib import suppress

from flask import Response

from core.errors import NotFound
from service.auth.authorization import Unauthenticated
from service.handlers.club import founding as founders
from service.handlers.club import restores
from service.handlers.club.founding import AlreadyFounded
from service.store.maintenance.club_restores import DONE, JUDGING, START
from service.web.http import sessions
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.pages.base import PageBlueprint, redirect_to, render_page
from service.web.pages.forms import FormCall, Refusal, page_form
from service.web.pages.shared import restores as parts
from service.web.pages.shared.uploads import takes_file

pages = PageBlueprint("start_backup", __name__)

_PAGE = "/start/backup"


def _limit(announced: int) -> tuple[int, str]:
    founders.ensure_accepted(deps(), sessions.founding())
    return parts.limit(announced, START)


@pages.errorhandler(AlreadyFounded)
def founded(_: AlreadyFounded) -> Response:
    """The club is here: its people sign in."""
    return redirect_to("/sign-in")


@pages.errorhandler(Unauthenticated)
def closed(_: Unauthenticated) -> Response:
    """Without the key there is nothing here."""
    return render_page("account/start_closed.html", 401)


@pages.get(_PAGE)
def backup() -> Response:
    """Choose a file, see what it holds, and how far it is."""
    restore = restores.show(deps(), START)
    if not sessions.founding() or not restore or restore.state not in (JUDGING, DONE):
        founders.ensure_accepted(deps(), sessions.founding())
    return parts.show(START, _PAGE)


def _show(refused: Refusal) -> Response:
    if isinstance(refused.error, AlreadyFounded):
        raise refused.error
    return parts.show(START, _PAGE, refused)


@page_form(pages, _PAGE, shown=_show)
@takes_file(_limit)
def take(_call: FormCall) -> str:
    """Take a file."""
    founders.ensure_accepted(deps(), sessions.founding())
    return parts.take(START, _PAGE)


@page_form(pages, f"{_PAGE}/removal", shown=_show)
def drop(_call: FormCall) -> str:
    """Take another file."""
    founders.ensure_accepted(deps(), sessions.founding())
    return parts.drop(START, _PAGE)


@page_form(pages, f"{_PAGE}/club", shown=_show)
def bring_back(_call: FormCall) -> str:
    """Bring everything back."""
    founders.ensure_accepted(deps(), sessions.founding())
    with suppress(NotFound):  # the file is gone: the page says so
        restores.bring_back(deps(), parts.sent(), form_text("password"))
    return _PAGE
