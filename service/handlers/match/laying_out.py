"""The right to lay out a match's board (M14): a referee's, or the players' where their tournament announces it."""

from core.errors import NotAllowed, NotFound
from core.events import MatchOpened
from core.messages import say
from service.auth.authorization import Forbidden, Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.request import Request

REFEREE, PLAYERS, NONE = "referee", "players", "none"


def right(deps: Dependencies, principal: Principal | None, opened: MatchOpened, match_id: str) -> str:
    """The way in which a scorer's page confirms a position: by its reader, by the players, or by neither."""
    try:
        authorize(principal, "referee", opened.club, ("match", match_id))
    except Forbidden:
        return NONE if _refereed(deps, opened.tournament, fresh=False) else PLAYERS
    return REFEREE


def ensure_agreement(request: Request, opened: MatchOpened, match_id: str) -> None:
    """Raises `NotAllowed` where the tournament leaves it to referees to lay a board out.

    A write that was made before, under this key, may be repeated.
    """
    name = None
    for fresh in (False, True):  # what another process announced a moment ago is asked for before a refusal
        name = _refereed(request.deps, opened.tournament, fresh=fresh)
        if name is None:
            return
    if request.previous_result(match_id) is None:
        raise NotAllowed(say("in {tournament} a referee lays out the board: call one", tournament=str(name)))


def _refereed(deps: Dependencies, tournament_id: str | None, *, fresh: bool) -> str | None:
    """The name of the tournament, if referees lay out its boards.

    `None` of a friendly match, and of an imported one that is here without its tournament.
    """
    if tournament_id is None:
        return None
    try:
        created = deps.repository.tournament(tournament_id, fresh=fresh).created
    except NotFound:
        return None
    return None if (created.details or {}).get("agreed_positions") else created.name
