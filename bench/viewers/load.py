"""One load of viewers: what they watch, the facts that are recorded meanwhile, and the figures."""

import multiprocessing
import os
import time
from collections import Counter
from itertools import cycle, islice, product
from typing import NamedTuple

from bench.figures import limited
from bench.processes import cpu_seconds, free_port, resident_bytes, serve, stop
from bench.viewers.clients import COME_SECONDS, ONE_IN, looking
from service.live.viewer_seats import VIEWERS

WATCHED_SECONDS = 4.0
LIMIT_MS = 250
SEATS = "BENCH_SEATS"
"""The environment variable with the seats of each process."""


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

    `processes` serve them, each with `seats` for them; `packed` viewers take gzip.
    """

    viewers: int
    rate: int
    tournaments: int
    matches: int
    of: str
    processes: int = 1
    packed: bool = False
    seats: int = VIEWERS

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
        (
            f"/v1/{'matches' if '.' in name else 'tournaments'}/{name}/stream",
            b"id: 1-" if "." in name else f'"stream": "{name}.{profile.matches}", "version": 1'.encode(),
        )
        for name in watched
    ]
    load = os.getloadavg()[0]
    port = free_port()
    os.environ[SEATS] = str(profile.seats)
    server = serve(
        "asgi", "bench.viewers.load:front", 1, profile.processes, port, profile.seats + profile.seats // 4 + 2048
    )
    time.sleep(1.0)
    context = multiprocessing.get_context("spawn")
    come, go, tell = context.Event(), context.Event(), context.Queue()
    seen = (port, places, profile.packed, WATCHED_SECONDS + 1.5, come, go, tell)
    people = context.Process(target=looking, args=seen)
    memory, used = resident_bytes(server), cpu_seconds(server)
    people.start()
    try:
        if not come.wait(COME_SECONDS + 10):
            raise SystemExit("the viewers did not come to see anything")
        admitted = cpu_seconds(server) - used
        go.wait(30)
        memory = resident_bytes(server) - memory
        used = cpu_seconds(server)
        facts = record(store.url, matches, profile.rate, WATCHED_SECONDS)
        used = cpu_seconds(server) - used
        counts, waited, took, theirs, refusals, lost = tell.get(timeout=60)
        waited.sort()
    finally:
        people.terminate()
        people.join(10)
        stop(server)
    told = Counter(name for number in range(facts) for name in _heard_at(matches[number % len(matches)]))
    wanted = sum(told[name] for name in watched[::ONE_IN])
    written = sum(told[name] for name in watched)
    arrived = 100 * sum(counts) / wanted
    p99 = waited[int(len(waited) * 0.99)] / 1e6
    print(
        f"| {profile.viewers} | {profile} | {took:.1f} | {1e3 * admitted / profile.viewers:.2f} |"
        f" {facts / WATCHED_SECONDS:.0f} | {written / WATCHED_SECONDS:,.0f} | {arrived:.1f} % |"
        f" {waited[len(waited) // 2] / 1e6:.1f} | {p99:.1f} | {100 * used / WATCHED_SECONDS:.0f} % |"
        f" {100 * theirs:.0f} % | {memory / profile.viewers / 1e3:.0f} | {refusals} | {lost} | {load:.1f} |",
        flush=True,
    )
    name = f"{profile.viewers} viewers, {profile}"
    return [
        limited(f"delay p99, {name}", p99, LIMIT_MS, "ms", more=False),
        limited(f"arrived, {name}", arrived, 100.0, "%"),
    ]


HEAD = (
    "viewers | of | all there after s | server ms to admit one | facts/s | deliveries/s | arrived | p50 ms | p99 ms"
    " | CPU | viewers' CPU | kB each | refused | lost | load"
)


def front():
    """The front with seats for all of them in each process."""
    from service.server import asgi

    asgi.VIEWERS = int(os.environ[SEATS])
    return asgi.application()


def _heard_at(match):
    return match, match.partition(".")[0]
