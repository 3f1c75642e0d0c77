"""Scorers who record while processes are killed.

A scorer uses a `Recorder` and repeats, with the same key, what was not answered.
"""

import json
import random
import threading
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from typing import Any, Protocol

from redis.exceptions import ConnectionError as StoreUnreachable

from core.errors import VersionConflict
from core.eventlog.codec import to_json
from core.eventlog.log import NEW
from core.events import Event, MatchOpened
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from tests.support.judging import recorded

LOST_EVERY = 7
"""Every so many appends the answer is lost on its way, after everything was written."""


class Recorder(Protocol):
    """A way to record. Raises `STORE_AWAY` without an answer; the same may be asked again with its key."""

    def append(self, stream: str, facts: Sequence[Event], key: str | None) -> tuple[int, int]:
        """Record facts; the versions that they got, first and last."""


class LogRecorder:
    """The event log itself."""

    def __init__(self, url: str) -> None:
        self._log = RedisLog(connect(url))

    def append(self, stream: str, facts: Sequence[Event], key: str | None) -> tuple[int, int]:
        """See `Recorder.append`."""
        expected = NEW if isinstance(facts[0], MatchOpened) else None
        answer = self._log.append(
            stream, facts, by="scorer", at=time.time_ns() // 1_000_000, expected=expected, key=key
        )
        return answer.first, answer.last


class HttpRecorder:
    """`POST /v1/matches/…/events` of the service, with a token of the club."""

    def __init__(self, address: str, token: str) -> None:
        self._address, self._token = address, token

    def append(self, stream: str, facts: Sequence[Event], key: str | None) -> tuple[int, int]:
        """See `Recorder.append`."""
        body = [{"type": type(fact).__name__, **to_json(fact)} for fact in facts]
        events = post(self._address, f"/v1/matches/{stream}/events", body, self._token, key)["events"]
        return events[0]["version"], events[-1]["version"]


def post(address: str, path: str, body: object, token: str, key: str | None = None) -> Any:
    """The answer of the service; `StoreUnreachable` if there is none, or if it says that it cannot now (503)."""
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if key is not None:
        headers["Idempotency-Key"] = key
    connection = HTTPConnection(address, timeout=5)
    try:
        connection.request("POST", path, json.dumps(body), headers)
        response = connection.getresponse()
        text = response.read()
    except (OSError, HTTPException) as error:
        raise StoreUnreachable(str(error)) from error
    finally:
        connection.close()
    if response.status == 503:
        raise StoreUnreachable(text.decode())
    assert response.status in (201, 202), f"{response.status}: {text.decode()}"
    return json.loads(text)


class Scorer(threading.Thread):
    """A scorer who records one match after the other, at most so many facts at once, and repeats what failed."""

    def __init__(
        self,
        recorder: Recorder,
        matches: Iterator[str],
        plays: str,
        *,
        keyed: bool,
        opens: bool,
        gap: float,
        most: int = 8,
    ) -> None:
        super().__init__(daemon=True)
        self.written: dict[str, list[tuple[int, int, Sequence[Event]]]] = {}
        self.stop = threading.Event()
        self.error = ""
        self._recorder, self._matches, self._match = recorder, matches, recorded(plays)
        self._keyed, self._opens, self._gap, self._most, self._count = keyed, opens, gap, most, 0

    def run(self) -> None:
        """See `threading.Thread.run`. Whatever goes wrong is one of the problems in the end."""
        try:
            self._record()
        except Exception as error:  # noqa: BLE001 - told in the end, by the thread that started it
            self.error = f"{type(error).__name__}: {error}"

    def _record(self) -> None:
        dice = random.Random(self.name)
        for match in self._matches:
            if self._opens:
                self._append(match, [self._match.opened()])
            place = 0
            while place < len(self._match.facts):
                if self.stop.is_set():
                    return
                facts = self._match.facts[place : place + dice.randint(1, self._most)]
                self._append(match, facts)
                place += len(facts)
                self.stop.wait(self._gap)

    def _append(self, match: str, facts: Sequence[Event]) -> None:
        self._count += 1
        key = f"{self.name}/{self._count}" if self._keyed or isinstance(facts[0], MatchOpened) else None
        lose = self._count % LOST_EVERY == 0
        while True:
            try:
                first, last = self._recorder.append(match, facts, key)
                if lose:
                    lose = False
                    raise StoreUnreachable("the answer was lost")
            except VersionConflict:
                first = last = 0  # opened by a request whose answer was lost
            except STORE_AWAY:
                time.sleep(0.02)
                continue
            self.written.setdefault(match, []).append((first, last, facts))
            return
