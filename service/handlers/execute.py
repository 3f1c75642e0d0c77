"""Changes of a tournament: decide on its present state, append at its version, and open the matches to be played."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from core.errors import BradeError, Gone, NotAllowed, OtherLogMoved, VersionConflict
from core.eventlog.log import Appended
from core.events import Event, RoundPaired, RoundPublished
from core.messages import say
from core.tournament import Tournament, apply, fold
from core.tournament.decisions.calling_off import ensure_takes_place
from core.tournament.match_opening import open_paired_matches
from core.tournament.views.tournament_view import TournamentView, tournament_view
from service.auth.authorization import Principal, authorize, tournament_opening
from service.bootstrap import Dependencies
from service.handlers.other_tournaments import with_busy
from service.handlers.request import Request
from service.handlers.resting_events import rested_on
from service.handlers.retry import Backoff
from service.repository import reading_as


def organiser(deps: Dependencies, principal: Principal | None, tournament_id: str) -> str:
    """The caller's name, if they may direct this tournament. Raises `Unauthenticated`, `Forbidden`, `NotFound`."""
    created = tournament_opening(deps, principal, tournament_id)
    return authorize(principal, "organiser", created.club, ("tournament", tournament_id)).name


class Executed(NamedTuple):
    """Result of a decision. `fresh`: it was appended now, and not by an earlier request of this key."""

    before: Tournament
    after: Tournament
    fresh: bool

    @property
    def view(self) -> TournamentView:
        """The tournament after it: what its writer is answered and is answered again."""
        return tournament_view(self.after)


Decider = Callable[[Tournament], Sequence[Event]]


def execute(
    request: Request, tournament_id: str, deciding: Decider, by: str, *, although_called_off: bool = False
) -> Executed:
    """Decide on the present state, append at its version, and open the matches that are to be played now.

    On a version conflict, reload and decide again; so it is if a match moves on which the events rest
    (`resting_events`). Check the key first, and again before refusing: another process may just have executed the same
    request. A decision without events appends nothing. Its key is stored all the same, so that a repetition does not
    act later.

    A tournament that was called off refuses every decision, but one that is made `although_called_off`. Raises
    `NotAllowed` then, `Contention` if other writers were faster all the time, and `NewerVersion`.
    """
    with reading_as(None):  # matches are opened with all names
        return _execute(request, tournament_id, deciding, by, although_called_off)


def _execute(request: Request, tournament_id: str, deciding: Decider, by: str, although_called_off: bool) -> Executed:
    deps, expected = request.deps, request.expected
    ensure_writable(deps)
    patience = Backoff(say("the tournament"))
    while True:
        if answered := request.previous_result(tournament_id):
            return replay_result(deps, tournament_id, answered)
        before = deps.repository.tournament(tournament_id)
        if before.newer:
            raise before.newer.error()
        try:
            if not although_called_off:
                ensure_takes_place(before)
            events = deciding(with_busy(deps, before))
            while_at = rested_on(deps, before, events)
            at = before.version if expected is None else expected
            if at != before.version:
                raise VersionConflict(tournament_id, at, before.version)
            appended = _append(request, tournament_id, events, by, at, while_at)
        except (NotAllowed, VersionConflict) as wrong:
            if answered := request.previous_result(tournament_id):
                return replay_result(deps, tournament_id, answered)
            if isinstance(wrong, NotAllowed) or (expected is not None and not isinstance(wrong, OtherLogMoved)):
                raise
            patience.pause()
            continue
        if appended.replayed:
            return replay_result(deps, tournament_id, appended)
        after = before
        for version, event in enumerate(events, appended.first):
            after = apply(after, event, version)
        with suppress(Gone):
            newest = deps.repository.tournament(tournament_id)  # from now on this process knows which boards are dead
            if any(isinstance(event, RoundPaired | RoundPublished) for event in events):
                open_paired_matches(deps.log, newest, by, deps.clock())
        return Executed(before, after, True)


def _append(
    request: Request, tournament_id: str, events: Sequence[Event], by: str, at: int, while_at: Mapping[str, int]
) -> Appended:
    """The events appended at that version; where there are none, the key alone is kept."""
    if not events:
        return request.remember(tournament_id, at)
    return request.append(tournament_id, events, by=by, expected=at, while_at=while_at)


def replay_result(deps: Dependencies, tournament_id: str, appended: Appended) -> Executed:
    before = fold(tournament_id, deps.log.read(tournament_id, limit=appended.first))
    events = deps.log.read(tournament_id, after=before.version, limit=appended.last - before.version)
    return Executed(before, fold(tournament_id, events, before), False)


class DiskFull(BradeError):
    """There is too little room on the disk to promise that facts will be kept."""

    code = "disk-full"


class NothingKept(BradeError):
    """The store keeps facts in memory only, and no setting allows that."""

    code = "nothing-kept"


def ensure_writable(deps: Dependencies) -> None:
    """Raises `DiskFull` while the disk has too little room to take more, and `NothingKept` where none is used."""
    if deps.durability and deps.durability.is_lacking():
        raise NothingKept(
            say(
                "the store keeps no append-only file any more, so every fact would be lost when it "
                "stops: nothing was written, and nothing new is taken until it keeps one. Tell those "
                "who run the service"
            )
        )
    if deps.space and deps.space.room().is_full:
        raise DiskFull(
            say(
                "the disk of the service is full: nothing was written, and nothing new is taken until "
                "there is room. Tell those who run the service"
            )
        )
