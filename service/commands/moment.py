"""A moment as people write it: `21:40`, `2026-11-22 21:40`, or a whole RFC 3339 time."""

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta, tzinfo

from core.errors import BradeError
from core.timestamps import unix_ms

FORMS = "21:40, 21:40:30, 2026-11-22T21:40 or 2026-11-22T21:40:30+01:00"
_LONG_BEFORE = timedelta(hours=12)


class NoMoment(BradeError):
    """The text is no moment, or is ambiguous; the message says what would be right."""

    code = "no-moment"


def moment(text: str, end: Callable[[], int]) -> int:
    """The Unix milliseconds of a moment; `end` tells those of the last event of what is restored. Raises `NoMoment`.

    Without an offset (`Z`, `+01:00`) it is the local time of this machine. A time alone is the last such time before
    the end, on the day of the end or in the night before it; others need their day.
    """
    try:
        return _of_day(time.fromisoformat(text), end())
    except ValueError:
        pass
    try:
        if len(text) <= len("2026-11-22"):
            raise ValueError
        return _ms(datetime.fromisoformat(text))
    except ValueError:
        raise NoMoment(f"{text!r} is no time: write {FORMS}") from None


def local_time(at: int) -> str:
    """A moment (Unix ms) in this machine's time, with its offset.

    >>> local_time(0)[-6] in "+-"
    True
    """
    return datetime.fromtimestamp(at / 1000).astimezone().isoformat(sep=" ", timespec="seconds")


def _of_day(given: time, end: int) -> int:
    last = datetime.fromtimestamp(end / 1000, tz=UTC)
    there = last.astimezone(given.tzinfo)  # of this machine where no offset is said
    same_day = _at(there, given)
    if same_day <= last:
        return _ms(same_day)
    day_before = _at(there - timedelta(days=1), given)
    if last - day_before <= _LONG_BEFORE:
        return _ms(day_before)
    raise NoMoment(
        f"the last event was recorded at {local_time(end)}, before {given:%H:%M}:"
        " leave --until out to restore everything,"
        f" or say the day too, such as {day_before:%Y-%m-%dT%H:%M}"
    )


def _at(day: datetime, given: time) -> datetime:
    zone: tzinfo | None = given.tzinfo
    return datetime.combine(day.date(), given.replace(tzinfo=None), zone).astimezone(zone)


def _ms(at: datetime) -> int:
    return unix_ms(at.astimezone(UTC).isoformat(timespec="milliseconds"))
