"""The backup of a club by a page: asked for, made by a worker, downloaded."""

from flask import Response, request, send_file

from core.timestamps import rfc3339
from service.handlers.club import backups
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.i18n.labels import file_size
from service.web.pages.base import HEADERS, PageBlueprint, render_page
from service.web.pages.forms import ACCEPTED, FormCall, Refusal, page_form

pages = PageBlueprint("backup_pages", __name__)

_BACKUP = "/clubs/<club:club>/backup"
_REFRESH_SECONDS = 3
_GZIP = "application/gzip"


@pages.get(_BACKUP)
def backup(club: str) -> Response:
    """The state of the club's backup, and the way to it."""
    return _page(club)


@pages.get(f"{_BACKUP}/file")
def file(club: str) -> Response:
    """The file, sent in parts while it is read."""
    place, club_backup = backups.file(deps(), visitor(request), club)
    name = f"brade-{club}-{rfc3339(club_backup.made)[:10]}.gz"
    response: Response = send_file(
        place, mimetype=_GZIP, as_attachment=True, download_name=name, etag=False, conditional=False
    )
    del response.headers["Last-Modified"]  # nothing of it is kept by the browser
    for header, value in HEADERS.items():
        response.headers.setdefault(header, value)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _page(club: str, refused: Refusal = ACCEPTED) -> Response:
    club_backup = backups.show(deps(), visitor(request), club)
    response = render_page(
        "club/backup.html",
        503 if refused.error else 200,
        club=deps().repository.club(club),
        backup=club_backup,
        refused=refused.alarm,
        size=file_size(club_backup.size) if club_backup else "",
    )
    if club_backup and not club_backup.is_made:
        response.headers["Refresh"] = str(_REFRESH_SECONDS)
    return response


@page_form(pages, _BACKUP, "organiser", _page)
def make(call: FormCall, club: str) -> str:
    """Have the backup made."""
    backups.ask(call.request, club)
    return f"/clubs/{club}/backup"
