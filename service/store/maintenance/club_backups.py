"""The last backup of each club that was asked for by a page: when it was asked for, and what the worker wrote.

`{s07}:backup:c_<slug>` is a hash, and gone a day after it was asked for. The file is in the data folder.
"""

from typing import NamedTuple

from redis import Redis

from service.store.keys import shard_of, tag

KEPT_SECONDS = 24 * 3600
BETWEEN_SECONDS = 30
"""For so long a club asks for no other one."""
MOST_SECONDS = 600
"""After so long one that is not there has failed."""


class ClubBackup(NamedTuple):
    """A backup: times in Unix ms, `made` is 0 before it is there. `left_out` are logs that were altered."""

    asked: int
    made: int = 0
    size: int = 0
    logs: int = 0
    events: int = 0
    left_out: int = 0

    @property
    def is_made(self) -> bool:
        """True if the file is there."""
        return self.made >= self.asked


def find(client: Redis, slug: str) -> ClubBackup | None:
    """The last backup of a club that was asked for within a day."""
    found: dict[bytes, bytes] = client.hgetall(_key(slug))  # type: ignore[assignment]
    numbers = {name.decode(): int(value) for name, value in found.items()}
    return ClubBackup(**numbers) if "asked" in numbers else None


def ask(client: Redis, slug: str, now: int) -> None:
    """Note that a backup is asked for (`now` in Unix ms). The file from before is no longer shown."""
    _write(client, slug, ClubBackup(now))


def forget(client: Redis, slug: str) -> None:
    """Forget a backup that no worker took."""
    client.delete(_key(slug))


def done(client: Redis, slug: str, backup: ClubBackup) -> None:
    """Note what the worker wrote."""
    _write(client, slug, backup)


def _write(client: Redis, slug: str, backup: ClubBackup) -> None:
    pipeline = client.pipeline(transaction=True)
    for name, number in backup._asdict().items():
        pipeline.hset(_key(slug), name, number)
    pipeline.expire(_key(slug), KEPT_SECONDS)
    pipeline.execute()


def _key(slug: str) -> str:
    stream = f"c_{slug}"
    return f"{tag(shard_of(stream))}:backup:{stream}"
