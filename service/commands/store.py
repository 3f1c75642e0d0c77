"""The store for the time of a command, whether the service runs or not."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

from core.errors import BradeError
from service.bootstrap import made
from service.config import Settings
from service.processes import STORE
from service.store import inventory, running, views
from service.store.connect import STORE_AWAY, check_server, connect, ensure_kept
from service.store.embedded import EmbeddedStore
from service.store.free_space import FreeSpace
from service.store.server_process import StoreNotStarted

_STARTING_SECONDS = 5.0


class NoStore(BradeError):
    """There is no store to read; the message says where it was looked for."""

    code = "no-store"


@contextmanager
def opened(settings: Settings, *, make: bool = False) -> Iterator[Redis]:
    """A client of the store, see `located`. Raises `NoStore`, `StoreNotStarted`, `StoreTooOld`."""
    with located(settings, make=make) as url, connect(url) as client:
        yield client


@contextmanager
def located(settings: Settings, *, make: bool = False) -> Iterator[str]:
    """The address of the store: `BRADE_STORE_URL`, the one that runs in the data folder, or one run for the moment.

    A running one is left running. `make`: where there is none yet, begin with an empty one. Raises `NoStore`, also
    when it goes away meanwhile, `BadSetting`, `StoreNotStarted`, `StoreTooOld`, and, to `make`, `StoreVolatile`.
    """
    if settings.store_url:
        with _answering(settings.store_url):
            if make:
                with connect(settings.store_url) as client:
                    ensure_kept(client, volatile=settings.volatile)
            yield settings.store_url
        return
    folder = (made(settings.data) if make else settings.data) / STORE
    if not make and not folder.is_dir():
        raise NoStore(f"there is no store in {settings.data}: BRADE_DATA names the folder, BRADE_STORE_URL a server")
    own = None
    url = running.address(folder)
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
        with _answering(url):
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
    for stream in inventory.heads(client):
        root, dot, _ = stream.partition(".")
        if dot and (stream in streams or root in streams):
            views.forget(client, stream)


@contextmanager
def _answering(url: str) -> Iterator[None]:
    """See that a server answers there and is new enough, and say in a sentence if it stops to."""
    try:
        with connect(url) as client:
            check_server(client)
        yield
    except STORE_AWAY as error:
        raise NoStore(f"the store does not answer: {error}") from None


def _awaited(folder: Path) -> str | None:
    deadline = time.monotonic() + _STARTING_SECONDS
    while (url := running.address(folder)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return url
