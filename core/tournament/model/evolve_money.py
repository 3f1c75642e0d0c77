"""Effect of each event of money on a tournament, one small function each."""

from collections.abc import Callable, Mapping
from typing import Any

from core.events import ClassesSet, MoneyPlanned, PaymentNoted, PoolEntered, PoolWon
from core.tournament.model.money import Payment, read_plan
from core.tournament.model.state import Tournament


def _changed(after: Tournament, **changes: Any) -> Tournament:
    return after._replace(money=after.money._replace(**changes))


def _planned(after: Tournament, event: MoneyPlanned) -> Tournament:
    return _changed(after, plan=None if event.plan is None else read_plan(event.plan))


def _paid(after: Tournament, event: PaymentNoted) -> Tournament:
    payment = {(event.player, event.pool or ""): Payment(event.paid, event.waived)}
    return _changed(after, payments={**after.money.payments, **payment})


def _in_pool(after: Tournament, event: PoolEntered) -> Tournament:
    players = tuple(each for each in after.money.pools.get(event.pool, ()) if each != event.player)
    winners = dict(after.money.winners)
    if event.inside:
        players = (*players, event.player)
    elif event.player in winners.get(event.pool, ()):
        winners[event.pool] = tuple(each for each in winners[event.pool] if each != event.player)
    return _changed(after, pools={**after.money.pools, event.pool: players}, winners=winners)


def _won(after: Tournament, event: PoolWon) -> Tournament:
    return _changed(after, winners={**after.money.winners, event.pool: event.players})


def _classed(after: Tournament, event: ClassesSet) -> Tournament:
    return _changed(after, classes={**after.money.classes, event.player: event.classes})


MONEY_FOLDS: Mapping[type, Callable[[Tournament, Any], Tournament]] = {
    MoneyPlanned: _planned,
    PaymentNoted: _paid,
    PoolEntered: _in_pool,
    PoolWon: _won,
    ClassesSet: _classed,
}
