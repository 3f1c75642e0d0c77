"""Times: Unix milliseconds and RFC 3339."""

from datetime import UTC, datetime, timedelta

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(at: int) -> str:
    """Unix milliseconds as RFC 3339 in UTC.

    >>> rfc3339(1_700_000_000_123)
    '2023-11-14T22:13:20.123Z'
    """
    return f"{(_EPOCH + timedelta(milliseconds=at)).isoformat(timespec='milliseconds')[:-6]}Z"


def unix_ms(text: str) -> int:
    """The Unix milliseconds of an RFC 3339 time. Raises `ValueError`."""
    return (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
