"""How a tournament is changed: decide on its present state, append at its version, and open what is to be played."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core.errors import Refused, VersionConflict
from core.events import Event, RoundPaired, RoundPublished
from core.log import Appended
from core.tournament import Tournament, apply, fold
from core.tournament.words import tournament_words
from service.access import Principal, require, tournament_opening
from service.bootstrap import House
from service.handlers.contention import Patience
from service.handlers.matches import ensure_room
from service.openings import open_matches

Json = dict[str, Any]


def organiser(house: House, principal: Principal | None, tournament: str) -> str:
    """The name of whoever may direct this tournament. Raises `Unauthenticated`, `Forbidden`, `Unknown`."""
    created = tournament_opening(house, principal, tournament)
    return require(principal, "organiser", created.club, ("tournament", tournament)).name


class Decided(NamedTuple):
    """What a decision made of a tournament. `fresh`: it was appended now, and not by an earlier request of this key."""

    before: Tournament
    after: Tournament
    fresh: bool

    @property
    def words(self) -> Json:
        """The tournament after it, in the contract's words: what its writer is answered and is answered again."""
        return tournament_words(self.after)


Deciding = Callable[[Tournament], Sequence[Event]]


def decide(
    house: House, tournament: str, deciding: Deciding, by: str, *,
    expected: int | None, key: str | None, fingerprint: str,
) -> Decided:  # fmt: skip
    """Decide on the present state, append at its version, and open the matches that are to be played now.

    If somebody wrote in between, it is decided anew. A repeated key is answered first, since the state has moved on by
    then, and once more before a refusal: the same request may just be succeeding elsewhere. A decision without events
    appends nothing; its key is kept all the same, so that a repeat does not do later what was not done then.

    Raises `Contended` if others were faster all the time.
    """
    ensure_room(house)
    patience = Patience("the tournament")
    while True:
        if answered := told(house, tournament, key, fingerprint):
            return _as_then(house, tournament, answered)
        before = house.shelf.tournament(tournament)
        try:
            events = deciding(before)
            at = before.version if expected is None else expected
            if at != before.version:
                raise VersionConflict(tournament, at, before.version)
            appended = _written(house, tournament, events, by, at, key, fingerprint)
        except (Refused, VersionConflict) as wrong:
            if answered := told(house, tournament, key, fingerprint):
                return _as_then(house, tournament, answered)
            if isinstance(wrong, Refused) or expected is not None:
                raise
            patience.pause()
            continue
        if appended.replayed:
            return _as_then(house, tournament, appended)
        after = before
        for version, event in enumerate(events, appended.first):
            after = apply(after, event, version)
        newest = house.shelf.tournament(tournament)  # from now on this process knows which boards are dead
        if any(isinstance(event, RoundPaired | RoundPublished) for event in events):
            open_matches(house.log, newest, by, house.clock())
        return Decided(before, after, True)


def _written(
    house: House, tournament: str, events: Sequence[Event], by: str, at: int, key: str | None, fingerprint: str
) -> Appended:
    """The events appended at that version; where there are none, the key alone is kept."""
    if events:
        return house.log.append(
            tournament, events, by=by, at=house.clock(), expected=at, key=key, fingerprint=fingerprint
        )  # fmt: skip
    if key is None:
        return Appended(at + 1, at)
    return house.log.remember(tournament, key, fingerprint, at)


def told(house: House, stream: str, key: str | None, fingerprint: str) -> Appended | None:
    """What was answered to this key before, if anything was."""
    return None if key is None else house.log.answered(stream, key, fingerprint)


def _as_then(house: House, tournament: str, appended: Appended) -> Decided:
    before = fold(tournament, house.log.read(tournament, limit=appended.first))
    events = house.log.read(tournament, after=before.version, limit=appended.last - before.version)
    return Decided(before, fold(tournament, events, before), False)
