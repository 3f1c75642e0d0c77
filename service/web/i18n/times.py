"""Times on pages, in the time zone that the tournament names, else in that of the machine that serves.

The catalogue of a language has its patterns of times, such as `d MMM y HH:mm`, in the letters of Unicode (CLDR).
"""

from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from babel.dates import format_datetime
from babel.localtime import get_localzone
from flask_babel import gettext as _
from markupsafe import Markup

from core.timestamps import rfc3339
from service.local_times import local
from service.web.i18n import locale
from service.web.place_zone import place_zone

_NO_PLACE = ("", "UTC", "UCT", "GMT", "Zulu", "Universal", "Greenwich", "local")


def clock_time(at: int) -> Markup:
    """A time (Unix ms) with day and minute, where the tournament or the club of the page plays."""
    moment = local(at, {"zone": place_zone()})
    text = format_datetime(moment, _("d MMM y HH:mm"), tzinfo=moment.tzinfo, locale=locale.current())
    return Markup('<time datetime="{}">{}</time>').format(rfc3339(at), text)


def expected_time(at: int, now: int, details: Mapping[str, Any] | None = None) -> str:
    """A time (Unix ms) that is expected, to five minutes, with the weekday if it is not today.

    It is in the time zone that the tournament with these details names, if it names one.
    """
    return planned_time(round(at / 300_000) * 300_000, now, details)


def planned_time(at: int, now: int, details: Mapping[str, Any] | None = None) -> str:
    """A time (Unix ms), with the weekday if it is not today, in the time zone of the tournament with these details."""
    moment, today = local(at, details), local(now, details)
    form = _("HH:mm") if moment.date() == today.date() else _("EEE HH:mm")
    return format_datetime(moment, form, tzinfo=moment.tzinfo, locale=locale.current())


def span(starts: int, ends: int, details: Mapping[str, Any] | None, now: int | None = None) -> str:
    """From when to when (Unix ms) in the tournament's own time zone; with the day, unless it is that of `now`."""
    first, last = local(starts, details), local(ends, details)
    today = local(now, details).date() if now is not None else None

    def text(moment: datetime, day_before: object) -> str:
        form = _("HH:mm") if moment.date() == day_before else _("d MMM HH:mm")
        return format_datetime(moment, form, tzinfo=moment.tzinfo, locale=locale.current())

    return _("%(start)s – %(end)s", start=text(first, today), end=text(last, first.date()))


def time_of_day(hours: int, minutes: int) -> str:
    """A time of the day, without the word that a language has before one in a sentence."""
    return _("%(hours)s:%(minutes)s", hours=f"{hours:02}", minutes=f"{minutes:02}")


def machine_zone() -> str:
    """The time zone of the machine by its IANA name; empty if it has that of no place, as containers do."""
    try:
        name = str(get_localzone())
    except LookupError:  # the machine names a zone that is none
        return ""
    return "" if name.removeprefix("Etc/") in _NO_PLACE or name not in _known_zones() else name


@cache
def zones() -> tuple[str, ...]:
    """The time zones that a form proposes: those of Europe. Any other can be typed."""
    return tuple(sorted(known_zone for known_zone in _known_zones() if known_zone.startswith("Europe/")))


@cache
def _known_zones() -> frozenset[str]:
    return frozenset(available_timezones())
