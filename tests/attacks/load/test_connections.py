"""Connections that are opened and left: no address holds more than its share of them where they are many."""

import asyncio
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator

import pytest

from service.asgi.client_address import UNKNOWN, client_address, share_of
from service.server.fair_share import FairShare
from service.server.idle_connections import close_surplus


@pytest.fixture
def listening() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        server.settimeout(10.0)
        yield server


def connected(server: socket.socket, source: str, count: int) -> list[tuple[socket.socket, socket.socket]]:
    """Pairs of a client's end and the server's."""
    pairs = []
    for _ in range(count):
        client = socket.create_connection(server.getsockname(), timeout=10.0, source_address=(source, 0))
        pairs.append((client, server.accept()[0]))
    return pairs


def is_open(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no second loopback address without being told")
def test_each_address_keeps_its_share_of_idle_connections_and_all_that_are_busy(listening: socket.socket) -> None:
    many, few = connected(listening, "127.0.0.2", 10), connected(listening, "127.0.0.3", 3)
    other = socket.create_server(("127.0.0.1", 0))
    elsewhere = connected(other, "127.0.0.2", 5)
    try:
        busy = {client.getsockname() for client, _ in many[:4]}
        port, clients = listening.getsockname()[1], [client for client, _ in many]
        idle = close_surplus(port, lambda: busy, {}, each=3)
        assert set(idle) == {client.getsockname() for client in (*clients[4:], *(client for client, _ in few))}
        assert all(map(is_open, clients))  # none was seen before
        seen = {client.getsockname(): age for age, client in enumerate(clients[:8])}
        close_surplus(port, lambda: busy, seen, each=3)
        assert [is_open(client) for client in clients] == [*[True] * 4, *[False] * 3, *[True] * 3]
        assert all(is_open(client) for client, _ in (*few, *elsewhere))
    finally:
        for end in (each for pair in (*many, *few, *elsewhere) for each in pair):
            end.close()
        other.close()


_LOADED = """
import asyncio, os, signal, threading
from service.processes.shutdown import on_shutdown_signal

async def main():
    loop, heard, server_heard = asyncio.get_running_loop(), asyncio.Event(), asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):  # as the server does
        loop.add_signal_handler(each, server_heard.set)
    on_shutdown_signal(heard.set)

    def load():
        for _ in range(5000):
            loop.call_soon_threadsafe(int)
        os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=load)
    thread.start()
    thread.join()  # the loop does not run meanwhile, so its pipe is full
    await asyncio.wait_for(heard.wait(), 10)
    await asyncio.wait_for(server_heard.wait(), 10)
    print("both heard")

asyncio.run(main())
"""


def test_a_signal_to_end_is_heard_without_complaint_however_full_the_pipe_of_the_loop_is() -> None:
    done = subprocess.run([sys.executable, "-c", _LOADED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr, done.returncode) == ("both heard\n", "", 0)


@pytest.mark.parametrize(
    ("address", "share"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:5123", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::5", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::5]:443", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::5]", "2001:db8:1:2::/64"),
        ("someone", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_a_share_is_of_an_address_or_of_the_network_of_one_customer(address: str, share: str) -> None:
    assert share_of(address) == share


def test_behind_proxies_the_address_is_what_the_outermost_of_them_wrote() -> None:
    scope = {
        "client": ("10.0.0.1", 5),
        "headers": [(b"x-forwarded-for", b"9.9.9.9, 8.8.8.8"), (b"x-forwarded-for", b"7.7.7.7")],
    }
    assert [client_address(scope, proxies) for proxies in range(5)] == [
        "10.0.0.1",
        "7.7.7.7",
        "8.8.8.8",
        "9.9.9.9",
        "10.0.0.1",
    ]


def test_a_free_thread_goes_to_the_address_that_has_the_fewest_and_some_are_left_for_those_who_ask_little() -> None:
    async def scenario() -> None:
        shares, holding = FairShare(requests=100, threads=8, total=100), Counter[str]()

        async def ask(address: str, end: asyncio.Event) -> None:
            with shares.request(address):
                async with shares.thread(address):
                    holding[address] += 1
                    try:
                        await end.wait()
                    finally:
                        holding[address] -= 1

        async def begun() -> Counter[str]:
            for _ in range(10):
                await asyncio.sleep(0)
            return +holding

        async with asyncio.TaskGroup() as tasks:
            ends = {address: asyncio.Event() for address in "abcd"}
            for address in "aaaaaaaaaa":
                tasks.create_task(ask(address, ends[address]))
            assert await begun() == {"a": 4}
            for address in "bbbbbbbbbb":
                tasks.create_task(ask(address, ends[address]))
            assert await begun() == {"a": 4, "b": 2}  # two are left for those who have none or one
            gone = [tasks.create_task(ask("c", ends["c"])) for _ in range(3)]
            assert await begun() == {"a": 4, "b": 2, "c": 2}
            tasks.create_task(ask("d", ends["d"]))
            gone[0].cancel()
            gone[2].cancel()
            assert await begun() == {"a": 4, "b": 2, "c": 1, "d": 1}
            for end in ends.values():
                end.set()
        assert await begun() == {}
        with shares.request("a"):
            async with shares.thread("a"):
                pass

    asyncio.run(asyncio.wait_for(scenario(), 20))
