"""Times: Unix milliseconds and RFC 3339."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(at: int) -> str:
    """Unix milliseconds as RFC 3339 in UTC.

    >>> rfc3339(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    minute, milliseconds = divmod(at, 60_000)
    return _minute_text(minute) + _SECONDS[milliseconds // 1000] + _THOUSANDTHS[milliseconds % 1000]


_SECONDS = [f":{number:02}." for number in range(60)]
_THOUSANDTHS = [f"{number:03}Z" for number in range(1000)]


@lru_cache(4096)
def _minute_text(minute: int) -> str:
    """A minute since 1970: the facts of a match share few of them."""
    return (_EPOCH + timedelta(minutes=minute)).isoformat(timespec="minutes")[:-6]


def unix_ms(text: str) -> int:
    """The Unix milliseconds of an RFC 3339 time. Raises `ValueError`."""
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
