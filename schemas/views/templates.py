"""Views of a club's templates: see `schemas.views.clubs`."""

from marshmallow import fields

from schemas.fields import Strict
from schemas.views.base import Listed, listed, text


class TemplateView(Strict):
    """A template of a club: what a tournament that is announced as it says has."""

    id = text(example="n_k3wq2d7xk2")
    name = text()
    announced = fields.Raw(
        required=True,
        metadata={"type": "object", "description": "The fields of an announcement."},
    )
    money = fields.Raw(
        attribute="money_as_sent",
        required=True,
        allow_none=True,
        metadata={
            "type": ["object", "null"],
            "description": "The plan of fees and prizes as `PUT /v1/tournaments/{tournament}/money` takes it, or null.",
        },
    )
    tables = fields.List(fields.String(), attribute="table_names", required=True)


class Templates(Listed):
    """The templates of a club."""

    templates = listed(TemplateView)
