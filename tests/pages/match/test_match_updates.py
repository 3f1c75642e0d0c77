"""An open match page hears what the match's tournament says of it, and what became of facts that stand there."""

import re

import pytest

from core.events import RulingMade
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import illegal, play
from tests.support.pages.desk import SOON, another, live
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
WON, LOST = ([{"winner": seat, "outcome": "bearing_off"}] * 3 for seat in ("white", "black"))


@pytest.fixture(scope="module")
def cup(service):
    """A cup that only the club sees, in which a second person confirms."""
    return another(service, confirm=True, published=False)


def opened(browser, evening, number):
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{evening.matches[number - 1]}"
    return browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB")


@prove
def test_a_reported_result_is_not_over_until_it_is_confirmed_and_viewers_see_that(browser, cup):
    match = cup.matches[0]
    with opened(browser, cup, 1) as page:
        live(page)
        cup.result(match)
        settled = page.locator(".settled .state")
        expect(settled).to_have_text("reported, to be confirmed")
        expect(page.locator("#result-now")).to_contain_text("once a second person has confirmed it")
        assert "winner" not in page.locator("table.score").inner_text()
        cup.referee.ask("POST", f"/v1/tournaments/{cup.tournament}/confirmations", {"match": match})
        expect(page.locator("#result-now")).to_contain_text("The result is confirmed", timeout=SOON)
        expect(settled).to_have_text("settled", timeout=SOON)
        expect(page.locator("table.score")).to_contain_text("winner")


@prove
def test_two_results_are_shown_to_the_reporter_of_the_first(browser, cup):
    match = cup.matches[1]
    cup.result(match)
    with opened(browser, cup, 2) as page:
        live(page)
        expect(page.locator(".settled .state")).to_have_text("reported, to be confirmed")
        cup.referee.ask("POST", f"/v1/tournaments/{cup.tournament}/results", {"match": match, "results": LOST})
        expect(page.locator("#result-now")).to_contain_text("a referee decides", timeout=SOON)
        expect(page.locator(".settled .state")).to_have_text("two results, a referee decides", timeout=SOON)


def test_a_decision_at_the_desk_is_told_on_the_open_page(browser, cup):
    with opened(browser, cup, 3) as page:
        live(page)
        decided = {"match": cup.matches[2], "kind": "walkover", "winner": "white", "reason": "he is ill"}
        cup.referee.ask("POST", f"/v1/tournaments/{cup.tournament}/decisions", decided)
        expect(page.locator(".counts")).to_contain_text("The referee decided", timeout=SOON)


@prove
def test_what_a_ruling_took_back_or_let_stand_says_so_at_once_and_after_a_reload(browser, cup):
    facts = illegal(play(4, 6))
    cup.record(4, facts)
    fault = len(facts)
    with opened(browser, cup, 4) as page:
        live(page)
        line = page.locator(f"#f{fault} .state")
        expect(line).to_have_text("illegal")
        cup.record(4, [RulingMade("let_stand", "both agree", from_version=fault)], by="referee")
        expect(line).to_have_text("stands by ruling", timeout=SOON)
        page.reload()
        expect(line).to_have_text("stands by ruling")
        live(page)
        cup.record(4, [RulingMade("void", "not so", from_version=fault, to_version=fault + 1)], by="referee")
        expect(line).to_have_text("taken back", timeout=SOON)
        expect(page.locator(".match")).to_have_attribute("data-version", re.compile(str(fault + 2)))
