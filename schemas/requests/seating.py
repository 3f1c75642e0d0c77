"""Requests about tables and who sits at them."""

from typing import Any

from marshmallow import pre_load

from schemas.fields import Many, Name, Strict, nested
from schemas.requests.matches import NAME, match_id
from schemas.requests.rounds import MOST_TABLES

TABLE = 40


class TableNamed(Strict):
    """A table, and the stage or group of players whose matches it is kept for, if any."""

    table = Name(TABLE, required=True)
    group = Name(NAME, 0, load_default="", allow_none=True)

    @pre_load
    def _from_a_name(self, data: Any, **_: Any) -> Any:
        return {"table": str(data)} if type(data) in (str, int) else data


class TablesSetting(Strict):
    """The tables of the hall in the order in which they are filled."""

    tables = Many(nested(TableNamed), 0, MOST_TABLES, required=True)


class SeatTaken(Strict):
    """A match and its table."""

    match = match_id(required=True)
    table = Name(TABLE, required=True)


class Seating(Strict):
    """Matches and the tables at which they are played; one alone may be named without a list."""

    seats = Many(nested(SeatTaken), 1, MOST_TABLES, required=True)

    @pre_load
    def _from_one(self, data: Any, **_: Any) -> Any:
        return {"seats": [data]} if isinstance(data, dict) and "seats" not in data else data
