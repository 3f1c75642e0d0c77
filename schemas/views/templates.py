"""Views of a club's templates: see `schemas.views.clubs`."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import Listed, integer, listed, maybe_text, one, text, yes
from schemas.views.money import PlanOfMoney


class PoolPrizeSent(Strict):
    """A prize of a side pool: a share in per cent."""

    place = integer()
    share = maybe_text(example="33.33")


class PrizeSent(PoolPrizeSent):
    """A prize of a plan: a sum, or a share in per cent."""

    amount = maybe_text(example="450")
    player_class = fields.String(required=True, allow_none=True, data_key="class")


class PoolSent(Strict):
    """A side pool of a plan."""

    name = text()
    fee = text(example="20")
    prizes = listed(PoolPrizeSent)
    named = yes()


class PlanSent(PlanOfMoney):
    """A plan of fees and prizes in the texts in which it is set, and may be set again."""

    prizes = listed(PrizeSent)
    pools = listed(PoolSent)


class TemplateView(Strict):
    """A template of a club: what a tournament that is announced as it says has."""

    id = text(example="n_k3wq2d7xk2")
    name = text()
    announced = fields.Raw(
        required=True,
        metadata={"type": "object", "description": "The fields of an announcement."},
    )
    money = one(
        PlanSent,
        attribute="money_as_sent",
        allow_none=True,
        metadata={"description": "The plan of fees and prizes as `PUT …/money` takes it; null without one."},
    )
    tables = fields.List(fields.String(), attribute="table_names", required=True)


class Templates(Listed):
    """The templates of a club."""

    templates = listed(TemplateView)
