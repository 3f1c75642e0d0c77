"""Our events endpoint beside a Flask endpoint that does one XADD: the same store and clients, in one run.

    python -m bench.endpoint

Thirty-two connections post one fact at a time, each to a match of its own; every write waits for the disk in both
ways. Ours looks at the token, the body, the version and the key's place, chains and appends, and tells feed and
viewers. No worker judges meanwhile. Both are measured on granian's own WSGI server (`brade serve --only api`), and
on the one port that also serves viewers. All servers stay up, and short loads go to each in turn: disks and machines
change their pace within seconds, so the ratio is the median of those of each turn. Each connection has an address of
its own, as phones have: the one port gives an address at most half of the threads. The server's processor time for a
request is the steadiest column. An answer in short (`Prefer: return=minimal`) is measured beside the whole one.
"""

import json
import os
import socket
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from bench.figures import Figure
from bench.processes import cpu_seconds, free_port, serve, stop
from bench.servers import behind_the_front, flask_app
from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened, TokenIssued
from service.auth.authorization import hash_of
from service.server.wsgi import THREADS
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore

CONNECTIONS, SECONDS, ROUNDS = 32, 0.8, 16
FACT = json.dumps({"type": "DiceRolled", "by": "white", "dice": [6, 2]}).encode()
SECRET = "a" * 40
PREFER = "Prefer: return=minimal\r\n"
GOALS = {"POST …/events, --only api": 0.6, "the same, return=minimal": 0.6, "POST …/events, the one port": 0.35}
"""The parts of the peer's rate that are aimed at."""
WHOLE, SHORT = "POST …/events, --only api", "the same, return=minimal"
WAYS = {
    "Flask, one XADD, granian's WSGI": ("wsgi", "bench.servers:flask_app", ["/append"] * CONNECTIONS),
    "Flask, one XADD, the one port": ("asgi", "bench.servers:behind_the_front", ["/append"] * CONNECTIONS),
    WHOLE: (
        "wsgi",
        "service.server.wsgi:application",
        [f"/v1/matches/m_alone{n:05}/events" for n in range(CONNECTIONS)],
    ),
    SHORT: (
        "wsgi",
        "service.server.wsgi:application",
        [f"/v1/matches/m_short{n:05}/events" for n in range(CONNECTIONS)],
    ),
    "POST …/events, the one port": (
        "asgi",
        "service.server.asgi:application",
        [f"/v1/matches/m_bench{n:05}/events" for n in range(CONNECTIONS)],
    ),
}


def prepare(url: str) -> None:
    """A club with a token, and a match for each connection."""
    client = connect(url)
    upgrade(client)
    log = RedisLog(client)
    founded = [ClubFounded("bench", "Bench"), TokenIssued("bench", "scorer", hash_of(SECRET))]
    log.append("c_bench", founded, by="bench", at=0, expected=NEW)
    opened = MatchOpened("bench", "swedish", {"games": 3}, {"white": "Åsa", "black": "Bo"})
    for *_, paths in WAYS.values():
        for path in paths:
            if path.startswith("/v1"):
                log.append(path.split("/")[3], [opened], by="bench", at=0, expected=NEW)


class Load(NamedTuple):
    """The seconds of every request, in order, and the bytes of an answer with its headers."""

    took: list[float]
    bytes: int


def post(port: int, path: str, until: float, took: list[float], sizes: set[int], address: str, more: str = "") -> None:
    """Post over one kept connection, from an address and with more headers, until the clock says stop."""
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer st_bench.bench_{SECRET}\r\n{more}"
        f"Content-Type: application/json\r\nContent-Length: {len(FACT)}\r\n\r\n"
    )
    request = head.encode() + FACT
    with socket.create_connection(("127.0.0.1", port), source_address=(address, 0)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while (began := time.monotonic()) < until:
            connection.sendall(request)
            answer = b""
            while not (answer.endswith(b"\r\n\r\n") if more else b"}" in answer.rpartition(b"\r\n\r\n")[2]):
                answer += connection.recv(8192)
            if answer[9:10] != b"2":
                raise RuntimeError(answer.decode())
            took.append(time.monotonic() - began)
        sizes.add(len(answer))


def load(port: int, paths: list[str], seconds: float, more: str = "") -> Load:
    """Requests of all connections, each of which has an address of its own where there are several."""
    took: list[float] = []
    sizes: set[int] = set()
    until = time.monotonic() + seconds
    addresses = [f"127.0.1.{number}" if sys.platform == "linux" else "127.0.0.1" for number in range(1, len(paths) + 1)]
    with ThreadPoolExecutor(len(paths)) as pool:
        clients = [
            pool.submit(post, port, path, until, took, sizes, address, more)
            for path, address in zip(paths, addresses, strict=True)
        ]
        for client in clients:
            client.result()
    return Load(sorted(took), max(sizes))


def main() -> list[Figure]:
    """A short load to each way in turn, many rounds; the medians."""
    assert callable(behind_the_front)
    assert callable(flask_app)
    rows: dict[str, list[tuple[float, float, float, float]]] = {name: [] for name in WAYS}
    sizes: dict[str, int] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedStore(Path(folder) / "s", durable=True) as store,
        ExitStack() as servers,
    ):
        os.environ.update(
            BENCH_STORE=store.url,
            BRADE_STORE_URL=store.url,
            BRADE_DATA=folder,
            BRADE_ADMIN_TOKEN="bench" * 4,
        )
        prepare(store.url)
        running = {}
        for name, (interface, target, paths) in WAYS.items():
            port = free_port()
            server = serve(interface, target, THREADS if interface == "wsgi" else 1, 1, port)
            servers.callback(stop, server)
            load(port, paths, 0.5)
            running[name] = server, port, paths
        for number in range(ROUNDS):
            for name in list(WAYS)[:: -1 if number % 2 else 1]:
                server, port, paths = running[name]
                used = cpu_seconds(server)
                took, sizes[name] = load(port, paths, SECONDS, PREFER if name == SHORT else "")
                used = cpu_seconds(server) - used
                rows[name].append(
                    (
                        len(took) / SECONDS,
                        1e3 * took[len(took) // 2],
                        1e3 * took[int(len(took) * 0.99)],
                        1e6 * used / len(took),
                    )
                )
    print(f"{CONNECTIONS} connections, one process       requests/s    p50 ms    p99 ms   server µs each   its rate")
    peer, *others = WAYS
    figures = []
    for name, measured in rows.items():
        rate, p50, p99, each = (statistics.median(column) for column in zip(*measured, strict=True))
        ratio = statistics.median(ours[0] / its[0] for ours, its in zip(measured, rows[peer], strict=True))
        print(f"{name:<32} {rate:>13,.0f} {p50:>9.1f} {p99:>9.1f} {each:>16,.0f} {ratio:>10.2f}")
        if name in others:
            figures.append(Figure(name, rate, peer, rate / ratio, "requests/s", GOALS.get(name)))
    micros = {name: statistics.median(row[3] for row in rows[name]) for name in (SHORT, WHOLE)}
    print(f"an answer in short has {sizes[SHORT]} bytes with its headers, the whole one {sizes[WHOLE]}")
    return [
        *figures,
        Figure("an answer in short", micros[SHORT], "the whole answer", micros[WHOLE], "µs", 1.05, more=False),
        Figure("an answer in short", sizes[SHORT], "the whole answer", sizes[WHOLE], "bytes", 0.7, more=False),
    ]


if __name__ == "__main__":
    main()
