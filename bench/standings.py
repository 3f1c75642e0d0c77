"""Standings of a tournament: the first after a result, and those where nothing changed, beside Flask's own floor.

    python -m bench.standings

The first after a result is asked of the application in this process: all that it takes until the bytes are there. Those
that nothing changed are asked of servers, over connections that are kept, with a token, and sent whole. The floor is a
Flask application with one view that asks the store once and sends as many bytes. Short loads go to each in turn.
"""

import os
import random
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from flask import Flask, Response
from werkzeug.test import EnvironBuilder

from bench.figures import Figure, limited
from bench.judging import drain
from bench.processes import cpu_seconds, free_port, resident_bytes, serve, stop
from core.eventlog.log import NEW
from core.events import ClubFounded, Event, OpeningRolled, TokenIssued, TournamentCreated
from core.tournament import Tournament, decisions, opened
from core.tournament.decisions import pair
from core.tournament.decisions.pairing import after
from service.app import create_app
from service.auth.authorization import hash_of
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.server import web_process
from service.server.wsgi import THREADS
from service.store.connect import connect
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore
from tests.support.tournament.scenario import won
from workers.context import WorkerContext

FIRST_MS = {16: 5.0, 64: 12.0}
"""The most processor time of the first answer after a result, by the number of players."""
LEAST = 1000
"""Standings a second of a core, where nothing changed."""
SECRET, CUP = "a" * 40, "t_benchcupcu"
READER = f"Bearer st_bench.viewer_{SECRET}"
SWISS = TournamentCreated("bench", "Bench", "swedish", {"games": 7}, "swiss", published=True, settings={"rounds": 8})
LOOKS = {"standings": f"/v1/tournaments/{CUP}/standings", "the page": f"/tournaments/{CUP}"}
LEARNT, MEASURED = 3, 9
"""Answers to each look that are not measured, since templates are loaded and boards drawn first; and those that are."""
CONNECTIONS, SECONDS, ROUNDS = 8, 0.8, 6
FLOOR, API, PORT, TWO = "Flask, one HGET, as many bytes", "--only api", "the one port", "the one port, two processes"
WAYS: dict[str, tuple[str, str, int]] = {
    FLOOR: ("wsgi", "bench.standings:floor", 1),
    API: ("wsgi", "service.server.wsgi:application", 1),
    PORT: ("asgi", "service.server.asgi:application", 1),
    TWO: ("asgi", "service.server.asgi:application", 2),
}
Head = Callable[[int], str]
"""The head of the request of a number."""


class Evening:
    """A Swiss of so many players in its store: the matches of each round have logs, and half of them a fact."""

    def __init__(self, settings: Settings, players: int) -> None:
        self.deps = build_dependencies(settings)
        queue = connect_queue(settings.queue_url or "")
        self._context = WorkerContext(replace(self.deps), queue, Jobs(queue))
        self._chance = random.Random(3)
        founded = [ClubFounded("bench", "Bench"), TokenIssued("viewer", "viewer", hash_of(SECRET))]
        self.deps.log.append("c_bench", founded, by="bench", at=self.deps.clock(), expected=NEW)
        state = opened(CUP, SWISS)
        events: list[Event] = [state.created]
        events += decisions.enter(state, [(f"p_{number:010}", f"Spelare {number}") for number in range(players)])
        events += decisions.start(after(state, events[1:]), "bench")
        self.deps.log.append(CUP, events, by="bench", at=self.deps.clock(), expected=NEW)
        self._work()

    def _work(self) -> None:
        drain(self._context)

    def play(self, results: int) -> None:
        """So many results, of which workers make what follows at the end. A round is paired where it is due."""
        for _ in range(results):
            self._result()
        self._work()

    def _result(self) -> None:
        state = self.deps.repository.tournament(CUP)
        if not state.to_play:
            state = self._next_round(state)
        match = self._chance.choice(state.to_play)
        winner, lost = self._chance.choice((match.white, match.black)), self._chance.randint(0, 3)
        result = won(match, winner, f"4:{lost}", f"7:{2 * lost}", "bearing_off")
        self.deps.log.append(CUP, [result], by="bench", at=self.deps.clock())

    def _next_round(self, state: Tournament) -> Tournament:
        events = pair(state) or decisions.pair_round(state)
        paired = after(state, events)
        if paired.rounds[-1].draft:
            events = [*events, *decisions.publish_round(paired, paired.rounds[-1].number)]
        self.deps.log.append(CUP, events, by="bench", at=self.deps.clock())
        self._work()
        state = self.deps.repository.tournament(CUP)
        for match in state.to_play[::2]:
            self.deps.log.append(match.match, [OpeningRolled(white=3, black=5)], by="bench", at=self.deps.clock())
        self._work()
        return state


def first_after_a_result(players: int) -> list[Figure]:
    """The median processor time of the first answer after a result, from the fourth round on; one look a result."""
    took: dict[str, list[float]] = {look: [] for look in LOOKS}
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=False) as store:
        evening = Evening(Settings(data=Path(folder), store_url=store.url, queue_url=store.url), players)
        evening.play(3 * players // 2)
        app = create_app(evening.deps)
        web_process.seldom_look_for_garbage()
        for _ in range(LEARNT + MEASURED):
            for look, path in LOOKS.items():
                evening.play(1)
                took[look].append(_asked(app, path))
    return [
        limited(
            f"{look} of {players}, the first after a result",
            1e3 * statistics.median(times[LEARNT:]),
            FIRST_MS[players],
            "ms",
            more=False,
        )
        for look, times in took.items()
    ]


def _asked(app: Flask, path: str) -> float:
    """Seconds of processor time of one answer."""
    environ, said = EnvironBuilder(path).get_environ(), list[str]()
    began = time.process_time()
    b"".join(app.wsgi_app(environ, lambda status, *_: said.append(status)))  # type: ignore[arg-type, return-value]
    spent = time.process_time() - began
    if said != ["200 OK"]:
        raise SystemExit(f"{path}: {said}")
    return spent


# ── servers ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def floor() -> Flask:
    """A Flask application that asks the store once, and sends as many bytes as the standings have."""
    app, client = Flask(__name__), connect(os.environ["BRADE_STORE_URL"])
    body = b"x" * int(os.environ["BENCH_BYTES"])

    @app.get("/v1/tournaments/<tournament>/standings")
    def standings(tournament: str) -> Response:
        client.hget("bench", tournament)
        return Response(body, mimetype="application/json")

    return app


def _head(_number: int) -> str:
    return f"GET {LOOKS['standings']} HTTP/1.1\r\nHost: localhost\r\nAuthorization: {READER}\r\n\r\n"


def _always_another(number: int) -> str:
    """A request that no request before it had the answer of: its languages have other weights."""
    weights = f"en;q=0.{number % 1000:03}, sv;q=0.{number // 1000 % 1000:03}"
    return _head(number).replace("\r\n\r\n", f"\r\nAccept-Language: {weights}\r\n\r\n")


def _ask(port: int, until: float, head: Head, numbers: Any, took: list[int]) -> None:
    """Ask over one kept connection until the clock says stop; the bytes of each answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while time.monotonic() < until:
            connection.sendall(head(next(numbers)).encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += connection.recv(1 << 16)
            headers, _, body = answer.partition(b"\r\n\r\n")
            if answer[9:12] != b"200":
                raise SystemExit(answer.decode())
            left = int(headers.lower().partition(b"content-length:")[2].split()[0]) - len(body)
            size = left + len(body)
            while left > 0:
                left -= len(connection.recv(1 << 16))
            took.append(size)


def load(port: int, head: Head, numbers: Any, seconds: float) -> list[int]:
    """The bytes of each answer to all connections in so many seconds."""
    took: list[int] = []
    until = time.monotonic() + seconds
    clients = [threading.Thread(target=_ask, args=(port, until, head, numbers, took)) for _ in range(CONNECTIONS)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
    return took


def served() -> list[Figure]:
    """Standings of 16 of which nothing changed, and such as were never asked for before."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedStore(Path(folder) / "s", durable=False) as store,
        ExitStack() as servers,
    ):
        with connect(store.url) as client:
            upgrade(client)
        evening = Evening(Settings(data=Path(folder), store_url=store.url, queue_url=store.url), 16)
        evening.play(24)
        app = create_app(evening.deps)
        size = len(app.test_client().get(LOOKS["standings"]).data)
        os.environ.update(
            BRADE_STORE_URL=store.url, BRADE_DATA=folder, BRADE_ADMIN_TOKEN="bench" * 4, BENCH_BYTES=str(size)
        )
        numbers = iter(range(10**9))
        running = {}
        for name, (interface, target, processes) in WAYS.items():
            port = free_port()
            server = serve(interface, target, THREADS if interface == "wsgi" else 1, processes, port)
            servers.callback(stop, server)
            load(port, _head, numbers, 0.5)
            running[name] = server, port
        kept, rates = _measured(running, _head, numbers)
        others = {name: each for name, each in running.items() if name in (PORT, TWO)}
        _, anew = _measured(others, _always_another, numbers)
        memory = {name: resident_bytes(server) / 2**20 for name, (server, _) in running.items()}
    print(
        "\n".join(
            f"{name}: {kept[name]:,.0f} a second of a core, {rates[name]:,.0f} a second, {memory[name]:.0f} MB"
            for name in WAYS
        )
    )
    return [
        limited(f"unchanged standings of a core, {API}", kept[API], LEAST, "answers/s"),
        limited(f"unchanged standings of a core, {PORT}", kept[PORT], LEAST, "answers/s"),
        Figure(f"unchanged standings of a core, {API}", kept[API], FLOOR, kept[FLOOR], "answers/s"),
        Figure("unchanged standings, two web processes", rates[TWO], "one", rates[PORT], "answers/s"),
        Figure("standings made anew, two web processes", anew[TWO], "one", anew[PORT], "answers/s"),
        Figure("memory of its own, two web processes", memory[TWO], "one", memory[PORT], "MB"),
    ]


def _measured(running: dict[str, Any], head: Head, numbers: Any) -> tuple[dict[str, float], dict[str, float]]:
    """Answers a second of processor time of each server, and a second of the clock: medians of short loads in turn."""
    of_a_core: dict[str, list[float]] = {name: [] for name in running}
    rates: dict[str, list[float]] = {name: [] for name in running}
    for number in range(ROUNDS):
        for name in list(running)[:: -1 if number % 2 else 1]:
            server, port = running[name]
            used, began = cpu_seconds(server), time.monotonic()
            count = len(load(port, head, numbers, SECONDS))
            rates[name].append(count / (time.monotonic() - began))
            of_a_core[name].append(count / (cpu_seconds(server) - used))
    return (
        {name: statistics.median(each) for name, each in of_a_core.items()},
        {name: statistics.median(rate) for name, rate in rates.items()},
    )


def main() -> list[Figure]:
    """The first answers after results, then servers."""
    return [figure for players in FIRST_MS for figure in first_after_a_result(players)] + served()


if __name__ == "__main__":
    print("\n".join(f"{each.work}: {each.ours:.2f} {each.unit}, beside it {each.beside:.2f}" for each in main()))
