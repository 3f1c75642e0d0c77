"""The time of a round from its page: when it starts, and how many minutes it has, in the tournament's time zone."""

from typing import Any, NamedTuple

from flask import request

from core.errors import NotFound
from core.timestamps import rfc3339
from core.tournament import Tournament
from schemas.requests.rounds import TimingRound
from service.handlers.request import Request
from service.handlers.tournament import rounds
from service.local_times import instant, local
from service.web.http.form_fields import ID_LENGTH, form_text, whole_number

_MINUTE = 60_000
_USUAL = 90
"""Minutes that the form proposes for a round where the announcement names none."""


class TimeFields(NamedTuple):
    """The fields of the form as they are filled in. `set`: the round has a time already."""

    starts: str
    minutes: str
    set: bool


def fields(state: Tournament, number: int) -> TimeFields:
    """The time as it was typed, else the round's; else no start, which is now, and the announced minutes."""
    time = state.times.get(number)
    if "minutes" in request.form:
        return TimeFields(form_text("starts"), form_text("minutes"), time is not None)
    if time is None:
        return TimeFields("", str((state.created.details or {}).get("round_minutes", _USUAL)), False)
    starts = local(time.starts, state.created.details).strftime("%Y-%m-%dT%H:%M")
    return TimeFields(starts, str(-(-(time.ends - time.starts) // _MINUTE)), True)


def to_start(state: Tournament, number: int) -> int | None:
    """The announced minutes of a round whose clock does not run yet; `None` if it runs, or rounds have no time."""
    minutes: int | None = (state.created.details or {}).get("round_minutes")
    return None if number in state.times else minutes


def change(state: Tournament, number: int, order: Request) -> None:
    """Write what the form asks for: a time, so many minutes more, or none any more.

    Raises `ValidationError`, `Invalid`, `NotAllowed`, and `NotFound` for minutes more of a round that has no time.
    """
    time = state.times.get(number)
    if form_text("step", ID_LENGTH) == "none":
        rounds.take_time(order, state.id, number)
    elif more := whole_number(form_text("more", ID_LENGTH)):
        if time is None:
            raise NotFound("round", str(number))
        rounds.set_time(order, state.id, number, time.starts, time.ends + more * _MINUTE, None)
    else:
        read = TimingRound().load(_asked(state))
        rounds.set_time(order, state.id, number, read.get("starts"), None, read["minutes"])


def _asked(state: Tournament) -> dict[str, Any]:
    """The fields as the API takes them; what is no time or number is left as it is, to be refused there."""
    text, minutes = form_text("starts", ID_LENGTH), form_text("minutes", ID_LENGTH)
    number = whole_number(minutes)
    body: dict[str, Any] = {"minutes": minutes if number is None else number}
    if text:
        try:
            body["starts"] = rfc3339(instant(text, state.created.details))
        except (ValueError, OverflowError, OSError):
            body["starts"] = text
    return body
