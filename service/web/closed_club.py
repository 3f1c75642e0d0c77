"""The club that a page is about, if it is closed: every page of it says so."""

from flask import g, request

from core.club.club import Club
from core.errors import BradeError
from service.web.http.context import deps


def closed_club() -> Club | None:
    """The closed club of this request's page; `None` for an open one, and for pages of no club."""
    if "closed_club" not in g:
        g.closed_club = _found()
    club: Club | None = g.closed_club
    return club


def _found() -> Club | None:
    named, repository = request.view_args or {}, deps().repository
    try:
        slug = named.get("club")
        if match_id := named.get("match"):
            slug = repository.match(match_id).club
        elif tournament_id := named.get("tournament"):
            slug = repository.tournament_opening(tournament_id).club
        club = repository.club(slug, fresh=False) if slug else None
    except BradeError:
        return None
    return club if club is not None and club.closed is not None else None
