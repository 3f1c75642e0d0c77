"""The place of an archived log: a text at the key of the log, instead of its stream of events.

`{s07}:log:<stream>` is then a string, `<version> <file> <offset> <bytes> <sha256>`: the last version, the name of a
file in the archive's folder, and the part of it that holds the log. Every command for streams fails there and changes
nothing. So no reader takes an archived log for an empty one, and no writer begins it anew.
"""

from pathlib import Path
from typing import NamedTuple, Self

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError
from core.messages import say
from service.store import keys

FOLDER = "archive"
"""The folder of the archive in the data folder."""

_WRONG_TYPE = "WRONGTYPE"
_PAGE = 5000


class ArchiveDamaged(BradeError):
    """An archived log cannot be read from its file as it was written."""

    code = "archive-damaged"

    def __init__(self, stream: str, file: str, why: str) -> None:
        self.stream, self.file = stream, file
        super().__init__(
            say(
                "the archive of {stream} is damaged, {file}: {why}. The operator brings the file back from a copy of"
                " the data folder, or the log from a backup (brade restore)",
                stream=stream,
                file=file,
                why=why,
            )
        )


class Place(NamedTuple):
    """The place of an archived log: its last version, the file, where the log begins in it, how long it is (bytes).

    `digest` is the SHA-256 (hex) of these bytes.
    """

    version: int
    file: str
    offset: int
    size: int
    digest: str

    @property
    def text(self) -> str:
        """The place as the store keeps it."""
        return " ".join(map(str, self))

    @classmethod
    def read(cls, text: str) -> Self:
        """The place of its text. Raises `ValueError`."""
        version, file, offset, size, digest = text.split(" ")
        return cls(int(version), file, int(offset), int(size), digest)


def is_archived(error: Exception) -> bool:
    """True if a command for a stream met the place of an archived log."""
    return isinstance(error, ResponseError) and _WRONG_TYPE in str(error)


def place_of(client: Redis, stream: str) -> Place | None:
    """The place of an archived log; `None` for one that is in the store, or is not there. Raises `ArchiveDamaged`."""
    try:
        text: bytes | None = client.get(keys.log(stream))  # type: ignore[assignment]
    except ResponseError as error:
        if is_archived(error):  # it is a stream of events
            return None
        raise
    return None if text is None else _read(stream, text)


def every(client: Redis) -> dict[str, Place]:
    """The places of all archived logs, by log. Raises `ArchiveDamaged`."""
    names: list[bytes] = list(client.scan_iter(match="{s*}:log:*", count=_PAGE, _type="string"))
    found: dict[str, Place] = {}
    for first in range(0, len(names), _PAGE):
        page = names[first : first + _PAGE]
        pipeline = client.pipeline(transaction=False)
        for name in page:
            pipeline.get(name)
        for name, text in zip(page, pipeline.execute(raise_on_error=False), strict=True):
            if isinstance(text, bytes):
                stream = name.decode().split(":", 2)[2]
                found[stream] = _read(stream, text)
    return found


def folder(client: Redis) -> Path | None:
    """The folder of the archive, as the service that keeps the store has it."""
    text: bytes | None = client.get(keys.ARCHIVE)  # type: ignore[assignment]
    return None if text is None else Path(text.decode())


def keep_folder(client: Redis, data: Path) -> None:
    """Say where the archive is, if this data folder has one: a data folder may be moved."""
    place = (data / FOLDER).resolve()
    if place.is_dir() and folder(client) != place:
        client.set(keys.ARCHIVE, str(place))


def _read(stream: str, text: bytes) -> Place:
    try:
        return Place.read(text.decode())
    except ValueError:
        raise ArchiveDamaged(stream, "", say("its place in the store cannot be read")) from None
