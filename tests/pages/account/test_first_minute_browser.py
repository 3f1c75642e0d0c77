"""The first minute in a real browser: `brade serve` prints an address, and an organiser is in."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]
PASSWORD = "tre koppar kaffe"
CLUB = "Långholmens brädspelssällskap 1907"


def fits(page):
    return page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@prove
def test_the_printed_address_leads_an_organiser_into_a_named_club(browser, printed):
    address = re.search(r"http://\S+/start\?key=\S+", printed)[0]
    with browser.page(address, PHONE) as page:
        assert not browser.violations(page)
    with browser.page(address, PHONE, java_script_enabled=False) as page:
        assert page.url.endswith("/start")  # no later request names the key
        page.get_by_label("Klubbens namn").fill(CLUB)
        page.get_by_label("Ditt namn").fill("Åsa Lindgren-Wachtmeister i Vasa")
        page.get_by_label("Lösenord", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Börja").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(CLUB)
        assert fits(page)
        home = page.url
    origin = home.rpartition("/clubs/")[0]
    with browser.page(f"{origin}/sign-in", PHONE) as page:
        assert page.get_by_label("Klubb", exact=True).input_value() == CLUB
        page.get_by_label("Ditt namn").fill("åsa lindgren-wachtmeister i vasa")
        page.get_by_label("Lösenord", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text(CLUB)
        assert page.url == home
        assert fits(page)
        assert not browser.violations(page)
        page.goto(f"{home}/hall")
        assert fits(page)
        assert not browser.violations(page)
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_have_text(CLUB)  # the key is of no use any more
