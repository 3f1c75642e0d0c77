"""Use case of a referee who is on the way to a table, so that players and other referees know it."""

from dataclasses import replace

from core.errors import NotAllowed, VersionConflict
from core.events import RefereeSetOut
from core.match.state import REFUSED
from service.auth.authorization import authorize_tournament
from service.handlers.authors import is_author
from service.handlers.match import matches
from service.handlers.request import Request
from service.handlers.tournament.preview import preview_fact

_ATTEMPTS = 5


def record_on_the_way(request: Request, tournament_id: str, match_id: str) -> int:
    """Record that the caller is on the way to a table; returns the last version of its match.

    Nothing is written if they are on the way already. Raises `NotFound`, and `NotAllowed` if nothing waits there or
    another referee is on the way.
    """
    deps, caller = request.deps, request.principal
    referee = authorize_tournament(deps, caller, "referee", tournament_id)
    deps.repository.tournament(tournament_id).match(match_id)
    version = 0
    for _ in range(_ATTEMPTS):  # play goes on meanwhile
        fact_preview = preview_fact(deps, caller, match_id, RefereeSetOut())
        version, set_out = fact_preview.before.version, fact_preview.before.set_out
        if set_out and is_author(deps, referee, set_out.by):
            return version
        if fact_preview.verdict.verdict == REFUSED:
            raise NotAllowed(fact_preview.verdict.explanation)
        try:
            return matches.record(replace(request, expected=version), match_id, [RefereeSetOut()]).last
        except VersionConflict:
            continue
    raise VersionConflict(match_id, version, version)
