"""The desk under a finger: every control of the desk, of its menu, of the drawer and of a table's page is hit."""

import re

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.desk import card, desk
from tests.support.pages.layout import overflow
from tests.support.pages.touch import too_small
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
SCREENS = [(390, 664), (320, 568), (768, 1024), (1280, 800)]


screens = pytest.mark.parametrize(("width", "height"), some(SCREENS, (390, 664), (1280, 800)))


def touched(width, height):
    return {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}


@screens
def test_a_finger_hits_every_control_of_the_desk(browser, shown, width, height):
    with desk(browser, shown, role="organiser", **touched(width, height)) as page:
        expect(page.locator("#line")).to_have_text(re.compile("direkt"))
        assert too_small(page) == []
        page.locator("#tab-log").click()
        assert page.locator("#log .raw").count() > 20
        assert too_small(page, "#log") == []
        page.evaluate("scrollTo(0, 0)")
        page.locator(".account summary").click()
        assert too_small(page, ".account-sheet") == []
        assert overflow(page) == []


@screens
def test_a_finger_hits_every_control_of_a_table(browser, shown, width, height):
    match = shown.matches[2]
    with desk(browser, shown, role="organiser", **touched(width, height)) as page:
        card(page, match).locator(".open").click()
        expect(page.locator("#drawer .lines li").first).to_be_visible()
        assert page.locator("#drawer .take-back").count() > 10
        assert too_small(page, "#drawer") == []
        assert overflow(page, "#drawer") == []
    with desk(browser, shown, f"/tables/{match}", role="organiser", **touched(width, height)) as page:
        assert too_small(page) == []
        assert overflow(page) == []


def test_the_title_counts_what_is_shown(browser, shown):
    with desk(browser, shown) as page:
        expect(page).to_have_title(re.compile(r"^\(\d+\) "))
        told = int(re.match(r"\((\d+)\)", page.title())[1])
        assert told == page.locator(".needs-bar > .needs > li").count()
