"""The clubs of this installation, looked for now and then: new ones are rare, and to look is not free."""

import time
from collections.abc import Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.errors import NotFound
from core.names.names import name_key
from service.bootstrap import Dependencies
from service.repository import Repository
from service.store.maintenance import all_streams

_REMEMBERED_SECONDS, _LEAST_SECONDS = 30.0, 2.0
"""For how long the list of clubs is used, and for how long at least, if a name is not in it."""


class _Known(NamedTuple):
    looked: float
    names: Mapping[str, str]
    founded: Mapping[str, int]


_found: WeakKeyDictionary[Repository, _Known] = WeakKeyDictionary()


def names(deps: Dependencies) -> Mapping[str, str]:
    """The full names of all clubs by their short names."""
    return _known(deps, _REMEMBERED_SECONDS).names


def only(deps: Dependencies) -> str:
    """The full name of the club, where there is only one; else ""."""
    found = list(names(deps).values())
    return found[0] if len(found) == 1 else ""


def first(deps: Dependencies) -> str:
    """The short name of the club that was founded first of all here; "" without one."""
    founded = _known(deps, _REMEMBERED_SECONDS).founded
    return min(founded, key=lambda slug: (founded[slug], slug), default="")


def named(deps: Dependencies, typed: str) -> str:
    """The short name of the club that a person means by its short or its full name, in whatever capitals.

    What means no club, or several, is given back as a short name that no club has.
    """
    wanted = name_key(typed)
    if _is_slug(deps, wanted):
        return wanted
    for seconds in (_REMEMBERED_SECONDS, _LEAST_SECONDS):
        if means := [slug for slug, name in _known(deps, seconds).names.items() if name_key(name) == wanted]:
            return means[0] if len(means) == 1 else wanted
    return wanted


def _is_slug(deps: Dependencies, slug: str) -> bool:
    try:
        return deps.repository.club(slug, fresh=False).slug == slug
    except NotFound:
        return False


def _known(deps: Dependencies, seconds: float) -> _Known:
    """Every club by its short name, with full name and time of founding, as it was at most so many seconds ago."""
    now, known = time.monotonic(), _found.get(deps.repository)
    if known is None or not known.names or now - known.looked > seconds:
        found = sorted(all_streams.clubs(deps.client))
        clubs = {slug: deps.repository.club(slug, fresh=False).name for slug in found}
        before = {} if known is None else known.founded
        founded = {slug: before.get(slug) or _founded_at(deps, slug) for slug in found}
        known = _found[deps.repository] = _Known(now, clubs, founded)
    return known


def _founded_at(deps: Dependencies, slug: str) -> int:
    return next(deps.log.read(f"c_{slug}", limit=1)).at
