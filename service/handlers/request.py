"""One value for what every use case that writes is given: the dependencies, the caller, and the conditions to write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from core.club.closing import ALTHOUGH_CLOSED, ensure_open
from core.club.club import Club
from core.errors import NotFound
from core.eventlog.log import Appended
from core.events import Event, MatchOpened, Recorded, TournamentCreated
from service.auth.authorization import Principal
from service.bootstrap import Dependencies


@dataclass(frozen=True, slots=True)
class Request:
    """A request to write.

    `expected` is the version that the caller saw (`If-Match`). `key` is the idempotency key. Repeated with the same
    `fingerprint`, it returns the first result and writes nothing. `replays` receives the earlier results that were
    found under the key.
    """

    deps: Dependencies
    principal: Principal | None
    expected: int | None = None
    key: str | None = None
    fingerprint: str = ""
    replays: list[Appended] = field(default_factory=list, repr=False, compare=False)

    def for_other_stream(self, key: str | None) -> Self:
        """The part of this request that is written to another stream, under a key of its own."""
        return replace(self, expected=None, key=key)

    def previous_result(self, stream: str) -> Appended | None:
        """The earlier result of this key in a stream, if any. Raises `KeyReused`."""
        if self.key is None:
            return None
        found = self.deps.log.answered(stream, self.key, self.fingerprint)
        return found and self._noted(found)

    def append(
        self,
        stream: str,
        events: Sequence[Event],
        *,
        by: str,
        expected: int | None,
        at: int | None = None,
        most: int | None = None,
        while_at: Mapping[str, int] | None = None,
    ) -> Appended:
        """Append events under the key, at version `expected`; see `core.eventlog.log.Log.append`.

        Raises `NotAllowed` where the club of the log is closed, unless this key has written it before.
        """
        if not all(isinstance(event, ALTHOUGH_CLOSED) for event in events):
            club = self._club_of(stream, events[0])
            if club is not None and club.closed is not None and self.previous_result(stream) is None:
                ensure_open(club)
        at = self.deps.clock() if at is None else at
        appended = self.deps.log.append(
            stream,
            events,
            by=by,
            at=at,
            expected=expected,
            key=self.key,
            fingerprint=self.fingerprint,
            most=most,
            while_at=while_at,
        )
        return self._noted(appended) if appended.replayed else appended

    def _club_of(self, stream: str, first: Event) -> Club | None:
        """The club whose log this is; `None` before it is founded, and for a match that was imported without it."""
        repository = self.deps.repository
        try:
            if stream.startswith("c_"):
                return repository.club(stream.removeprefix("c_"), fresh=False)
            if isinstance(first, MatchOpened | TournamentCreated):
                return repository.club(first.club, fresh=False)
            of_tournament = stream.startswith("t_") and "." not in stream
            opening = repository.tournament_opening(stream) if of_tournament else repository.match(stream)
            return repository.club(opening.club, fresh=False)
        except NotFound:
            return None

    def remember(self, stream: str, version: int) -> Appended:
        """Store the key of a request that has nothing to append; see `core.eventlog.log.Log.remember`."""
        if self.key is None:
            return Appended(version + 1, version)
        found = self.deps.log.remember(stream, self.key, self.fingerprint, version)
        return self._noted(found) if found.replayed else found

    def restore(self, stream: str, events: Sequence[Recorded]) -> None:
        """Write a whole log as it was recorded; see `core.eventlog.log.Log.restore`."""
        self.deps.log.restore(stream, events)

    def _noted(self, found: Appended) -> Appended:
        self.replays.append(found)
        return found
