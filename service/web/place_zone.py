"""The time zone of the place that a page is about: that of its tournament, else the one that its club plays in."""

from flask import current_app, g, has_request_context, request

from core.errors import NotFound
from core.tournament import Tournament
from service.bootstrap import Dependencies
from service.handlers import known_clubs
from service.store.read_models.club import club_index

_LAST = 5
"""So many tournaments of a club are asked for a zone, the newest first."""


def place_zone() -> str:
    """The IANA name of the zone for this request; "" where nothing names one: then it is that of the machine."""
    if not has_request_context():
        return ""
    if "place_zone" not in g:
        g.place_zone = _found(current_app.extensions["brade"].deps)
    return str(g.place_zone)


def _found(deps: Dependencies) -> str:
    named = request.view_args or {}
    try:
        tournament_id, club = named.get("tournament"), named.get("club")
        if match_id := named.get("match"):
            opening = deps.repository.match(match_id)
            tournament_id, club = opening.tournament, opening.club
        if tournament_id:
            tournament = deps.repository.tournament(tournament_id, fresh=False)
            if zone := _zone(tournament):
                return zone
            club = tournament.created.club
        return _of_club(deps, club or known_clubs.first(deps))
    except NotFound:
        return ""


def _of_club(deps: Dependencies, slug: str) -> str:
    """The zone of the club's newest tournament that names one."""
    ids = club_index.members(deps.client, slug, "tournaments") if slug else []
    zones = (_zone(tournament) for tournament in deps.repository.tournaments(reversed(ids[-_LAST:])))
    return next((zone for zone in zones if zone), "")


def _zone(tournament: Tournament) -> str:
    return str((tournament.created.details or {}).get("zone") or "")
