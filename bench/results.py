"""A result that is reported: processor time of each process until it is judged and in the table; 32 reporters at once.

    python -m bench results

A round robin, so that no match waits for another one. Each result is a whole match, posted by a scorer.
"""

import json
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from itertools import count, islice

import psutil

from bench.figures import Figure, limited
from bench.processes import whole_service
from tests.support.pages.club_evening import Client, ServedTournament, begin

OPERATOR = "x" * 20
PLAYERS, REPORTERS = 32, 32
ALONE, TOGETHER = 120, 320
RESULT_MS, ANSWER_MS = 8.0, 150.0
ROWS = [{"winner": "white", "outcome": "bearing_off"}] * 3
NAMES = tuple(f"Player {number:02}" for number in range(1, PLAYERS + 1))


def spent(pids: dict[int, str]) -> dict[str, float]:
    """The processor time of each process until now (ms), by its name."""
    times: dict[str, float] = defaultdict(float)
    for pid, name in pids.items():
        used = psutil.Process(pid).cpu_times()
        times[name] += 1e3 * (used.user + used.system)
    return times


def processes() -> dict[int, str]:
    """The processes of the service below this one, by their names."""
    names = {"/s": "store", "valkey": "store", "worker-": "web", "--queue pump": "pump", "--queue jobs": "jobs"}
    found = {}
    for each in psutil.Process().children(recursive=True):
        words = " ".join(each.cmdline())
        found[each.pid] = next((name for word, name in names.items() if word in words), "others")
    return found


def report(evening: ServedTournament, connection: HTTPConnection, match: str, *headers: tuple[str, str]) -> float:
    """Report a whole match; the seconds until the answer."""
    body = json.dumps({"match": match, "results": ROWS})
    own = {"Authorization": f"Bearer {evening.scorer.token}", "Content-Type": "application/json", **dict(headers)}
    began = time.monotonic()
    connection.request("POST", f"/v1/tournaments/{evening.tournament}/results", body, own)
    answer = connection.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise RuntimeError(f"{answer.status} {text[:500]!r}")
    return time.monotonic() - began


def settled(organiser: Client, tournament: str, number: int) -> None:
    """Wait until so many matches are in the table."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        table = organiser.ask("GET", f"/v1/tournaments/{tournament}/standings")["standings"]
        if sum(row["played"] for row in table) >= 2 * number:
            return
        time.sleep(0.2)
    raise RuntimeError(f"not all of {number} results came into the table")


def main() -> list[Figure]:
    """Results one after the other, then of all reporters at once."""
    with whole_service(OPERATOR) as service:
        evening = begin(service.url, OPERATOR, names=NAMES, format="round_robin")
        matches = (f"{evening.tournament}.{number}" for number in count(1))
        connection = HTTPConnection(service.url.removeprefix("http://"), timeout=60)
        for match in islice(matches, 10):
            report(evening, connection, match)
        settled(evening.organiser, evening.tournament, 10)
        running = processes()
        before = spent(running)
        for match in islice(matches, ALONE):
            report(evening, connection, match)
        settled(evening.organiser, evening.tournament, 10 + ALONE)
        each = {name: (time_ - before[name]) / ALONE for name, time_ in spent(running).items()}
        print(", ".join(f"{name} {ms:.1f} ms" for name, ms in sorted(each.items())))

        parts = [list(islice(matches, TOGETHER // REPORTERS)) for _ in range(REPORTERS)]

        def reporter(number: int) -> list[float]:
            own = HTTPConnection(service.url.removeprefix("http://"), timeout=60)
            return [report(evening, own, match) for match in parts[number]]

        with ThreadPoolExecutor(REPORTERS) as pool:
            took = sorted(1e3 * one for some in pool.map(reporter, range(REPORTERS)) for one in some)
    p50, p99 = took[len(took) // 2], took[int(len(took) * 0.99)]
    print(f"{REPORTERS} reporters: p50 {p50:.0f} ms, p99 {p99:.0f} ms")
    return [
        limited("processor time of a result, all processes", sum(each.values()), RESULT_MS, "ms", more=False),
        limited(f"answer to a result p99, {REPORTERS} reporters", p99, ANSWER_MS, "ms", more=False),
    ]


if __name__ == "__main__":
    main()
