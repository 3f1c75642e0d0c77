"""A match that is decided while a phone records it: the phone is told, and led to the table's next match."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import SOON, another
from tests.support.proving import prove
from tests.support.scoring.phone import recorded
from tests.support.scoring.tapping import as_tapped, tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

GAMES = [{"winner": winner, "outcome": "bearing_off"} for winner in ("white", "black", "white")]


@pytest.fixture
def cup(service):
    """A cup of four: the winners of its two matches meet at table 1."""
    return another(service, names=("Åsa", "Nils", "Ida", "Jon"))


def scorer(browser, cup, **options):
    """The scorer's page of table 1 before a scorer."""
    headers = {"Authorization": f"Bearer {cup.scorer.token}"}
    address = f"{cup.scorer.address}/matches/{cup.matches[0]}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, **{"locale": "en-GB", **options})


def decide(cup, **decision):
    words = {"match": cup.matches[0], "reason": "heard at the table", **decision}
    return cup.referee.ask("POST", f"/v1/tournaments/{cup.tournament}/decisions", words)


def panel(page):
    return page.locator(".panel")


@prove
def test_a_phone_is_told_at_once_that_the_referee_decided_and_is_led_to_the_next_match(browser, cup):
    with scorer(browser, cup) as page:
        expect(page.locator("#scoring .die")).to_have_count(12)
        expect(page.locator("#line")).to_have_text("live")
        decide(cup, kind="played", results=GAMES)
        white = page.evaluate("JSON.parse(document.getElementById('scoring').dataset.match).names.white")
        expect(panel(page).locator(".winner")).to_have_text(f"The referee decided: {white} wins 2–1.", timeout=SOON)
        expect(panel(page)).to_contain_text("heard at the table")
        expect(page.locator("#scoring .die")).to_have_count(0)
        expect(page.locator('[data-key="next"]')).to_have_count(0)
        assert browser.violations(page) == []
        cup.result(cup.matches[1])
        expect(panel(page).locator(".next-match")).to_contain_text(white, timeout=30_000)
        page.locator('[data-key="next"]').click()
        page.wait_for_url(re.compile(rf"/matches/(?!{re.escape(cup.matches[0])}/)[^/]+/score$"))
        expect(page.locator("#scoring .die")).to_have_count(12)
    browser.complaints.clear()


@prove
def test_facts_that_come_after_the_decision_are_named_as_what_does_not_count(browser, cup):
    facts = as_tapped([words(each) for each in play(1, 5)])
    with scorer(browser, cup) as page:
        tap_facts(page, facts[:3])
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        page.context.set_offline(True)
        decide(cup, kind="walkover", winner="black")
        tap_facts(page, facts[3:])
        page.context.set_offline(False)
        expect(panel(page).locator(".winner")).to_contain_text("The referee decided:", timeout=30_000)
        expect(panel(page)).to_contain_text("Of what this phone wrote, the last 2 do not count.", timeout=30_000)
        expect(page.locator("[data-part=queue]")).to_have_text("2 not sent")
        expect(panel(page).get_by_role("alert")).to_have_count(1)
    assert recorded(cup, cup.matches[0]) == facts[:3]
    browser.complaints.clear()  # the network was away


@prove
def test_a_decision_that_is_undone_lets_the_phone_go_on(browser, cup):
    facts = as_tapped([words(each) for each in play(1, 5)])
    with scorer(browser, cup) as page:
        tap_facts(page, facts[:3])
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        version = decide(cup, kind="walkover", winner="black")["decision"]
        expect(panel(page).locator(".winner")).to_be_visible(timeout=SOON)
        undo = f"/v1/tournaments/{cup.tournament}/decisions/{version}/undo"
        cup.referee.ask("POST", undo, {"reason": "mistyped"})
        expect(panel(page).locator(".winner")).to_have_count(0, timeout=SOON)
        tap_facts(page, facts[3:])
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
    assert recorded(cup, cup.matches[0]) == facts


def test_a_match_that_is_taken_back_in_its_middle_says_so_and_leads_to_what_is_played_instead(browser, cup):
    """The final is in play when the result that led to it is corrected: it is taken back, and paired anew."""
    part = f"/v1/tournaments/{cup.tournament}"
    for match in cup.matches:
        cup.result(match)
    finals = []

    def is_paired():
        rows = cup.referee.ask("GET", f"{part}/matches")["matches"]
        finals.extend(row["id"] for row in rows if row["id"] not in cup.matches)
        return finals

    eventually(is_paired, SOON / 1000, "the final")
    final = finals[0]
    facts = as_tapped([words(each) for each in play(1, 5)])
    address = f"{cup.scorer.address}/matches/{final}/score"
    headers = {"Authorization": f"Bearer {cup.scorer.token}"}
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        tap_facts(page, facts[:3])
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        page.context.set_offline(True)
        tap_facts(page, facts[3:])
        decide(cup, kind="walkover", winner="black")
        page.context.set_offline(False)
        expect(page.locator(".instruction")).to_contain_text("This match was taken back", timeout=SOON)
        expect(page.locator(".instruction")).to_contain_text("The referee says what is played instead")
        expect(panel(page)).to_contain_text("Of what this phone wrote, the last 2 do not count.", timeout=30_000)
        expect(page.locator("#scoring .key")).to_have_count(0)
        assert browser.violations(page) == []
        expect(panel(page).locator(".next-match")).to_contain_text("Next at this table", timeout=30_000)
        page.locator('[data-key="next"]').click()
        page.wait_for_url(re.compile(rf"/matches/(?!{re.escape(final)}/)[^/]+/score$"))
        expect(page.locator("#scoring .die")).to_have_count(12)
    browser.complaints.clear()  # the network was away, and the service took nothing more
