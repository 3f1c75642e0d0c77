"""Use cases of the tables of the hall: which match sits where."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.tournament import decisions
from core.tournament.views.table_view import Tables, table_view
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute, organiser
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read


def set_tables(request: Request, tournament_id: str, tables: Sequence[Mapping[str, Any]]) -> Tables:
    """Say which tables there are. Raises `Invalid` for one that is named twice."""
    by = organiser(request.deps, request.principal, tournament_id)
    rows = [(table["table"], table.get("group") or "") for table in tables]
    return table_view(execute(request, tournament_id, lambda state: decisions.set_tables(state, rows), by).after)


def seat(request: Request, tournament_id: str, seats: Sequence[Mapping[str, str]]) -> Tables:
    """Put matches at tables. Raises `Invalid`, `NotAllowed` where a table is taken."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name
    rows = [(each["match"], each["table"]) for each in seats]
    return table_view(execute(request, tournament_id, lambda state: decisions.seat_by_hand(state, rows), by).after)


def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Tables:
    """The match at each table, the free tables, and the matches that wait for one."""
    return table_view(may_read(deps, principal, tournament_id))
