"""Use cases of a tournament announced as an earlier one: what is proposed, and the copy itself."""

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import islice
from typing import Any

from core.events import Event
from core.tournament import Tournament, decisions
from core.tournament.copying import announced_again, next_name, people
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal, authorize, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.request import Request
from service.handlers.tournament import tournaments
from service.handlers.tournament.entries import entries
from service.local_times import local
from service.store.read_models.club import club_index

Json = dict[str, Any]
_LOOKED_AT, _OFFERED = 30, 6


def source(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Tournament:
    """The tournament that is to be announced again. Raises as `authorize_tournament`."""
    authorize_tournament(deps, principal, "organiser", tournament_id)
    return deps.repository.tournament(tournament_id)


def proposed(deps: Dependencies, tournament: Tournament) -> Json:
    """The announcement that is proposed for the next one."""
    return announced_again(tournament, today(deps, tournament))


def today(deps: Dependencies, tournament: Tournament) -> date:
    """The day of now at the place of the tournament."""
    return local(deps.clock(), tournament.created.details).date()


def lately(deps: Dependencies, principal: Principal | None, slug: str) -> list[Tournament]:
    """Tournaments that the club may want to hold again, the newest of each kind: of a name, a game and a format."""
    authorize(principal, "organiser", slug)
    ids = reversed(club_index.members(deps.client, slug, "tournaments")[-_LOOKED_AT:])
    kinds: dict[tuple[str, str, str], Tournament] = {}
    for tournament in deps.repository.tournaments(ids):
        kinds.setdefault(
            (next_name(tournament.created.name).rstrip("0123456789"), tournament.created.game, tournament.format.key),
            tournament,
        )
    return list(islice(kinds.values(), _OFFERED))


def copy(request: Request, tournament_id: str, changes: Mapping[str, Any], *, players: bool) -> TournamentView:
    """Announce a tournament as this one, with these fields of the announcement in the place of what is proposed.

    Raises `Invalid` for details that do not fit.
    """
    return copy_of(request, source(request.deps, request.principal, tournament_id), changes, players=players)


def copy_of(request: Request, tournament: Tournament, changes: Mapping[str, Any], *, players: bool) -> TournamentView:
    """The same of a tournament that the caller may announce again, or of one that a template describes."""
    command = proposed(request.deps, tournament)
    details = tournaments.stored_details(command["details"], changes.get("details", {}))
    return announce(request, tournament, {**command, **changes, "details": details}, tournament.tables, players=players)


def announce(
    request: Request,
    tournament: Tournament,
    command: Mapping[str, Any],
    tables: Sequence[tuple[str, str]],
    *,
    players: bool,
) -> TournamentView:
    """Announce a tournament by this command, with these tables; with `players` those of the other one have entered.

    Its fees and prizes are planned as those of the other one. No payment is copied.
    """
    deps, slug = request.deps, tournament.created.club

    def entering(announced: Tournament) -> Sequence[Event]:
        rows = _rows(deps, tournament)
        return decisions.enter(announced, entries.entrants_of(deps, announced, rows)) if rows else ()

    return tournaments.create(
        request, slug, command, tables, tournament.money.plan, entering=entering if players else None
    )


def _rows(deps: Dependencies, tournament: Tournament) -> list[Json]:
    """The players of a tournament who are on the club's list, and its teams with those of their members who are."""
    club = deps.repository.club(tournament.created.club)

    def present(player_id: str) -> str | None:
        now = club.present_id(player_id)
        return now if now in club.players else None

    if not tournament.format.teams:
        found = dict.fromkeys(filter(None, (present(person.person) for person in people(tournament))))
        return [{"player": player} for player in found]
    teams = (
        (person, list(filter(None, (present(member) for member, _ in person.members)))) for person in people(tournament)
    )
    return [
        {"player": team.name, "members": members, "rating": team.rating, "group": team.group}
        for team, members in teams
        if members
    ]
