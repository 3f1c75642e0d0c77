"""Requests about teams: to enter one, and its players from a round on."""

from typing import Any

from marshmallow import pre_load

from schemas.fields import Many, Name, Strict, Text, WholeNumber, YesNo
from schemas.requests.entries import LAST_RATING, LAST_SEED, MEMBERS
from schemas.requests.matches import NAME, REASON

_LAST_ROUND = 1000


def _person(row: Any) -> Any:
    """A member as listed elsewhere (`{"player": …, "name": …}`) is identified by the id."""
    if isinstance(row, dict):
        return next((row[name] for name in ("player", "id", "name") if name in row), row)
    return row


class _OfMembers(Strict):
    members = Many(Name(NAME), 1, MEMBERS, required=True)

    @pre_load
    def _from_what_people_send(self, data: Any, **_: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("members"), list):
            return {**data, "members": [_person(row) for row in data["members"]]}
        return data


class TeamEntering(_OfMembers):
    """A team that enters: its name, and its members, players of the club by id or by name, from board 1 on."""

    name = Name(NAME, required=True)
    rating = WholeNumber(0, LAST_RATING, allow_none=True)
    group = Name(NAME, allow_none=True)
    seed = WholeNumber(1, LAST_SEED, allow_none=True)
    another = YesNo(metadata={"description": "This is another team, or group, than those whose names look like it."})


class LiningUp(_OfMembers):
    """Line-up of a team, from board 1 on, from the given round on, with a reason."""

    team = Name(NAME, required=True)
    round = WholeNumber(1, _LAST_ROUND, required=True)
    reason = Text(REASON, 1, required=True)
