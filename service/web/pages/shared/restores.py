"""A backup that comes by a page: taken, looked at by a worker, shown, and the progress of bringing it back."""

from errno import EDQUOT, ENOSPC

from flask import Response
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from core.errors import Invalid, NotAllowed
from core.messages import Message
from service.handlers.club import restores
from service.handlers.execute import DiskFull
from service.store.maintenance.club_restores import START
from service.web.http.context import deps
from service.web.http.form_fields import form_text
from service.web.http.problems import Rejected
from service.web.i18n import core_messages
from service.web.pages.base import render_page
from service.web.pages.forms import ACCEPTED, NotWritten, Refusal
from service.web.pages.shared import uploads

_REFRESH_SECONDS = 3


def limit(announced: int, owner: str) -> tuple[int, str]:
    """The bytes of a file that an owner may send now, whose rights were checked. Raises `NotAllowed`, `DiskFull`."""
    return restores.room_for(deps(), owner, announced), owner


def take(owner: str, action: str) -> str:
    """Keep the file of this request's form for a worker to look at; the address of the page.

    Raises `NotWritten`, `NotAllowed`, `DiskFull`.
    """
    try:
        most = restores.room_for(deps(), owner, 0)
        with restores.receiving(deps()) as (restore_id, draft):
            uploads.receive(draft, most)
            if not draft.exists():
                raise NotWritten(_("Choose the file first."))
            restores.keep(deps(), owner, restore_id, draft)
    except RequestEntityTooLarge:
        raise NotWritten(core_messages.translate(uploads.too_large(most).detail), status=413) from None
    except Rejected as refused:
        raise NotWritten(core_messages.translate(refused.detail), status=413) from None
    except OSError as error:
        if error.errno in (ENOSPC, EDQUOT):
            raise DiskFull(restores.FULL) from None
        raise
    return action


def drop(owner: str, action: str) -> str:
    """Forget the file, to take another one; the address of the page. Raises `NotAllowed`."""
    restores.discard(deps(), owner)
    return action


def sent() -> dict[str, str]:
    """The names of the form."""
    values = {name: " ".join(form_text(name).split()) for name in ("source", "club", "slug", "name")}
    values["slug"] = values["slug"].lower()
    return values


def show(owner: str, action: str, refused: Refusal = ACCEPTED) -> Response:
    """The page: the form for a file, what the file holds, or how far it is."""
    restore = restores.show(deps(), owner)
    held = restores.contents(restore) if restore else None
    reason = core_messages.translate(Message(restore.reason, {})) if restore else ""
    response = render_page(
        "shared/restore.html",
        refused.status,
        action=action,
        restore=restore,
        held=held,
        alarm="" if refused.fields else refused.alarm,
        said=sent() if isinstance(refused.error, Invalid | NotAllowed) else {},
        wrong=refused.fields,
        is_start=owner == START,
        most=deps().settings.restore_mb,
        reason=reason,
        target=restores.target(restore) if restore else {},
        everybody_in=bool(held and all(club.organisers for club in held.clubs)),
    )
    if restore and restore.is_at_work:
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response
