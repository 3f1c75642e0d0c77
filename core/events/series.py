"""Events of the series of a club. They lie in the club's log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.events.base import Event


@dataclass(frozen=True, slots=True)
class SeriesAnnounced(Event):
    """The club holds a series: its name, its period, its rule (`core.series.announcement`)."""

    series: str
    announcement: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeriesChanged(Event):
    """From now on the series has this announcement in place of the one before."""

    series: str
    announcement: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SeriesTournamentAdded(Event):
    """A tournament counts in the series, or counts with another factor, which is an exact number such as `3/2`."""

    series: str
    tournament: str
    factor: str = "1"


@dataclass(frozen=True, slots=True)
class SeriesTournamentRemoved(Event):
    """A tournament no longer counts in the series."""

    series: str
    tournament: str


@dataclass(frozen=True, slots=True)
class SeriesEnded(Event):
    """The series is over: its table is that of these versions of the logs of its tournaments."""

    series: str
    versions: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SeriesReopened(Event):
    """A series that was over is open again: its table follows the present logs."""

    series: str
