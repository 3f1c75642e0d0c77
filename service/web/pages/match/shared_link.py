"""The link to a match that people share: its words, its address, and the picture that goes with it."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from service.auth.authorization import Unauthenticated
from service.handlers.match import matches
from service.handlers.match.timeline import MatchTimeline
from service.web.hall_address import shared_base
from service.web.http.context import deps


def shared_link(
    watched: MatchTimeline, version: int | None, seat: str | None, parts: Mapping[str, Any]
) -> dict[str, Any]:
    """Data of the link to a match, as it stands or after the fact `version`; no picture if strangers do not see it."""
    match = watched.match
    score = "–".join(str(match.score[each]) for each in match.seats)
    then = {name: value for name, value in (("version", version), ("seat", seat)) if value is not None}
    address, now = f"matches/{match.id}", {"v": f"{watched.judged}.{parts['told']}"}
    return {
        "base": shared_base(),
        "shared_words": " · ".join(filter(None, (parts["tournament_name"], score, parts["settled_words"]))),
        "shared_address": f"{address}?{urlencode(then)}" if then else address,
        "shared_picture": f"{address}/picture.png?{urlencode({**then, **now})}" if _is_public(match.id) else "",
    }


def _is_public(match_id: str) -> bool:
    try:
        matches.may_read(deps(), None, match_id)
    except Unauthenticated:
        return False
    return True
