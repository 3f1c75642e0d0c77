"""The archived logs as `brade doctor` looks at them."""

from collections.abc import Iterator

from redis import Redis

from service.store.archive import places, reader
from service.store.archive.places import ArchiveDamaged
from service.terminal import count

_NAMED = 3


def findings(client: Redis) -> list[tuple[bool, str]]:
    """Sentences about the archive, each with `True` if it is a good one; none where nothing is archived."""
    try:
        archived = places.every(client)
    except ArchiveDamaged as error:
        return [(False, str(error))]
    if damaged := reader.damaged(client, archived):
        return [(False, each) for each in _sentences(damaged)]
    return [(True, f"{count(len(archived), 'archived log is', 'archived logs are')} whole")] if archived else []


def _sentences(damaged: list[ArchiveDamaged]) -> Iterator[str]:
    yield from (str(each) for each in damaged[:_NAMED])
    if len(damaged) > _NAMED:
        yield f"{count(len(damaged) - _NAMED, 'archived log')} more: `brade verify` names them all"
