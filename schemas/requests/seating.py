"""Requests about tables and who sits at them."""

from typing import Any

from marshmallow import pre_load

from schemas.fields import Many, Strict, Text, nested
from schemas.requests.matches import NAME, match_id
from schemas.requests.rounds import MOST_TABLES

TABLE = 40


class TableNamed(Strict):
    """A table, and the stage or group of players whose matches it is kept for, if any."""

    table = Text(TABLE, required=True)
    group = Text(NAME, 0, load_default="", allow_none=True)

    @pre_load
    def _from_a_name(self, words: Any, **_: Any) -> Any:
        return {"table": str(words)} if type(words) in (str, int) else words


class TablesSetting(Strict):
    """The tables of the hall in the order in which they are filled."""

    tables = Many(nested(TableNamed), 0, MOST_TABLES, required=True)


class SeatTaken(Strict):
    """A match and its table."""

    match = match_id(required=True)
    table = Text(TABLE, required=True)


class Seating(Strict):
    """Matches and the tables at which they are played; one alone may be named without a list."""

    seats = Many(nested(SeatTaken), 1, MOST_TABLES, required=True)

    @pre_load
    def _from_one(self, words: Any, **_: Any) -> Any:
        return {"seats": [words]} if isinstance(words, dict) and "seats" not in words else words
