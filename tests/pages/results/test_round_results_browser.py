"""A round of eight matches filled in by keyboard alone, or by thumb, in a browser; also while the service is away."""

import pytest

from tests.support.pages.browser import DESKTOP, PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

TYPED = ("121", "111", "2j12", "222", "112", "21m2", "211", "122")
WINNERS = {
    "121": "2–1",
    "111": "3–0",
    "2j12": "1–5",
    "222": "0–3",
    "112": "2–1",
    "21m2": "2–2",
    "211": "2–1",
    "122": "1–2",
}


def test_eight_matches_are_filled_in_by_keys_alone_with_four_keys_for_three_plain_games(browser, service):
    cup = another(service, format="swiss", settings={"rounds": 3}, confirm=True)
    headers = {"Authorization": f"Bearer {cup.organiser.token}"}
    address = f"{cup.organiser.address}/tournaments/{cup.tournament}/rounds/1/results"
    with browser.page(address, DESKTOP, locale="en-GB", extra_http_headers=headers) as page:
        page.set_default_timeout(30_000)
        assert browser.violations(page) == []
        keys = 0
        expect(page.locator("#line")).to_be_focused()
        for key in ("1", "Enter"):  # the number of the table leads to its line
            page.keyboard.press(key)
        for place, games in enumerate(TYPED):
            expect(page.locator(".lines > li").nth(place).locator(".typed input")).to_be_focused()
            for key in (*games, "Enter"):
                page.keyboard.press(key)
                keys += 1
        expect(page.locator("li[data-open]")).to_have_count(0)
        expect(page.locator(".all-in")).to_be_visible()
        assert keys == sum(len(games) + 1 for games in TYPED) == 34
        assert page.locator(".lines .score").all_text_contents() == [WINNERS[each] for each in TYPED]
        expect(page.locator(".follows .primary")).to_contain_text("Pair round 2")
        expect(page.locator(".follows .primary")).to_be_focused()
    rows = cup.organiser.ask("GET", f"/v1/tournaments/{cup.tournament}/matches")["matches"]
    assert [bool(row["result"]) for row in rows] == [True] * 8


@prove
def test_a_thumb_names_the_winners_and_nothing_typed_is_lost_while_the_service_is_away(browser, service):
    cup = another(service, format="swiss", settings={"rounds": 3})
    headers = {"Authorization": f"Bearer {cup.organiser.token}"}
    address = f"{cup.organiser.address}/tournaments/{cup.tournament}/rounds/1/results"
    with browser.page(address, PHONE, extra_http_headers=headers) as page:
        page.set_default_timeout(30_000)
        first, second = (page.locator(".lines > li").nth(place) for place in (0, 1))
        second.locator(".typed input").fill("12")
        for winner, ending in ((1, "j"), (2, ""), (2, ""), (1, "")):
            first.locator("select").select_option(ending)
            first.locator(".thumbs button").nth(winner - 1).click()
        first.locator("button[name=drop]").click()
        expect(first.locator(".typed input")).to_have_value("1j22")
        expect(first.locator("output")).to_have_text("4–2")
        page.route("**/results", lambda route: route.abort())
        first.locator(".save").click()
        expect(page.locator("p.away")).to_be_visible()
        expect(first.locator(".typed input")).to_have_value("1j22")
        page.unroute("**/results")
        first.locator(".save").click()
        expect(first.locator(".score")).to_have_text("4–2")
        expect(page.locator("p.away")).to_have_count(0)
        expect(second.locator(".typed input")).to_have_value("12")
        sizes = page.locator(".typing button:visible").evaluate_all(
            "all => all.map(each => each.getBoundingClientRect().height)"
        )
        assert min(sizes) >= 44
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    browser.complaints.clear()  # the browser says that the service was away


@prove
def test_what_is_wrong_with_a_line_and_that_it_is_saved_is_said_beside_its_box(browser, service):
    cup = another(service, format="swiss", settings={"rounds": 3})
    headers = {"Authorization": f"Bearer {cup.organiser.token}"}
    address = f"{cup.organiser.address}/tournaments/{cup.tournament}/rounds/1/results"
    with browser.page(address, DESKTOP, locale="en-GB", extra_http_headers=headers) as page:
        page.locator(".keys-help summary").click()
        page.locator("#line").fill("4 12")
        page.locator("#line").press("Enter")
        wrong = page.locator("#wrong-line")
        expect(wrong).to_be_in_viewport()
        expect(page.locator("#line")).to_be_focused()
        expect(page.locator("#line")).to_have_value("4 12")
        assert browser.violations(page) == []
        page.locator("#line").fill("4 121")
        page.locator("#line").press("Enter")
        expect(page.locator("#saved-line")).to_have_text("✔ 4 121: Saved")
        expect(wrong).to_have_count(0)
    browser.complaints.clear()  # the browser says that the answer was a 422
