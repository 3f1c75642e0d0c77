"""The clubs of this installation, looked for now and then: new ones are rare, and to look is not free."""

import time
from collections.abc import Mapping
from typing import NamedTuple
from weakref import WeakKeyDictionary

from core.club.members import plain
from core.errors import NotFound
from service.bootstrap import Dependencies
from service.repository import Repository
from service.store.maintenance import all_streams

_REMEMBERED_SECONDS, _LEAST_SECONDS = 30.0, 2.0
"""For how long the list of clubs is used, and for how long at least, if a name is not in it."""


class _Known(NamedTuple):
    looked: float
    names: Mapping[str, str]


_found: WeakKeyDictionary[Repository, _Known] = WeakKeyDictionary()


def names(deps: Dependencies) -> Mapping[str, str]:
    """The full names of all clubs by their short names."""
    return _known(deps, _REMEMBERED_SECONDS)


def only(deps: Dependencies) -> str:
    """The full name of the club, where there is only one; else ""."""
    found = list(names(deps).values())
    return found[0] if len(found) == 1 else ""


def named(deps: Dependencies, typed: str) -> str:
    """The short name of the club that a person means by its short or its full name, in whatever capitals.

    What means no club, or several, is given back as a short name that no club has.
    """
    wanted = plain(typed)
    if _is_slug(deps, wanted):
        return wanted
    for seconds in (_REMEMBERED_SECONDS, _LEAST_SECONDS):
        if means := [slug for slug, name in _known(deps, seconds).items() if plain(name) == wanted]:
            return means[0] if len(means) == 1 else wanted
    return wanted


def _is_slug(deps: Dependencies, slug: str) -> bool:
    try:
        return deps.repository.club(slug, fresh=False).slug == slug
    except NotFound:
        return False


def _known(deps: Dependencies, seconds: float) -> Mapping[str, str]:
    """Every club's full name by its short name, as it was at most so many seconds ago."""
    now, known = time.monotonic(), _found.get(deps.repository)
    if known is None or not known.names or now - known.looked > seconds:
        found = sorted(all_streams.clubs(deps.client))
        clubs = {slug: deps.repository.club(slug, fresh=False).name for slug in found}
        known = _found[deps.repository] = _Known(now, clubs)
    return known.names
