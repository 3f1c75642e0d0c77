"""Details of a tournament in words: when it is, as readers of the language write dates."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from babel.dates import format_date

from service.web.i18n import locale

_DAY = "EEEE d MMMM y"


def when(details: Mapping[str, Any] | None) -> str:
    """From when to when, such as `Saturday 28 November 2026, 18:00 – 22:30`; empty if no date is told.

    The zone is told only to programs: a club's tournament is where its people are.
    """
    given = details or {}
    if not given.get("starts"):
        return ""
    day, time = _split(given["starts"])
    last, until = _split(given["ends"]) if given.get("ends") else (day, "")
    if last != day:
        return " – ".join(", ".join(filter(None, each)) for each in ((_day(day), time), (_day(last), until)))
    return ", ".join(filter(None, (_day(day), " – ".join(filter(None, (time, until))))))


def _split(text: str) -> tuple[date, str]:
    moment = datetime.fromisoformat(text)
    return moment.date(), text[len("2026-11-28T") :]


def _day(day: date) -> str:
    text = format_date(day, _DAY, locale=locale.current())
    return text[0].upper() + text[1:]
