"""A tournament announced as an earlier one: its settings and texts, with the next name and the next date proposed."""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

from core.tournament.model.state import Tournament
from core.tournament.model.values import Entry

_DAY = len("2026-11-28")
_WEEK = 7
_NUMBERED = re.compile(r"(?P<before>.*\D)(?P<number>[0-9]{1,3})")
AS_SENT = (
    "game",
    "length",
    "format",
    "tie_breaks",
    "check",
    "stop",
    "options",
    "published",
    "settings",
    "scoring",
    "terms",
    "check_in",
    "drafts",
    "confirm",
    "time_up",
    "handicap",
)
"""Fields of an announcement that a copy has as they are."""


def announced_again(tournament: Tournament, today: date) -> dict[str, Any]:
    """The announcement of the next tournament of this kind: as this one holds now, with the next name and date."""
    created = tournament.created
    command = {name: value for name in AS_SENT if (value := getattr(created, name)) is not None}
    return {**command, "name": next_name(created.name), "details": next_time(created.details, today)}


def next_name(name: str) -> str:
    """The name of the next one: a number at its end goes on.

    >>> next_name("Monday evening 7"), next_name("Spring cup"), next_name("Spring cup 2026")
    ('Monday evening 8', 'Spring cup', 'Spring cup 2026')
    """
    matched = _NUMBERED.fullmatch(name)
    return f"{matched['before']}{int(matched['number']) + 1:0{len(matched['number'])}}" if matched else name


def next_time(details: Mapping[str, Any] | None, today: date) -> dict[str, Any]:
    """The details on the next day of the same weekday, which is after the last start and not before today.

    >>> next_time({"starts": "2026-11-23T18:00", "ends": "2026-11-24", "fee": "50 kr"}, date(2026, 12, 2))
    {'starts': '2026-12-07T18:00', 'ends': '2026-12-08', 'fee': '50 kr'}
    """
    moved = dict(details or {})
    if not (starts := moved.get("starts")):
        return moved
    behind = (today - date.fromisoformat(starts[:_DAY])).days
    days = _WEEK * max(1, -(-behind // _WEEK))
    for name in ("starts", "ends"):
        if name in moved:
            moved[name] = _later(moved[name], days)
    return moved


def _later(moment: str, days: int) -> str:
    """A local date, or date and time, so many days later; the last days of the calendar stay as they are."""
    try:
        later = datetime.fromisoformat(moment) + timedelta(days=days)
    except OverflowError:
        return moment
    return later.isoformat(timespec="minutes")[: len(moment)]


def people(tournament: Tournament) -> list[Entry]:
    """Entries of those who took part, or have entered: each person or team once."""
    return [entry for entry in tournament.field if entry.again_of is None]
