"""A hall with matches, and the service that shows it: as a client of the application, and in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.app import create_app
from service.bootstrap import build_house
from service.config import Settings
from service.jobs import Jobs, connect_queue
from tests.pages.browsers import CHROMIUM, FLAGS, Browser
from tests.pages.desks import evening, service, shown
from tests.pages.halls import Hall
from tests.stores import Store, eventually
from workers.workshop import Workshop

OPERATOR = "the-operators-own-token"
__all__ = ["evening", "service", "shown"]


def hall_in(store: Store, data: Path) -> Hall:
    """A hall in a store."""
    house = build_house(Settings(data=data, store_url=store.url, queue_url=store.url, admin_token=OPERATOR))
    queue = connect_queue(store.url)
    hall = Hall(house, Workshop(house, queue, Jobs(queue)))
    hall.open()
    return hall


@pytest.fixture
def hall(store: Store, tmp_path: Path) -> Hall:
    """An open hall without a match."""
    return hall_in(store, tmp_path)


@pytest.fixture(scope="session")
def made_app(running_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An application, made once: its document takes longer than most tests."""
    data = tmp_path_factory.mktemp("house")
    return create_app(build_house(Settings(data=data, store_url=running_store.url, admin_token=OPERATOR)))


@pytest.fixture
def client(hall: Hall, made_app: Flask) -> FlaskClient:
    """Somebody with a browser, in Swedish."""
    made_app.extensions["brade"] = made_app.extensions["brade"]._replace(house=hall.house)
    client = made_app.test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "sv-SE,sv;q=0.9,en;q=0.5"
    client.environ_base["HTTP_ACCEPT"] = "text/html,application/xhtml+xml,*/*;q=0.8"
    return client


@contextmanager
def served(url: str, data: Path, port: int = 0, run: Sequence[str] = ("-m", "service.front")) -> Iterator[str]:
    """The address of the service in a process of its own, which Python runs so."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    environment = os.environ | {
        "BRADE_STORE_URL": url, "BRADE_BIND": f"127.0.0.1:{port}", "BRADE_DATA": str(data),
        "BRADE_ADMIN_TOKEN": OPERATOR,
    }  # fmt: skip
    process = subprocess.Popen([sys.executable, *run], env=environment, start_new_session=True)

    def up() -> bool:
        connection = HTTPConnection("127.0.0.1", port, timeout=5.0)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    try:
        eventually(up, 30.0, "the service")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10.0)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@pytest.fixture
def address(hall: Hall, store: Store, tmp_path: Path) -> Iterator[str]:
    """Where a browser finds the hall."""
    with served(store.url, tmp_path) as url:
        yield url


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    """One Chromium for all tests of a file: while it runs, its loop is this thread's, and no other test's can be."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def browser(chromium: object) -> Iterator[Browser]:
    """A browser that must have had nothing to complain about in the end."""
    one = Browser(chromium)
    yield one
    assert not one.complaints
