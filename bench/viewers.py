"""The time until viewers see a fact: hundreds of them on matches or on one tournament, while facts are recorded.

    python -m bench.servers viewers

Every viewer is a connection of one client process, beside the server, the store and the recorder on this machine.
"""

import asyncio
import multiprocessing
import os
import re
import tempfile
import time
from collections import Counter
from itertools import cycle, islice, product
from pathlib import Path
from typing import NamedTuple

from bench.figures import limited
from bench.processes import cpu_seconds, free_port, serve, stop

RECORDED = re.compile(rb'"recorded_by":"(\d+)"')
FACT = b"event: fact\n"
WATCHED_SECONDS = 4.0
ADDRESSES = 16
"""From so many the viewers come, as a proxy says: one address has not all seats."""

ONE_IN = 10
"""Every viewer counts its facts, one in ten notes how long each took: else the client's own work would be measured."""


class Viewing(asyncio.BufferedProtocol):
    """One viewer: counts what comes, and may note for every fact the time since it was recorded, by the one clock."""

    buffer = memoryview(bytearray(1 << 18))

    def __init__(self, path, address, begun, waited):
        self.path, self.address, self.begun, self.waited = path, address, begun, waited
        self.facts, self.rest = 0, b""

    async def come(self, port):
        """Connect and ask for the stream."""
        self.port = port
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport):
        self.transport = transport
        head = f"GET {self.path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {self.address}\r\n\r\n"
        transport.write(head.encode())

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


async def look(port, places, seconds, go):
    """Watch all places, each a path and what its history ends with, for some seconds once everybody has that.

    How many facts came, the waiting of each that was noted (ns), and how long all the histories took (s).
    """
    waited, viewers, began = [], [], time.monotonic()
    for number, (path, begun) in enumerate(places):
        address = f"10.0.0.{number % ADDRESSES}"
        viewer = Viewing(path, address, begun, None if number % ONE_IN else waited)
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


def looking(port, places, seconds, go, tell):
    """The viewers' process."""
    tell.put(asyncio.run(look(port, places, seconds, go)))


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


class LoadProfile(NamedTuple):
    """Viewers of so many tournaments with so many matches each, or of the matches, or one half each."""

    viewers: int
    rate: int
    tournaments: int
    matches: int
    of: str

    def __str__(self):
        place = f"{self.tournaments} tournaments" if self.tournaments > 1 else "tournament"
        place += f" of {self.matches}"
        return {"tournament": place, "match": f"matches of {place}", "both": f"matches, half on {place}"}[self.of]

    def names(self):
        """The ids of the tournaments, and those of all their matches."""
        tournaments = [f"t_bench{one}{two}abc" for one, two in islice(product("abcdefgh", repeat=2), self.tournaments)]
        return tournaments, [f"{name}.{number + 1}" for name in tournaments for number in range(self.matches)]

    def watched(self):
        """The topic of each viewer, in turn."""
        tournaments, matches = map(cycle, self.names())
        kinds = cycle({"both": (tournaments, matches), "match": (matches,), "tournament": (tournaments,)}[self.of])
        return [next(next(kinds)) for _ in range(self.viewers)]


def prepare(log, profile):
    """Tournaments that everybody may watch, and in each match one roll, so that everybody can see where it begins."""
    from core.eventlog.log import NEW
    from core.events import DiceRolled, MatchOpened, TournamentCreated

    tournaments, matches = profile.names()
    game = ("swedish", {"games": 3})
    for name in tournaments:
        log.append(name, [TournamentCreated("huk", "Open", *game, "swiss", published=True)], by="0", at=0, expected=NEW)
    for name in matches:
        opened = MatchOpened("huk", *game, {}, tournament=name.partition(".")[0])
        log.append(name, [opened, DiceRolled("white", (6, 2))], by="0", at=0, expected=NEW)


def watch(store, profile):
    """One row; its delay beside the limit.

    The viewers are strangers at the service itself. Each is let in as any reader of its pages is.
    """
    from service.store.connect import connect
    from service.store.log import RedisLog
    from service.store.maintenance.store_format import upgrade

    with connect(store.url) as client:
        client.flushall()
        upgrade(client)
        prepare(RedisLog(client), profile)
    _, matches = profile.names()
    watched = profile.watched()
    places = [
        (f"/v1/{'matches' if '.' in name else 'tournaments'}/{name}/stream",
         b"id: 1\n" if "." in name else f'"stream": "{name}.{profile.matches}", "version": 1'.encode())
        for name in watched
    ]  # fmt: skip
    load = os.getloadavg()[0]
    port = free_port()
    server = serve("asgi", "service.server.asgi:application", 1, 1, port)
    context = multiprocessing.get_context("spawn")
    go, tell = context.Event(), context.Queue()
    people = context.Process(target=looking, args=(port, places, WATCHED_SECONDS + 1.5, go, tell))
    people.start()
    try:
        if not go.wait(60):
            raise SystemExit("the viewers did not come to see anything")
        used = cpu_seconds(server)
        facts = record(store.url, matches, profile.rate, WATCHED_SECONDS)
        count, waited, took = tell.get(timeout=60)
        waited.sort()
        used = cpu_seconds(server) - used
    finally:
        people.join(10)
        stop(server)
    told = Counter(name for number in range(facts) for name in _heard_at(matches[number % len(matches)]))
    wanted = sum(told[name] for name in watched)
    print(
        f"| {profile.viewers} | {profile} | {took:.1f} | {facts / WATCHED_SECONDS:.0f} |"
        f" {count / WATCHED_SECONDS:,.0f} | {100 * count / wanted:.1f} % | {waited[len(waited) // 2] / 1e6:.1f} |"
        f" {waited[int(len(waited) * 0.99)] / 1e6:.1f} | {100 * used / WATCHED_SECONDS:.0f} % | {load:.1f} |",
        flush=True,
    )
    return limited(f"delay p99, {profile.viewers} viewers, {profile}", waited[int(len(waited) * 0.99)] / 1e6, LIMIT_MS,
                   "ms", more=False)  # fmt: skip


LIMIT_MS = 250


def _heard_at(match):
    return match, match.partition(".")[0]


LOAD_PROFILES = (
    LoadProfile(500, 200, 1, 50, "match"),
    LoadProfile(500, 200, 1, 50, "tournament"),
    LoadProfile(2000, 200, 1, 50, "match"),
    LoadProfile(2000, 200, 1, 50, "tournament"),
    LoadProfile(2000, 200, 1, 200, "tournament"),
    LoadProfile(2000, 200, 10, 20, "both"),
)


def viewers():
    """Five hundred and two thousand viewers of one tournament and of its matches, and spread over many."""
    from service.store.server.embedded_server import EmbeddedStore

    head = "viewers | of | all there after s | facts/s | deliveries/s | arrived | p50 ms | p99 ms | CPU | load before"
    print(f"| {head} |\n|{'---|' * 10}")
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ |= {
            "BRADE_STORE_URL": store.url, "BRADE_DATA": folder, "BRADE_ADMIN_TOKEN": "x" * 20,
            "BRADE_PROXIES": "1",
        }  # fmt: skip
        return [watch(store, profile) for profile in LOAD_PROFILES]
