"""A stored tournament with matches, and its service: as a client of the application, and in a process of its own."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.store.connect import connect
from service.store.server.embedded_server import EmbeddedStore
from tests.support.api import with_dependencies
from tests.support.browsers.tabs import Tabs
from tests.support.pages.browser import CHROMIUM, FLAGS, Browser, environment
from tests.support.pages.desk import evening, service, shown
from tests.support.pages.first_start import printed
from tests.support.pages.served_tournament import tournament_in_store
from tests.support.pages.stored_tournament import StoredTournament
from tests.support.processes.served import served
from tests.support.store import Store

__all__ = ["evening", "printed", "service", "shown"]


@pytest.fixture
def stored(store: Store, tmp_path: Path) -> StoredTournament:
    """An open tournament with tables, without a match."""
    return tournament_in_store(store, tmp_path)


@pytest.fixture
def client(stored: StoredTournament, made_app: Flask) -> FlaskClient:
    """A reader with a browser, in Swedish."""
    client = with_dependencies(made_app, stored.deps).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "sv-SE,sv;q=0.9,en;q=0.5"
    client.environ_base["HTTP_ACCEPT"] = "text/html,application/xhtml+xml,*/*;q=0.8"
    return client


@pytest.fixture(scope="module")
def module_stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredTournament]:
    """An open tournament for all tests of a file, in a store of its own: each test opens matches of its own."""
    with tempfile.TemporaryDirectory(prefix="brade-") as folder, EmbeddedStore(Path(folder), durable=False) as server:
        client = connect(server.url)
        yield tournament_in_store(Store(server, client), tmp_path_factory.mktemp("hall"))
        client.close()


@pytest.fixture(scope="module")
def address(module_stored: StoredTournament) -> Iterator[str]:
    """The address of the file's tournament for a browser."""
    settings = module_stored.deps.settings
    with served(settings.store_url or "", settings.data, BRADE_VOLATILE_STORE="1") as service:
        yield service.address


class OneChromium:
    """One Chromium for all tests in a row that take it."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._running: object = None
        self.tabs = Tabs(None)

    def running(self) -> object:
        """The browser, started if it does not run."""
        if self._running is None:
            from playwright.sync_api import sync_playwright

            playwright = self._open.enter_context(sync_playwright())
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, env=environment())
            self._open.callback(chromium.close)
            self._running, self.tabs = chromium, Tabs(chromium)
        return self._running

    def end(self) -> None:
        """End it, if it runs."""
        self._running = None
        self._open.close()


ONE_CHROMIUM = OneChromium()


@pytest.fixture
def chromium() -> object:
    """The browser of this worker."""
    return ONE_CHROMIUM.running()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    """End the browser before a test without one: its event loop is this thread's, and no other can run beside it."""
    yield
    if "chromium" not in getattr(nextitem, "fixturenames", ()):
        ONE_CHROMIUM.end()


@pytest.fixture
def browser(chromium: object) -> Iterator[Browser]:
    """A browser that must have had nothing to complain about in the end."""
    one = Browser(chromium, tabs=ONE_CHROMIUM.tabs)
    yield one
    assert not one.complaints
