"""Use case of the audit: who did what in a club, from its logs and the sign-in log."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from core.club.club import Imported
from core.eventlog.codec import to_json
from core.events import WORKERS, Event, NewerEvent, Recorded
from service.auth.authorization import Principal, authorize, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.authors import Authors
from service.handlers.match.referees_facts import referees_facts
from service.store import bulk_read
from service.store.access import sign_in_log
from service.store.read_models.club import club_index

Json = dict[str, Any]
_SECRET = ("password_hash", "secret_hash", "salt", "salts")


class Claim(NamedTuple):
    """The author of an event and its time (Unix ms), as an imported file says."""

    by: str
    at: int
    by_name: str | None = None


class AuditEntry(NamedTuple):
    """An audit entry: an event of a log or, without one, a sign-in step, from an address."""

    at: int
    by: str
    what: str
    stream: str | None = None
    version: int | None = None
    event: Event | None = None
    address: str | None = None
    claimed: Claim | None = None
    """Of an event that `by` brought in from a file at `at`: who wrote it, and when (Unix ms), as the file says."""
    by_name: str | None = None
    """The name of a person who is the author, where it was asked for."""

    @property
    def about(self) -> Json:
        """The event's own fields, without secrets."""
        # This version does not know which fields of a newer version's event are secrets.
        data = to_json(self.event) if self.event and not isinstance(self.event, NewerEvent) else {}
        return {name: value for name, value in data.items() if name not in _SECRET}


def audit_entries(
    deps: Dependencies, principal: Principal | None, slug: str, tournament_id: str | None = None
) -> list[AuditEntry]:
    """The audit of a club, the newest first: sign-ins, the club's log, decisions and rulings.

    With a tournament, only its own part. Statements of an imported file stand below its import, as a claim. Raises
    `NotFound`.
    """
    authorize(principal, "organiser", slug)
    if tournament_id is not None:
        authorize_tournament(deps, principal, "organiser", tournament_id)
        rows = list(_of_tournament(deps, tournament_id))
    else:
        deps.repository.club(slug)
        rows = [step_entry(step) for step in sign_in_log.steps(deps.client, slug)]
        rows += _rows(f"c_{slug}", bulk_read.tail(deps.client, f"c_{slug}"))
        listed = (club_index.members(deps.client, slug, kind) for kind in ("tournaments", club_index.DELETED))
        for each in chain.from_iterable(listed):
            rows += _rows(each, bulk_read.tail(deps.client, each))
    imported = {} if tournament_id else deps.repository.club(slug).imported
    ruled = club_index.members(deps.client, slug, club_index.RULED)
    matches = [each for each in ruled if tournament_id is None or each.startswith(f"{tournament_id}.")]
    for match, recorded in referees_facts(deps, matches):
        rows.append(_ruled(match, recorded, imported.get(match)))
    return sorted(rows, key=lambda row: (row.at, row.claimed is None, row.version or 0), reverse=True)


def with_names(entry: AuditEntry, authors: Authors) -> AuditEntry:
    """The entry with the names of persons who are its authors."""
    claimed = entry.claimed and entry.claimed._replace(by_name=authors.person(entry.claimed.by))
    return entry._replace(by_name=authors.person(entry.by), claimed=claimed)


def _ruled(match_id: str, recorded: Recorded, imported: Imported | None) -> AuditEntry:
    """A referee's fact in a match. Facts of an imported file belong to the person who imported it."""
    entry = _audit_entry(match_id, recorded)
    if imported and recorded.version <= imported.version:
        return entry._replace(by=imported.by, at=imported.at, claimed=Claim(recorded.by, recorded.at))
    return entry


def _of_tournament(deps: Dependencies, tournament_id: str) -> Iterator[AuditEntry]:
    yield from _rows(tournament_id, bulk_read.tail(deps.client, tournament_id))
    stream = f"c_{deps.repository.tournament_opening(tournament_id).club}"
    for row in _rows(stream, bulk_read.tail(deps.client, stream)):
        if getattr(row.event, "tournament", None) == tournament_id:
            yield row


def _rows(stream: str, log: Iterable[Recorded]) -> Iterator[AuditEntry]:
    """Events that people wrote into a log; settlements by workers have no author."""
    for recorded in log:
        if recorded.by != WORKERS:
            yield _audit_entry(stream, recorded)


def _audit_entry(stream: str, recorded: Recorded) -> AuditEntry:
    event = recorded.event
    return AuditEntry(recorded.at, recorded.by, event.event_type, stream, recorded.version, event)


def step_entry(step: sign_in_log.SignInAttempt) -> AuditEntry:
    return AuditEntry(step.at, step.author, step.what, address=step.address)
