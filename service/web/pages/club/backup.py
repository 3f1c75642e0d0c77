"""The backup of a club by a page: asked for, made by a worker, downloaded."""

from flask import Response, request, send_file

from core.errors import NotAllowed
from core.timestamps import rfc3339
from service.handlers.club import backups
from service.handlers.request import Request
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n import core_messages
from service.web.i18n.labels import file_size
from service.web.pages.base import HEADERS, PageBlueprint, redirect_to, render_page

pages = PageBlueprint("backup_pages", __name__)

_BACKUP = "/clubs/<club:club>/backup"
_REFRESH_SECONDS = 3
_GZIP = "application/gzip"


@pages.get(_BACKUP)
def backup(club: str) -> Response:
    """The state of the club's backup, and the way to it."""
    return _page(club)


@pages.post(_BACKUP)
def make(club: str) -> Response:
    """Have the backup made."""
    try:
        backups.ask(Request(deps(), visitor(request)), club)
    except NotAllowed as refused:
        return _page(club, 503, core_messages.translate(refused.message))
    return redirect_to(f"/clubs/{club}/backup")


@pages.get(f"{_BACKUP}/file")
def file(club: str) -> Response:
    """The file, sent in parts while it is read."""
    place, found = backups.file(deps(), visitor(request), club)
    name = f"brade-{club}-{rfc3339(found.made)[:10]}.gz"
    response: Response = send_file(
        place, mimetype=_GZIP, as_attachment=True, download_name=name, etag=False, conditional=False
    )
    del response.headers["Last-Modified"]  # nothing of it is kept by the browser
    for header, value in HEADERS.items():
        response.headers.setdefault(header, value)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _page(club: str, status: int = 200, refused: str = "") -> Response:
    found = backups.show(deps(), visitor(request), club)
    response = render_page(
        "club/backup.html",
        status,
        club=deps().repository.club(club),
        backup=found,
        refused=refused,
        size=file_size(found.size) if found else "",
    )
    if found and not found.is_made:
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response
