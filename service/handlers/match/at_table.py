"""The matches at a table of a tournament, one after the other, for a device that stays there."""

from typing import NamedTuple

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.locations import at_table, matches_at, tables_of
from core.tournament.model.match_status import OPEN, status_of
from schemas.match_states import read_match
from service.auth.authorization import Principal, authorize_any_match
from service.bootstrap import Dependencies
from service.store.read_models import states


class AtTable(NamedTuple):
    """The match to be played now at a table, `None` between two; and the last one there that has a result."""

    tournament: Tournament
    match: str | None
    last: str | None


def read(deps: Dependencies, principal: Principal | None, tournament_id: str, table: str) -> AtTable:
    """The table before a scorer, or before the holder of its link.

    Raises as `authorize_any_match`, and `NotFound` for another table.
    """
    authorize_any_match(deps, principal, "scorer", tournament_id)
    tournament = deps.repository.tournament(tournament_id)
    scope = principal.scope if principal else None
    if table not in tables_of(tournament) or (scope and scope.place != at_table(table)):
        raise NotFound("table", table)
    waiting = [
        match
        for match in matches_at(tournament, at_table(table))
        if status_of(tournament, match) == OPEN and not _is_settled(deps, match)
    ]
    over = [match for match, name in tournament.seated.items() if name == table and match in tournament.results]
    return AtTable(tournament, waiting[-1] if waiting else None, over[-1] if over else None)


def _is_settled(deps: Dependencies, match_id: str) -> bool:
    """True if the match is over as far as it is judged."""
    model = states.load(deps.client, match_id)
    return model is not None and read_match(model.json).settled
