"""Dice of the service: the hash of a match's seed before its first roll, and the seed at its end."""

from contextlib import suppress

from core.dice.proof import AUTHOR
from core.errors import VersionConflict
from core.match.dice.rules import due
from core.match.state import Match
from service.bootstrap import Dependencies
from service.handlers.match.service_dice import seed_of


def record_due_dice(deps: Dependencies, match: Match, at: int) -> None:
    """Append the fact that the service owes a match, once: a newer fact in its log leads here again."""
    if match.service_dice is None:
        return
    if event := due(match, seed_of(deps, match.id)):
        with suppress(VersionConflict):
            deps.log.append(match.id, [event], by=AUTHOR, at=at, expected=match.version)
