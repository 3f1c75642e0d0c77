"""Decisions on money: the plan of fees and prizes, payments at the door, side pools, and the classes of players."""

from collections.abc import Sequence
from typing import NamedTuple

from core.errors import Invalid, NotAllowed
from core.events import ClassesSet, Event, MoneyPlanned, PaymentNoted, PoolEntered, PoolWon
from core.messages import quoted, say
from core.tournament import Tournament
from core.tournament.handicap import CLASS
from core.tournament.model.money import WHOLE, Payment, Plan, Pool, Prize, stored_plan
from core.tournament.money.account import NOTHING_PAID, fee_of

MOST_PRIZES, MOST_POOLS, MOST_CLASSES = 60, 12, 6
"""Prizes of a plan or of a pool, side pools, and classes of a player."""
LARGEST_AMOUNT = 10**12
"""The largest amount in the smallest unit."""


def plan_money(tournament: Tournament, plan: Plan | None) -> list[Event]:
    """Set the plan of fees and prizes, or take it away; no event if it says so.

    Raises `Invalid` by field for prizes that are more than all, or the same twice, and `NotAllowed` if it would lose
    what was paid.
    """
    money = tournament.money
    if plan == money.plan:
        return []
    paid = [key for key, payment in money.payments.items() if payment.paid]
    if plan is None:
        if paid:
            raise NotAllowed(say("fees are paid: give them back first, then the money is switched off"))
        return [MoneyPlanned(None)]
    _ensure_sound(plan)
    if paid and money.plan is not None and plan.currency != money.plan.currency:
        raise NotAllowed(
            say("fees are paid in {currency}: it stays the currency of this tournament", currency=money.plan.currency)
        )
    names = {pool.name for pool in plan.pools}
    used = [name for name, players in money.pools.items() if players] + [pool for _, pool in paid if pool]
    gone = list(dict.fromkeys(quoted(each) for each in used if each not in names))
    if gone:
        raise NotAllowed(say("players are in a side pool that would be gone: {pools}", pools=gone))
    return [MoneyPlanned(stored_plan(plan))]


def _ensure_sound(plan: Plan) -> None:
    wrong: dict[str, list[str]] = {}
    if plan.keep > plan.fee:
        wrong["keep"] = [say("more than the fee")]
    wrong |= _wrong_prizes(plan.prizes, "prizes")
    for place, pool in enumerate(plan.pools):
        wrong |= _wrong_prizes(pool.prizes, f"pools.{place}.prizes")
        if any(other.name == pool.name for other in plan.pools[:place]):
            wrong[f"pools.{place}.name"] = [say("another side pool has this name already")]
        if any(prize.amount is not None or prize.player_class is not None for prize in pool.prizes):
            wrong[f"pools.{place}.prizes"] = [say("prizes of a side pool are shares of what is paid into it")]
    if wrong:
        raise Invalid(wrong)


def _wrong_prizes(prizes: Sequence[Prize], field: str) -> dict[str, list[str]]:
    wrong: dict[str, list[str]] = {}
    if sum(prize.share or 0 for prize in prizes) > WHOLE:
        wrong[field] = [say("all shares together are more than 100 per cent")]
    seen: set[tuple[int, str | None]] = set()
    for row, prize in enumerate(prizes):
        if (prize.place, prize.player_class) in seen:
            wrong[f"{field}.{row}.place"] = [say("this place has a prize already")]
        seen.add((prize.place, prize.player_class))
        if (prize.amount is None) == (prize.share is None):
            wrong[f"{field}.{row}"] = [say("a prize is a sum or a share: one of the two")]
    return wrong


class Paid(NamedTuple):
    """A payment as it is noted: `paid` is the amount in all, `None` for the whole fee.

    `leaves`: the player is not in the side pool any more.
    """

    player: str
    paid: int | None = None
    pool: str | None = None
    waived: bool = False
    leaves: bool = False


def note_payment(tournament: Tournament, payment: Paid) -> list[Event]:
    """Note what a player has paid in all for the tournament or a side pool; no event if it is so already.

    A player who pays for a side pool is in it. Raises `NotFound` for one who never entered or a pool that is not there,
    and `NotAllowed` where there is no plan of money.
    """
    plan = _plan(tournament)
    entry, pool = tournament.entry(payment.player), payment.pool and _pool(plan, payment.pool)
    fee = pool.fee if pool else fee_of(entry, plan)
    noted = Payment(fee if payment.paid is None else payment.paid, payment.waived)
    events: list[Event] = []
    if pool and noted.paid and entry.player not in tournament.money.pools.get(pool.name, ()):
        events.append(PoolEntered(pool.name, entry.player))
    if noted != tournament.money.payments.get((entry.player, payment.pool or ""), NOTHING_PAID):
        events.append(PaymentNoted(entry.player, noted.paid, payment.pool or None, noted.waived))
    if pool and payment.leaves and entry.player in tournament.money.pools.get(pool.name, ()):
        events.append(PoolEntered(pool.name, entry.player, inside=False))
    return events


def enter_pool(tournament: Tournament, name: str, player_id: str, *, inside: bool) -> list[Event]:
    """Put a player into a side pool, or take them out; no event if it is so already.

    Raises as `note_payment`, and `NotAllowed` for a player who is to leave and has paid.
    """
    pool = _pool(_plan(tournament), name)
    entry, money = tournament.entry(player_id), tournament.money
    if inside == (entry.player in money.pools.get(pool.name, ())):
        return []
    if not inside and money.payments.get((entry.player, pool.name), NOTHING_PAID).paid:
        raise NotAllowed(say("{player} has paid for the side pool: give it back first", player=entry.name))
    return [PoolEntered(pool.name, entry.player, inside)]


def name_winners(tournament: Tournament, name: str, players: Sequence[str]) -> list[Event]:
    """Name the winners of a side pool, who share it; without any it is open again.

    Raises as `note_payment`, and `NotAllowed` for a pool that the standings decide, and for players who are not in it.
    """
    pool = _pool(_plan(tournament), name)
    if not pool.named:
        raise NotAllowed(say("the standings decide the side pool {pool}", pool=quoted(pool.name)))
    winners = tuple(dict.fromkeys(tournament.entry(player).player for player in players))
    outside = [winner for winner in winners if winner not in tournament.money.pools.get(pool.name, ())]
    if outside:
        names = [tournament.name_of(each) for each in outside]
        raise NotAllowed(say("not in the side pool {pool}: {names}", pool=quoted(pool.name), names=names))
    return [] if winners == tournament.money.winners.get(pool.name, ()) else [PoolWon(pool.name, winners)]


def set_classes(tournament: Tournament, player_id: str, classes: Sequence[str]) -> list[Event]:
    """Set the classes of a player in this tournament; no event if they have them.

    Raises `NotFound`, and `NotAllowed` for a player who has begun where classes give a start (H5).
    """
    entry = tournament.entry(player_id)
    new = tuple(dict.fromkeys(classes))
    if new != tournament.money.classes.get(entry.player, ()) and (tournament.created.handicap or {}).get("by") == CLASS:
        pairings = (pairing for round_ in tournament.rounds for pairing in round_.pairings)
        if any(entry.player in (pairing.white, pairing.black) for pairing in pairings):
            raise NotAllowed(say("{player} has a match: its start goes by their classes", player=entry.name))
    return [] if new == tournament.money.classes.get(entry.player, ()) else [ClassesSet(entry.player, new)]


def _plan(tournament: Tournament) -> Plan:
    if tournament.money.plan is None:
        name = tournament.created.name
        raise NotAllowed(say("{created_name} has no fee: switch the money on in its settings first", created_name=name))
    return tournament.money.plan


def _pool(plan: Plan, name: str) -> Pool:
    pool = plan.pool(name)
    if pool is None:
        raise Invalid({"pool": [say("no such side pool; there are {pools}", pools=[each.name for each in plan.pools])]})
    return pool
