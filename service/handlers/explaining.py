"""Use cases of questions why: a player's place, a round's pairings."""

from typing import Any

from core.tournament import Tournament
from core.tournament.explaining import explain_place, explain_round
from core.tournament.history import as_paired
from core.tournament.words import match_words
from service.access import Principal, sees_drafts
from service.bootstrap import House
from service.handlers.tournaments import may_read

Json = dict[str, Any]


def place(house: House, principal: Principal | None, tournament: str, who: str) -> Json:
    """Why a player, by id or by name, stands where he stands. Raises `Unknown`."""
    state = may_read(house, principal, tournament)
    said = explain_place(state, _meant(state, who))
    return {"tournament": tournament, "version": state.version, "status": state.status, **said}


def pairings(house: House, principal: Principal | None, tournament: str, number: int) -> Json:
    """Why a round was paired as it was, by the results of that time. Raises `Unknown`."""
    state = may_read(house, principal, tournament)
    round_, log = state.round(number), house.log.read(tournament, limit=state.version + 1)
    then = as_paired(tournament, log, number)
    if not sees_drafts(principal, state.created.club):
        then = then._replace(avoided={})
    why = explain_round(then, number)
    bye = None
    if round_.bye:
        bye = {"player": {"id": round_.bye, "name": state.name_of(round_.bye)}, "why": why["bye"]}
    return {
        "tournament": tournament, "version": state.version, "round": number, "stage": round_.stage,
        "draft": round_.draft, "format": state.format.key, "rule": state.format.rule, "bye": bye,
        "matches": [{**match_words(state, each), "why": why[each.match]} for each in round_.pairings],
    }  # fmt: skip


def _meant(state: Tournament, who: str) -> str:
    """The id of the player of this id or, if it is nobody's id, of this name."""
    if any(entry.player == who for entry in state.entries):
        return who
    return next((entry.player for entry in state.entries if entry.name == who), who)
