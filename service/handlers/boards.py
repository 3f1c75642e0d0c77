"""Matches as their tournaments see them: what is said of each, and whether anything may be recorded in it now."""

from typing import Any

from core.errors import Refused, Unknown
from core.events import MatchOpened
from core.tournament.boards import board_words, closed
from core.tournament.sight import without_drafts
from service.access import Principal, sees_drafts
from service.bootstrap import House


def ensure_open(house: House, tournament: str, match: str, key: str | None, fingerprint: str) -> None:
    """Raises `Refused` while a match is voided, a draft, or decided: nobody plays on a dead board.

    A write that was made before, under this key, may be repeated. A match may be here without its tournament, brought
    in from elsewhere: then nothing stands in its way.
    """
    why = None
    for fresh in (False, True):  # what was decided a moment ago in another process is asked for before a refusal
        try:
            why = closed(house.shelf.tournament(tournament, fresh=fresh), match)
        except Unknown:
            return
        if why is None:
            return
    if key is None or house.log.answered(match, key, fingerprint) is None:
        raise Refused(why)


def board(house: House, principal: Principal | None, opened: MatchOpened, match: str) -> dict[str, Any] | None:
    """What its tournament says of a match as of now; `None` of a friendly one, or of a draft that is not for him."""
    if opened.tournament is None:
        return None
    tournament = house.shelf.tournament(opened.tournament)
    return board_words(tournament if sees_drafts(principal, opened.club) else without_drafts(tournament), match)
