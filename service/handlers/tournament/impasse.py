"""Use cases of a round that cannot be paired: seeing it, and going one of the ways out."""

from typing import Any

from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.model.impasse import WAYS, as_sentence
from core.tournament.model.state import impasse
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.request import Request

Json = dict[str, Any]


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Json:
    """The impasse that the tournament is in, or that its next round will bring."""
    organiser(deps, principal, tournament_id)
    state = deps.repository.tournament(tournament_id)
    found = impasse(state)
    data = found and {
        "round": found.round,
        "text": as_sentence(found),
        "ways": [{"way": way, "text": WAYS[way]} for way in found.ways],
    }
    return {"tournament": tournament_id, "version": state.version, "impasse": data}


def resolve(request: Request, tournament_id: str, way: str, reason: str) -> TournamentView:
    """Go one of the ways out. Raises `NotAllowed` naming those that are possible."""
    by = organiser(request.deps, request.principal, tournament_id)
    return execute(request, tournament_id, lambda state: resolve_impasse(state, way, reason), by).view
