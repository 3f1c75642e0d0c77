"""Times on pages, in the time zone of the machine that serves. It stands at the same place as the tournament."""

from datetime import datetime

from babel.dates import format_datetime
from markupsafe import Markup

from core.timestamps import rfc3339
from service.web.i18n import locale

_FORMAT = "d MMM y HH:mm"


def clock_time(at: int) -> Markup:
    """A time (Unix ms) with day and minute."""
    moment = datetime.fromtimestamp(at / 1000).astimezone()
    text = format_datetime(moment, _FORMAT, tzinfo=moment.tzinfo, locale=locale.current())
    return Markup('<time datetime="{}">{}</time>').format(rfc3339(at), text)


def expected_time(at: int, now: int) -> str:
    """A time (Unix ms) that is expected, to five minutes, with the weekday if it is not today."""
    moment, today = (datetime.fromtimestamp(each / 1000).astimezone() for each in (round(at / 300_000) * 300_000, now))
    form = "HH:mm" if moment.date() == today.date() else "EEE HH:mm"
    return format_datetime(moment, form, tzinfo=moment.tzinfo, locale=locale.current())
