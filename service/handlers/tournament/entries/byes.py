"""Use case of byes on request: the coming rounds that a player sits out."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.events import Event
from core.tournament import Tournament, decisions
from core.tournament.model.values import RequestedBye
from core.tournament.views.tournament_view import TournamentView
from service.handlers.execute import execute, organiser
from service.handlers.player_lookup import one_entered
from service.handlers.request import Request

Row = Mapping[str, Any]


def set_byes(
    request: Request, tournament_id: str, id_or_name: str, byes: Sequence[Row] | None, back_in: int | None, reason: str
) -> TournamentView:
    """Set the coming rounds that a player, by id or by name, sits out. Raises as `decisions.set_byes`.

    `back_in` in place of `byes`: all rounds before that one.
    """
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: byes_events(state, id_or_name, byes, back_in, reason), by).view


def byes_events(
    state: Tournament, id_or_name: str, byes: Sequence[Row] | None, back_in: int | None, reason: str
) -> list[Event]:
    """The events by which a player sits these rounds out, or all before the round `back_in`. Raises as `set_byes`."""
    player_id = one_entered(state, "player", id_or_name)
    if back_in is not None:
        rows = decisions.away_until(state, back_in)
    else:
        rows = [RequestedBye(row["round"], row["worth"]) for row in byes or ()]
    return decisions.set_byes(state, player_id, rows, reason)
