"""Days of a tournament as people write them on paper: `28–29 November 2026`, and with weekdays and times."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from babel.dates import format_date

_DAY, _WEEKDAY = "d MMMM y", "EEEE d MMMM y"


def day(text: str, lang: str) -> str:
    """The day of a local time; empty where none is told.

    >>> day("2026-11-28T18:00", "sv")
    '28 november 2026'
    """
    return format_date(date.fromisoformat(text[:10]), _DAY, locale=lang) if text else ""


def weekday(text: str, lang: str) -> str:
    """The day of a local time with its weekday; empty where none is told.

    >>> weekday("2026-11-28T18:00", "sv")
    'Lördag 28 november 2026'
    """
    written = format_date(date.fromisoformat(text[:10]), _WEEKDAY, locale=lang) if text else ""
    return written[:1].upper() + written[1:]


def days(starts: str, ends: str, lang: str) -> str:
    """The days from the first to the last, or the one that is known.

    >>> days("2026-11-28T10:00", "2026-11-29", "en"), days("2026-11-30", "2026-12-01", "sv")
    ('28–29 November 2026', '30 november – 1 december 2026')
    """
    if not (starts and ends) or starts[:10] == ends[:10]:
        return day(starts or ends, lang)
    first, last = date.fromisoformat(starts[:10]), day(ends, lang)
    if starts[:7] == ends[:7]:
        return f"{first.day}–{last}"
    return f"{format_date(first, 'd MMMM' if starts[:4] == ends[:4] else _DAY, locale=lang)} – {last}"


def days_and_place(details: Mapping[str, Any] | None, lang: str) -> str:
    """The days and the place, as printed things head their tables; empty if neither is told."""
    given = details or {}
    held = days(str(given.get("starts", "")), str(given.get("ends", "")), lang)
    return " · ".join(filter(None, (held, str(given.get("place", "")))))


def when(details: Mapping[str, Any] | None, lang: str) -> list[str]:
    """The first and the last day with their weekdays and times, a line each; none where no day is told.

    >>> when({"starts": "2026-11-28T10:00", "ends": "2026-11-29"}, "en")
    ['Saturday 28 November 2026 · 10:00', '– Sunday 29 November 2026']
    >>> when({"starts": "2026-11-28T10:00", "ends": "2026-11-29"}, "sv")[1]
    '– söndag 29 november 2026'
    """
    starts, ends = (str((details or {}).get(each, "")) for each in ("starts", "ends"))
    times = [starts[11:16], ends[11:16]]
    if starts[:10] == ends[:10] or not ends:
        return [" · ".join(filter(None, (weekday(starts, lang), "–".join(filter(None, times)))))] if starts else []
    last = format_date(date.fromisoformat(ends[:10]), _WEEKDAY, locale=lang)
    named = (weekday(starts, lang), times[0]), (f"– {last}", times[1])
    return [" · ".join(filter(None, each)) for each in named]
