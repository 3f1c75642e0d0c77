"""Use cases of whoever looks around: the tournaments of a club, and those of everybody, as far as they are for him."""

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import Unknown
from core.tournament import Tournament
from core.tournament.state import FINISHED, RUNNING
from service.access import Principal, require
from service.bootstrap import House
from service.store import index, keys

_REMEMBERED_SECONDS = 30.0
_MOST = 60
_clubs: dict[str, tuple[float, list[str]]] = {}


class Listed(NamedTuple):
    """A tournament of a list, and the club that holds it."""

    tournament: Tournament
    club: str


def of_club(house: House, principal: Principal | None, slug: str) -> tuple[str, list[Listed]]:
    """A club's name and its tournaments, the newest first: all of them for its people, published ones for others.

    Raises `Unknown` for a club that is not there, or that shows nothing to whoever asks.
    """
    club = house.shelf.club(slug)
    ours = principal is not None and principal.scope is None and principal.club in (slug, None)
    if ours:
        require(principal, "viewer", slug)
    found = [each for each in _of(house, slug, club.name) if ours or each.tournament.created.published]
    if not found and not ours:
        raise Unknown("club", slug)
    return club.name, found


def everywhere(house: House) -> list[Listed]:
    """The published tournaments of all clubs: those that are played, then those to come, then those that are over."""
    found = [each for slug in _slugs(house) for each in _of(house, slug, house.shelf.club(slug, fresh=False).name)]
    order = {RUNNING: 0, FINISHED: 2}
    shown = [each for each in found if each.tournament.created.published]
    return sorted(shown, key=lambda each: order.get(each.tournament.status, 1))[:_MOST]


def _of(house: House, slug: str, name: str) -> Iterable[Listed]:
    ids: Sequence[str] = index.members(house.client, slug, "tournaments")
    return [Listed(house.shelf.tournament(each, fresh=False), name) for each in reversed(ids[-_MOST:])]


def _slugs(house: House) -> list[str]:
    """The clubs of this installation, looked for now and then: new ones are rare, and to look is not free."""
    now, url = time.monotonic(), house.settings.store_url or ""
    looked, found = _clubs.get(url, (0.0, []))
    if not found or now - looked > _REMEMBERED_SECONDS:
        names = (
            name.decode() for shard in range(keys.SHARDS)
            for name, _ in house.client.hscan_iter(keys.head(shard), match="c_*", count=5000)
        )  # fmt: skip
        found = sorted(name.removeprefix("c_") for name in names)
        _clubs[url] = (now, found)
    return found
