"""The proof of all logs, one after another and again and again, beside a service that runs.

An event whose bytes a disk changed would be served as it is until `brade verify` is run. This thread finds it at the
cost of a hundredth of a processor. Reading takes the store a fifteenth of that.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from core.eventlog.log import Head
from core.messages import say
from service.backups.verification import ChainBroken, prove_stored
from service.store import altered_log, held_streams
from service.store.archive import places, reader
from service.store.archive.places import ArchiveDamaged, Place
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance import all_streams

PART = 100
"""This part of a processor's time is taken: the pause is so many times the work, less one."""
ROUND_SECONDS = 600.0
"""The time from one round's beginning to the next one's, at least."""
LOOK_SECONDS = 30.0
"""The time after which it is seen that an archive's file is gone, or that what was found is mended."""

_AT_ONCE_SECONDS = 0.003
_EVENTS = 200
_RETRY_SECONDS = 5.0
_AGAIN = 20

_log = logging.getLogger(__name__)


class _Ended(Exception):
    """The service ends."""


class BackgroundProof:
    """Proves the logs of the store at `url`, in a thread; `tell` is told in a line of each that is not as recorded."""

    def __init__(self, url: str, tell: Callable[[str], object]) -> None:
        self._client: Redis = connect(url)
        self._events = RedisLog(self._client)
        self._tell = tell
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proof", daemon=True)
        self._files: dict[Path, list[str]] = {}
        self._found: set[str] = set()
        self._seen, self._worked = 0, 0.0
        self._looked = time.monotonic()

    def start(self) -> None:
        """Prove from now on."""
        self._thread.start()

    def stop(self) -> None:
        """End; what is being proved is proved by the next start."""
        self._stopping.set()
        self._thread.join()
        self._client.close()

    def _run(self) -> None:
        while not self._stopping.is_set():
            began = time.monotonic()
            try:
                self.round()
                while (seconds_left := began + ROUND_SECONDS - time.monotonic()) > 0:
                    self._wait(min(seconds_left, LOOK_SECONDS))
                    self._look()
            except _Ended:
                return
            except RedisError as error:
                _log.info("the proof of the logs waits for the store: %s", error)
                self._stopping.wait(_RETRY_SECONDS)
            except Exception:  # noqa: BLE001 - without this thread an altered log would not be found
                _log.exception("the proof of the logs failed; it is tried again")
                self._stopping.wait(LOOK_SECONDS)

    def round(self) -> None:
        """Prove every log once; those that were found before come first."""
        self._worked = time.thread_time()
        heads = all_streams.heads(self._client)
        archived = places.every(self._client)
        where = places.folder(self._client) or Path()
        self._files = {}
        for stream, place in archived.items():
            self._files.setdefault(where / place.file, []).append(stream)
        self._found = set(altered_log.noted(self._client))
        for stream in self._found - heads.keys():
            altered_log.forget(self._client, stream)
        self._look()
        for stream in [*(self._found & heads.keys()), *(heads.keys() - self._found)]:
            self._prove(stream, heads[stream])
            if time.monotonic() - self._looked > LOOK_SECONDS:
                self._look()

    def _look(self) -> None:
        """Name the logs of files that are gone, and prove again what was found: it may be mended."""
        self._looked, self._worked = time.monotonic(), time.thread_time()
        gone = [stream for path, streams in self._files.items() if not path.exists() for stream in streams]
        self._found = set(altered_log.noted(self._client))
        for stream in {*gone[:_AGAIN], *list(self._found)[:_AGAIN]}:
            if head := self._events.head(stream):
                self._prove(stream, head)

    def _prove(self, stream: str, head: Head) -> None:
        wrong = self._fault(stream, head)
        if wrong and (now := self._events.head(stream)) != head:  # it was shortened by a person meanwhile
            wrong = self._fault(stream, now) if now else ""
        if wrong and stream.encode() in held_streams.held(self._client):
            wrong = ""  # what is missing of it is said already
        if not wrong and stream in self._found:
            altered_log.forget(self._client, stream)
        elif wrong and altered_log.note(self._client, stream, wrong):
            self._tell(f"{wrong}: `brade verify` says more")

    def _fault(self, stream: str, head: Head) -> str:
        """The fault of a log; "" for one that is as it was recorded."""
        try:
            place = places.place_of(self._client, stream)
            if place and (damaged := self._damaged(stream, place)):
                return damaged
            prove_stored(self._events, stream, head, self._advance)
        except ArchiveDamaged as error:
            return error.message
        except ChainBroken as error:
            return say("{stream}: version {version} is not as it was recorded", stream=stream, version=error.version)
        finally:
            self._rest()
        return ""

    def _damaged(self, stream: str, place: Place) -> str:
        found = reader.damaged(self._client, {stream: place})
        return found[0].message if found else ""

    def _advance(self, events: int) -> None:
        self._seen += events
        if self._seen >= _EVENTS:
            self._seen = 0
            self._rest()

    def _rest(self) -> None:
        """Pause for as long as the part of a processor asks for. Raises `_Ended`."""
        used = time.thread_time() - self._worked
        if used > _AT_ONCE_SECONDS:
            self._wait((PART - 1) * used)
            self._worked = time.thread_time()

    def _wait(self, seconds: float) -> None:
        if self._stopping.wait(seconds):
            raise _Ended


@contextmanager
def proved_in_background(url: str, tell: Callable[[str], object]) -> Iterator[None]:
    """Prove the logs of a store for as long as this lasts."""
    proof = BackgroundProof(url, tell)
    proof.start()
    try:
        yield
    finally:
        proof.stop()
