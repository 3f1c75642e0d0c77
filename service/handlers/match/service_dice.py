"""Rolls by the service in a match: the next of its stream, computed from a seed that is derived and never stored."""

from dataclasses import replace

from core.dice.proof import AUTHOR
from core.errors import VersionConflict
from core.match.dice.rules import next_roll
from service.auth.authorization import authorize, match_opening
from service.bootstrap import Dependencies
from service.handlers.match import matches, replay
from service.handlers.match.matches import Recording
from service.handlers.match.open_log import open_log
from service.handlers.request import Request


def seed_of(deps: Dependencies, match_id: str) -> str:
    """The seed of a match's dice: the same one as long as the installation keeps its key `idempotency-key`."""
    return deps.secret(f"dice {match_id}", "seed")


def roll(request: Request, match_id: str) -> Recording:
    """Append the roll that is due. A repeated key returns the same roll.

    Raises `NotAllowed` where no roll is due, and as `matches.record`.
    """
    opening = match_opening(request.deps, request.principal, match_id)
    authorize(request.principal, "scorer", opening.club, ("match", match_id))
    open_log(request.deps, match_id, opening)
    if seen := request.previous_result(match_id):
        earlier = [
            recorded.event for recorded in request.deps.log.read(match_id, seen.first - 1, seen.last - seen.first + 1)
        ]
        return matches.record(request, match_id, earlier, asked_of=f"{AUTHOR}:")
    match = replay.state_at(request.deps, match_id)
    if request.expected not in (None, match.version):
        raise VersionConflict(match_id, request.expected or 0, match.version)
    event = next_roll(match, seed_of(request.deps, match_id))
    return matches.record(replace(request, expected=match.version), match_id, [event], asked_of=f"{AUTHOR}:")
