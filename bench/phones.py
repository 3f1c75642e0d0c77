"""Fifty phones that record at once, beside an endpoint of one XADD that is asked by the same fifty connections.

    python -m bench.phones

A phone sends the facts of a recorded match one after the other over its kept connection, with the headers of the
outbox: an idempotency key, the version on which the fact rests, and five seconds for its verdict. So an answer comes
once the fact is on the disk and judged. The whole service (server, durable store, queue, workers) and the phones share
this machine. `in a hurry` sends the next fact as soon as the last one is answered; `playing` sends one in two seconds,
which is faster than people play.
"""

import json
import multiprocessing
import os
import queue
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple

from bench.figures import Figure
from bench.processes import free_port, serve, stop, whole_service
from service.store.server.embedded_server import EmbeddedStore
from tests.support.matches.match_logs import MATCHES
from tests.support.pages.club_evening import Client

PHONES, SECONDS = 50, 8.0
LONGEST_SECONDS = 30.0
"""So long a phone asks for the verdict of a fact."""
PACES = {"in a hurry": 0.0, "playing": 2.0}
OPERATOR = "x" * 20
PEER = "Flask, one XADD"


class Target(NamedTuple):
    """Addressees of the phones: the port, the address of each, its headers, and whether an answer holds a verdict."""

    port: int
    paths: list[str]
    headers: dict[str, str]
    judged: bool


def record(target: Target, number: int, pace: float, began: float, at: int, took: list[float]) -> None:
    """One phone, from the fact at this place on."""
    connection, path = HTTPConnection("127.0.0.1", target.port, timeout=60), target.paths[number]
    headers = {
        **target.headers,
        "X-Forwarded-For": f"10.1.{number // 200}.{number % 200}",
        "Content-Type": "application/json",
    }
    facts = json.loads((MATCHES / "seven_games.json").read_text())["events"]
    due = began + pace * number / PHONES
    while max(due, time.monotonic()) < began + SECONDS:
        time.sleep(max(0.0, due - time.monotonic()))
        due = due + pace if pace else 0.0
        own = {"Idempotency-Key": f"phone-{number}-{at}", "If-Match": f'"v{at}"', "Prefer": "wait=5"}
        sent = time.monotonic()
        while True:
            connection.request("POST", path, json.dumps(facts[at]), headers | own)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            if answer.status != 202 or time.monotonic() - sent > LONGEST_SECONDS:
                break  # a phone asks again for a verdict that is not there yet, with the same key
        if answer.status != 201 or (target.judged and told["verdicts"][0]["verdict"] != "accepted"):
            raise RuntimeError(f"{answer.status} {told}")
        took.append(time.monotonic() - sent)
        at += 1


def phones(target: Target, pace: float, before: list[int], answers: Any) -> None:
    """All phones, in a process of their own."""
    began, took = time.monotonic() + 0.2, [[] for _ in range(PHONES)]
    with ThreadPoolExecutor(PHONES) as pool:
        list(pool.map(lambda phone: record(target, phone, pace, began, before[phone], took[phone]), range(PHONES)))
    answers.put(took)


def measure(name: str, target: Target) -> dict[str, float]:
    """Both paces in turn, each a row; the facts a second of each pace."""
    rates = {}
    context, before = multiprocessing.get_context("spawn"), [0] * PHONES
    for pace, seconds in PACES.items():
        answers = context.Queue()
        process = context.Process(target=phones, args=(target, seconds, before, answers))
        process.start()
        found = _told(process, answers)
        process.join()
        before = [at + len(each) for at, each in zip(before, found, strict=True)]
        took = sorted(1e3 * one for each in found for one in each)
        p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99)]
        print(f"{name:<22} {pace:<12} {len(took) / SECONDS:>9,.0f} {p50:>9.1f} {p99:>9.1f}", flush=True)
        rates[pace] = len(took) / SECONDS
    return rates


def _told(process: Any, answers: Any) -> list[list[float]]:
    """The figures of the phones. Raises `RuntimeError` if they ended without."""
    while True:
        try:
            return answers.get(timeout=1.0)
        except queue.Empty:
            if not process.is_alive():
                raise RuntimeError("the phones ended before they told their figures") from None


def matches(address: str) -> tuple[list[str], str]:
    """Fifty friendly matches of a club, and the token of its scorer."""
    first = Client(address, OPERATOR).ask("POST", "/v1/clubs", {"slug": "bench", "name": "Bench"})
    organiser = Client(address, first["token"])
    scorer = organiser.ask("POST", "/v1/clubs/bench/tokens", {"role": "scorer", "note": "phones"})["token"]
    opened = {"club": "bench", "game": "swedish", "length": {"games": 7}, "players": {"white": "Åsa", "black": "Bo"}}
    return [organiser.ask("POST", "/v1/matches", opened)["id"] for _ in range(PHONES)], scorer


def main() -> list[Figure]:
    """The service, and the endpoint beside it."""
    print(f"{PHONES} phones{'':<26} {'facts/s':>9} {'p50 ms':>9} {'p99 ms':>9}")
    with whole_service(OPERATOR, proxies=1) as service:
        opened, scorer = matches(service.url)
        paths = [f"/v1/matches/{match}/events" for match in opened]
        port = int(service.url.rpartition(":")[2])
        ours = measure("brade", Target(port, paths, {"Authorization": f"Bearer {scorer}"}, True))
    with tempfile.TemporaryDirectory() as folder, EmbeddedStore(Path(folder) / "s", durable=True) as store:
        os.environ["BENCH_STORE"] = store.url
        port = free_port()
        server = serve("asgi", "bench.servers:behind_the_front", 1, 1, port)
        try:
            beside = measure(PEER, Target(port, ["/append"] * PHONES, {}, False))
        finally:
            stop(server)
    return [Figure(f"{PHONES} phones, {pace}", rate, PEER, beside[pace], "facts/s") for pace, rate in ours.items()]


if __name__ == "__main__":
    main()
