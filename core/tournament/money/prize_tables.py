"""Prizes as people read them: a table for all players, one for each class and one for each side pool."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.tournament.model.state import Tournament
from core.tournament.money.account import Account, Payout, PrizeSum


class PrizeLine(NamedTuple):
    """A place of a table: what it is worth, its share if it is one, and its winners with their sums.

    `has_prize` is false for a place that has winners by places that they share, and no prize of its own.
    """

    place: int
    amount: int
    share: int | None
    winners: tuple[tuple[str, int], ...]
    has_prize: bool = True


class PrizeTable(NamedTuple):
    """A table of prizes: of a class, of a side pool with its fee, or with neither of all players."""

    lines: tuple[PrizeLine, ...]
    player_class: str = ""
    pool: str = ""
    fee: int = 0


def prize_tables(tournament: Tournament, money: Account) -> list[PrizeTable]:
    """The tables; winners are in them once the tournament is over."""
    won = money.payouts if money.final else ()
    tables = []
    for name in dict.fromkeys([None, *(prize.prize.player_class for prize in money.prizes)]):
        own = [prize for prize in money.prizes if prize.prize.player_class == name]
        winners = [payout for payout in won if payout.player_class == name]
        if own or winners:
            tables.append(PrizeTable(tuple(_lines(tournament, own, winners)), name or ""))
    for pool in money.pools:
        lines = tuple(_lines(tournament, pool.prizes, pool.payouts if money.final else ()))
        tables.append(PrizeTable(lines, pool=pool.pool.name, fee=pool.pool.fee))
    return tables


def _lines(tournament: Tournament, prizes: Sequence[PrizeSum], won: Iterable[Payout]) -> Iterator[PrizeLine]:
    by_place: dict[int, list[tuple[str, int]]] = {}
    for each in won:
        by_place.setdefault(each.place, []).append((tournament.label_of(each.player), each.amount))
    known = {prize.prize.place: prize for prize in prizes}
    for place in sorted({*known, *by_place}):
        prize_sum = known.get(place)
        winners = tuple(by_place.get(place, ()))
        if prize_sum:
            yield PrizeLine(place, prize_sum.amount, prize_sum.prize.share, winners)
        else:
            yield PrizeLine(place, 0, None, winners, has_prize=False)
