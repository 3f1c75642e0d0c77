"""Composition root: the only place that chooses the store, the clock, the ids and the keys."""

import hmac
import os
import re
import secrets
import time
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from redis import Redis

from core.eventlog.log import Log
from core.messages import say
from service.answer_cache import KeptAnswers
from service.config import LEAST_SECRET, BadSetting, Settings
from service.hall.switch import SWITCHED, HallSwitch
from service.jobs import Jobs, connect_queue
from service.private_files import alone_in, remove_drafts, write_durably
from service.repository import Repository
from service.store import observed_reads
from service.store.cluster.replication import Replication
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.server.durability import Durability
from service.store.server.free_space import FreeSpace
from service.store.steady_clock import SteadyClock

Clock = Callable[[], int]
_OPERATOR, _SESSIONS, _REPEATS = "admin-token", "session-key", "idempotency-key"
"""The files in the data folder that keep a secret, each for one purpose."""
_MINUTE_MS = 60_000
_SECRET = re.compile(rb"[!-~]{%d,}" % LEAST_SECRET)
_REMEDY = say("remove it, and a new one is made at the next start")


class SecretUnavailable(BadSetting):
    """A kept secret could not be opened. Nothing is known of what the file holds."""


class _ByTime:
    """A clock as a field of a data class, without a default. Whatever is made with it follows from the time."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = f"_{name}"

    def __get__(self, instance: Any, owner: type) -> Clock:
        if instance is None:
            raise AttributeError(self._name)  # there is no default
        observed_reads.end("the time")
        clock: Clock = instance.__dict__[self._name]
        return clock

    def __set__(self, instance: Any, clock: Clock) -> None:
        instance.__dict__[self._name] = clock


@dataclass(frozen=True)
class Dependencies:
    """Dependencies of a use case: the log, the store for read models, the time (Unix ms), ids, and the operator's key.

    `clock` is the machine's, for what people read. `steady` goes on by elapsed time alone
    (`service.store.steady_clock`), for what ends after a time. `jobs` enqueues and lists later work, if there is a
    queue. `hall` opens the service to the hall, unless the operator chose its address.
    """

    settings: Settings
    client: Redis
    log: Log
    repository: Repository
    admin_token: str
    clock: Clock = _ByTime()  # type: ignore[assignment]
    steady: Clock = _ByTime()  # type: ignore[assignment]
    space: FreeSpace | None = None
    durability: Durability | None = None
    jobs: Jobs | None = None
    hall: HallSwitch | None = None
    answers: KeptAnswers = field(default_factory=KeptAnswers)

    def step_of_time(self, step_ms: int) -> int:
        """The number of the step in which the clock is, each of so many milliseconds. What is made of that number, and
        not of the time itself, is the same until the next step."""
        return observed_reads.followed(lambda: int(self.__dict__["_clock"]()) // step_ms)

    def new_id(self, prefix: str, scope: str = "", key: str | None = None) -> str:
        """A new id, such as m_k3wq0d7xk2; for a repeated idempotency key of the same scope, the same id again."""
        return f"{prefix}_{self.secret(f'id {scope}', key)[:10]}"

    def secret(self, scope: str = "", key: str | None = None) -> str:
        """Fifty-two letters and digits that cannot be guessed; the same ones for the same scope and idempotency key.

        Without a key they are random. With one they are derived and not stored, so that a repeated request is given the
        same answer, a secret included. Keys come again after they were forgotten: what must never come again has
        something in its scope that was recorded with the first answer. Raises `BadSetting`.
        """
        if key is None:
            return _letters(secrets.token_bytes(32))
        derived_by = _cached_secret(self.settings.data, _REPEATS)
        return _letters(hmac.digest(derived_by.encode(), f"{scope}\n{key}".encode(), "sha256"))

    def clock_was_set(self) -> int:
        """The milliseconds by which the machine's clock was set ahead of the steady one, in whole minutes."""
        return _MINUTE_MS * round((self.clock() - self.steady()) / _MINUTE_MS)

    def session_key(self) -> str:
        """The key that signs sessions and links, stored beside the operator's token. Raises `BadSetting`."""
        return _cached_secret(self.settings.data, _SESSIONS)


def build_dependencies(settings: Settings) -> Dependencies:
    """The dependencies of a running process. `service.processes.supervisor` gives the embedded store's address."""
    if settings.store_url is None:
        raise ValueError("no store: its address comes from BRADE_STORE_URL or from the process that started this one")
    client = connect(settings.store_url)
    log = RedisLog(client, Replication(settings.replicas, strict=settings.replicas_strict))
    folder = os.environ.get("BRADE_EMBEDDED")  # set for its children by the process that runs the embedded store
    answers = KeptAnswers()
    return Dependencies(
        settings=settings,
        client=client,
        log=log,
        repository=Repository(log, answers.clear),
        clock=_now,
        steady=SteadyClock(client, _now),
        admin_token=settings.admin_token or load_or_create_admin_token(settings.data),
        space=FreeSpace(Path(folder)) if folder else None,
        durability=None if settings.volatile else Durability(client),
        jobs=Jobs(connect_queue(settings.queue_url or settings.store_url)),
        hall=HallSwitch(settings.data) if os.environ.get(SWITCHED) else None,
        answers=answers,
    )


def _now() -> int:
    """The time in Unix milliseconds."""
    return time.time_ns() // 1_000_000


def ensure_data_folder(data: Path) -> Path:
    """The data folder, made at the first need, for the service's user alone. Raises `BadSetting` where none can be."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"BRADE_DATA is {data}, and there can be no such folder: {error.strerror}") from None
    if not os.access(data, os.W_OK | os.X_OK):
        raise BadSetting(f"BRADE_DATA is {data}, and that folder cannot be written: name another one")
    return data


def load_or_create_admin_token(data: Path) -> str:
    """The operator's token that is kept in the data folder. Raises `BadSetting`."""
    return load_or_create_secret(data, _OPERATOR)


def kept_secrets(settings: Settings) -> tuple[Path, ...]:
    """The files that keep a secret of this service, the operator's token first if it is one of them."""
    names = (_SESSIONS, _REPEATS) if settings.admin_token else (_OPERATOR, _SESSIONS, _REPEATS)
    return tuple(settings.data / name for name in names)


def make_secrets(settings: Settings) -> None:
    """Every secret that is kept in the data folder: made by one process, before others look. Raises `BadSetting`.

    What a process that was killed left of making them is removed.
    """
    with alone_in(ensure_data_folder(settings.data)):
        for path in kept_secrets(settings):
            remove_drafts(path)
    for path in kept_secrets(settings):
        load_or_create_secret(settings.data, path.name)


def read_secrets(settings: Settings) -> None:
    """Read every kept secret, so that this process needs no file for them later. Raises as `read_secret`."""
    for path in kept_secrets(settings):
        _cached_secret(settings.data, path.name)


@cache
def _cached_secret(data: Path, name: str) -> str:
    return load_or_create_secret(data, name)


def load_or_create_secret(data: Path, name: str) -> str:
    """A secret that is kept in the data folder, made at the first need; only the service's user may read the file.

    Raises as `read_secret`.
    """
    path = ensure_data_folder(data) / name
    if not path.exists():
        with alone_in(data):
            if not path.exists():  # another process, or thread, was first: its secret counts
                write_durably(path, secrets.token_urlsafe(32))
    return read_secret(path)


def read_secret(path: Path) -> str:
    """A kept secret. Raises `BadSetting` for one that is empty or too short to be a secret, and `SecretUnavailable`.

    A file that was being written when the power failed may have its length and hold zeros: these count as nothing.
    """
    try:
        stored = path.read_bytes().strip()
    except OSError as error:
        raise SecretUnavailable(
            say(
                "{path} keeps a secret and cannot be opened now ({why}). Leave it as it is: let the service's user "
                "read it, or the service have more files open",
                path=str(path),
                why=str(error.strerror),
            )
        ) from error
    if not _SECRET.fullmatch(stored):
        raise BadSetting(
            say("{path} is empty or too short to keep a secret, or damaged: {remedy}", path=str(path), remedy=_REMEDY)
        )
    return stored.decode()


def _letters(random: bytes) -> str:
    return b32encode(random).decode().rstrip("=").lower()
