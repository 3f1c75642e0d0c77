"""The first page of a new installation, for a person who has a backup of a club: it is brought back as it was."""

from flask import Response

from core.errors import Invalid, NotAllowed, NotFound
from service.auth.authorization import Unauthenticated
from service.handlers.club import founding as founders
from service.handlers.club import restores
from service.handlers.club.founding import AlreadyFounded
from service.store.maintenance.club_restores import DONE, JUDGING, START
from service.web.http import sessions
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.i18n import accounts, core_messages
from service.web.pages.base import PageBlueprint, redirect_to, render_page
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
    found = restores.show(deps(), START)
    if not sessions.founding() or not found or found.state not in (JUDGING, DONE):
        founders.ensure_accepted(deps(), sessions.founding())
    return parts.show(START, _PAGE)


@pages.post(_PAGE)
@takes_file(_limit)
def take() -> Response:
    """Take a file."""
    founders.ensure_accepted(deps(), sessions.founding())
    return parts.take(START, _PAGE)


@pages.post(f"{_PAGE}/removal")
def drop() -> Response:
    """Take another file."""
    founders.ensure_accepted(deps(), sessions.founding())
    return parts.drop(START, _PAGE)


@pages.post(f"{_PAGE}/club")
def bring_back() -> Response:
    """Bring everything back."""
    founders.ensure_accepted(deps(), sessions.founding())
    values = {"name": " ".join(form_text("name").split())}
    try:
        restores.bring_back(deps(), values, form_text("password"))
    except Invalid as wrong:
        return parts.show(START, _PAGE, 422, values=values, wrong=accounts.problems(wrong))
    except NotFound:
        return redirect_to(_PAGE)
    except NotAllowed as refused:
        return parts.show(START, _PAGE, 409, core_messages.translate(refused.message))
    return redirect_to(_PAGE)
