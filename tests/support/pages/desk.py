"""A desk to sit at: the whole service in processes of its own, a cup in play, and the page of its referee."""

import json
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from core.events import RefereeCalled
from service.config import Settings
from service.processes.supervisor import Supervisor
from tests.support.pages.browser import DESKTOP, Browser
from tests.support.pages.club_evening import ServedTournament, begin, illegal, play
from tests.support.processes.fork_server import forked_children

SOON = 15_000  # milliseconds in which what happened at a table is on the desk, on a slow machine too
OPERATOR = "the-operators-own-token"
_clubs = count(1)


def another(service: Supervisor, **announced: Any) -> ServedTournament:
    """A cup in a club of its own."""
    return begin(service.url, OPERATOR, f"vasa-{next(_clubs)}", **announced)


@pytest.fixture(scope="session")
def service() -> Iterator[Supervisor]:
    """The service with its store and its workers."""
    with tempfile.TemporaryDirectory(prefix="brade-") as data:
        settings = Settings(port=0, data=Path(data), admin_token=OPERATOR)
        with forked_children(), Path(data, "log").open("wb") as log, Supervisor(settings, output=log) as running:
            yield running


@pytest.fixture
def evening(service: Supervisor) -> ServedTournament:
    """A cup of sixteen in a club of its own: four tables are in play."""
    begun = another(service)
    for table, facts in ((1, 31), (2, 24), (3, 12), (4, 17)):
        begun.record(table, play(table, facts))
    return begun


@contextmanager
def desk(
    browser: Browser,
    evening: ServedTournament,
    path: str = "",
    role: str = "referee",
    viewport: dict[str, int] = DESKTOP,
    **options: Any,
) -> Iterator[Any]:
    """The desk before a person of that role, who comes with a token."""
    headers = {"Authorization": f"Bearer {getattr(evening, role).token}"}
    address = f"{evening.referee.address}/desk/{evening.tournament}{path}"
    with browser.page(address, viewport, extra_http_headers=headers, **options) as page:
        page.set_default_timeout(30_000)
        yield page


def live(page: Any) -> None:
    """Wait until the page is told what happens."""
    from playwright.sync_api import expect

    expect(page.locator("#line")).to_have_text(re.compile("direkt|live"))


def card(page: Any, match: str) -> Any:
    """The card of a match."""
    return page.locator(f'.table-card[data-match="{match}"]')


def ruled(evening: ServedTournament, match: str) -> list[Any]:
    """The rulings of a match, as they are written."""
    events = evening.organiser.ask("GET", f"/v1/matches/{match}/events?after=0")["events"]
    return [event for event in events if event["type"] == "RulingMade"]


def tab_to(page: Any, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(150):
        if page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


@pytest.fixture(scope="session")
def shown(service: Supervisor) -> ServedTournament:
    """A tournament with an example of each state, for tests that only read."""
    begun = begin(service.url, OPERATOR, "vasa", name="Vasa Open")
    for table, facts in ((1, 38), (2, 61), (3, 24), (4, 90), (6, 47), (7, 12), (8, 33)):
        begun.record(table, play(table, facts))
    begun.record(3, illegal(begun.facts[begun.matches[2]])[24:])
    begun.record(6, [RefereeCalled("white", "a die on the edge")])
    suspended = {"type": "MatchSuspended", "reason": "fire alarm"}
    begun.referee.ask("POST", f"/v1/matches/{begun.matches[6]}/events", suspended, Prefer="wait=5")
    begun.result(begun.matches[4])
    return begun
