"""Use case of whoever wants to see first: what a fact would do to a match, or a round or a
confirmation to a tournament, if it were written now.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from core import match as rules
from core.chain import ZERO_HASH
from core.events import Event, Recorded
from core.sheet import Match, Verdict
from core.tournament import Tournament, apply, decisions
from core.tournament.confirming import confirm
from service.access import Principal, acting, match_opening, require
from service.bootstrap import House
from service.handlers import replays
from service.handlers.deciding import organiser


class Foreseen(NamedTuple):
    """A match as it is written, the same with one more fact, and what would be said of that."""

    before: Match
    after: Match
    verdict: Verdict


def foresee(house: House, principal: Principal | None, match: str, event: Event) -> Foreseen:
    """Judge a fact on a copy of the match, for its referees; nothing is written. Raises as `require`."""
    opening = match_opening(house, principal, match)
    by = require(principal, "referee", opening.club, ("match", match)).name
    before = replays.state_at(house, match)
    fact = Recorded(before.version + 1, event, house.clock(), by, ZERO_HASH)
    after, verdict = rules.judge(before, fact, replays.earlier(house.client, match, fact.version))
    return Foreseen(before, after, verdict)


class Drawn(NamedTuple):
    """A tournament as it is, what would be written, and the tournament with that."""

    before: Tournament
    events: Sequence[Event]
    after: Tournament


def next_round(house: House, principal: Principal | None, tournament: str) -> Drawn:
    """The next round as it would be paired now, for organisers; nothing is written.

    Raises `Refused` naming what is waited for.
    """
    return _drawn(house, principal, tournament, decisions.pair_round)


def published(house: House, principal: Principal | None, tournament: str, number: int) -> Drawn:
    """A drafted round as it would be published now, for organisers. Raises `Unknown`, `Refused`."""
    return _drawn(house, principal, tournament, lambda state: decisions.publish_round(state, number))


def confirmed(house: House, principal: Principal | None, tournament: str, match: str) -> Drawn:
    """A reported result as it would be confirmed now, for referees. Raises `Unknown`, `Refused`."""
    acting(house, principal, "referee", tournament)
    return _followed(house, tournament, lambda state: confirm(state, match, second=True, referee=True))


def _drawn(
    house: House, principal: Principal | None, tournament: str, deciding: Callable[[Tournament], Sequence[Event]]
) -> Drawn:
    organiser(house, principal, tournament)
    return _followed(house, tournament, deciding)


def _followed(house: House, tournament: str, deciding: Callable[[Tournament], Sequence[Event]]) -> Drawn:
    before = house.shelf.tournament(tournament)
    events = deciding(before)
    after = before
    for version, event in enumerate(events, before.version + 1):
        after = apply(after, event, version)
    return Drawn(before, events, after)
