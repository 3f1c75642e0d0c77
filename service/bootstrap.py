"""The only place that chooses what the rooms work with: the store, the clock, the ids, the keys."""

import hmac
import os
import secrets
import time
from base64 import b32encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from redis import Redis

from core.log import Log
from service.config import BadSetting, Settings
from service.jobs import Jobs, connect_queue
from service.shelf import Shelf
from service.store.connect import FreeSpace, connect
from service.store.log import RedisLog

Clock = Callable[[], int]


@dataclass(frozen=True)
class House:
    """What a use case needs: the log, the store for read models, the time (Unix ms), ids, and the operator's key.

    `jobs` is where later work is asked for and looked at, where there is a queue.
    """

    settings: Settings
    client: Redis
    log: Log
    shelf: Shelf
    clock: Clock
    admin_token: str
    space: FreeSpace | None = None
    jobs: Jobs | None = None
    random_id: Callable[[], str] = field(default=lambda: secrets.token_hex(16))

    def new_id(self, prefix: str, scope: str, key: str | None) -> str:
        """A new id, such as `m_k3wq0d7xk2`; for a repeated idempotency key of the same scope, the same id again."""
        return f"{prefix}_{self.secret(scope, key)[:10]}"

    def secret(self, scope: str, key: str | None) -> str:
        """Fifty-two letters and digits that nobody guesses; the same ones for the same scope and idempotency key.

        Derived and not stored, so that whoever repeats a request is given the same answer, a secret included.
        """
        text = f"{scope}\n{key}" if key is not None else self.random_id()
        digest = hmac.digest(self.admin_token.encode(), text.encode(), "sha256")
        return b32encode(digest).decode().rstrip("=").lower()

    def session_key(self) -> str:
        """What signs sessions and links, kept in the data folder beside the operator's token. Raises `BadSetting`."""
        return _session_key(self.settings.data)


def build_house(settings: Settings) -> House:
    """The house of a running process. `service.processes` gives the embedded store's address."""
    if settings.store_url is None:
        raise ValueError("no store: its address comes from BRADE_STORE_URL or from the process that started this one")
    client = connect(settings.store_url)
    log = RedisLog(client)
    folder = os.environ.get("BRADE_EMBEDDED")  # set for its children by whoever runs the embedded store
    return House(
        settings=settings,
        client=client,
        log=log,
        shelf=Shelf(log, _now),
        clock=_now,
        admin_token=settings.admin_token or kept_admin_token(settings.data),
        space=FreeSpace(Path(folder)) if folder else None,
        jobs=Jobs(connect_queue(settings.queue_url or settings.store_url)),
    )


def _now() -> int:
    """The time in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def made(data: Path) -> Path:
    """The data folder, made at the first need. Raises `BadSetting` where there can be none."""
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"BRADE_DATA is {data}, and there can be no such folder: {error.strerror}") from None
    if not os.access(data, os.W_OK | os.X_OK):
        raise BadSetting(f"BRADE_DATA is {data}, and that folder cannot be written: name another one")
    return data


def kept_admin_token(data: Path) -> str:
    """The operator's token that is kept in the data folder."""
    return _kept(data, "admin-token")


@cache
def _session_key(data: Path) -> str:
    return _kept(data, "session-key")


def _kept(data: Path, name: str) -> str:
    """A secret that is kept in the data folder, made at the first need; nobody else may read the file."""
    path = made(data) / name
    if not path.exists():
        draft = data / f"{name}.{secrets.token_hex(8)}"
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(32))
        with suppress(FileExistsError):  # another process, or thread, was first: its secret counts
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text().strip()
