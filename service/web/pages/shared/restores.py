"""A backup that comes by a page: taken, looked at by a worker, shown, and the progress of bringing it back."""

from collections.abc import Mapping
from errno import EDQUOT, ENOSPC

from flask import Response
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from core.errors import NotAllowed
from core.messages import Message
from service.handlers.club import restores
from service.handlers.execute import DiskFull
from service.store.maintenance.club_restores import START
from service.web.http.context import deps
from service.web.http.problems import Rejected
from service.web.i18n import core_messages
from service.web.pages.base import redirect_to, render_page
from service.web.pages.shared import uploads

_REFRESH_SECONDS = 3


def limit(announced: int, owner: str) -> tuple[int, str]:
    """The bytes of a file that an owner may send now, whose rights were checked. Raises `NotAllowed`, `DiskFull`."""
    return restores.room_for(deps(), owner, announced), owner


def take(owner: str, action: str) -> Response:
    """Keep the file of this request's form for a worker to look at, and lead to the page at `action`."""
    try:
        most = restores.room_for(deps(), owner, 0)
        with restores.receiving(deps()) as (restore_id, draft):
            uploads.receive(draft, most)
            if not draft.exists():
                return show(owner, action, 422, _("Choose the file first."))
            restores.keep(deps(), owner, restore_id, draft)
    except NotAllowed as refused:
        return show(owner, action, 409, core_messages.translate(refused.message))
    except RequestEntityTooLarge:
        return show(owner, action, 413, core_messages.translate(uploads.too_large(most).detail))
    except Rejected as refused:
        return show(owner, action, 413, core_messages.translate(refused.detail))
    except OSError as error:
        if error.errno in (ENOSPC, EDQUOT):
            raise DiskFull(restores.FULL) from None
        raise
    return redirect_to(action)


def drop(owner: str, action: str) -> Response:
    """Forget the file, to take another one."""
    try:
        restores.discard(deps(), owner)
    except NotAllowed as refused:
        return show(owner, action, 409, core_messages.translate(refused.message))
    return redirect_to(action)


def show(
    owner: str,
    action: str,
    status: int = 200,
    alarm: str = "",
    values: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
) -> Response:
    """The page: the form for a file, what the file holds, or how far it is."""
    found = restores.show(deps(), owner)
    held = restores.contents(found) if found else None
    reason = core_messages.translate(Message(found.reason, {})) if found else ""
    response = render_page(
        "shared/restore.html",
        status,
        action=action,
        restore=found,
        held=held,
        alarm=alarm,
        said=values or {},
        wrong=wrong or {},
        is_start=owner == START,
        most=deps().settings.restore_mb,
        reason=reason,
        target=restores.target(found) if found else {},
        everybody_in=bool(held and all(each.organisers for each in held.clubs)),
    )
    if found and found.is_at_work:
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response
