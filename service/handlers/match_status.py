"""Matches as their tournaments see them: what is said of each, and whether anything may be recorded in it now."""

from core.errors import NotAllowed, NotFound
from core.events import MatchOpened
from core.tournament import Tournament
from core.tournament.model.match_status import InTournament, closed, in_tournament
from core.tournament.model.values import Result
from core.tournament.model.visibility import without_drafts
from service.auth.authorization import Principal, can_see_drafts
from service.bootstrap import Dependencies
from service.handlers.request import Request


def ensure_open(request: Request, tournament_id: str, match_id: str) -> None:
    """Raises `NotAllowed` while a match is voided, a draft, or decided: it takes no play.

    A write that was made before, under this key, may be repeated. An imported match may be here without its tournament:
    then it is allowed.
    """
    why = ""
    for fresh in (False, True):  # what was decided a moment ago in another process is asked for before a refusal
        try:
            why = closed(request.deps.repository.tournament(tournament_id, fresh=fresh), match_id) or ""
        except NotFound:
            return
        if not why:
            return
    if request.previous_result(match_id) is None:
        raise NotAllowed(why)


def board(deps: Dependencies, principal: Principal | None, opened: MatchOpened, match_id: str) -> InTournament | None:
    """The tournament's present status of a match; `None` of a friendly one, or of a draft hidden from the reader."""
    if opened.tournament is None:
        return None
    tournament = deps.repository.tournament(opened.tournament)
    return in_tournament(tournament if can_see_drafts(principal, opened.club) else without_drafts(tournament), match_id)


def decision_then(deps: Dependencies, tournament: Tournament, match_id: str, until: int) -> Result | None:
    """The director's last decision on a match that was made at that time (Unix ms) or before; `None` without one."""
    for version, result in reversed(tournament.decisions.get(match_id, ())):
        if all(recorded.at <= until for recorded in deps.log.read(tournament.id, version - 1, 1)):
            return result
    return None
