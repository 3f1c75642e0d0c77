"""A house whose processes are killed while people record: who records, who kills, and what must hold afterwards.

What people do goes through a `Door`; what holds is read from the store itself.
"""

import os
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Protocol

from redis import Redis
from redis.exceptions import ConnectionError as StoreUnreachable

from core.chain import recorded_hash, verify
from core.codec import to_public
from core.errors import VersionConflict
from core.events import Event, MatchOpened, MatchReopened, MatchSettled, TournamentCreated
from core.log import NEW
from core.tournament import fold
from core.tournament.decisions import enter, start
from service.bootstrap import build_house
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import failed, feed, keys, views
from service.store.connect import STORE_AWAY, connect
from service.store.embedded import EmbeddedStore
from service.store.log import RedisLog
from tests.workers.conftest import recorded
from tests.workers.processes import end, spawn
from workers.rebuild import rebuild
from workers.workshop import Workshop

T = "t_killed0000"
VERDICT_SECONDS = 5.0
LOST_EVERY = 7
"""Every so many appends the answer is lost on its way, after everything was written."""


class Door(Protocol):
    """Where people record. Raises `STORE_AWAY` where nobody answers; the same may be asked again with its key."""

    def append(self, stream: str, facts: Sequence[Event], key: str | None) -> tuple[int, int]:
        """Record facts; the versions that they got, first and last."""


class LogDoor:
    """The event log itself."""

    def __init__(self, url: str) -> None:
        self._log = RedisLog(connect(url))

    def append(self, stream: str, facts: Sequence[Event], key: str | None) -> tuple[int, int]:
        """See `Door.append`."""
        expected = NEW if isinstance(facts[0], MatchOpened) else None
        answer = self._log.append(
            stream, facts, by="scorer", at=time.time_ns() // 1_000_000, expected=expected, key=key
        )
        return answer.first, answer.last


class Scorer(threading.Thread):
    """Somebody who records one match after the other and repeats what was not answered."""

    def __init__(self, door: Door, matches: Iterator[str], plays: str, *, keyed: bool, opens: bool, gap: float) -> None:
        super().__init__(daemon=True)
        self.written: dict[str, list[tuple[int, int, Sequence[Event]]]] = {}
        self.stop = threading.Event()
        self._door, self._matches, self._match = door, matches, recorded(plays)
        self._keyed, self._opens, self._gap, self._count = keyed, opens, gap, 0

    def run(self) -> None:
        """See `threading.Thread.run`."""
        dice = random.Random(self.name)
        for match in self._matches:
            if self._opens:
                self._append(match, [self._match.opened()])
            place = 0
            while place < len(self._match.facts):
                if self.stop.is_set():
                    return
                facts = self._match.facts[place : place + dice.randint(1, 8)]
                self._append(match, facts)
                place += len(facts)
                self.stop.wait(self._gap)

    def _append(self, match: str, facts: Sequence[Event]) -> None:
        self._count += 1
        key = f"{self.name}/{self._count}" if self._keyed or isinstance(facts[0], MatchOpened) else None
        lose = self._count % LOST_EVERY == 0
        while True:
            try:
                first, last = self._door.append(match, facts, key)
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


class Viewer(threading.Thread):
    """Somebody who follows the news of all shards from the first on, and comes back where he was cut off."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.verdicts: Counter[tuple[str, int]] = Counter()
        self.stop = threading.Event()
        self._client = connect(url)
        self._places = {keys.out(shard): b"0" for shard in range(keys.SHARDS)}

    def run(self) -> None:
        """See `threading.Thread.run`. Reads what there is to the end before it stops."""
        while self._look() or not self.stop.is_set():
            pass

    def _look(self) -> bool:
        try:
            found = self._client.xread(self._places, count=1000, block=100)
        except STORE_AWAY:
            time.sleep(0.02)
            return True
        for name, entries in found:
            for entry, fields in entries:
                news = feed.news(entry, fields)
                self.verdicts[news.stream, news.version] += news.kind == "verdict"
                self._places[name.decode()] = entry
        return bool(found)


class Problem(NamedTuple):
    """Something that does not hold; `kind` is one of the words in `Household.problems`."""

    kind: str
    where: str
    what: str


Spawn = Callable[[str, str, str, Path], subprocess.Popen]


class Household:
    """A store, a queue, two workers, and a supervisor who starts again whoever died; `spawn` starts a worker."""

    def __init__(self, folder: Path, spawn: Spawn = spawn) -> None:
        self._folder, self._spawn = folder, spawn
        self._open = ExitStack()
        self._calm = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self.viewer: Viewer
        self.workers: dict[str, subprocess.Popen] = {}
        self.restarts: Counter[str] = Counter()

    def __enter__(self) -> "Household":
        self.store = self._open.enter_context(EmbeddedStore(self._folder / "s", durable=True))
        self.queue = self._open.enter_context(EmbeddedStore(self._folder / "q", durable=False))
        for queue in ("pump", "jobs"):
            self._start(queue)
        self._watcher.start()
        self.viewer = Viewer(self.store.url)
        self.viewer.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._calm.set()
        self.viewer.stop.set()
        self._watcher.join(5)
        for process in self.workers.values():
            end(process)
        self._open.close()

    @property
    def client(self) -> Redis:
        """A client of the store."""
        return connect(self.store.url)

    def workshop(self) -> Workshop:
        """A workshop of our own, to look with."""
        settings = Settings(data=self._folder / "look", store_url=self.store.url, admin_token="operator")
        queue = connect_queue(self.queue.url)
        return Workshop(build_house(settings), queue, Jobs(queue))

    def kill(self, who: str) -> None:
        """kill -9, by process id: `store`, `queue`, `pump` or `jobs` (the workers of these queues)."""
        pid = {"store": self.store.pid, "queue": self.queue.pid}.get(who) or self.workers[who].pid
        os.kill(pid, signal.SIGKILL)

    def _start(self, queue: str) -> None:
        self.workers[queue] = self._spawn(queue, self.store.url, self.queue.url, self._folder / queue)

    def _watch(self) -> None:
        while not self._calm.wait(0.1):
            for queue, process in self.workers.items():
                if process.poll() is not None:
                    self.restarts[queue] += 1
                    self._start(queue)

    # ── a tournament ────────────────────────────────────────────────────────────────────────────────────────────────
    def announce(self, players: int) -> list[str]:
        """A started round robin over three games; its matches are opened by the pump. Their ids."""
        log, names = RedisLog(self.client), [f"p{number}" for number in range(players)]
        created = TournamentCreated("huk", "Under fire", "swedish", {"games": 3}, "round_robin", ("wins",))
        log.append(T, [created], by="test", at=0, expected=NEW)
        log.append(T, enter(fold(T, log.read(T)), [(name, name.title()) for name in names]), by="test", at=0)
        log.append(T, start(fold(T, log.read(T)), "lots"), by="test", at=0)
        return [pairing.match for pairing in fold(T, log.read(T)).matches]

    def opened(self, matches: Sequence[str]) -> Iterator[str]:
        """These matches, each as soon as the pump has opened it."""
        log = RedisLog(self.client)
        for match in matches:
            while True:
                try:
                    if log.head(match):
                        break
                except STORE_AWAY:
                    pass
                time.sleep(0.02)
            yield match

    # ── what must hold ──────────────────────────────────────────────────────────────────────────────────────────────
    def unjudged(self) -> dict[str, int]:
        """Streams whose last fact has no verdict."""
        client = self.client
        return {stream: last for shard in range(keys.SHARDS) for stream, last in feed.unjudged(client, shard).items()}

    def problems(self, scorers: Sequence[Scorer]) -> list[Problem]:
        """Everything that does not hold, once nobody records any more.

        `unjudged`: no verdict within five seconds; `failed`: judging raised; `lost`, `twice`: acknowledged and not in
        the log once; `chain`; `verdict`: not exactly one; `state`: not what a rebuild gives; `settlement`: finished
        matches and the tournament's log differ.
        """
        deadline = time.monotonic() + VERDICT_SECONDS
        while (waiting := self.unjudged()) and time.monotonic() < deadline:
            time.sleep(0.02)
        found = [Problem("unjudged", stream, f"version {last}") for stream, last in waiting.items()]
        found += [Problem("failed", stream, reason) for stream, reason in failed.reasons(self.client).items()]
        found += self._written(scorers)
        found += self._chains()
        if not waiting:
            found += self._verdicts()
            found += [
                Problem("state", each.stream, f"{each.what} {each.version}")
                for step in rebuild(self.workshop()) for each in step.differences
            ]  # fmt: skip
            found += self._settlements()
        return found

    def _written(self, scorers: Sequence[Scorer]) -> Iterator[Problem]:
        log = RedisLog(self.client)
        written: dict[str, list[tuple[int, int, Sequence[Event]]]] = {}
        for scorer in scorers:
            for stream, rows in scorer.written.items():
                written.setdefault(stream, []).extend(rows)
        for stream, rows in written.items():
            events = [each.event for each in log.read(stream)]
            for first, last, facts in rows:
                if events[first : last + 1] != list(facts):
                    yield Problem("lost", stream, f"{first} to {last}")
            surplus = len(events) - sum(len(facts) for *_, facts in rows) - (0 if rows[0][0] == 0 else 1)
            if surplus:
                yield Problem("twice", stream, f"{surplus} facts more than were sent")

    def _chains(self) -> Iterator[Problem]:
        log = RedisLog(self.client)
        for stream in log.streams():
            events = list(log.read(stream))
            proof = verify((to_public(stream, each) for each in events), log.head(stream).hash)
            if proof.broken_at is not None or [each.version for each in events] != list(range(len(events))):
                yield Problem("chain", stream, f"{proof.broken_at}: {proof.reason}")
            if recorded_hash(stream, events[-1]) != log.head(stream).hash:
                yield Problem("chain", stream, "the head is not the last event")

    def _verdicts(self) -> Iterator[Problem]:
        """Viewers were told one verdict of each fact, and the store has one for it."""
        client, log = self.client, RedisLog(self.client)
        self.viewer.stop.set()
        self.viewer.join(10)
        for stream in log.streams():
            judged = views.verdicts(client, stream, range(log.head(stream).version + 1))
            for version, verdict in judged.items():
                times = self.viewer.verdicts[stream, version]
                if verdict is None or times != 1:
                    yield Problem("verdict", stream, f"{verdict} of fact {version}, told {times} times")

    def _settlements(self) -> Iterator[Problem]:
        log = RedisLog(self.client)
        told: dict[str, list[str]] = {}
        kinds = (MatchSettled, MatchReopened)
        for _, each, *_ in log.read(T):
            if isinstance(each, kinds):
                told.setdefault(each.match, []).append(each.winner if isinstance(each, MatchSettled) else "reopened")
        for pairing in fold(T, log.read(T)).matches:
            state = views.load(self.client, pairing.match)
            settled = state and state.json["settled"]
            if told.get(pairing.match, []) != ([settled["winner"]] if settled else []):
                yield Problem("settlement", pairing.match, f"{told.get(pairing.match)} for {settled}")
