"""A cluster of processes that are killed while clients record: it starts them again, and says what does not hold."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from socket import socket
from typing import NamedTuple

from redis import Redis
from redis.exceptions import ConnectionError as StoreUnreachable

from core.eventlog.codec import to_public
from core.eventlog.hash_chain import recorded_hash, verify
from core.eventlog.log import NEW
from core.events import Event, MatchReopened, MatchSettled, TournamentCreated
from core.tournament import fold
from core.tournament.decisions import enter, start
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import feed, keys
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.read_models import failed_streams, states
from service.store.server.embedded_server import EmbeddedStore
from tests.support.processes.recording import Scorer, post
from tests.support.processes.watching import Viewer
from tests.support.processes.worker_processes import WORKER, end, spawn
from workers.context import WorkerContext
from workers.rebuild import rebuild

T = "t_killed0000"
VERDICT_SECONDS = 5.0


class Problem(NamedTuple):
    """Something that does not hold; `kind` is one of the words in `ChaosCluster.problems`."""

    kind: str
    where: str
    what: str


WEB = (sys.executable, "-m", "service.server.asgi")
OPERATOR = "the-operators-own-token"


class ChaosCluster:
    """A store, a queue, two workers, perhaps the service, and a supervisor that starts again what died."""

    def __init__(self, folder: Path, worker: Sequence[str] = WORKER, *, web: bool = False) -> None:
        self._folder = folder
        self._commands = {queue: (*worker, "--queue", queue) for queue in ("pump", "jobs")} | (
            {"web": WEB} if web else {}
        )
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{probe.getsockname()[1]}"
        self._open = ExitStack()
        self._calm = threading.Event()
        self._watcher = threading.Thread(target=self._watch, daemon=True)
        self.viewer: Viewer
        self.workers: dict[str, subprocess.Popen] = {}
        self.restarts: Counter[str] = Counter()
        self.tournaments: list[str] = []

    def __enter__(self) -> "ChaosCluster":
        self.store = self._open.enter_context(EmbeddedStore(self._folder / "s", durable=True))
        self.queue = self._open.enter_context(EmbeddedStore(self._folder / "q", durable=False))
        upgrade(self.client)  # as `brade serve` does before it starts the others
        for name in self._commands:
            self._start(name)
        self._watcher.start()
        self.viewer = Viewer(self.store.url, self._folder / "viewer")
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

    def worker_context(self) -> WorkerContext:
        """A worker context of our own, to look with."""
        settings = Settings(data=self._folder / "look", store_url=self.store.url, admin_token=OPERATOR)
        queue = connect_queue(self.queue.url)
        return WorkerContext(build_dependencies(settings), queue, Jobs(queue))

    def kill(self, who: str) -> None:
        """kill -9, by process id: `store`, `queue`, `web`, `pump` or `jobs` (the workers of these queues)."""
        pid = {"store": self.store.pid, "queue": self.queue.pid}.get(who) or self.workers[who].pid
        os.kill(pid, signal.SIGKILL)

    def _start(self, name: str) -> None:
        place, urls = self._folder / name, (self.store.url, self.queue.url)
        self.workers[name] = spawn(name, self._commands[name], *urls, place, self.address)

    def scorers_token(self) -> str:
        """Found the club of the tournament by a request, as soon as the service answers; a token of it."""
        while True:
            try:
                answer = post(self.address, "/v1/clubs", {"slug": "huk", "name": "Hedemora"}, OPERATOR, "found")
                return str(answer["token"])
            except StoreUnreachable:
                time.sleep(0.05)

    def _watch(self) -> None:
        while not self._calm.wait(0.1):
            for name, process in self.workers.items():
                if process.poll() is not None:
                    self.restarts[name] += 1
                    self._start(name)

    # ── a tournament ────────────────────────────────────────────────────────────────────────────────────────────────
    def announce(self, players: int) -> list[str]:
        """A started round robin over three games; its matches are opened by the pump. Their ids."""
        log, names = RedisLog(self.client), [f"p{number}" for number in range(players)]
        created = TournamentCreated("huk", "Under fire", "swedish", {"games": 3}, "round_robin", ("wins",))
        self.tournaments.append(T)
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
        return {stream: last for shard in keys.all_shards() for stream, last in feed.unjudged(client, shard).items()}

    def problems(self, scorers: Sequence[Scorer]) -> list[Problem]:
        """Everything that does not hold, once no process records any more.

        `unjudged`: no verdict within five seconds; `failed`: judging raised; `scorer`: got an answer that it should not
        have; `lost`, `twice`: acknowledged and not in the log once; `chain`; `verdict`: none, or not told to a viewer;
        `viewer`: was not shown a fact once; `state`: not what a rebuild gives; `settlement`: finished matches and the
        tournament's log differ.
        """
        deadline = time.monotonic() + VERDICT_SECONDS
        while (waiting := self.unjudged()) and time.monotonic() < deadline:
            time.sleep(0.02)
        found = [Problem("unjudged", stream, f"version {last}") for stream, last in waiting.items()]
        found += [Problem("scorer", scorer.name, scorer.error) for scorer in scorers if scorer.error]
        found += [Problem("failed", stream, reason) for stream, reason in failed_streams.reasons(self.client).items()]
        found += self._written(scorers)
        found += self._chains()
        if not waiting:
            found += self._verdicts()
            found += [
                Problem("state", difference.stream, f"{difference.what} {difference.version}")
                for step in rebuild(self.worker_context())
                for difference in step.differences
            ]
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
            proof = verify((to_public(stream, event) for event in events), log.head(stream).hash)
            if proof.broken_at is not None or [event.version for event in events] != list(range(len(events))):
                yield Problem("chain", stream, f"{proof.broken_at}: {proof.reason}")
            if recorded_hash(stream, events[-1]) != log.head(stream).hash:
                yield Problem("chain", stream, "the head is not the last event")

    def _verdicts(self) -> Iterator[Problem]:
        """Viewers were shown each fact once, with a verdict, and the store has one for it."""
        client, log = self.client, RedisLog(self.client)
        deadline = time.monotonic() + VERDICT_SECONDS
        for stream in log.streams():
            wanted = range(log.head(stream).version + 1)
            while any(len(each) < len(wanted) for each in self.viewer.told(stream)) and time.monotonic() < deadline:
                time.sleep(0.05)
            facts, verdicts = self.viewer.told(stream)
            for version, verdict in states.verdicts(client, stream, wanted).items():
                if verdict is None or version not in verdicts:
                    yield Problem("verdict", stream, f"{verdict} of fact {version}, told: {version in verdicts}")
                if facts[version] != 1:
                    yield Problem("viewer", stream, f"fact {version} was shown {facts[version]} times")

    def settled(self) -> int:
        """The number of matches that are over by the tournament's log."""
        return len(fold(T, RedisLog(self.client).read(T)).results)

    def _settlements(self) -> Iterator[Problem]:
        log = RedisLog(self.client)
        kinds = (MatchSettled, MatchReopened)
        for tournament in self.tournaments:
            told: dict[str, list[str]] = {}
            for _, each, *_ in log.read(tournament):
                if isinstance(each, kinds):
                    settled = each.winner if isinstance(each, MatchSettled) else "reopened"
                    told.setdefault(each.match, []).append(settled)
            for pairing in fold(tournament, log.read(tournament)).matches:
                state = states.load(self.client, pairing.match)
                settlement = state and state.json["settled"]
                if told.get(pairing.match, []) != ([settlement["winner"]] if settlement else []):
                    yield Problem("settlement", pairing.match, f"{told.get(pairing.match)} for {settlement}")
