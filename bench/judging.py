"""From a fact to its verdict: how long it takes while facts come steadily, and how many are judged where they wait.

    python -m bench.judging               all of it
    python -m bench.judging pace          50, 200 and 1,000 facts a second
    python -m bench.judging backlog       facts judged a second: a few long logs, many short ones; and rebuilt

Store (every write on the disk), queue, a worker that pumps, senders and the viewer that sees the verdicts share this
machine. `sent → acknowledged` is the append alone: the disk is most of it. The verdict is seen as a viewer sees it.
"""

import json
import multiprocessing
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.figures import Figure, limited
from core.eventlog.codec import event_of
from core.eventlog.log import NEW
from core.events import Event, MatchOpened
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.live.hub import Hub
from service.store import feed, keys
from service.store.connect import connect
from service.store.feed import VERDICT, NewsMessage
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore
from workers.context import WorkerContext
from workers.pump import Pump
from workers.rebuild import rebuild
from workers.worker import run_worker

PACES = (50, 200, 1000)
SECONDS, LIMIT_MS = 6.0, 15
SENDERS = 8
OPENED = MatchOpened("huk", "swedish", {"games": 7}, {"white": "Åsa Öberg", "black": "Nils Ek"})
MATCH = Path(__file__).parent.parent / "tests" / "data" / "matches" / "seven_games.json"
BY = "st_huk.k3v9q2mx"


@dataclass(frozen=True)
class Servers:
    """The addresses of a store and a queue."""

    settings: Settings
    store: str
    queue: str


@contextmanager
def servers() -> Iterator[Servers]:
    """A durable store and a queue, both new."""
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as folder,
        EmbeddedStore(Path(folder) / "s", durable=True) as store,
        EmbeddedStore(Path(folder) / "q", durable=False) as queue,
    ):
        with connect(store.url) as client:
            upgrade(client)  # as the service does before a worker starts: a store with logs and without a format is old
        settings = Settings(data=Path(folder), store_url=store.url, queue_url=queue.url, admin_token="x" * 20)
        yield Servers(settings, store.url, queue.url)


def facts() -> list[Event]:
    """A recorded match of seven games."""
    words = json.loads(MATCH.read_text())["events"]
    return [event_of(f"{word.pop('type')}.1", word) for word in words]


# ── pace ─────────────────────────────────────────────────────────────────────────────────────────────────────────────
def send(store: str, pace: int, begin: Any, answers: Any) -> None:
    """A process of senders: together so many facts a second, each of them one append; tells when each was sent."""
    match, sent = facts(), []
    log = RedisLog(connect(store))

    def one(number: int) -> None:
        stream = _stream(pace, number)
        log.append(stream, [OPENED], by=BY, at=time.time_ns() // 1_000_000, expected=NEW)
        begin.wait()
        started, gap = time.monotonic(), SENDERS / pace
        for place in range(min(len(match), int(SECONDS / gap))):
            due = started + (place + number / SENDERS) * gap
            time.sleep(max(0.0, due - time.monotonic()))
            at = time.monotonic_ns()
            log.append(stream, [match[place]], by=BY, at=time.time_ns() // 1_000_000, key=f"{place}")
            sent.append((stream, place + 1, at, time.monotonic_ns()))

    threads = [threading.Thread(target=one, args=(number,)) for number in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    answers.put(sent)


def _stream(pace: int, number: int) -> str:
    return f"m_pace{pace:04}{number:02}"


def view(store: str, streams: Sequence[str], stop: threading.Event, seen: dict[tuple[str, int], int]) -> None:
    """A viewer: when it saw the verdict on each fact."""
    hub = Hub(connect(store))
    for stream in streams:
        hub.listen(stream)

    def see(batch: Sequence[NewsMessage]) -> None:
        now = time.monotonic_ns()
        seen.update({(each.stream, each.version): now for each in batch if each.kind == VERDICT})

    hub.follow(see)
    stop.wait()
    hub.close()


def pace_once(at: Servers, pace: int) -> Figure:
    """Print what a fact waits for its acknowledgement and for its verdict at this pace."""
    context = multiprocessing.get_context("spawn")
    begin, answers = context.Event(), context.Queue()
    stop, seen = threading.Event(), {}
    streams = [_stream(pace, number) for number in range(SENDERS)]
    viewer = threading.Thread(target=view, args=(at.store, streams, stop, seen))
    viewer.start()
    sender = context.Process(target=send, args=(at.store, pace, begin, answers))
    sender.start()
    time.sleep(2.0)
    begin.set()
    sent = answers.get()
    sender.join()
    deadline = time.monotonic() + 10
    while any(key[:2] not in seen for key in sent) and time.monotonic() < deadline:
        time.sleep(0.05)
    stop.set()
    viewer.join()
    acknowledged = [(after - before) / 1e6 for _, _, before, after in sent]
    judged = [(seen[key[:2]] - key[2]) / 1e6 for key in sent if key[:2] in seen]
    took = (max(row[3] for row in sent) - min(row[2] for row in sent)) / 1e9
    print(
        f"{pace:5} /s asked, {len(sent) / took:6.0f} sent   sent → acknowledged {spread(acknowledged)}"
        f"   sent → verdict {spread(judged)}   {len(sent) - len(judged)} unjudged"
    )
    p99 = statistics.quantiles(judged, n=100)[98]
    return limited(f"fact to verdict p99, {pace} a second", p99, LIMIT_MS, "ms", more=False)


def pace() -> list[Figure]:
    """Facts that come steadily, judged by a pump in a worker process as in service."""
    with servers() as at:
        worker = multiprocessing.get_context("spawn").Process(target=run_worker, args=(at.settings, "pump"))
        worker.start()
        try:
            print(f"{SENDERS} matches, ms p50 / p99")
            return [pace_once(at, each) for each in PACES]
        finally:
            worker.terminate()
            worker.join()


def spread(values: list[float]) -> str:
    """Median and 99th percentile."""
    cuts = statistics.quantiles(values, n=100) if len(values) > 1 else [0.0] * 99
    return f"{cuts[49]:6.2f} / {cuts[98]:6.2f}"


# ── backlog ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def worker_context(at: Servers) -> WorkerContext:
    """A worker context in this process."""
    queue = connect_queue(at.queue)
    return WorkerContext(build_dependencies(at.settings), queue, Jobs(queue))


def waiting(own: WorkerContext) -> int:
    """The number of streams that are not judged."""
    return sum(len(feed.unjudged(own.deps.client, shard)) for shard in keys.all_shards())


def drain(own: WorkerContext) -> float:
    """The seconds that a pump takes to judge all there is."""
    pump, began = Pump(own), time.perf_counter()
    while waiting(own):
        pump.run(time.monotonic() + 0.2)
    took = time.perf_counter() - began
    pump.release()
    return took


def fill(log: RedisLog, streams: int, length: int, batch: int) -> int:
    """So many matches of so many facts, appended in batches, one match after the other; the number of events."""
    match = facts()[:length]
    for number in range(streams):
        log.append(f"m_fill{length:04}{number:05}", [OPENED], by=BY, at=1_700_000_000_000, expected=NEW)
    for place in range(0, len(match), batch):
        for number in range(streams):
            events = match[place : place + batch]
            log.append(f"m_fill{length:04}{number:05}", events, by=BY, at=1_700_000_000_000)
    return streams * (len(match) + 1)


def backlog() -> list[Figure]:
    """Facts that waited: whole matches as after an import, and single facts of many matches."""
    judged = {}
    with servers() as at:
        own = worker_context(at)
        for what, streams, length, batch in (("whole matches", 20, 2716, 500), ("single facts", 500, 20, 1)):
            count = fill(own.deps.log, streams, length, batch)  # type: ignore[arg-type]
            took = drain(own)
            print(f"judged, {what}: {count} facts of {streams} matches in {took:.2f} s, {count / took:,.0f} a second")
            judged[what] = count / took
        rebuilt = rebuild_once(own)
    return [
        *(Figure(f"judged, {what}", rate, "rebuilt", rebuilt, "facts/s") for what, rate in judged.items()),
    ]


def rebuild_once(own: WorkerContext) -> float:
    """Facts a second at which all streams are folded again and compared."""
    began = time.perf_counter()
    steps = list(rebuild(own))
    took = time.perf_counter() - began
    count, wrong = steps[-1].facts, sum(len(step.differences) for step in steps)
    print(
        f"rebuilt: {count} facts of {len(steps)} streams in {took:.2f} s, {count / took:,.0f} a second, {wrong} differ"
    )
    return count / took


def main(parts: list[str] | None = None) -> list[Figure]:
    """Run the parts named on the command line, or all."""
    known = {"pace": pace, "backlog": backlog}
    return [figure for part in parts or known for figure in known[part]()]


if __name__ == "__main__":
    main(sys.argv[1:])
