"""The time until viewers see a fact: hundreds of them on matches or on one tournament, while facts are recorded.

    python -m bench.servers viewers

Every viewer is a connection of one client process, beside the server, the store and the recorder on this machine.
"""

import asyncio
import multiprocessing
import os
import re
import resource
import tempfile
import time
import zlib
from collections import Counter
from itertools import cycle, islice, product
from pathlib import Path
from typing import NamedTuple

from bench.figures import limited
from bench.processes import cpu_seconds, free_port, resident_bytes, serve, stop

RECORDED = re.compile(rb'"recorded_by":"(\d+)"')
WATCHED_SECONDS = 4.0
ADDRESSES = 64
"""From so many the viewers come, as a proxy says: one address has not all seats."""

ONE_IN = 10
"""One viewer in ten counts its facts and notes how long each took: else the client's own work would be measured."""

AT_ONCE = 200
"""So many viewers wait for their history at a time."""

ASKED_AGAIN_SECONDS = 4.0
"""The time until the rights of those who came last were checked again."""


class Viewing(asyncio.BufferedProtocol):
    """One viewer, who reads a stream until its history is there, and counts what comes if `waited` is given.

    `waited` gets for every fact the time since it was recorded, by the one clock.
    """

    buffer = memoryview(bytearray(1 << 18))

    def __init__(self, path, address, begun, waited, packed):
        self.path, self.address, self.begun, self.waited, self.packed = path, address, begun, waited, packed
        self.facts, self.rest, self.chunked, self.decoder = 0, b"", b"", None

    async def come(self, port):
        """Connect and ask for the stream."""
        self.port = port
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)

    def connection_made(self, transport):
        self.transport, self.headed = transport, False
        more = "Accept-Encoding: gzip\r\n" if self.packed else ""
        head = f"GET {self.path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {self.address}\r\n{more}\r\n"
        transport.write(head.encode())

    def get_buffer(self, _):
        return self.buffer

    def buffer_updated(self, nbytes):
        if self.begun is None and self.waited is None:
            return  # one who only watches
        now, data = time.monotonic_ns(), bytes(self.buffer[:nbytes])
        if not self.headed:
            if data.startswith(b"HTTP/1.1 503"):  # asked to come again a little later
                self.transport.close()
                asyncio.get_running_loop().call_later(1.0, lambda: asyncio.ensure_future(self.come(self.port)))
                return
            head, _, data = data.partition(b"\r\n\r\n")
            self.headed, self.decoder = True, zlib.decompressobj(31) if b"content-encoding: gzip" in head else None
        data = self.rest + self.body(data)
        if self.begun and self.begun in data:
            self.begun = None
        whole = data.rfind(b"\n\n") + 2 if b"\n\n" in data else 0
        if self.waited is not None:
            found = RECORDED.findall(data[:whole])
            self.facts += len(found)
            self.waited.extend(now - int(at) for at in found)
        self.rest = data[whole:]

    def body(self, data):
        """The part of the stream that these bytes of the connection are."""
        self.chunked += data
        parts = []
        while (at := self.chunked.find(b"\r\n")) > 0:
            end = at + 2 + int(self.chunked[:at], 16)
            if len(self.chunked) < end + 2:
                break
            parts.append(self.chunked[at + 2 : end])
            self.chunked = self.chunked[end + 2 :]
        found = b"".join(parts)
        return self.decoder.decompress(found) if self.decoder else found


async def look(port, places, packed, seconds, go):
    """Watch all places, each a path and what its history ends with, for some seconds once everybody has that.

    How many facts each viewer got who counted, the waiting of each fact (ns), how long all the histories took (s), and
    the processor time of the viewers for each second of watching.
    """
    waited, viewers, began = [], [], time.monotonic()
    for number, (path, begun) in enumerate(places):
        address = f"10.0.{number % ADDRESSES // 250}.{number % ADDRESSES % 250}"
        viewer = Viewing(path, address, begun, None if number % ONE_IN else waited, packed)
        await viewer.come(port)
        viewers.append(viewer)
        while sum(each.begun is not None for each in viewers[-AT_ONCE:]) == AT_ONCE:
            await asyncio.sleep(0.005)
    while any(viewer.begun is not None for viewer in viewers):
        if time.monotonic() - began > 150:
            raise SystemExit("not every viewer was sent its history")
        await asyncio.sleep(0.05)
    took = time.monotonic() - began
    await asyncio.sleep(ASKED_AGAIN_SECONDS)
    waited.clear()
    before = [viewer.facts for viewer in viewers]
    go.set()
    used = time.process_time()
    await asyncio.sleep(seconds)
    used = (time.process_time() - used) / seconds
    counts = [viewer.facts - had for viewer, had in zip(viewers, before, strict=True)]
    for viewer in viewers:
        viewer.transport.close()
    return counts, waited, took, used


def looking(port, places, packed, seconds, go, tell):
    """The viewers' process."""
    tell.put(asyncio.run(look(port, places, packed, seconds, go)))


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
    """Viewers of so many tournaments with so many matches each, or of the matches, or one half each.

    `processes` serve them; `packed` viewers take gzip.
    """

    viewers: int
    rate: int
    tournaments: int
    matches: int
    of: str
    processes: int = 1
    packed: bool = False

    def __str__(self):
        place = f"{self.tournaments} tournaments" if self.tournaments > 1 else "tournament"
        place += f" of {self.matches}"
        where = {"tournament": place, "match": f"matches of {place}", "both": f"matches, half on {place}"}[self.of]
        return where + ", gzip" * self.packed + (f", {self.processes} processes" if self.processes > 1 else "")

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
         b"id: 1-" if "." in name else f'"stream": "{name}.{profile.matches}", "version": 1'.encode())
        for name in watched
    ]  # fmt: skip
    load = os.getloadavg()[0]
    port = free_port()
    server = serve("asgi", "bench.viewers:front", 1, profile.processes, port)
    time.sleep(1.0)
    context = multiprocessing.get_context("spawn")
    go, tell = context.Event(), context.Queue()
    seen = (port, places, profile.packed, WATCHED_SECONDS + 1.5, go, tell)
    people = context.Process(target=looking, args=seen)
    memory = resident_bytes(server)
    people.start()
    try:
        if not go.wait(180):
            raise SystemExit("the viewers did not come to see anything")
        memory = resident_bytes(server) - memory
        used = cpu_seconds(server)
        facts = record(store.url, matches, profile.rate, WATCHED_SECONDS)
        used = cpu_seconds(server) - used
        counts, waited, took, theirs = tell.get(timeout=60)
        waited.sort()
    finally:
        people.join(10)
        stop(server)
    told = Counter(name for number in range(facts) for name in _heard_at(matches[number % len(matches)]))
    wanted = sum(told[name] for name in watched[::ONE_IN])
    written = sum(told[name] for name in watched)
    arrived = 100 * sum(counts) / wanted
    print(
        f"| {profile.viewers} | {profile} | {took:.1f} | {facts / WATCHED_SECONDS:.0f} |"
        f" {written / WATCHED_SECONDS:,.0f} | {arrived:.1f} % | {waited[len(waited) // 2] / 1e6:.1f} |"
        f" {waited[int(len(waited) * 0.99)] / 1e6:.1f} | {100 * used / WATCHED_SECONDS:.0f} % | {100 * theirs:.0f} % |"
        f" {memory / profile.viewers / 1e3:.0f} | {load:.1f} |",
        flush=True,
    )
    name = f"{profile.viewers} viewers, {profile}"
    return [
        limited(f"delay p99, {name}", waited[int(len(waited) * 0.99)] / 1e6, LIMIT_MS, "ms", more=False),
        limited(f"arrived, {name}", arrived, 100.0, "%"),
    ]


def front():
    """The front with seats for all of them in each process."""
    from service.server import asgi

    asgi.VIEWERS = max(profile.viewers for profile in LOAD_PROFILES)
    return asgi.application()


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
    LoadProfile(2000, 200, 1, 50, "tournament", packed=True),
    LoadProfile(10_000, 200, 50, 4, "tournament", processes=2, packed=True),
)


def viewers():
    """Five hundred and two thousand viewers of one tournament and of its matches, and ten thousand of fifty."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    from service.store.server.embedded_server import EmbeddedStore

    head = "viewers | of | all there after s | facts/s | deliveries/s | arrived | p50 ms | p99 ms"
    print(f"| {head} | CPU | viewers' CPU | kB each | load |\n|{'---|' * 12}")
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ |= {
            "BRADE_STORE_URL": store.url, "BRADE_DATA": folder, "BRADE_ADMIN_TOKEN": "x" * 20,
            "BRADE_PROXIES": "1",
        }  # fmt: skip
        return [figure for profile in LOAD_PROFILES for figure in watch(store, profile)]
