"""Use cases for readers: the tournaments of a club, and all published ones, by the reader's rights."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import NotFound
from core.tournament import Tournament
from core.tournament.model.state import FINISHED, RUNNING
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.store import keys
from service.store.read_models import club_index

_REMEMBERED_SECONDS = 30.0
_MOST = 60
_clubs: dict[str, tuple[float, list[str]]] = {}


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


def everywhere(deps: Dependencies) -> list[Listed]:
    """The published tournaments of all clubs: those that are played, then those to come, then those that are over."""
    found = [each for slug in _slugs(deps) for each in _of(deps, slug, deps.repository.club(slug, fresh=False).name)]
    order = {RUNNING: 0, FINISHED: 2}
    published = [each for each in found if each.tournament.created.published]
    return sorted(published, key=lambda each: order.get(each.tournament.status, 1))[:_MOST]


def _of(deps: Dependencies, slug: str, name: str) -> Iterable[Listed]:
    ids: Sequence[str] = club_index.members(deps.client, slug, "tournaments")
    return [Listed(deps.repository.tournament(each, fresh=False), name) for each in reversed(ids[-_MOST:])]


def _slugs(deps: Dependencies) -> list[str]:
    """The clubs of this installation, looked for now and then: new ones are rare, and to look is not free."""
    now, url = time.monotonic(), deps.settings.store_url or ""
    looked, found = _clubs.get(url, (0.0, []))
    if not found or now - looked > _REMEMBERED_SECONDS:
        names = (
            name.decode() for shard in range(keys.SHARDS)
            for name, _ in deps.client.hscan_iter(keys.head(shard), match="c_*", count=5000)
        )  # fmt: skip
        found = sorted(name.removeprefix("c_") for name in names)
        _clubs[url] = (now, found)
    return found
