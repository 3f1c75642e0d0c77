"""Names of the tournament and the place of a match, as other programs' records have them."""

from contextlib import suppress

from core.errors import NotFound
from core.events import MatchOpened
from core.notation.mat_export import Occasion
from service.repository import Repository


def occasion_of(repository: Repository, opened: MatchOpened) -> Occasion:
    """The names of a match's tournament and place: that of the announcement, else its club.

    A club or tournament that is not in the store has no name here.
    """
    event = site = ""
    with suppress(NotFound):
        site = repository.club(opened.club, fresh=False).name
    if opened.tournament:
        with suppress(NotFound):
            created = repository.tournament(opened.tournament, fresh=False).created
            event, site = created.name, str((created.details or {}).get("place") or site)
    return Occasion(event, site)
