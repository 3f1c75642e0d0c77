"""A match as it stood a while ago, for readers who shall see it later than those in the hall."""

from service.bootstrap import Dependencies
from service.handlers.match import replay
from service.store.read_models import states

LONGEST_DELAY = 300
_PAGE = 64


def delay_of(deps: Dependencies, tournament_id: str) -> int:
    """The milliseconds by which the overlay of a tournament is behind what is recorded."""
    details = deps.repository.tournament(tournament_id).created.details or {}
    return 1000 * min(int(details.get("overlay_delay") or 0), LONGEST_DELAY)


def version_then(deps: Dependencies, match_id: str, until: int) -> int:
    """The version of the last fact that was recorded at that time (Unix ms) or before, as far as it is judged.

    Facts are read from the end, some at a time.
    """
    version = max(0, min(states.judged_version(deps.client, match_id), replay.head_of(deps, match_id)))
    while version > 0:
        first = max(0, version - _PAGE)
        found = [each.version for each in deps.log.read(match_id, first, version - first) if each.at <= until]
        if found:
            return found[-1]
        version = first
    return 0
