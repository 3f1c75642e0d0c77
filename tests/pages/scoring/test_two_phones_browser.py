"""Two phones at one table: the second is told, watches or takes over, and no fact is lost or overwritten."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.pages.layout import ensure_height
from tests.support.proving import prove
from tests.support.scoring.phone import recorded
from tests.support.scoring.tapping import as_tapped, tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

ELSEWHERE = "En annan telefon för protokollet."
TAKEN = {"type": "RecorderChanged"}


@pytest.fixture(scope="module")
def cup(service):
    """A cup at screens: nothing illegal is taken."""
    return another(service, check="strict")


def scorer(browser, evening, match):
    """The page of a match in a phone of its own."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    return browser.page(f"{evening.scorer.address}/matches/{match}/score", PHONE, extra_http_headers=headers)


def instruction(page):
    return page.locator("[data-part=instruction]")


def press(page, key):
    page.locator(f'[data-key="{key}"]').click()


@prove
def test_the_second_phone_watches_then_takes_over_and_the_first_is_told(browser, cup):
    match, facts = cup.matches[0], as_tapped([words(each) for each in play(1, 9)])
    with scorer(browser, cup, match) as first:
        tap_facts(first, facts[:3])
        expect(first.locator("[data-part=queue]")).to_have_text("allt skickat")
        with scorer(browser, cup, match) as second:
            expect(instruction(second)).to_have_text(ELSEWHERE)
            assert browser.violations(second) == []
            for key in ("watch", "record-here"):
                ensure_height(second.locator(f'[data-key="{key}"]'), 56)
            press(second, "watch")
            expect(instruction(second)).to_have_text(f"Du tittar på: {ELSEWHERE[0].lower()}{ELSEWHERE[1:]}")
            tap_facts(first, facts[3:5])
            eventually(lambda: men(second) == men(first), 15.0, "the board follows")
            expect(second.locator("[data-part=last]")).to_have_text(first.locator("[data-part=last]").inner_text())
            expect(second.locator(".path path").first).to_be_attached()
            expect(second.locator("#scoring .die, .movable, .target")).to_have_count(0)
            expect(instruction(first)).to_have_text(re.compile("slår"))

            press(second, "record-here")
            expect(instruction(second)).to_have_text(re.compile("slår"))
            expect(instruction(first)).to_have_text(ELSEWHERE, timeout=15_000)
            tap_facts(second, facts[5:7])
            eventually(lambda: men(second) == men(first), 15.0, "the first phone follows")
            press(first, "record-here")
            expect(instruction(second)).to_have_text(ELSEWHERE, timeout=15_000)
            tap_facts(first, facts[7:])
            expect(first.locator("[data-part=queue]")).to_have_text("allt skickat")
    assert recorded(cup, match) == [*facts[:5], TAKEN, *facts[5:7], TAKEN, *facts[7:]]


def men(page):
    """The board as a reader hears it."""
    return page.locator(".point").evaluate_all("all => all.map((each) => each.ariaLabel.split(',')[0])")


@prove
def test_a_phone_that_was_away_while_another_took_over_loses_nothing(browser, cup):
    match, facts = cup.matches[1], as_tapped([words(each) for each in play(2, 7)])
    with scorer(browser, cup, match) as first, scorer(browser, cup, match) as second:
        tap_facts(first, facts[:3])
        expect(instruction(second)).to_have_text(ELSEWHERE, timeout=15_000)
        first.context.set_offline(True)
        tap_facts(first, facts[3:5])
        press(second, "record-here")
        expect(instruction(second)).to_have_text(re.compile("slår"))
        expect(second.locator("[data-part=queue]")).to_have_text("allt skickat")
        first.context.set_offline(False)  # its turn comes after the other phone has taken over, and before it wrote
        expect(first.locator("[data-part=queue]")).to_have_text("allt skickat", timeout=30_000)
        expect(instruction(second)).to_have_text(ELSEWHERE, timeout=15_000)
        press(second, "record-here")
        tap_facts(second, facts[5:])
        expect(second.locator("[data-part=queue]")).to_have_text("allt skickat")
    assert recorded(cup, match) == [*facts[:3], TAKEN, *facts[3:5], TAKEN, *facts[5:]]
    browser.complaints.clear()  # the network was away
