"""A whole evening by clicks alone: from the first start on an empty folder to the bracket that is printed."""

import re

import pytest

from tests.support.pages.browser import DESKTOP, needs_chromium

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

PASSWORD = "tre koppar kaffe"
NAMES = ["Anna Berg", "Karin Oxenstierna af Södermöre", "Hugo Lind", "Märta Qvist"]


def press(page, name):
    page.get_by_role("button", name=name).first.click()


def follow(page, name):
    page.get_by_role("main").get_by_role("link", name=name, exact=True).first.click()


def results(page, *typed):
    """Type the results of the round that is shown, a match each."""
    for games in typed:
        waiting = page.locator("li[data-open]")
        left = waiting.count()
        waiting.first.locator(".typed input").fill(games)
        page.keyboard.press("Enter")
        expect(waiting).to_have_count(left - 1)


def test_an_evening_is_run_by_pages_from_the_first_start_to_the_printed_bracket(browser, printed):
    address = re.search(r"http://\S+/start\?key=\S+", printed)[0]
    with browser.page(address, DESKTOP, locale="en-GB") as page:
        page.set_default_timeout(30_000)
        page.locator("[name=club]").fill("Vasamuseets brädspelsvänner")
        page.locator("[name=name]").fill("Åsa Lind")
        page.locator("[name=password]").fill(PASSWORD)
        press(page, "Begin")

        follow(page, "Announce a tournament")
        page.get_by_label("Single elimination").check()
        press(page, "Look at it")
        press(page, "Announce it")
        home = page.url

        follow(page, "Entries")
        page.locator("[name=list]").fill("\n".join(NAMES))
        press(page, "Look at the list")
        press(page, "Enter all 4")

        page.goto(home)
        follow(page, "Order and round 1")
        press(page, "Draw round 1")
        press(page, "Publish round 1")

        page.goto(home)
        follow(page, "Rounds and results")
        results(page, "111", "122")
        follow(page, "Results of round 2")
        results(page, "121")
        follow(page, "The tournament is over: the final standings")
        expect(page.get_by_role("main")).to_contain_text("Karin")

        page.goto(home)
        follow(page, "Files and prints")
        page.locator("a[href*='bracket.svg']").first.click()
        drawing = page.locator("svg").first
        for name in NAMES:
            expect(drawing).to_contain_text(name)
