"""Use cases of the money of a tournament: its plan, payments, side pools, the prize list, and classes of players."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.csv_text import Cell
from core.errors import Invalid
from core.messages import say
from core.tournament import Tournament
from core.tournament.decisions import money as decisions
from core.tournament.decisions.money import Paid
from core.tournament.model.money import SHARE_DECIMALS, Plan, PlanAsSent, amount_text, plan_as_sent, read_amount
from core.tournament.money.account import Account, Payout, PoolAccount, PrizeSum, account
from core.tournament.money.account import Due as AccountDue
from service.auth.authorization import Principal, authorize_tournament
from service.bootstrap import Dependencies
from service.handlers.execute import execute
from service.handlers.player_lookup import entered, one_entered
from service.handlers.request import Request
from service.handlers.tournament.tournaments import may_read

PAYMENTS = ("player_id", "name", "for", "fee", "paid", "missing", "waived")
"""The columns of the list of payments; `for` is the side pool, or empty for the fee."""
PRIZES = ("pool", "class", "place", "prize", "player_id", "name", "amount", "shared")
"""The columns of the list of prizes: first the prizes, then what players have won."""


class PrizeWorth(NamedTuple):
    """A prize and what it is worth now."""

    place: int
    player_class: str | None
    amount: str
    share: str | None


class PrizeWon(NamedTuple):
    """The sum that a player has won by a place of all, of a class or of a side pool."""

    player: str
    name: str
    place: int
    player_class: str | None
    pool: str | None
    amount: str
    shared: bool


class PoolPrizes(NamedTuple):
    """A side pool and its prizes."""

    name: str
    fee: str
    prizes: tuple[PrizeWorth, ...]


class PrizeList(NamedTuple):
    """The prizes of a tournament, for everybody; `won` only once it is over."""

    tournament: str
    version: int
    currency: str | None
    fee: str | None
    final: bool
    prizes: tuple[PrizeWorth, ...] = ()
    pools: tuple[PoolPrizes, ...] = ()
    won: tuple[PrizeWon, ...] = ()


class Due(NamedTuple):
    """A fee and what of it was paid."""

    player: str
    name: str
    pool: str | None
    fee: str
    paid: str
    missing: str
    waived: bool


class PoolSums(NamedTuple):
    """A side pool, its players and its sums."""

    name: str
    fee: str
    named: bool
    players: tuple[str, ...]
    fees: str
    paid_out: str
    kept: str
    prizes: tuple[PrizeWorth, ...]


class PlayerClasses(NamedTuple):
    """The classes of a player."""

    player: str
    name: str
    classes: tuple[str, ...]


class MoneyView(NamedTuple):
    """The money of a tournament, for its organisers."""

    tournament: str
    version: int
    final: bool
    plan: PlanAsSent | None
    sums: Any
    payments: tuple[Due, ...]
    prizes: tuple[PrizeWorth, ...]
    won: tuple[PrizeWon, ...]
    pools: tuple[PoolSums, ...]
    classes: tuple[PlayerClasses, ...]


class Sums(NamedTuple):
    """The sums in texts."""

    fees: str
    pool_fees: str
    added: str
    income: str
    paid_out: str
    kept: str
    missing: str


class Payments(NamedTuple):
    """The fees of a tournament."""

    tournament: str
    version: int
    currency: str | None
    payments: tuple[Due, ...]


# ── looking at it ────────────────────────────────────────────────────────────────────────────────────────────────────
def show(deps: Dependencies, principal: Principal | None, tournament_id: str) -> MoneyView:
    """The money of a tournament for its organisers."""
    authorize_tournament(deps, principal, "organiser", tournament_id)
    return view(deps.repository.tournament(tournament_id))


def payments(deps: Dependencies, principal: Principal | None, tournament_id: str) -> Payments:
    """The fees of a tournament, for referees and organisers."""
    authorize_tournament(deps, principal, "referee", tournament_id)
    return payments_of(deps.repository.tournament(tournament_id))


def prize_list(deps: Dependencies, principal: Principal | None, tournament_id: str) -> PrizeList:
    """The prizes of a tournament, for its readers; who has won what is told once it is over."""
    return prizes_of(may_read(deps, principal, tournament_id))


def prizes_of(state: Tournament) -> PrizeList:
    """The prizes of a tournament and, once it is over, who has won them."""
    found = account(state)
    if found is None:
        return PrizeList(state.id, state.version, None, None, final=False)
    decimals = found.plan.decimals
    return PrizeList(
        state.id,
        state.version,
        found.plan.currency,
        amount_text(found.plan.fee, decimals),
        found.final,
        _worth(found.prizes, decimals),
        tuple(
            PoolPrizes(pool.pool.name, amount_text(pool.pool.fee, decimals), _worth(pool.prizes, decimals))
            for pool in found.pools
        ),
        _won(state, found) if found.final else (),
    )


def view(state: Tournament) -> MoneyView:
    """The money of a tournament in texts."""
    found = account(state)
    classes = tuple(
        PlayerClasses(player, state.name_of(player), own) for player, own in state.money.classes.items() if own
    )
    if found is None:
        return MoneyView(state.id, state.version, False, None, None, (), (), (), (), classes)
    decimals = found.plan.decimals
    return MoneyView(
        state.id,
        state.version,
        found.final,
        plan_as_sent(found.plan),
        _sums(found),
        _dues(found.dues, decimals),
        _worth(found.prizes, decimals),
        _won(state, found),
        tuple(_pool(pool, decimals) for pool in found.pools),
        classes,
    )


def payment_rows(found: Payments) -> list[list[Cell]]:
    """The list of payments with its heading, for a spreadsheet."""
    rows: list[list[Cell]] = [list(PAYMENTS)]
    return rows + [
        [payment.player, payment.name, payment.pool or "", payment.fee, payment.paid, payment.missing, payment.waived]
        for payment in found.payments
    ]


def prize_rows(found: PrizeList) -> list[list[Cell]]:
    """The list of prizes with its heading, for a spreadsheet."""
    rows: list[list[Cell]] = [list(PRIZES)]
    of_pools = [(pool.name, prize) for pool in found.pools for prize in pool.prizes]
    for pool, prize in [*(("", prize_worth) for prize_worth in found.prizes), *of_pools]:
        rows.append([pool, prize.player_class or "", prize.place, prize.amount, "", "", "", ""])
    for won in found.won:
        about: list[Cell] = [won.pool or "", won.player_class or "", won.place, ""]
        rows.append([*about, won.player, won.name, won.amount, won.shared])
    return rows


def payments_of(state: Tournament) -> Payments:
    """All fees of a tournament, with what of them was paid; none where money is off."""
    found = account(state)
    if found is None:
        return Payments(state.id, state.version, None, ())
    return Payments(state.id, state.version, found.plan.currency, _dues(found.dues, found.plan.decimals))


def _sums(found: Account) -> Sums:
    sums = (
        found.fees,
        sum(pool.fees for pool in found.pools),
        found.plan.added,
        found.income,
        found.paid_out,
        found.kept,
        sum(due.missing for due in found.dues),
    )
    return Sums(*(amount_text(sum_, found.plan.decimals) for sum_ in sums))


def _dues(dues: Iterable[AccountDue], decimals: int) -> tuple[Due, ...]:
    return tuple(
        Due(
            due.entry.player,
            due.entry.name,
            due.pool or None,
            amount_text(due.fee, decimals),
            amount_text(due.payment.paid, decimals),
            amount_text(due.missing, decimals),
            due.payment.waived,
        )
        for due in dues
    )


def _worth(prizes: Iterable[PrizeSum], decimals: int) -> tuple[PrizeWorth, ...]:
    return tuple(
        PrizeWorth(
            prize.prize.place,
            prize.prize.player_class,
            amount_text(prize.amount, decimals),
            None if prize.prize.share is None else amount_text(prize.prize.share, SHARE_DECIMALS),
        )
        for prize in prizes
    )


def _won(state: Tournament, found: Account) -> tuple[PrizeWon, ...]:
    decimals = found.plan.decimals
    of_pools = [(pool.pool.name, payout) for pool in found.pools for payout in pool.payouts]
    rows: list[tuple[str | None, Payout]] = [*((None, payout) for payout in found.payouts), *of_pools]
    return tuple(
        PrizeWon(
            payout.player,
            state.name_of(payout.player),
            payout.place,
            payout.player_class,
            pool,
            amount_text(payout.amount, decimals),
            payout.shared,
        )
        for pool, payout in rows
    )


def _pool(found: PoolAccount, decimals: int) -> PoolSums:
    return PoolSums(
        found.pool.name,
        amount_text(found.pool.fee, decimals),
        found.pool.named,
        found.players,
        amount_text(found.fees, decimals),
        amount_text(found.paid_out, decimals),
        amount_text(found.kept, decimals),
        _worth(found.prizes, decimals),
    )


# ── writing it ───────────────────────────────────────────────────────────────────────────────────────────────────────
def set_plan(request: Request, tournament_id: str, plan: Plan | None) -> MoneyView:
    """Set the plan of fees and prizes, or switch the money off, also of a tournament that was called off.

    Raises as `decisions.plan_money`.
    """
    by = authorize_tournament(request.deps, request.principal, "organiser", tournament_id).name

    def deciding(state: Tournament) -> Sequence[Any]:
        return decisions.plan_money(state, plan)

    return view(execute(request, tournament_id, deciding, by, although_called_off=plan is None).after)


def note_payment(
    request: Request,
    tournament_id: str,
    player: str,
    paid: str | None,
    pool: str | None = None,
    *,
    waived: bool = False,
    leaves: bool = False,
) -> Payments:
    """Note what a player, by id or by name, has paid in all: an amount as it is written, or the whole fee.

    With `leaves` they are not in the side pool any more. A payment is noted, and given back, in a tournament that was
    called off, too.
    """
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name

    def deciding(state: Tournament) -> Sequence[Any]:
        player_id = one_entered(state, "player", player)
        return decisions.note_payment(state, Paid(player_id, _amount(state, paid), pool, waived, leaves))

    return payments_of(execute(request, tournament_id, deciding, by, although_called_off=True).after)


def enter_pool(request: Request, tournament_id: str, pool: str, player: str, *, inside: bool) -> Payments:
    """Put a player, by id or by name, into a side pool, or take them out."""
    by = authorize_tournament(request.deps, request.principal, "referee", tournament_id).name

    def deciding(state: Tournament) -> Sequence[Any]:
        return decisions.enter_pool(state, pool, one_entered(state, "player", player), inside=inside)

    return payments_of(execute(request, tournament_id, deciding, by).after)


def name_winners(request: Request, tournament_id: str, pool: str, players: Sequence[str]) -> MoneyView:
    """Name the winners of a side pool, by id or by name."""
    by = authorize_tournament(request.deps, request.principal, "organiser", tournament_id).name

    def deciding(state: Tournament) -> Sequence[Any]:
        named = {f"players.{place}": player for place, player in enumerate(players)}
        return decisions.name_winners(state, pool, list(entered(state, named).values()))

    return view(execute(request, tournament_id, deciding, by).after)


def set_classes(request: Request, tournament_id: str, player: str, classes: Sequence[str]) -> MoneyView:
    """Set the classes of a player, by id or by name."""
    by = authorize_tournament(request.deps, request.principal, "organiser", tournament_id).name

    def deciding(state: Tournament) -> Sequence[Any]:
        return decisions.set_classes(state, one_entered(state, "player", player), classes)

    return view(execute(request, tournament_id, deciding, by).after)


def _amount(state: Tournament, paid: str | None) -> int | None:
    """The amount in the smallest unit. Raises `Invalid` for more decimals than the currency has."""
    plan = state.money.plan
    if paid is None or plan is None:
        return None
    amount = read_amount(paid, plan.decimals)
    if amount is None:
        message = say("{currency} has {decimals} decimals", currency=plan.currency, decimals=plan.decimals)
        raise Invalid({"paid": [message]})
    return amount
