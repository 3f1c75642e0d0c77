"""The first event of a log that only a newer version of brade understands."""

from typing import NamedTuple

from core.errors import NewerVersion
from core.events import NewerEvent, Recorded


class Newer(NamedTuple):
    """The first event of a log that only a newer version of brade understands."""

    stream: str
    version: int
    event_type: str
    schema: int

    def error(self) -> NewerVersion:
        """The error for a caller who would have to understand it."""
        return NewerVersion(*self)


def newer(stream: str, recorded: Recorded) -> Newer | None:
    """The place of an event of a newer version of brade; `None` for an event that this version knows."""
    event = recorded.event
    if isinstance(event, NewerEvent):
        return Newer(stream, recorded.version, event.event_type, event.schema)
    return None
