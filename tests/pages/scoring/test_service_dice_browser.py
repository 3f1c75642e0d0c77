"""Dice by the service on the scorer's page: each player mixes them once, then a tap rolls."""

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.desk import another
from tests.support.proving import prove
from tests.support.scoring.phone import log_of
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NARROW = {"width": 360, "height": 740}


def _look_at_statistics(browser, cup, match, page):
    """The page of the match's dice, after its end."""
    ends = [{"type": "GameResigned", "by": "black", "outcome": "jan"}] * 3
    cup.scorer.ask("POST", f"/v1/matches/{match}/events", ends, Prefer="wait=5")
    page.goto(f"{cup.scorer.address}/matches/{match}/dice")
    expect(page.locator(".samples .card")).to_have_count(2)
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@prove
def test_players_mix_the_dice_and_the_service_rolls_on_a_tap(browser, service):
    cup = another(service, check="strict", options={"dice_source": "service"})
    match = cup.matches[0]
    headers = {"Authorization": f"Bearer {cup.scorer.token}"}
    address = f"{cup.scorer.address}/matches/{match}/score"
    with browser.page(address, NARROW, extra_http_headers=headers, locale="sv-SE") as page:
        mix, roll = (page.locator(each) for each in ('[data-key^="mix-"]', '[data-key="roll"]'))
        for left in (2, 1):
            expect(mix).to_have_count(left)
            mix.first.click()
        expect(roll).to_have_text("Slå")
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        while cup.wait_for(match)["phase"] == "opening":
            before = len(log_of(cup, match))
            roll.click()
            eventually(lambda before=before: len(log_of(cup, match)) > before, what="the opening")
            expect(page.locator("#scoring")).not_to_have_attribute("aria-busy", "true")
        roll.click()
        expect(page.locator(".thrown")).to_be_visible()
        eventually(lambda: cup.wait_for(match)["phase"] == "move", what="the roll")
        _look_at_statistics(browser, cup, match, page)
    events = log_of(cup, match)
    assert {event["verdict"]["verdict"] for event in events} == {"accepted"}
    assert [event["type"] for event in events[:4]] == ["DiceCommitted", "DiceSalted", "DiceSalted", "OpeningRolled"]
    assert [event["type"] for event in events[-5:]] == ["DiceRolled", *["GameResigned"] * 3, "DiceSeedRevealed"]
    assert all(event["recorded_by"].startswith("dice:") for event in events if event["type"].endswith("Rolled"))
