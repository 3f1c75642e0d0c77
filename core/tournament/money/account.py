"""Account of a tournament's money: fees, added money, prizes and what the club keeps.

paid out + kept = fees + added holds for the fees and for each side pool by itself. `kept` is less than nothing where
announced sums are more than what came in: the club adds that much.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from core.tournament.model.money import Payment, Plan, Pool, Prize
from core.tournament.model.state import CALLED_OFF, FINISHED, Tournament
from core.tournament.model.values import Entry
from core.tournament.money.splitting import shares_of, split
from core.tournament.standings.standings import standings

NOTHING_PAID = Payment(0)


class PlacedPlayers(NamedTuple):
    """Players who share a place, and the number of places that they take together."""

    place: int
    places: int
    players: tuple[str, ...]


class PrizeSum(NamedTuple):
    """A prize and what it is worth now."""

    prize: Prize
    amount: int


class Payout(NamedTuple):
    """Amount that a player has won, for a place of all, of a class or of a side pool. `shared`: others have it, too."""

    player: str
    place: int
    amount: int
    player_class: str | None = None
    shared: bool = False


class PoolAccount(NamedTuple):
    """A side pool: its players, its prizes, and its sums."""

    pool: Pool
    players: tuple[str, ...]
    fees: int
    prizes: tuple[PrizeSum, ...]
    payouts: tuple[Payout, ...]

    @property
    def paid_out(self) -> int:
        """The sum of what its players have won."""
        return sum(payout.amount for payout in self.payouts)

    @property
    def kept(self) -> int:
        """The rest of the fees."""
        return self.fees - self.paid_out


class Due(NamedTuple):
    """A fee of an entry, or of one in a side pool (its name): what it is, and what of it was paid."""

    entry: Entry
    pool: str
    fee: int
    payment: Payment

    @property
    def missing(self) -> int:
        """The amount that is still asked for."""
        return 0 if self.payment.waived else max(0, self.fee - self.payment.paid)


class Account(NamedTuple):
    """The money of a tournament. `final`: it is over, and the payouts stand; before that they are as of now."""

    plan: Plan
    final: bool
    fees: int
    kept_of_fees: int
    prizes: tuple[PrizeSum, ...]
    payouts: tuple[Payout, ...]
    pools: tuple[PoolAccount, ...]
    dues: tuple[Due, ...]

    @property
    def income(self) -> int:
        """Fees of all kinds, and what the club adds."""
        return self.fees + self.plan.added + sum(pool.fees for pool in self.pools)

    @property
    def paid_out(self) -> int:
        """The sum of all prizes that players have won."""
        return sum(payout.amount for payout in self.payouts) + sum(pool.paid_out for pool in self.pools)

    @property
    def kept(self) -> int:
        """The amount that the club keeps; less than nothing if it pays more than came in."""
        return self.income - self.paid_out

    @property
    def missing(self) -> tuple[Due, ...]:
        """Fees that were not paid, or not all of them."""
        return tuple(due for due in self.dues if due.missing)


def account(tournament: Tournament) -> Account | None:
    """The account of a tournament; `None` where it has no plan of money."""
    money = tournament.money
    plan = money.plan
    if plan is None:
        return None
    of_fee = [payment for (_, pool), payment in money.payments.items() if not pool]
    fees, kept_of_fees = (
        sum(payment.paid for payment in of_fee),
        sum(min(plan.keep, payment.paid) for payment in of_fee),
    )
    prizes = prize_sums(plan.prizes, fees - kept_of_fees + plan.added, plan)
    placed = _placed(tournament)
    payouts = [*_payouts(placed, [prize for prize in prizes if prize.prize.player_class is None], plan)]
    for name in dict.fromkeys(prize.player_class for prize in plan.prizes if prize.player_class is not None):
        members = {player for player, classes in money.classes.items() if name in classes}
        own = [prize for prize in prizes if prize.prize.player_class == name]
        payouts += [payout._replace(player_class=name) for payout in _payouts(among(placed, members), own, plan)]
    pools = tuple(_of_pool(tournament, plan, pool, placed) for pool in plan.pools)
    return Account(
        plan,
        tournament.status == FINISHED,
        fees,
        kept_of_fees,
        tuple(prizes),
        tuple(payouts),
        pools,
        tuple(_dues(tournament, plan)),
    )


def prize_sums(prizes: Sequence[Prize], pot: int, plan: Plan) -> list[PrizeSum]:
    """The prizes with their amounts: sums come first, and shares are of what they leave."""
    left = max(0, pot - sum(prize.amount or 0 for prize in prizes))
    shared = [prize for prize in prizes if prize.share is not None]
    amounts = iter(shares_of(left, [prize.share or 0 for prize in shared], plan.unit, plan.remainder))
    return [PrizeSum(prize, next(amounts) if prize.share is not None else prize.amount or 0) for prize in prizes]


def among(placed: Iterable[PlacedPlayers], members: Collection[str]) -> list[PlacedPlayers]:
    """The places of some of the players among themselves."""
    own: list[PlacedPlayers] = []
    before = 0
    for group in placed:
        players = tuple(player for player in group.players if player in members)
        if players:
            own.append(PlacedPlayers(before + 1, len(players), players))
            before += len(players)
    return own


def fee_of(entry: Entry, plan: Plan) -> int:
    """The fee of an entry with its buy-backs; a player who entered again has one for each entry."""
    again = plan.fee if plan.fee_again is None else plan.fee_again
    return (plan.fee if entry.again_of is None else again) + again * len(entry.bought)


def _placed(tournament: Tournament) -> list[PlacedPlayers]:
    """The players who have played, by their places; none before the first result, and where nothing is played."""
    if not tournament.results or tournament.status == CALLED_OFF:
        return []
    lines = [line for line in standings(tournament) if line.played]
    found = []
    for rank, group in groupby(lines, key=lambda line: line.rank):
        there = list(group)
        found.append(PlacedPlayers(rank, there[0].places, tuple(line.player_id for line in there)))
    return found


def _payouts(placed: Iterable[PlacedPlayers], prizes: Sequence[PrizeSum], plan: Plan) -> Iterator[Payout]:
    """Amounts that these players have won: those who share a place share the prizes of all places that they take."""
    by_place: dict[int, int] = {}
    for prize in prizes:
        by_place[prize.prize.place] = by_place.get(prize.prize.place, 0) + prize.amount
    for place, places, players in placed:
        total = sum(by_place.get(number, 0) for number in range(place, place + places))
        for player, amount in zip(players, split(total, len(players), plan.unit, plan.remainder), strict=True):
            if amount:
                yield Payout(player, place, amount, shared=len(players) > 1)


def _of_pool(tournament: Tournament, plan: Plan, pool: Pool, placed: Sequence[PlacedPlayers]) -> PoolAccount:
    money = tournament.money
    players = money.pools.get(pool.name, ())
    fees = sum(payment.paid for (_, name), payment in money.payments.items() if name == pool.name)
    prizes = prize_sums(pool.prizes, fees, plan)
    if pool.named:
        named = money.winners.get(pool.name, ())
        own = [PlacedPlayers(1, max(len(named), len(prizes)), named)] if named else []
    else:
        own = among(placed, players)
    return PoolAccount(pool, players, fees, tuple(prizes), tuple(_payouts(own, prizes, plan)))


def _dues(tournament: Tournament, plan: Plan) -> Iterator[Due]:
    """The fees of all who take part, and those that were paid by others."""
    payments, pools = tournament.money.payments, tournament.money.pools
    entries: Mapping[str, Entry] = {entry.player: entry for entry in tournament.entries}
    for entry in tournament.entries:
        payment = payments.get((entry.player, ""), NOTHING_PAID)
        if not entry.withdrawn or payment.paid:
            yield Due(entry, "", 0 if entry.withdrawn else fee_of(entry, plan), payment)
    for pool in plan.pools:
        inside = pools.get(pool.name, ())
        paid = [player for (player, name), each in payments.items() if name == pool.name and each.paid]
        for player in dict.fromkeys([*inside, *paid]):
            if player in entries:
                fee = pool.fee if player in inside else 0
                yield Due(entries[player], pool.name, fee, payments.get((player, pool.name), NOTHING_PAID))
