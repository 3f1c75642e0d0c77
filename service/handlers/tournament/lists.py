"""Use cases for readers: the tournaments of a club, and all published ones, by the reader's rights."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.state import CALLED_OFF, FINISHED, OPEN, RUNNING
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers import known_clubs
from service.local_times import local
from service.store.read_models.club import club_index

_MOST = 60
_DAY = len("2026-11-28")


class Listed(NamedTuple):
    """A tournament of a list, and the club that holds it."""

    tournament: Tournament
    club: str


def of_club(deps: Dependencies, principal: Principal | None, slug: str) -> tuple[str, list[Listed]]:
    """A club's name and its tournaments, the newest first: all of them for its people, published ones for others.

    Raises `NotFound` for a missing club, or one without visible tournaments.
    """
    club = deps.repository.club(slug)
    ours = principal is not None and principal.scope is None and principal.club in (slug, None)
    if ours:
        authorize(principal, "viewer", slug)
    found = [each for each in _of(deps, slug, club.name) if ours or each.tournament.created.published]
    if not found and not ours:
        raise NotFound("club", slug)
    return club.name, found


def phase(deps: Dependencies, tournament: Tournament) -> str:
    """The part of a list in which a tournament stands: `running`, `open` or `finished`.

    One that was called off stands among those to come until its day is over, so that people find it where it was.
    """
    if tournament.status != CALLED_OFF:
        return tournament.status
    details = tournament.created.details
    day = str((details or {}).get("starts", ""))[:_DAY]
    return OPEN if day >= local(deps.clock(), details).date().isoformat() else FINISHED


def everywhere(deps: Dependencies) -> list[Listed]:
    """The published tournaments of all clubs: those that are played, then those to come, then those that are over."""
    clubs = known_clubs.names(deps)
    found = [each for slug, name in clubs.items() for each in _of(deps, slug, name)]
    order = {RUNNING: 0, FINISHED: 2}
    published = [each for each in found if each.tournament.created.published]
    return sorted(published, key=lambda each: order.get(phase(deps, each.tournament), 1))[:_MOST]


def _of(deps: Dependencies, slug: str, name: str) -> Iterable[Listed]:
    ids: Sequence[str] = club_index.members(deps.client, slug, "tournaments")
    return [Listed(tournament, name) for tournament in deps.repository.tournaments(reversed(ids[-_MOST:]))]
