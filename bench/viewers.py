"""How soon viewers see a fact: hundreds of them on matches or on one tournament, while facts are recorded.

    python -m bench.servers viewers

Every viewer is a connection of one client process, beside the server, the store and the recorder on this machine.
"""

import asyncio
import multiprocessing
import os
import re
import tempfile
import time
from pathlib import Path

from bench.servers import cpu_seconds, free_port, serve, stop

RECORDED = re.compile(rb'"recorded_by":"(\d+)"')
FACT = b"event: fact\n"
WATCHED_SECONDS = 4.0
ONE_IN = 10
"""Every viewer counts its facts, one in ten notes how long each took: else the client's own work would be measured."""


class Viewing(asyncio.BufferedProtocol):
    """One viewer: counts what comes, and may note for every fact the time since it was recorded, by the one clock."""

    buffer = memoryview(bytearray(1 << 18))

    def __init__(self, path, begun, waited):
        self.path, self.begun, self.waited = path, begun, waited
        self.facts, self.rest = 0, b""

    async def come(self, port):
        """Connect and ask for the stream."""
        self.port = port
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport):
        self.transport = transport
        transport.write(f"GET {self.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())

    def get_buffer(self, _):
        return self.buffer

    def buffer_updated(self, nbytes):
        now, data = time.monotonic_ns(), self.rest + self.buffer[:nbytes]
        if data.startswith(b"HTTP/1.1 503"):  # asked to come again a little later
            self.transport.close()
            asyncio.get_running_loop().call_later(1.0, lambda: asyncio.ensure_future(self.come(self.port)))
            return
        if self.begun in data:
            self.begun = b"\0"
        self.facts += data.count(FACT)
        if self.waited is None:
            self.rest = data[-len(FACT) + 1 :]
            return
        whole = data.rfind(b"\n\n") + 2 if b"\n\n" in data else 0
        self.waited.extend(now - int(at) for at in RECORDED.findall(data[:whole]))
        self.rest = data[whole:]
        self.facts -= self.rest.count(FACT)  # it is counted when it is whole


async def look(port, paths, begun, seconds, go):
    """Watch all paths for some seconds once each has its history, which ends with `begun`.

    How many facts came, the waiting of each that was noted (ns), and how long all the histories took (s).
    """
    waited, viewers, began = [], [], time.monotonic()
    for number, path in enumerate(paths):
        viewer = Viewing(path, begun, None if number % ONE_IN else waited)
        await viewer.come(port)
        viewers.append(viewer)
    while any(viewer.begun != b"\0" for viewer in viewers):
        if time.monotonic() - began > 40:
            raise SystemExit("not every viewer was sent its history")
        await asyncio.sleep(0.05)
    took = time.monotonic() - began
    await asyncio.sleep(0.2)
    waited.clear()
    before = sum(viewer.facts for viewer in viewers)
    go.set()
    await asyncio.sleep(seconds)
    count = sum(viewer.facts for viewer in viewers) - before
    for viewer in viewers:
        viewer.transport.close()
    return count, waited, took


def looking(port, paths, begun, seconds, go, tell):
    """The viewers' process."""
    tell.put(asyncio.run(look(port, paths, begun, seconds, go)))


def record(url, streams, rate, seconds):
    """Record so many facts a second, evenly, over the streams in turn; how many there were."""
    from core.events import DiceRolled
    from service.store.connect import connect
    from service.store.log import RedisLog

    log, roll, count = RedisLog(connect(url)), [DiceRolled("white", (6, 2))], 0
    began = time.monotonic()
    while (now := time.monotonic()) - began < seconds:
        if now - began < count / rate:
            time.sleep(count / rate - (now - began))
        log.append(streams[count % len(streams)], roll, by=str(time.monotonic_ns()), at=0)
        count += 1
    return count


def watch(store, viewers, rate, matches, topic):
    """One row: so many viewers, so many facts a second over so many matches; each on a match or on the tournament."""
    from core.events import MatchOpened, TournamentCreated
    from core.log import NEW
    from service.store.connect import connect
    from service.store.log import RedisLog

    streams = [f"t_bench.{number + 1}" for number in range(matches)]
    with connect(store.url) as client:
        client.flushall()
        log, game = RedisLog(client), ("swedish", {"games": 3})
        log.append("t_bench", [TournamentCreated("huk", "Open", *game, "swiss")], by="0", at=0, expected=NEW)
        for stream in streams:
            log.append(stream, [MatchOpened("huk", *game, {})], by="0", at=0, expected=NEW)
    port = free_port()
    server = serve("asgi", "bench.servers:with_streams", 1, 1, port)
    context = multiprocessing.get_context("spawn")
    go, tell = context.Event(), context.Queue()
    paths, begun = ["/tournament/t_bench/-1"] * viewers, b'"stream": "' + streams[-1].encode() + b'", "version": 0'
    if topic == "match":
        paths, begun = [f"/match/{streams[number % matches]}/-1" for number in range(viewers)], b"id: 0\n"
    people = context.Process(target=looking, args=(port, paths, begun, WATCHED_SECONDS + 1.5, go, tell))
    people.start()
    try:
        if not go.wait(60):
            raise SystemExit("the viewers did not come to see anything")
        used = cpu_seconds(server)
        facts = record(store.url, streams, rate, WATCHED_SECONDS)
        count, waited, took = tell.get(timeout=60)
        waited.sort()
        used = cpu_seconds(server) - used
    finally:
        people.join(10)
        stop(server)
    wanted = facts * (viewers if topic != "match" else viewers // matches)
    print(
        f"| {viewers} | {topic} of {matches} | {took:.1f} | {facts / WATCHED_SECONDS:.0f} |"
        f" {count / WATCHED_SECONDS:,.0f} | {100 * count / wanted:.1f} % | {waited[len(waited) // 2] / 1e6:.1f} |"
        f" {waited[int(len(waited) * 0.99)] / 1e6:.1f} | {100 * used / WATCHED_SECONDS:.0f} % |",
        flush=True,
    )


def viewers():
    """Five hundred viewers on fifty matches, and on one; and the hall's limit, two thousand of a tournament."""
    from service.store.embedded import EmbeddedStore

    head = "viewers | each on | all there after s | facts/s | deliveries/s | arrived | p50 ms | p99 ms | server CPU"
    print(f"| {head} |\n|{'---|' * 9}")
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ["BENCH_STORE"] = store.url
        watch(store, 500, 200, 50, "match")
        watch(store, 500, 20, 1, "match")
        watch(store, 500, 20, 50, "tournament")
        watch(store, 500, 200, 50, "tournament")
        watch(store, 2000, 200, 50, "match")
        watch(store, 2000, 200, 50, "tournament")
