"""Use cases of questions why: a player's place, a round's pairings."""

from typing import Any

from core.tournament import Tournament
from core.tournament.standings.explanation import ExplainedPlace, explain_place, explain_round
from core.tournament.views.history import as_paired
from core.tournament.views.tournament_view import match_view
from schemas.dump import dumper
from schemas.views.tournaments import PairedMatch
from service.auth.authorization import Principal, can_see_drafts
from service.bootstrap import Dependencies
from service.handlers.tournament.tournaments import may_read

Json = dict[str, Any]


def place(deps: Dependencies, principal: Principal | None, tournament_id: str, player: str) -> ExplainedPlace:
    """Explanation of the place of a player, by id or by name. Raises `NotFound`."""
    state = may_read(deps, principal, tournament_id)
    return explain_place(state, _meant(state, player))


def pairings(deps: Dependencies, principal: Principal | None, tournament_id: str, number: int) -> Json:
    """Why a round was paired as it was, by the results of that time. Raises `NotFound`."""
    state = may_read(deps, principal, tournament_id)
    round_, log = state.round(number), deps.log.read(tournament_id, limit=state.version + 1)
    then = as_paired(tournament_id, log, number)
    if not can_see_drafts(principal, state.created.club):
        then = then._replace(avoided={})
    why = explain_round(then, number)
    bye = None
    if round_.bye:
        bye = {"player": {"id": round_.bye, "name": state.name_of(round_.bye)}, "why": why["bye"]}
    return {
        "tournament": tournament_id, "version": state.version, "round": number, "stage": round_.stage,
        "draft": round_.draft, "format": state.format.key, "rule": state.format.rule, "bye": bye,
        "matches": [
            {**dumper(PairedMatch)(match_view(state, number, each)), "why": why[each.match]} for each in round_.pairings
        ],
    }  # fmt: skip


def _meant(state: Tournament, player: str) -> str:
    """The id of the player of this id or, if there is none, of this name."""
    if any(entry.player == player for entry in state.entries):
        return player
    return next((entry.player for entry in state.entries if entry.name == player), player)
