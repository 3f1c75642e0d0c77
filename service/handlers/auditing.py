"""Use case of the audit: who did what in a club, told from its logs and from what was noted at the door."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from core.club import Imported
from core.codec import rfc3339, to_words
from core.events import REFEREES_FACTS, Event, Recorded
from service.access import Principal, acting, require
from service.bootstrap import House
from service.store import index, pages, trail

Json = dict[str, Any]
_SECRET = ("password_hash", "secret_hash", "salt")
_WORKERS = "pump"


class Deed(NamedTuple):
    """What somebody did: an event of a log or, without one, a step at the door, from an address."""

    at: int
    by: str
    what: str
    stream: str | None = None
    version: int | None = None
    event: Event | None = None
    address: str | None = None
    claimed: tuple[str, int] | None = None
    """Of an event that `by` brought in from a file at `at`: who wrote it, and when (Unix ms), as the file says."""

    def to_words(self) -> Json:
        """The deed in the contract's words, without secrets."""
        said = to_words(self.event) if self.event else {}
        return {
            "at": rfc3339(self.at), "by": self.by, "what": self.what, "stream": self.stream, "version": self.version,
            "about": {name: value for name, value in said.items() if name not in _SECRET}, "address": self.address,
            "claimed": self.claimed and {"by": self.claimed[0], "at": rfc3339(self.claimed[1])},
        }  # fmt: skip


def audit(house: House, principal: Principal | None, slug: str, tournament: str | None = None) -> list[Deed]:
    """What people did, the newest first: at the door, in the club's log, as directors and referees; of one tournament
    only what belongs to it. What a file says that was imported is told below its import, as a claim. Raises `Unknown`.
    """
    require(principal, "organiser", slug)
    if tournament is not None:
        acting(house, principal, "organiser", tournament)
        rows = list(_of_tournament(house, tournament))
    else:
        house.shelf.club(slug)
        rows = [_step(each) for each in trail.steps(house.client, slug)]
        rows += _rows(f"c_{slug}", pages.tail(house.client, f"c_{slug}"))
        for each in index.members(house.client, slug, "tournaments"):
            rows += _rows(each, pages.tail(house.client, each))
    imported = {} if tournament else house.shelf.club(slug).imported
    for match in index.members(house.client, slug, index.RULED):
        if tournament is None or match.startswith(f"{tournament}."):
            rows += _ruled(match, pages.tail(house.client, match), imported.get(match))
    return sorted(rows, key=lambda row: (row.at, row.claimed is None, row.version or 0), reverse=True)


def _ruled(match: str, log: Iterable[Recorded], imported: Imported | None) -> Iterator[Deed]:
    """What referees did in a match. What came in with a file is the deed of the person who brought it in."""
    for each in log:
        if type(each.event) not in REFEREES_FACTS:
            continue
        if imported and each.version <= imported.version:
            yield _deed(match, each)._replace(by=imported.by, at=imported.at, claimed=(each.by, each.at))
        else:
            yield _deed(match, each)


def _of_tournament(house: House, tournament: str) -> Iterator[Deed]:
    yield from _rows(tournament, pages.tail(house.client, tournament))
    stream = f"c_{house.shelf.tournament_opening(tournament).club}"
    for row in _rows(stream, pages.tail(house.client, stream)):
        if getattr(row.event, "tournament", None) == tournament:
            yield row


def _rows(stream: str, log: Iterable[Recorded]) -> Iterator[Deed]:
    """What people wrote in a log; what workers settled by themselves is nobody's deed."""
    for each in log:
        if each.by != _WORKERS:
            yield _deed(stream, each)


def _deed(stream: str, recorded: Recorded) -> Deed:
    event = recorded.event
    return Deed(recorded.at, recorded.by, type(event).__name__, stream, recorded.version, event)


def _step(step: trail.Step) -> Deed:
    return Deed(step.at, step.who, step.what, address=step.address)
