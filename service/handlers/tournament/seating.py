"""Use cases of the tables of the hall: which match sits where."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.tournament import Tournament, decisions
from core.tournament.decisions.seating import playing, waiting
from core.tournament.views.json_view import match_json
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read

Json = dict[str, Any]


def set_tables(request: Request, tournament_id: str, tables: Sequence[Mapping[str, Any]]) -> Json:
    """Say which tables there are. Raises `Invalid` for one that is named twice."""
    by = organiser(request.deps, request.principal, tournament_id)
    rows = [(each["table"], each.get("group") or "") for each in tables]
    return _words(execute(request, tournament_id, lambda state: decisions.set_tables(state, rows), by).after)


def seat(request: Request, tournament_id: str, seats: Sequence[Mapping[str, str]]) -> Json:
    """Put matches at tables. Raises `Invalid`, `NotAllowed` where a table is taken."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    rows = [(each["match"], each["table"]) for each in seats]
    return _words(execute(request, tournament_id, lambda state: decisions.seat_by_hand(state, rows), by).after)


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Json:
    """The match at each table, the free tables, and the matches that wait for one."""
    return _words(may_read(deps, principal, tournament_id))


def _words(state: Tournament) -> Json:
    seated = {state.seated[each.match]: each for each in playing(state) if each.match in state.seated}
    return {
        "tournament": state.id, "version": state.version,
        "tables": [
            {
                "table": name, "group": group or None,
                "match": match_json(state, seated[name]) if name in seated else None,
            }
            for name, group in state.tables
        ],
        "waiting": [match_json(state, pairing) for _, pairing in waiting(state)],
    }  # fmt: skip
