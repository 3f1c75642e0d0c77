"""Use cases of a round that cannot be paired: seeing it, and going one of the ways out."""

from typing import NamedTuple

from core.events import Event
from core.tournament import Tournament
from core.tournament.decisions.impasse import resolve_impasse
from core.tournament.model.impasse import WAYS, as_sentence
from core.tournament.model.state import impasse
from core.tournament.views.tournament_view import TournamentView
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.match.started_matches import ensure_unbegun
from service.handlers.request import Request


class WayOut(NamedTuple):
    """A way out that is possible now, and what it does."""

    way: str
    text: str


class ExplainedImpasse(NamedTuple):
    """The round that cannot be paired by the rules: why not, and what may be done."""

    round: int
    text: str
    ways: tuple[WayOut, ...]


class CurrentImpasse(NamedTuple):
    """The impasse of a tournament at a version; `None` if it goes on."""

    tournament: str
    version: int
    impasse: ExplainedImpasse | None


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> CurrentImpasse:
    """The impasse that the tournament is in, or that its next round will bring."""
    organiser(deps, principal, tournament_id)
    state = deps.repository.tournament(tournament_id)
    found = impasse(state)
    explained = found and ExplainedImpasse(
        found.round, as_sentence(found), tuple(WayOut(way, WAYS[way]) for way in found.ways)
    )
    return CurrentImpasse(tournament_id, state.version, explained)


def resolve(request: Request, tournament_id: str, way: str, reason: str) -> TournamentView:
    """Go one of the ways out. Raises `NotAllowed` naming those that are possible, or the matches that have begun."""
    by = organiser(request.deps, request.principal, tournament_id)

    def resolving(state: Tournament) -> list[Event]:
        events = resolve_impasse(state, way, reason)
        return ensure_unbegun(request.deps, state, events)

    return execute(request, tournament_id, resolving, by).view
