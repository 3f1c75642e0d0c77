"""Removal of a club's logs, and of all that the store keeps beside them. The caller has proved a backup of them."""

from collections.abc import Iterable, Mapping

from redis import Redis

from core.eventlog.log import Head
from service.store import held_streams, keys
from service.store.archive import places
from service.store.read_models.club import club_index

_OF_PEOPLE = ("signed-out", "trail", "seen")
"""Keys that end with the short name of their club."""
_PAGE = 1000


def remove(client: Redis, slug: str, heads: Mapping[str, Head]) -> None:
    """Remove these logs, the club's own last, and every key that is about one of them; once more removes the rest.

    They are given up as the checkpoint names them, so that they are not missed. The files of archived tournaments go
    when no log is in them any more.
    """
    given_up = {stream.encode(): f"{head.version} {head.hash}".encode() for stream, head in heads.items()}
    held_streams.give_up(client, given_up)
    own = f"c_{slug}"
    for stream in heads:
        if stream != own:
            _remove_log(client, stream)
    _remove_archived(client, slug, {stream.partition(".")[0] for stream in heads})
    _remove_log(client, own)
    _remove_keys(client, slug, {stream.partition(".")[0] for stream in heads} | {own})


def _remove_log(client: Redis, stream: str) -> None:
    """A log and its head, in one step."""
    shard = keys.shard_of(stream)
    pipeline = client.pipeline(transaction=True)
    pipeline.unlink(keys.log(stream))
    for hash_of in (keys.head, keys.unjudged, keys.held, keys.newer):
        pipeline.hdel(hash_of(shard), stream)
    pipeline.execute()


def _remove_archived(client: Redis, slug: str, roots: Iterable[str]) -> None:
    """The files of the archive with logs of these tournaments, or of others that the club has had."""
    folder, ids = places.folder(client), {*roots, *club_index.members(client, slug, "tournaments")}
    for path in folder.glob("t_*.ndjson.gz") if folder else ():
        if path.name.partition("-")[0] in ids:
            path.unlink(missing_ok=True)


def _remove_keys(client: Redis, slug: str, roots: Iterable[str]) -> None:
    """All other keys with one of these names, or with the short name of the club where it stands alone."""
    named = set(roots)
    found: list[str] = []
    for key in client.scan_iter(count=_PAGE):
        _, *parts = key.decode(errors="replace").split(":")
        of_people = len(parts) > 1 and parts[0] in _OF_PEOPLE and parts[1] == slug
        if of_people or any(part.partition(".")[0] in named for part in parts):
            found.append(key.decode())
    for first in range(0, len(found), _PAGE):
        pipeline = client.pipeline(transaction=False)
        for key in found[first : first + _PAGE]:
            pipeline.unlink(key)
        pipeline.execute()
