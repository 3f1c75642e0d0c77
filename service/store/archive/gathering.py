"""Events of a log gathered at a hidden key, where no reader sees them, until a script puts them in place."""

from collections.abc import Iterable
from itertools import islice

from redis import Redis

from core.events import Recorded
from service.store.stored_events import entry_id, to_fields

_PAGE = 1000
_HOUR_MS = 3600 * 1000


def gather(client: Redis, place: str, events: Iterable[Recorded], hours: int = 1) -> None:
    """Append events at a key of `keys.restoring`. The store itself drops them after some hours, should this process
    end before they are in place."""
    rest = iter(events)
    while page := list(islice(rest, _PAGE)):
        pipeline = client.pipeline(transaction=True)
        for recorded in page:
            pipeline.xadd(place, to_fields(recorded), id=entry_id(recorded.version))
        pipeline.pexpire(place, hours * _HOUR_MS)
        pipeline.execute()
