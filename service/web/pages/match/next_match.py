"""The match that is played next at the table of a match that is over, for the person who records there."""

from typing import NamedTuple

from core.errors import NotFound
from service.auth.authorization import Forbidden, Principal, Unauthenticated
from service.bootstrap import Dependencies
from service.handlers.match import at_table
from service.translations.isolation import beside


class NextMatch(NamedTuple):
    """A match by its id and its players."""

    match: str
    names: str


def next_match(
    deps: Dependencies, principal: Principal | None, tournament_id: str | None, match_id: str
) -> NextMatch | None:
    """The next match at the same table; `None` while this one has no result, and for a reader who records none."""
    if principal is None or tournament_id is None:
        return None
    try:
        tournament = deps.repository.tournament(tournament_id)
        table = tournament.seated.get(match_id)
        if table is None or match_id not in tournament.results:
            return None
        found = at_table.read(deps, principal, tournament_id, table)
    except (NotFound, Forbidden, Unauthenticated):
        return None
    if found.match is None or found.match == match_id:
        return None
    pairing = found.tournament.paired[found.match]
    return NextMatch(found.match, beside(found.tournament.label_of(each) for each in (pairing.white, pairing.black)))
