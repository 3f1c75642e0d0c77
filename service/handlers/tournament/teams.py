"""Use cases of teams: entering one, and who plays for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import Invalid
from core.events import Event
from core.tournament import Tournament, decisions
from core.tournament.views.tournament_view import TournamentView
from service.handlers.execute import execute, organiser
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.player_lookup import of_club, one_entered
from service.handlers.request import Request
from service.handlers.tournament.entries import entries


def enter(request: Request, tournament_id: str, team: Mapping[str, Any], *, register: bool = False) -> TournamentView:
    """Enter a team under its name. Raises as `entries.enter`, but for this one team."""
    row = {"player": team["name"], **{name: value for name, value in team.items() if name != "name"}}
    try:
        return entries.enter(request, tournament_id, [row], register=register)
    except Invalid as wrong:
        problems = {path.removeprefix("0."): value for path, value in wrong.problems.items()}
        raise Invalid({"name" if path == "player" else path: value for path, value in problems.items()}) from None


def line_up(
    request: Request, tournament_id: str, team: str, number: int, members: Sequence[str], reason: str
) -> TournamentView:
    """Let these play for a team from a round on; boards that have not begun are paired anew, and their matches opened.

    Raises `NotFound`, `Invalid` naming everybody who is not on the club's list or plays elsewhere, `NotAllowed`.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    club = request.deps.repository.club(request.deps.repository.tournament_opening(tournament_id).club)
    found = of_club(club, {f"members.{place}": member for place, member in enumerate(members)})
    rows = [(player.player, player.name) for player in found.values()]

    def lining_up(state: Tournament) -> list[Event]:
        events = decisions.line_up(state, one_entered(state, "team", team), number, rows, reason)
        return ensure_unbegun(request.deps, state, events)

    return execute(request, tournament_id, lining_up, by).view
