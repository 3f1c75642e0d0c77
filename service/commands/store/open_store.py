"""The store for the time of a command, whether the service runs or not."""

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from core.errors import BradeError
from service.bootstrap import ensure_data_folder
from service.config import Settings
from service.processes.supervisor import STORE
from service.store.archive.places import keep_folder
from service.store.connect import STORE_AWAY, check_server, connect, ensure_kept
from service.store.maintenance import all_streams
from service.store.maintenance.store_format import ensure_readable, upgrade
from service.store.read_models import states
from service.store.server import manifest, running_server
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.free_space import LEAST_FREE, FreeSpace, file_bytes, free_bytes
from service.store.server.server_process import StoreNotStarted
from service.terminal import say_on_stderr

_STARTING_SECONDS = 5.0


class NoStore(BradeError):
    """There is no store to read; the message says where it was looked for."""

    code = "no-store"


@contextmanager
def opened(settings: Settings, *, make: bool = False) -> Iterator[Redis]:
    """A client of the store, see `located`. Raises `NoStore`, `StoreNotStarted`, `StoreTooOld`, `StoreTooNew`."""
    with located(settings, make=make) as url, connect(url) as client:
        yield client


@contextmanager
def copied(settings: Settings, listed: str = "") -> Iterator[Redis]:
    """A client of a server on a copy of the embedded store's files, so that theirs stay as they are.

    `listed` is the list of the files in the copy, instead of the one that is there. Raises `NoStore` where there is no
    room for the copy, `StoreNotStarted`.
    """
    folder = settings.data / STORE
    with tempfile.TemporaryDirectory(prefix="brade-") as place:
        needed, free = file_bytes(folder) + LEAST_FREE, free_bytes(Path(place))
        if free < needed:
            raise NoStore(
                f"a copy of the store's files needs {needed >> 20:,} MB in {place}, and {free >> 20:,} are free"
            )
        shutil.copytree(folder / manifest.FOLDER, Path(place) / manifest.FOLDER)
        if listed:
            (Path(place) / manifest.FOLDER / manifest.NAME).write_text(listed, encoding="utf-8")
        with EmbeddedStore(place, durable=True) as server, connect(server.url) as client:
            keep_folder(client, settings.data)
            ensure_readable(client)
            yield client


@contextmanager
def located(settings: Settings, *, make: bool = False) -> Iterator[str]:
    """The address of the store: `BRADE_STORE_URL`, the one that runs in the data folder, or one run for the moment.

    A running one is left running. `make`: where there is none yet, begin with an empty one. Raises `NoStore`, also
    when it goes away meanwhile, `BadSetting`, `StoreNotStarted`, `StoreTooOld`, `StoreTooNew`, and, to `make`,
    `StoreVolatile`.
    """
    if settings.store_url:
        with _answering(settings.store_url, make):
            if make:
                with connect(settings.store_url) as client:
                    ensure_kept(client, volatile=settings.volatile)
            yield settings.store_url
        return
    folder = (ensure_data_folder(settings.data) if make else settings.data) / STORE
    if not make and not folder.is_dir():
        raise NoStore(f"there is no store in {settings.data}: BRADE_DATA names the folder, BRADE_STORE_URL a server")
    own = None
    url = running_server.address(folder)
    try:
        if url is None:
            try:
                own = EmbeddedStore(folder, durable=True).start()
                url = own.url
            except StoreNotStarted:
                # A service that is just starting has taken the folder: its store answers in a moment.
                url = _awaited(folder)
                if url is None:
                    raise
        with _answering(url, make):
            with connect(url) as client:
                keep_folder(client, settings.data)
            yield url
    finally:
        if own:
            own.stop()


def ensure_room(settings: Settings) -> None:
    """Raises `NoStore` while the disk of an embedded store has too little room to take more."""
    if settings.store_url is None and (lacking := FreeSpace(settings.data / STORE).lacking()):
        raise NoStore(lacking)


def judge_again(client: Redis, brought: Iterable[str]) -> None:
    """Have the matches of these tournaments, and these matches of tournaments, judged once more.

    A pump that works meanwhile may have judged a match before its tournament was there to be told of the result.
    """
    streams = set(brought)
    for stream in all_streams.heads(client):
        root, dot, _ = stream.partition(".")
        if dot and (stream in streams or root in streams):
            states.forget(client, stream)


@contextmanager
def _answering(url: str, make: bool) -> Iterator[None]:
    """See that a server answers there and is new enough, and say in a sentence if it stops to.

    `make`: upgrade its format; else one that is older is left as it is, and read. Raises `StoreTooNew`.
    """
    try:
        with connect(url) as client:
            check_server(client)
            if make:
                upgrade(client, say_on_stderr)
            else:
                ensure_readable(client)
        yield
    except STORE_AWAY as error:
        raise NoStore(f"the store does not answer: {error}") from None


def _awaited(folder: Path) -> str | None:
    deadline = time.monotonic() + _STARTING_SECONDS
    while (url := running_server.address(folder)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return url
