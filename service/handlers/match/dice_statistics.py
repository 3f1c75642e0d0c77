"""Use cases of dice statistics: the dice of a match, of a player and of a club, from the counts of settled matches."""

from collections.abc import Iterable
from typing import NamedTuple

from core.dice.statistics import DiceCount
from core.errors import NotFound
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.match import matches
from service.store.read_models.club import dice_counts
from service.store.read_models.club.dice_counts import SeatDice


class Sample(NamedTuple):
    """Dice that are looked at together: whose they are ("" of several players), and who rolled them."""

    name: str
    by_service: bool
    counts: DiceCount


def of_match(deps: Dependencies, principal: Principal | None, match_id: str) -> list[Sample]:
    """The dice of each player of a match that is settled; none before. Raises as `matches.may_read`."""
    opened = matches.may_read(deps, principal, match_id)
    rows = dice_counts.load_match(deps.client, opened.club, match_id)
    return [Sample(row.name, row.by_service, row.counts) for row in rows]


def of_player(deps: Dependencies, principal: Principal | None, club: str, player_id: str) -> tuple[str, list[Sample]]:
    """A player's name, and their dice in the club's last matches. Raises `NotFound`."""
    authorize(principal, "viewer", club)
    known = deps.repository.club(club).players.get(player_id)
    if known is None:
        raise NotFound("player", player_id)
    rows = (row for rows in dice_counts.load(deps.client, club).values() for row in rows)
    return known.name, _together(row for row in rows if row.player_id == player_id)


def of_club(deps: Dependencies, principal: Principal | None, club: str) -> list[Sample]:
    """All dice of the club's last matches."""
    authorize(principal, "viewer", club)
    return _together(row for rows in dice_counts.load(deps.client, club).values() for row in rows)


def _together(rows: Iterable[SeatDice]) -> list[Sample]:
    sums: dict[bool, DiceCount] = {}
    for row in rows:
        sums[row.by_service] = sums.get(row.by_service, DiceCount()).plus(row.counts)
    return [Sample("", by_service, count) for by_service, count in sorted(sums.items())]
