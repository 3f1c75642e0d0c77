"""Use cases of a tournament that does not take place: called off, reinstated, or deleted as announced by mistake."""

from collections.abc import Sequence

from core.club.club import Club
from core.errors import NotAllowed
from core.events import Event
from core.messages import say
from core.series import series as series_decisions
from core.tournament import Tournament, decisions
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.execute import execute, organiser
from service.handlers.news import forget_tournament
from service.handlers.request import Request
from service.store.access import entry_requests
from service.store.read_models.club import club_index


def call_off(request: Request, tournament_id: str, reason: str) -> TournamentView:
    """Call a tournament off, before or after its start. Raises `NotAllowed`."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: decisions.call_off(state, reason), by).view


def reinstate(request: Request, tournament_id: str, reason: str) -> TournamentView:
    """Take the calling off back. Raises `NotAllowed` if the tournament was not called off."""
    by = organiser(request.deps, request.principal, tournament_id)

    def deciding(state: Tournament) -> list[Event]:
        return decisions.reinstate(state, reason)

    return execute(request, tournament_id, deciding, by, although_called_off=True).view


def why_not_deletable(deps: Dependencies, state: Tournament) -> str | None:
    """The reason why a tournament can only be called off; `None` if it can be deleted."""
    try:
        decisions.delete(state, requests=len(entry_requests.waiting(deps.client, state.id)))
    except NotAllowed as why:
        return why.message
    return None


def delete(request: Request, tournament_id: str, reason: str = "") -> None:
    """Delete a tournament that was announced by mistake, and in which no player took part.

    It is in no list, feed, series, calendar and page any more. Its log stays, and the audit of the club says who did
    it. Raises `NotAllowed` for one in which others took part, or that counts in a series that is over.
    """
    deps = request.deps
    slug = deps.repository.tournament_opening(tournament_id).club
    by = authorize(request.principal, "organiser", slug, ("tournament", tournament_id)).name

    def deciding(state: Tournament) -> list[Event]:
        return decisions.delete(state, reason, len(entry_requests.waiting(deps.client, tournament_id)))

    if request.previous_result(tournament_id) is None:
        deciding(deps.repository.tournament(tournament_id))
        _take_out_of_series(request, slug, tournament_id, by)
    execute(request, tournament_id, deciding, by, although_called_off=True)
    unlist(deps, slug, tournament_id)


def unlist(deps: Dependencies, slug: str, tournament_id: str) -> None:
    """Take a deleted tournament out of the lists and feeds of its club; once more changes nothing."""
    club_index.unlist(deps.client, slug, tournament_id, deps.clock())
    forget_tournament(deps, slug, tournament_id)


def _take_out_of_series(request: Request, slug: str, tournament_id: str, by: str) -> None:
    def leaving(club: Club) -> Sequence[Event]:
        found = [series for series in club.series.values() if tournament_id in series.tournaments]
        if ended := [series.announcement.name for series in found if series.frozen]:
            raise NotAllowed(say("it counts in {series}, which is over: open that again first", series=ended))
        return [event for series in found for event in series_decisions.remove(club.series, series.id, tournament_id)]

    if leaving(request.deps.repository.club(slug)):
        change_club(request.for_other_stream(None), slug, by, leaving)
