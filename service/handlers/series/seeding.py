"""Use case of seeding by a series: the entries of a tournament in the order of the table, before the start."""

from core.events import Event
from core.series.series import Series
from core.tournament import Tournament, decisions
from core.tournament.decisions.seeding import HAND
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.request import Request
from service.handlers.series.tables import of_club


def series_of(deps: Dependencies, tournament: Tournament) -> list[Series]:
    """The series of the tournament's club by which it can be seeded, the newest first; none for one of teams."""
    if tournament.format.teams:
        return []
    club = deps.repository.club(tournament.created.club, fresh=False)
    return [series for series in club.series.values() if series.tournaments][::-1]


def seed(request: Request, tournament_id: str, series_id: str) -> TournamentView:
    """Put the entries in the order of the table of a series. Those who are not in it come behind, in their order.

    Players without a rank stand behind those who have one, as in the table. Raises `NotFound` without such a series in
    the tournament's club, `NotAllowed` after the start.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    created = request.deps.repository.tournament_opening(tournament_id)
    order = _order(request.deps, request.principal, created.club, series_id)

    def seeding(state: Tournament) -> list[Event]:
        club = request.deps.repository.club(created.club)
        places = {entry.player: order.get(club.present_id(entry.person)) for entry in state.field}
        listed = sorted((place, player) for player, place in places.items() if place is not None)
        return decisions.seed_players(state, HAND, [player for _place, player in listed])

    return execute(request, tournament_id, seeding, by).view


def _order(deps: Dependencies, principal: Principal | None, slug: str, series_id: str) -> dict[str, int]:
    """The places of the rows of the table by player id."""
    series = of_club(deps, principal, slug, series_id)
    return {series.club.present_id(row.player): place for place, row in enumerate(series.table.rows)}
