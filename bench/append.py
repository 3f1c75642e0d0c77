"""Cost of an append: a bare XADD beside ours, on the embedded store with every write on the disk, and bytes a fact.

    python -m bench.append

Clients and store share this machine, and a client's own Python is most of what it waits for: compare the columns.
"""

import json
import multiprocessing
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from redis import Redis

from bench.figures import Figure, limited
from core.eventlog.codec import event_of
from core.eventlog.erasure import Erasure, erased
from core.eventlog.log import NEW
from core.events import CheckersMoved, DiceRolled, Event, MatchOpened
from service import tracing
from service.store import keys, stored_events
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.server.embedded_server import EmbeddedStore

MATCHES = Path(__file__).parent.parent / "tests" / "data" / "matches"
SECONDS = 2.0
ROUNDS = 5
READINGS = 9
PROCESSES = 4
OPENED = MatchOpened("huk", "swedish", {"games": 5}, {"white": "Åsa Öberg", "black": "Nils Ek"})
TURN = (DiceRolled("white", (6, 2)), CheckersMoved("white", ((1, 7), (7, 9))))
MATCH = "m_abcdefghij"
BY = "st_huk.k3v9q2mx"


def bare(client: Redis, stream: str) -> Callable[[int], object]:
    """One XADD with the fields of a fact, and nothing else."""
    fields = {"type": "DiceRolled.1", "data": '["white",[6,2]]', "at": 1_760_000_000_123, "by": BY, "prev": b"\0" * 32}
    return lambda number: client.xadd(f"bare:{stream}", fields, id=f"{number + 1}-0")


def ours(client: Redis, stream: str) -> Callable[[int], object]:
    """One fact through the log: key, version, chain, feed, news."""
    log = RedisLog(client)
    log.append(stream, [OPENED], by=BY, at=1_760_000_000_000, expected=NEW)

    def append(number: int) -> object:
        at = 1_760_000_000_000 + number
        return log.append(stream, [TURN[number % 2]], by=BY, at=at, expected=number, key=f"{stream}:{number}")

    return append


def client_of(url: str, way: Callable[..., Callable[[int], object]], streams: list[str], go: Any, tell: Any) -> None:
    """One process with its clients, which are threads, until the time is up; tells what each waited."""
    waited: list[float] = []

    def work(stream: str) -> None:
        with connect(url) as client:
            write, number, mine = way(client, stream), 0, []
            go.wait()
            now = time.perf_counter()
            end = now + SECONDS
            while now < end:
                write(number)
                before, now = now, time.perf_counter()
                mine.append(now - before)
                number += 1
            waited.extend(mine)

    threads = [threading.Thread(target=work, args=(stream,)) for stream in streams]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    tell.put(waited)


def measure(url: str, way: Callable[..., Callable[[int], object]], clients: int) -> tuple[float, ...]:
    """Facts a second, median and 99th percentile of the waiting (ms), and the server's own time for one (µs)."""
    with connect(url) as client:
        client.flushall()
        client.config_resetstat()
    processes = min(clients, PROCESSES)
    context = multiprocessing.get_context("spawn")
    go, tell = context.Barrier(clients), context.Queue()
    streams = [[f"m_{process}x{n}" for n in range(clients // processes)] for process in range(processes)]
    people = [context.Process(target=client_of, args=(url, way, mine, go, tell)) for mine in streams]
    for person in people:
        person.start()
    waited = sorted(second for _ in people for second in tell.get())
    for person in people:
        person.join()
    with connect(url) as client:
        command = client.info("commandstats")["cmdstat_xadd" if way is bare else "cmdstat_evalsha"]
    p50, p99 = statistics.median(waited), waited[int(len(waited) * 0.99)]
    return len(waited) / SECONDS, 1000 * p50, 1000 * p99, command["usec_per_call"]


def compare(url: str) -> list[Figure]:
    """Both ways in turn, medians over the rounds."""
    figures = []
    print("             facts/s           p50 ms          p99 ms     server µs each")
    print("clients    XADD  append    XADD  append    XADD  append    XADD  append")
    for clients in (1, 32):
        rounds = [(measure(url, bare, clients), measure(url, ours, clients)) for _ in range(ROUNDS)]
        a, b = ([statistics.median(part) for part in zip(*way, strict=True)] for way in zip(*rounds, strict=True))
        print(
            f"{clients:7} {a[0]:7,.0f} {b[0]:7,.0f} {a[1]:7.2f} {b[1]:7.2f}"
            f" {a[2]:7.2f} {b[2]:7.2f} {a[3]:7.1f} {b[3]:7.1f}"
        )
        figures.append(Figure(f"append, {clients} clients", b[0], "a bare XADD", a[0], "facts/s", 0.75))
        figures.append(limited(f"the store's own time, {clients} clients", b[3], 30, "µs", more=False))
    return figures


def recorded(path: Path) -> list[Event]:
    """The facts of a recorded match."""
    rows = json.loads(path.read_text())["events"]
    return [event_of(f"{row['type']}.1", {k: v for k, v in row.items() if k != "type"}) for row in rows]


def weigh(url: str, name: str, facts: list[Event]) -> Figure:
    """The memory of a match's log, recorded one fact at a time."""
    with connect(url) as client:
        client.flushall()
        log = RedisLog(client)
        log.append("m_abcdefghij", [OPENED], by=BY, at=1_760_000_000_000, expected=NEW)
        for number, fact in enumerate(facts):
            log.append("m_abcdefghij", [fact], by=BY, at=1_760_000_000_000 + 4217 * number, expected=number)
        weight = client.memory_usage(keys.log("m_abcdefghij"), samples=0) / (len(facts) + 1)
        rate = statistics.median(read_back(log) for _ in range(READINGS))
    print(f"{name}: {len(facts)} facts, {weight:.1f} bytes a fact in its log, read back at {rate:,.0f} facts/s")
    return Figure(f"read back, {name}", rate, "limit", 100_000, "facts/s", 1.0)


def beside_names(url: str, facts: list[Event]) -> list[Figure]:
    """A match whose names have salts, and one whose names were erased, beside one whose names are hashed themselves.

    A fact may cost no more time and no more bytes for it.
    """
    words = {"club": "huk", "game": "swedish", "length": {"games": 5}, "players": dict(OPENED.players)}
    openings = {"hashed": event_of("MatchOpened.1", words), "salted": OPENED, "erased": OPENED}
    times: dict[str, list[float]] = {name: [] for name in openings}
    weights = dict.fromkeys(openings, 0.0)
    erasure = Erasure(frozenset(), frozenset(OPENED.players.values()))
    with connect(url) as client:
        client.config_set("appendfsync", "no")  # the disk takes far longer than what is compared
        for turn in range(READINGS * len(openings)):
            name = list(openings)[turn % len(openings)]
            client.flushall()
            log = RedisLog(client)
            log.append(MATCH, [openings[name]], by=BY, at=1_760_000_000_000, expected=NEW)
            if name == "erased":
                head, events = log.head(MATCH), list(log.read(MATCH))
                written = erased(MATCH, events, erasure, BY, 1, lambda: "0" * 32)
                assert head is not None
                assert written is not None
                log.rewrite(MATCH, head, written)
            began, first = time.perf_counter(), log.head(MATCH)
            assert first is not None
            for number, fact in enumerate(facts, first.version):
                log.append(MATCH, [fact], by=BY, at=1_760_000_000_000 + 4217 * number, expected=number)
            times[name].append(time.perf_counter() - began)
            weights[name] = client.memory_usage(keys.log(MATCH), samples=0) / len(facts)
        client.config_set("appendfsync", "always")
    figures = []
    for name in ("salted", "erased"):
        micros = [1e6 * min(times[each]) / len(facts) for each in (name, "hashed")]
        print(f"names {name}: {micros[0]:.1f} µs and {weights[name]:.1f} bytes a fact; hashed: {micros[1]:.1f} µs")
        figures.append(Figure(f"a fact, names {name}", micros[0], "names hashed", micros[1], "µs", 1.05, more=False))
        bytes_beside = weights["hashed"]
        figures.append(
            Figure(f"a fact, names {name}", weights[name], "names hashed", bytes_beside, "bytes", 1.05, more=False)
        )
    return figures


def beside_tracing(url: str, facts: list[Event]) -> list[Figure]:
    """A fact where nothing is traced, and one whose request is, beside one of a log that knows no traces."""
    times: dict[str, list[float]] = {"none": [], "off": [], "traced": []}
    traced = _tracer() is not None
    with connect(url) as client:
        client.config_set("appendfsync", "no")
        for turn in range(READINGS * len(times)):
            name = list(times)[turn % len(times)]
            client.flushall()
            log = RedisLog(client)
            log.append(MATCH, [OPENED], by=BY, at=1_760_000_000_000, expected=NEW)
            with _traces(name):
                began = time.perf_counter()
                for number, fact in enumerate(facts):
                    log.append(MATCH, [fact], by=BY, at=1_760_000_000_000 + 4217 * number, expected=number)
                times[name].append(time.perf_counter() - began)
        client.config_set("appendfsync", "always")
    micros = {name: 1e6 * min(seconds) / len(facts) for name, seconds in times.items()}
    pairs = [off / none for off, none in zip(times["off"], times["none"], strict=True)]
    print(
        f"traces off: {micros['off']:.1f} µs a fact, traced: {micros['traced']:.1f} µs, a log without traces:"
        f" {micros['none']:.1f} µs; off beside it, pair by pair: {statistics.median(pairs):.3f}"
    )
    figures = [Figure("a fact, traces off", micros["off"], "no traces at all", micros["none"], "µs", 1.03, more=False)]
    if traced:
        figures.append(Figure("a fact, traced", micros["traced"], "no traces at all", micros["none"], "µs", more=False))
    return figures


@contextmanager
def _traces(name: str) -> Iterator[None]:
    """Tracing as one of the three has it: a request that is traced, tracing that is off, a log that knows none."""
    child, carried = tracing.child, tracing.carried
    tracer = _tracer() if name == "traced" else None
    begun = None
    if tracer is not None:
        tracing.trace_by(tracer)
        begun = tracing.begin_request("")
    if name == "none":
        nothing = nullcontext()
        tracing.child = lambda *_: nothing  # type: ignore[assignment]
        tracing.carried = lambda: ""
    try:
        yield
    finally:
        tracing.child, tracing.carried = child, carried
        if begun is not None:
            tracing.end_request(begun, "POST", "/", 202)
        tracing.stop()


def _tracer() -> Any:
    """A provider whose spans go nowhere; `None` where the libraries are not installed."""
    try:
        from opentelemetry.sdk.trace import TracerProvider
    except ImportError:
        return None
    return TracerProvider()


def read_back(log: RedisLog) -> float:
    """Facts a second of a log that is read as by a process that knows none of its events."""
    stored_events.forget()
    began = time.perf_counter()
    read = sum(1 for _ in log.read("m_abcdefghij"))
    return read / (time.perf_counter() - began)


def main() -> list[Figure]:
    """Run it all."""
    with tempfile.TemporaryDirectory(prefix="brade-") as folder, EmbeddedStore(Path(folder), True) as store:
        read = [weigh(store.url, name, recorded(MATCHES / f"{name}.json")) for name in ("three_games", "seven_games")]
        named = beside_names(store.url, recorded(MATCHES / "three_games.json"))
        traced = beside_tracing(store.url, recorded(MATCHES / "three_games.json"))
        return [*read, *named, *traced, *compare(store.url)]


if __name__ == "__main__":
    main()
