"""Requests about the money of a tournament. Amounts are exact texts in the currency, such as `99.50`."""

from typing import Any

from marshmallow import ValidationError, post_load

from core.messages import say
from core.tournament.decisions.money import MOST_CLASSES, MOST_POOLS, MOST_PRIZES
from core.tournament.model.money import (
    CURRENCIES,
    KEPT,
    REMAINDERS,
    SHARE_DECIMALS,
    WHOLE,
    Plan,
    Pool,
    Prize,
    read_amount,
)
from schemas.fields import Json, Many, Name, Strict, Wanted, WholeNumber, Word, YesNo, nested
from schemas.requests.details import LAST_PLACE
from schemas.requests.matches import NAME

CLASS, POOL = 30, 40
"""Characters of the name of a class, and of a side pool."""


class Amount(Wanted):
    """An amount of the currency, kept as text until the currency is known. A number with a decimal point is refused."""

    wanted = say("an amount such as 100 or “99.50”")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        text = {"type": "string", "pattern": r"^[0-9]{1,10}([.,][0-9]{1,3})?$"}
        return {"oneOf": [{"type": "integer", "minimum": 0, "maximum": 9_999_999_999}, text]}

    def read(self, value: Any) -> str:
        """See `Wanted.read`."""
        if isinstance(value, bool) or not isinstance(value, int | str) or read_amount(str(value), 3) is None:
            raise self.wrong(value)
        return str(value)


class Share(Amount):
    """A share in per cent, with up to two decimals."""

    wanted = say("per cents such as 50 or “33.33”, up to 100")

    def json_schema(self) -> Json:
        """See `Wanted.json_schema`."""
        text = {"type": "string", "pattern": r"^[0-9]{1,3}([.,][0-9]{1,2})?$"}
        return {"oneOf": [{"type": "integer", "minimum": 1, "maximum": 100}, text]}

    def read(self, value: Any) -> int:  # type: ignore[override]
        """See `Wanted.read`."""
        share = read_amount(super().read(value), SHARE_DECIMALS)
        if share is None or not 0 < share <= WHOLE:
            raise self.wrong(value)
        return share


class PlannedPrize(Strict):
    """The prize of a place: a sum, or a share. With a class it is that of a place among the players of the class."""

    place = WholeNumber(1, LAST_PLACE, load_default=1)
    amount = Amount(allow_none=True)
    share = Share(allow_none=True, metadata={"description": "In per cent, of what the sums leave."})
    player_class = Name(CLASS, data_key="class", allow_none=True)


class PoolPrize(Strict):
    """The share of a place among the players of a side pool, in per cent of what they paid."""

    place = WholeNumber(1, LAST_PLACE, load_default=1)
    share = Share(required=True)


class PlannedPool(Strict):
    """A side pool, with a fee and winners of its own."""

    name = Name(POOL, required=True)
    fee = Amount(required=True)
    prizes = Many(nested(PoolPrize), 1, MOST_PRIZES, metadata={"description": "Without them the first has all of it."})
    named = YesNo(
        load_default=False,
        metadata={"description": "An organiser names the winners. Otherwise the standings order its players."},
    )


class MoneyPlanning(Strict):
    """Fees and prizes of a tournament: all of it."""

    currency = Word(CURRENCIES, required=True)
    fee = Amount(load_default="0")
    fee_again = Amount(allow_none=True, metadata={"description": "Of a re-entry and of each buy-back; else the fee."})
    keep = Amount(load_default="0", metadata={"description": "What the club keeps of each fee."})
    added = Amount(load_default="0", metadata={"description": "What the club adds to the prizes."})
    unit = Amount(
        load_default="1", metadata={"description": "Shares and what is split are multiples of it: 1 for whole kronor."}
    )
    remainder = Word(
        REMAINDERS,
        load_default=KEPT,
        metadata={
            "description": "What cannot be split: the club keeps it, or it goes unit by unit to the first places, and "
            "of players who share a place to those who are first in the standings' list."
        },
    )
    prizes = Many(nested(PlannedPrize), 0, MOST_PRIZES)
    pools = Many(nested(PlannedPool), 0, MOST_POOLS)

    @post_load
    def _plan(self, data: Json, **_: Any) -> Plan:
        """The plan in the smallest unit of the currency. Raises `ValidationError` by field."""
        decimals, wrong = CURRENCIES[data["currency"]], dict[str, Any]()

        def amount(text: str, *path: str) -> int:
            value = read_amount(text, decimals)
            if value is None:
                message = say("{currency} has {decimals} decimals", currency=data["currency"], decimals=decimals)
                wrong[".".join(path)] = [message]
            return value or 0

        again = data.get("fee_again")
        plan = Plan(
            data["currency"],
            amount(data["fee"], "fee"),
            None if again is None else amount(again, "fee_again"),
            amount(data["keep"], "keep"),
            amount(data["added"], "added"),
            amount(data["unit"], "unit") or 1,
            data["remainder"],
            tuple(
                Prize(
                    prize["place"],
                    amount(prize["amount"], "prizes", str(row), "amount") if prize.get("amount") is not None else None,
                    prize.get("share"),
                    prize.get("player_class"),
                )
                for row, prize in enumerate(data.get("prizes", ()))
            ),
            tuple(
                Pool(
                    pool["name"],
                    amount(pool["fee"], "pools", str(row), "fee"),
                    tuple(Prize(prize["place"], share=prize["share"]) for prize in pool.get("prizes", ()))
                    or (Prize(1, share=WHOLE),),
                    pool["named"],
                )
                for row, pool in enumerate(data.get("pools", ()))
            ),
        )
        if wrong:
            raise ValidationError(wrong)
        return plan


class PaymentNoting(Strict):
    """The amount that a player, by id or by name, has paid in all."""

    player = Name(NAME, required=True)
    paid = Amount(allow_none=True, metadata={"description": "In all; without it the whole fee, and 0 for nothing."})
    pool = Name(POOL, load_default=None, allow_none=True, metadata={"description": "A side pool; else the fee."})
    waived = YesNo(load_default=False, metadata={"description": "What is missing is not asked for."})


class PoolEntering(Strict):
    """A player who is in a side pool, or is not after all."""

    pool = Name(POOL, required=True)
    player = Name(NAME, required=True)
    inside = YesNo(load_default=True)


class WinnersNaming(Strict):
    """The winners of a side pool, who share it; none opens it again."""

    pool = Name(POOL, required=True)
    players = Many(Name(NAME), 0, 50, required=True)


class ClassesSetting(Strict):
    """The classes of a player, by id or by name: all that hold from now on."""

    player = Name(NAME, required=True)
    classes = Many(Name(CLASS), 0, MOST_CLASSES, required=True)


def classes_of(text: str) -> list[str]:
    """The classes that are written with commas between them. Raises `ValidationError` for a name that is too long."""
    names = [" ".join(part.split()) for part in text.split(",") if part.strip()]
    return list(filter(None, Many(Name(CLASS), 0, MOST_CLASSES).deserialize(names)))
