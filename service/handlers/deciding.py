"""How a tournament is changed: decide on its present state, append at its version, and open what is to be played."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from core.errors import Refused, VersionConflict
from core.events import Event, RoundPaired, RoundPublished
from core.log import Appended
from core.tournament import Tournament, apply, fold
from core.tournament.words import tournament_words
from service.access import Principal, require
from service.bootstrap import House
from service.handlers.matches import ensure_room
from service.openings import open_matches

Json = dict[str, Any]


def organiser(house: House, principal: Principal | None, tournament: str) -> str:
    """The name of whoever may direct this tournament. Raises `Unauthenticated`, `Forbidden`, `Unknown`."""
    created = house.shelf.tournament_opening(tournament)
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
_TRIES = 5


def decide(
    house: House, tournament: str, deciding: Deciding, by: str, *,
    expected: int | None, key: str | None, fingerprint: str,
) -> Decided:  # fmt: skip
    """Decide on the present state, append at its version, and open the matches that are to be played now.

    If somebody wrote in between, it is decided anew. A repeated key is answered first, since the state has moved on by
    then, and once more before a refusal: the same request may just be succeeding elsewhere. A decision without events
    appends nothing.
    """
    ensure_room(house)
    for _ in range(_TRIES):
        if answered := told(house, tournament, key, fingerprint):
            return _as_then(house, tournament, answered)
        before = house.shelf.tournament(tournament)
        try:
            events = deciding(before)
            at = before.version if expected is None else expected
            if at != before.version:
                raise VersionConflict(tournament, at, before.version)
            if not events:
                return Decided(before, before, True)
            appended = house.log.append(
                tournament, events, by=by, at=house.clock(), expected=at, key=key, fingerprint=fingerprint
            )  # fmt: skip
        except VersionConflict:
            if expected is not None:
                raise
            continue
        except Refused:
            if answered := told(house, tournament, key, fingerprint):
                return _as_then(house, tournament, answered)
            raise
        if appended.replayed:
            return _as_then(house, tournament, appended)
        after = before
        for version, event in enumerate(events, appended.first):
            after = apply(after, event, version)
        newest = house.shelf.tournament(tournament)  # from now on this process knows which boards are dead
        if any(isinstance(event, RoundPaired | RoundPublished) for event in events):
            open_matches(house.log, newest, by, house.clock())
        return Decided(before, after, True)
    raise Refused("others are changing this tournament at the same moment: try again")


def told(house: House, stream: str, key: str | None, fingerprint: str) -> Appended | None:
    """What was appended with this key before, if anything was."""
    return None if key is None else house.log.answered(stream, key, fingerprint)


def _as_then(house: House, tournament: str, appended: Appended) -> Decided:
    before = fold(tournament, house.log.read(tournament, limit=appended.first))
    events = house.log.read(tournament, after=before.version, limit=appended.last - before.version)
    return Decided(before, fold(tournament, events, before), False)
