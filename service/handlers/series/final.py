"""Use cases of the final of a series: its field, and the field entered into a tournament in the order of the table."""

from collections.abc import Sequence

from core.errors import Invalid, NotAllowed
from core.events import Event
from core.messages import say
from core.series import final
from core.series.final import Field
from core.series.table import Row
from core.tournament import Tournament, decisions
from core.tournament.decisions.pairing import after
from core.tournament.decisions.seeding import HAND
from core.tournament.model.state import OPEN
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.registration.participation import every_tournament
from service.handlers.request import Request
from service.handlers.series.proposals import MOST
from service.handlers.series.tables import ClubSeries, of_club
from service.handlers.tournament.entries.entries import entrants_of


def field(found: ClubSeries, places: int | None = None) -> Field:
    """The field of the final, of so many places or of as many as announced.

    Players who are no longer on the club's list are passed over.
    """
    return final.field(found.table, places, _unlisted(found))


def honoured(deps: Dependencies, principal: Principal | None, slug: str, series_id: str) -> ClubSeries:
    """A series that is over, whose best players are honoured. Raises as `of_club`; `NotAllowed` while it is open."""
    series = of_club(deps, principal, slug, series_id)
    if series.series.frozen is None:
        raise NotAllowed(say("the series is open: end it first"))
    return series


def coming(deps: Dependencies, slug: str) -> list[Tournament]:
    """The tournaments of players that the club has announced and not started, the newest first."""
    states = deps.repository.tournaments(reversed(every_tournament(deps, slug)[-MOST:]))
    return [state for state in states if state.status == OPEN and not state.format.teams]


def enter(
    request: Request, tournament_id: str, series_id: str, places: int | None, player_ids: Sequence[str]
) -> TournamentView:
    """Enter the field of a series into a tournament, and put its entries in the order of the table.

    With `player_ids` these players of the table are the field. Players who have entered already stay, and others than
    the field come behind, in the order of entry. Raises `NotFound` without such a series in the tournament's club,
    `Invalid` for players who have no place in its table, `NotAllowed` after the start and without a player.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    created = request.deps.repository.tournament_opening(tournament_id)
    series = of_club(request.deps, request.principal, created.club, series_id)
    rows = _chosen(series, player_ids) if player_ids else list(field(series, places).players)
    before = request.deps.repository.tournament(tournament_id)
    if before.format.teams:
        raise NotAllowed(say("teams play in {created_name}, and a series has players", created_name=created.name))
    if not rows:
        raise NotAllowed(say("no player has a place in the table of the series yet"))
    listed = [{"player": series.club.present_id(row.player)} for row in rows]
    entrants = entrants_of(request.deps, before, listed)

    def entering(state: Tournament) -> list[Event]:
        if state.status != OPEN:
            raise NotAllowed(say("{created_name} has started: its players are seeded", created_name=created.name))
        inside = {entry.player for entry in state.field}
        events = decisions.enter(state, [entrant for entrant in entrants if entrant.player not in inside])
        order = [entrant.player for entrant in entrants]
        return [*events, *decisions.seed_players(after(state, events), HAND, order)]

    return execute(request, tournament_id, entering, by).view


def _unlisted(found: ClubSeries) -> set[str]:
    """The players of the table who are no longer on the club's list."""
    club = found.club
    return {row.player for row in found.table.rows if club.present_id(row.player) not in club.players}


def _chosen(found: ClubSeries, player_ids: Sequence[str]) -> list[Row]:
    """The rows of these players in the order of the table. Raises `Invalid` for those who have no place in it."""
    club, out = found.club, _unlisted(found)
    known = {club.present_id(row.player): row for row in found.table.rows if row.rank and row.player not in out}
    wrong = {
        f"players.{place}": [say("has no place in the table of the series")]
        for place, player_id in enumerate(player_ids)
        if club.present_id(player_id) not in known
    }
    if wrong:
        raise Invalid(wrong)
    wanted = {club.present_id(player_id) for player_id in player_ids}
    return [row for player_id, row in known.items() if player_id in wanted]
