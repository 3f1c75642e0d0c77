"""Views of the money of a tournament: see `schemas.views.clubs`. Amounts are exact texts in the currency."""

from marshmallow import fields
from marshmallow.validate import OneOf

from core.tournament.model.money import REMAINDERS
from schemas.fields import Strict
from schemas.views.base import integer, listed, maybe_text, one, text, yes


class PrizeWorth(Strict):
    """A prize: its place, of all players or of a class, and what it is worth now."""

    place = integer()
    player_class = maybe_text()
    amount = text(example="450")
    share = maybe_text(description="In per cent, where it is a share.", example="33.33")


class PrizeWon(Strict):
    """The sum that a player has won by a place."""

    player = text()
    name = text()
    place = integer()
    player_class = maybe_text()
    pool = maybe_text()
    amount = text(example="450")
    shared = yes(description="Others have the same place.")


class PoolPrizes(Strict):
    """A side pool and its prizes."""

    name = text()
    fee = text(example="20")
    prizes = listed(PrizeWorth)


class PrizeList(Strict):
    """The prizes of a tournament. The winners are told once it is over."""

    tournament = text()
    version = integer()
    currency = maybe_text(description="Null where there is no plan of money.", example="SEK")
    fee = maybe_text()
    final = yes(description="It is over: the winners stand.")
    prizes = listed(PrizeWorth)
    pools = listed(PoolPrizes)
    won = listed(PrizeWon)


class Due(Strict):
    """A fee of a player, and what of it was paid; `pool` is the side pool that it is for."""

    player = text()
    name = text()
    pool = maybe_text()
    fee = text(example="100")
    paid = text(example="100")
    missing = text(example="0")
    waived = yes()


class PoolSums(Strict):
    """A side pool: its players and its sums, paid out and kept being all of the fees."""

    name = text()
    fee = text()
    named = yes()
    players = fields.List(fields.String(), required=True, metadata={"description": "Their ids."})
    fees = text()
    paid_out = text()
    kept = text()
    prizes = listed(PrizeWorth)


class PlanOfMoney(Strict):
    """The plan of fees and prizes, as it was set."""

    currency = text(example="SEK")
    fee = text(example="100")
    fee_again = maybe_text()
    keep = text()
    added = text()
    unit = text()
    remainder = fields.String(required=True, validate=OneOf(REMAINDERS))


class PlayerClasses(Strict):
    """The classes of a player."""

    player = text()
    name = text()
    classes = fields.List(fields.String(), required=True)


class Sums(Strict):
    """Sums of a tournament: `paid_out` and `kept` together are `income`, which is all fees and what the club added."""

    fees = text(description="All entry fees that were paid.")
    pool_fees = text(description="Those of side pools.")
    added = text()
    income = text()
    paid_out = text(description="What players have won; while it is played, as it stands now.")
    kept = text(description="What the club keeps; with a minus what it pays itself.")
    missing = text(description="Fees that are asked for and not paid.")


class MoneyOfTournament(Strict):
    """The money of a tournament, for its organisers. Without a plan there is none."""

    tournament = text()
    version = integer()
    final = yes()
    plan = one(PlanOfMoney, allow_none=True)
    sums = one(Sums, allow_none=True)
    payments = listed(Due)
    prizes = listed(PrizeWorth)
    won = listed(PrizeWon)
    pools = listed(PoolSums)
    classes = listed(PlayerClasses)


class PaymentsOfTournament(Strict):
    """The fees of a tournament, for those at the door."""

    tournament = text()
    version = integer()
    currency = maybe_text()
    payments = listed(Due)
