"""One address that asks for long answers all the time, at the real server: the public is answered beside it."""

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import count
from pathlib import Path

import pytest

from tests.support.processes.served import Served, served
from tests.support.store import Store

ATTACKER, PUBLIC = "127.0.0.2", "127.0.0.1"
CONNECTIONS, LOOKS = 24, 6


@pytest.fixture
def service(running_store: Store, tmp_path: Path) -> Iterator[Served]:
    """One process of the web server, so that all requests share its places."""
    with socket.socket() as probe:
        try:
            probe.bind((ATTACKER, 0))
        except OSError:
            pytest.skip("this machine has one loopback address")
    with served(running_store.url, tmp_path) as one:
        yield one


def looked(service: Served, address: str, players: int, tables: int) -> int:
    """The status of a plan that was never asked for before, from an address."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=60.0, source_address=(address, 0))
    try:
        connection.request("GET", f"/v1/games/swedish/plans?players={players}&tables={tables}&minutes=240")
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def test_the_public_is_answered_beside_an_address_that_asks_all_the_time(service: Served) -> None:
    stopping, numbers, attacked = threading.Event(), count(20), Counter[int]()

    def attack() -> None:
        while not stopping.is_set():
            number = next(numbers)
            attacked[looked(service, ATTACKER, 10 + number % 100, 8 + number // 100)] += 1

    threads = [threading.Thread(target=attack) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    try:
        while not attacked[503]:  # places and turns of the attacker are all taken
            threading.Event().wait(0.01)
        before = attacked[200]
        answers = [looked(service, PUBLIC, 20 + number, 3) for number in range(LOOKS)]
        meanwhile = attacked[200] - before
    finally:
        stopping.set()
        for thread in threads:
            thread.join(120)
    assert answers == [200] * LOOKS
    # Each has one of the two places: without that the public has one turn of nine.
    assert 0 < meanwhile <= 4 * LOOKS
