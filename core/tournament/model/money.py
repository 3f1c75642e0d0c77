"""Money of a tournament as values: the plan of fees and prizes, what was paid, and who is in which side pool.

An amount is a whole number of the smallest unit of the currency, such as öre. A share is a whole number of hundredths
of a per cent.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

CURRENCIES: Mapping[str, int] = {
    "SEK": 2,
    "DKK": 2,
    "EUR": 2,
    "GBP": 2,
    "ISK": 0,
    "JPY": 0,
    "NOK": 2,
    "PLN": 2,
    "CHF": 2,
    "CZK": 2,
    "CAD": 2,
    "AUD": 2,
    "USD": 2,
}
"""The currencies by their codes (ISO 4217), with the decimals of an amount."""
WHOLE = 10_000
"""The share that is all of it: a hundred per cent, in hundredths."""
SHARE_DECIMALS = 2
"""The decimals of a share in per cent."""
KEPT, FIRST = "kept", "first"
REMAINDERS = (KEPT, FIRST)
"""The rules for what cannot be split: the club keeps it, or it goes unit by unit to those in front."""


class Prize(NamedTuple):
    """The prize of a place, of all players or of those of a class: a sum, or a share of what the sums leave."""

    place: int
    amount: int | None = None
    share: int | None = None
    player_class: str | None = None


class Pool(NamedTuple):
    """A side pool: its fee, and its prizes, which are shares of what was paid into it.

    `named`: the organiser names its winners. Otherwise the standings order its players.
    """

    name: str
    fee: int
    prizes: tuple[Prize, ...] = (Prize(1, share=WHOLE),)
    named: bool = False


class Plan(NamedTuple):
    """Fees and prizes of a tournament. `keep` is what the club keeps of each fee, `added` what it adds to the prizes.

    `fee_again` is for a re-entry and for each buy-back; `None`: as the fee. Prizes are multiples of `unit`, where they
    are shares or are split, and `remainder` says what becomes of the rest.
    """

    currency: str
    fee: int = 0
    fee_again: int | None = None
    keep: int = 0
    added: int = 0
    unit: int = 1
    remainder: str = KEPT
    prizes: tuple[Prize, ...] = ()
    pools: tuple[Pool, ...] = ()

    @property
    def decimals(self) -> int:
        """The decimals of an amount of the currency."""
        return CURRENCIES[self.currency]

    def pool(self, name: str) -> Pool | None:
        """The side pool of that name, if there is one."""
        return next((each for each in self.pools if each.name == name), None)


class Payment(NamedTuple):
    """Amount that a player has paid in all. `waived`: what is missing is not asked for."""

    paid: int
    waived: bool = False


class Money(NamedTuple):
    """Money of a tournament. The keys of `payments` are a player id and a side pool, which is empty for the fee."""

    plan: Plan | None = None
    payments: Mapping[tuple[str, str], Payment] = {}
    pools: Mapping[str, tuple[str, ...]] = {}
    """Ids of the players of each side pool, in the order in which they came."""
    winners: Mapping[str, tuple[str, ...]] = {}
    """Ids of the winners that were named for a side pool."""
    classes: Mapping[str, tuple[str, ...]] = {}
    """The classes of players, by player id."""


NO_MONEY = Money()


def stored_plan(plan: Plan) -> dict[str, Any]:
    """The plan as an event holds it."""
    stored: dict[str, Any] = plan._asdict()
    stored["prizes"] = [prize._asdict() for prize in plan.prizes]
    stored["pools"] = [{**pool._asdict(), "prizes": [prize._asdict() for prize in pool.prizes]} for pool in plan.pools]
    return stored


def read_plan(stored: Mapping[str, Any]) -> Plan:
    """The plan of an event; a field that this version does not know is passed over."""
    value = {name: stored[name] for name in Plan._fields if name in stored}
    value["prizes"] = _prizes(stored.get("prizes", ()))
    value["pools"] = tuple(
        Pool(pool["name"], pool["fee"], _prizes(pool["prizes"]), pool["named"]) for pool in stored.get("pools", ())
    )
    return Plan(**value)


def _prizes(stored: Any) -> tuple[Prize, ...]:
    return tuple(Prize(*(each.get(name) for name in Prize._fields)) for each in stored)


def amount_text(amount: int, decimals: int) -> str:
    """An amount in the currency, as programs write it: exact, with its decimals only where they say something.

    >>> [amount_text(each, 2) for each in (10000, 9950, -5, 0)], amount_text(300, 0)
    (['100', '99.50', '-0.05', '0'], '300')
    """
    whole, rest = divmod(abs(amount), 10**decimals)
    sign = "-" if amount < 0 else ""
    return f"{sign}{whole}.{rest:0{decimals}}" if rest else f"{sign}{whole}"


class PrizeAsSent(NamedTuple):
    """A prize in the texts in which it is set over the API."""

    place: int
    amount: str | None
    share: str | None
    player_class: str | None


class PoolAsSent(NamedTuple):
    """A side pool in these texts."""

    name: str
    fee: str
    prizes: tuple[PrizeAsSent, ...]
    named: bool


class PlanAsSent(NamedTuple):
    """A plan in the texts in which it is set over the API, and may be set again."""

    currency: str
    fee: str
    fee_again: str | None
    keep: str
    added: str
    unit: str
    remainder: str
    prizes: tuple[PrizeAsSent, ...]
    pools: tuple[PoolAsSent, ...]


def plan_as_sent(plan: Plan) -> PlanAsSent:
    """The plan as it is set over the API."""

    def text(amount: int | None) -> str | None:
        return None if amount is None else amount_text(amount, plan.decimals)

    def prizes(given: tuple[Prize, ...]) -> tuple[PrizeAsSent, ...]:
        return tuple(
            PrizeAsSent(
                prize.place,
                text(prize.amount),
                None if prize.share is None else amount_text(prize.share, SHARE_DECIMALS),
                prize.player_class,
            )
            for prize in given
        )

    fee, keep, added, unit = (amount_text(each, plan.decimals) for each in (plan.fee, plan.keep, plan.added, plan.unit))
    return PlanAsSent(
        plan.currency,
        fee,
        text(plan.fee_again),
        keep,
        added,
        unit,
        plan.remainder,
        prizes(plan.prizes),
        tuple(PoolAsSent(pool.name, text(pool.fee) or "0", prizes(pool.prizes), pool.named) for pool in plan.pools),
    )


_WRITTEN = re.compile(r"([0-9]{1,10})(?:[.,]([0-9]{1,3}))?")


def read_amount(text: str, decimals: int) -> int | None:
    """The amount that a person or a program writes, in the smallest unit; `None` if it is none of the currency.

    >>> [read_amount(each, 2) for each in ("100", "99,50", "0.5", "1.005", "-1", "x")]
    [10000, 9950, 50, None, None, None]
    """
    matched = _WRITTEN.fullmatch("".join(text.split()))
    if matched is None or len((matched[2] or "").rstrip("0")) > decimals:
        return None
    rest = (matched[2] or "").rstrip("0").ljust(decimals, "0")
    return int(matched[1] + rest)
