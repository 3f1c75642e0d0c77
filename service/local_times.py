"""Times of a tournament as people at its place read them: in its own time zone, else in that of this machine."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

Details = Mapping[str, Any]


def local(at: int, details: Details | None) -> datetime:
    """A time (Unix ms) with the distance from UTC that it has there."""
    return datetime.fromtimestamp(at / 1000, UTC).astimezone(_zone(details))


def instant(text: str, details: Details | None) -> int:
    """The Unix ms of a local time such as `2026-11-28T18:00`. Raises `ValueError` for a text that is none."""
    moment = datetime.fromisoformat(text)
    zone = _zone(details)
    return round((moment.replace(tzinfo=zone) if zone else moment.astimezone()).timestamp()) * 1000


def _zone(details: Details | None) -> ZoneInfo | None:
    """The zone that the tournament names, if this machine knows it."""
    name = str((details or {}).get("zone", ""))
    try:
        return ZoneInfo(name) if name else None
    except (KeyError, ValueError, OSError):
        return None
