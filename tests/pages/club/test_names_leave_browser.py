"""A name that is hidden or erased goes from pages that are open, by itself."""

import re
from contextlib import ExitStack

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import another, live

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

SECONDS = 20_000
"""Milliseconds for a page on a machine that is busy with other tests; alone it takes two or three seconds."""


def test_a_name_goes_from_open_pages_once_it_is_hidden_and_once_it_is_erased(browser, service):
    cup = another(service)
    cup.record(1, play(1, 12))
    match, part = cup.matches[0], f"/v1/tournaments/{cup.tournament}"
    club = cup.organiser.ask("GET", part)["club"]
    board = cup.organiser.ask("GET", f"/v1/matches/{match}")
    name, player = board["players"]["white"], board["player_ids"]["white"]
    setting = f"/v1/clubs/{club}/players/{player}/shown-name"
    with ExitStack() as pages:
        paths = (f"/tournaments/{cup.tournament}", f"/matches/{match}")
        opened = [pages.enter_context(browser.page(f"{service.url.rstrip('/')}{path}")) for path in paths]
        for page in opened:
            live(page)
            expect(page.locator("main")).to_contain_text(name)
        cup.organiser.ask("PUT", setting, {"public": "chosen", "members": "full", "name": "Spelare 77"})
        for page in opened:
            expect(page.locator("main")).to_contain_text("Spelare 77", timeout=SECONDS)
            expect(page.locator("main")).not_to_contain_text(name)
        cup.organiser.ask("PUT", setting, {"public": "full"})
        for page in opened:
            expect(page.locator("main")).to_contain_text(name, timeout=SECONDS)
        cup.organiser.ask("POST", f"{part}/call-off", {"reason": "rain"})
        cup.organiser.ask("POST", f"/v1/clubs/{club}/players/{player}/erasure", {})
        for page in opened:
            expect(page.locator("main")).not_to_contain_text(name, timeout=2 * SECONDS)
            expect(page.locator("main")).to_contain_text(re.compile("Raderad spelare|Erased player"))
    # A card that is asked for while the tournament is called off has left its table.
    assert all("404" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()
