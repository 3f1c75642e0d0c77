"""The long job that drains the shards' feeds: it reads new facts, has them judged, and keeps the shards' leases.

Each shard has one pump at a time, which holds its lease. A pump that ends enqueues its successor. The sweeper notices a
pump that died.
"""

import logging
import threading
import time
from uuid import uuid4

from redis import Redis
from redis.exceptions import RedisError
from rq.timeouts import BaseTimeoutException

from core.errors import BradeError, NewerVersion
from core.eventlog.log import NEW
from core.messages import say
from service.store import feed
from service.store.cluster.each_server import for_each_server
from service.store.cluster.servers import shards_at
from service.store.connect import STORE_AWAY
from service.store.feed import FeedEntry, FeedReader
from service.store.keys import shard_of
from service.store.leases import LEASE_MS, Leases
from service.store.read_models import failed_streams
from service.store.read_models.states import Commit
from workers.context import WorkerContext
from workers.judging import SECONDS_A_COMMIT, Interrupted, Judge, JudgedStream

CONSUMER = "pump"
"""All pumps are one reader of the feeds: the lease says whose turn it is, and the next one finds what was left."""

PUMP_SECONDS = 20

_GIVE_UP_SECONDS = LEASE_MS / 1000 + 1.0
_HOLD_SECONDS = LEASE_MS / 4000
_WAIT_MS = 300
_AT_ONCE = 64
_LOOK_SECONDS = 0.05
"""The time for which a stream is judged among many; the rest goes on in turns, one stream at a time."""
_DUE = 1000

_log = logging.getLogger(__name__)


def pump(worker_context: WorkerContext, number: int, seconds: float = PUMP_SECONDS) -> None:
    """Judge for a number of seconds, then enqueue the next pump, of the same process; `number` counts them.

    It ends soon if other pumps hold all leases, and then enqueues none. Without a queue no pump can be enqueued: see
    `workers.worker`. The sweeper of a process that has none at work asks for one.
    """
    # The pumps of one process have one token, so that the next one takes over without a write.
    own = Pump(worker_context, worker_context.token)
    worker_context.pumping.set()
    try:
        own.run(time.monotonic() + seconds)
    finally:
        own.release()
        worker_context.pumping.clear()
    if own.has_served and worker_context.jobs.waiting("pump") == 0:
        worker_context.jobs.ask("pump", number + 1, name=f"{worker_context.token}-{number + 1}")


class Pump:
    """One pump, which has a part for each server of the store. No two at work at a time have one `token`."""

    def __init__(self, worker_context: WorkerContext, token: str | None = None) -> None:
        self._context, self._token = worker_context, token or uuid4().hex
        self._parts: dict[int, ServerPump] = {}

    def run(self, until: float) -> None:
        """Pump until that time (monotonic), until asked to stop, or until it is clear that others hold everything."""
        for_each_server(self._context.deps.client, self._run_at, until, self._context.stopping)

    def release(self) -> None:
        """Give up all leases at once, so that no other pump waits for them."""
        for part in self._parts.values():
            part.release()

    @property
    def has_served(self) -> bool:
        """True if it held a lease."""
        return any(part.has_served for part in self._parts.values())

    def _run_at(self, server: Redis, until: float, ending: threading.Event) -> None:
        part = self._parts.get(id(server))
        if part is None:
            part = self._parts[id(server)] = ServerPump(self._context, self._token, server)
        part.run(until, ending)


class ServerPump:
    """The part of a pump for the shards of one server: its leases, and what of its shards' feeds is due."""

    def __init__(self, worker_context: WorkerContext, token: str, server: Redis) -> None:
        self.has_served = False
        self._context, self._client, self._server = worker_context, worker_context.deps.client, server
        self._leases = Leases(server, token)
        self._reader = FeedReader(self._client, CONSUMER)
        self._judge = Judge(worker_context, token, self._renew_leases)
        self._held: set[int] = set()
        self._hold_again = 0.0
        self._away = False
        self._due: dict[str, list[str]] = {}
        self._traces: dict[str, dict[str, str]] = {}
        self._long: set[str] = set()
        self._failing: dict[str, str | None] = {}

    def run(self, until: float, ending: threading.Event) -> None:
        """Pump until that time (monotonic), until `ending` is set, or until it is clear that others hold everything.

        While the store is away it waits for it: nothing else can be done.
        """
        idle_since = time.monotonic()
        while time.monotonic() < until and not ending.is_set():
            try:
                self._hold()
                self._away = False
                if self._held:
                    idle_since = time.monotonic()
                    self._read(until)
                    self._judge_due()
                elif time.monotonic() - idle_since > _GIVE_UP_SECONDS:
                    return
                else:
                    time.sleep(0.1)  # not stopping.wait: the signal handler that sets it runs in this thread
            except Interrupted:
                continue
            except STORE_AWAY as error:
                if not self._away:
                    _log.warning("the store is away: %s", error)
                self._away = True
                self._start_over()
                self._judge.forget()
                time.sleep(0.2)

    def release(self) -> None:
        """Give up all leases at once, so that no other pump waits for them."""
        try:
            self._leases.release()
        except STORE_AWAY as error:
            _log.warning("leases are given up while the store is away: %s", error)
        self._start_over()

    def _start_over(self) -> None:
        self._reader.close()
        self._held.clear()
        self._due.clear()
        self._traces.clear()
        self._long.clear()
        self._failing.clear()
        self._hold_again = 0.0

    def _renew_leases(self) -> None:
        if self._context.stopping.is_set():
            raise Interrupted
        self._hold()

    def _hold(self) -> None:
        """Keep the leases and take those that are free; look through what an earlier pump left behind in these."""
        now = time.monotonic()
        if now < self._hold_again:
            return
        held, taken = self._leases.hold(shards_at(self._client, self._server))
        self._hold_again = now + _HOLD_SECONDS
        gained = taken | (held - self._held)
        lost = self._held - held
        if changed := taken | lost:
            self._context.forget_shards(changed)
        if lost:
            self._reader.leave(lost)
            self._due = {stream: ids for stream, ids in self._due.items() if shard_of(stream) not in lost}
            self._traces = {stream: kept for stream, kept in self._traces.items() if shard_of(stream) not in lost}
        self._held = held
        if gained:
            self.has_served = True
            feed.open_feed(self._client, gained)
            self._failing |= dict.fromkeys(failed_streams.reasons(self._client, gained))
            self._take(feed.claim(self._client, CONSUMER, sorted(gained)))
        if lost:
            raise Interrupted

    def _read(self, until: float) -> None:
        if len(self._due) < _DUE:
            wait = None if self._due else max(1, min(_WAIT_MS, int((until - time.monotonic()) * 1000)))
            self._take(self._reader.read(sorted(self._held), wait))

    def _take(self, works: list[FeedEntry]) -> None:
        for work in works:
            failing = self._failing.get(work.stream)
            ids = self._due.setdefault(work.stream, [failing] if failing else [])
            if work.entry not in ids:
                ids.append(work.entry)
            if work.trace:
                self._traces.setdefault(work.stream, {})[work.entry] = work.trace

    def _judge_due(self) -> None:
        """Judge what is due: first many streams for a moment each, then one of those for which that was too short.

        So a stream that takes long waits for others at most as often as they wait for it.
        """
        self._judge_some([each for each in self._due if each not in self._long][:_AT_ONCE], _LOOK_SECONDS)
        self._judge_some([each for each in self._due if each in self._long][:1], SECONDS_A_COMMIT)

    def _judge_some(self, streams: list[str], seconds: float) -> None:
        if not streams:
            return
        due = {stream: tuple(self._due[stream]) for stream in streams}
        try:
            judged = self._judge.judge(due, seconds, self._traces)
        except (BaseTimeoutException, Interrupted):
            raise
        except STORE_AWAY:
            if not self._answers():
                raise
            judged = self._judge_where_possible(due)
        except Exception:  # noqa: BLE001 - one of them spoils it for all: each by itself then
            judged = [self._judge_alone(stream, ids) for stream, ids in due.items()]
        for findings, commit in judged:
            self._settle(findings, commit, due[findings.stream])

    def _answers(self) -> bool:
        """True if the server of these shards answers: then another one is away, which consequences need."""
        if self._client is self._server:
            return False
        try:
            return bool(self._server.ping())
        except RedisError:
            return False

    def _judge_where_possible(self, due: dict[str, tuple[str, ...]]) -> list[tuple[JudgedStream, Commit]]:
        """Judge each stream alone; one that needs a server that is away waits, and is looked at alone from now on."""
        judged = []
        for stream, ids in due.items():
            try:
                judged.append(self._judge_alone(stream, ids))
            except STORE_AWAY:
                self._long.add(stream)
                self._due[stream] = self._due.pop(stream)  # behind all others
        if not judged:
            time.sleep(0.05)
        return judged

    def _judge_alone(self, stream: str, ids: tuple[str, ...]) -> tuple[JudgedStream, Commit]:
        try:
            return self._judge.judge({stream: ids}, traces=self._traces)[0]
        except (*STORE_AWAY, BaseTimeoutException, Interrupted):
            raise
        except Exception as error:  # noqa: BLE001 - shown as this stream's failure
            return JudgedStream(stream, NEW, error=error), Commit.MOVED

    def _settle(self, findings: JudgedStream, commit: Commit, ids: tuple[str, ...]) -> None:
        """Take a stream off the list of those that are due, unless there is more to do for it."""
        stream = findings.stream
        remaining = [entry for entry in self._due.pop(stream, ()) if entry not in ids]
        if findings.whole or findings.error:
            self._long.discard(stream)
        else:
            self._long.add(stream)
        if findings.error:
            self._fail(stream, findings.error, ids)
        elif commit is Commit.LEASE_LOST:
            self._hold_again = 0.0  # entries that stay pending are the next owner's
            return
        elif commit is Commit.MOVED or not findings.whole:
            remaining = [*ids, *remaining]
        elif stream in self._failing:
            del self._failing[stream]
            failed_streams.clear(self._client, stream)
        if remaining:
            self._due[stream] = remaining  # behind all others
        if traces := self._traces.pop(stream, None):
            self._traces[stream] = {entry: trace for entry, trace in traces.items() if entry in remaining}

    def _fail(self, stream: str, error: Exception, ids: tuple[str, ...]) -> None:
        """Leave a stream unjudged where everybody sees it: its first feed entry stays pending, others say no more."""
        newer = error if isinstance(error, NewerVersion) else None
        reason = newer.message if newer else say("{kind}: {error}", kind=type(error).__name__, error=_message_of(error))
        first, *others = ids
        feed.drop(self._client, shard_of(stream), others)
        self._failing[stream] = first
        if failed_streams.note(self._client, stream, reason, self._context.deps.clock(), newer):
            _log.error("%s cannot be judged: %s", stream, reason, exc_info=error)
            self._context.jobs.ask("explain_failure", stream, name=stream)


def _message_of(error: Exception) -> str:
    return error.message if isinstance(error, BradeError) else str(error)
