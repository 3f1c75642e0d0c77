"""Drafts, rounds and results that wait for a person, from the desk by keyboard alone, in a real browser."""

import re

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import SOON, another, card, desk, live, tab_to
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
SWISS = {"format": "swiss", "settings": {"rounds": 3}}
CUP = "/v1/tournaments/{}"


def rows(evening, number=1):
    """The matches of a round as the organiser reads them."""
    found = evening.organiser.ask("GET", f"{CUP.format(evening.tournament)}/matches")["matches"]
    return [each for each in found if each["round"] == number]


def report(evening, client, match, winner="white"):
    said = {"match": match, "results": [{"winner": winner, "outcome": "bearing_off"}] * 3}
    return client.ask("POST", f"{CUP.format(evening.tournament)}/results", said)


def another_scorer(evening):
    """A second person who reports."""
    club = evening.organiser.ask("GET", CUP.format(evening.tournament))["club"]
    made = evening.organiser.ask("POST", f"/v1/clubs/{club}/tokens", {"role": "scorer", "note": "the other"})
    return Client(evening.organiser.address, made["token"])


def status(evening, match):
    return next(row["status"] for row in rows(evening) if row["id"] == match)


def press(page, selector):
    """Go there by Tab, and press Enter."""
    tab_to(page, selector)
    page.keyboard.press("Enter")


@pytest.fixture
def drafted(service):
    """A Swiss tournament whose first round is a draft."""
    evening = another(service, **SWISS, drafts=True)
    if not rows(evening):
        evening.organiser.ask("POST", f"{CUP.format(evening.tournament)}/rounds", {})
    return evening


# ── drafts ───────────────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_a_referee_reads_a_draft_and_is_told_who_publishes_it(browser, drafted):
    with desk(browser, drafted) as page:
        live(page)
        expect(page.locator(".next")).to_contain_text("Rond 1 är ett utkast")
        expect(page.locator(".drafted li")).to_have_count(8)
        expect(page.locator(".head-step .step")).to_have_count(0)
        expect(page.locator(".table-card")).to_have_count(0)


@prove
def test_a_draft_is_looked_at_and_published_by_keyboard_alone(browser, drafted):
    with desk(browser, drafted, role="organiser") as page:
        live(page)
        press(page, ".head-step .step")
        expect(page).to_have_url(re.compile(r"/seeding\?round=1"))
        assert all(row["status"] == "draft" for row in rows(drafted)), "it was looked at and not published"


@prove
def test_the_next_step_comes_with_the_last_result_and_is_taken_by_keyboard_alone(browser, service):
    evening = another(service, **SWISS)
    with desk(browser, evening, role="organiser") as page:
        live(page)
        expect(page.locator(".head-step .step")).to_have_text("Resultat i rond 1")
        for row in rows(evening):
            evening.result(row["id"])
        expect(page.locator(".head-step .step")).to_contain_text("Lotta rond 2", timeout=SOON)
        press(page, ".head-step .step")
        expect(page.locator(".effects li")).to_have_count(8)
        assert rows(evening, 2) == [], "it was looked at and not paired"
        press(page, '.write button[value="write"]')
        expect(page).to_have_url(re.compile("/rounds/2/results"))
        assert len(rows(evening, 2)) == 8


# ── tabs of rounds ───────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_the_rounds_have_tabs_that_come_with_them_and_show_their_tables(browser, service):
    evening = another(service, **SWISS)
    if not rows(evening):
        evening.organiser.ask("POST", f"{CUP.format(evening.tournament)}/rounds", {})
    with desk(browser, evening, role="organiser") as page:
        live(page)
        expect(page.locator(".rounds")).to_have_count(0)
        for row in rows(evening):
            evening.result(row["id"])
        evening.organiser.ask("POST", f"{CUP.format(evening.tournament)}/rounds", {})
        tabs = page.locator(".rounds a")
        expect(tabs).to_have_text(["Nu", re.compile("1$"), re.compile("2$")], timeout=SOON)
        expect(page.locator("#part-progress")).to_contain_text("Rond 2 av 3", timeout=SOON)
        press(page, ".rounds li:nth-child(2) a")
        expect(page).to_have_url(re.compile("round=1"))
        expect(page.locator(".rounds [aria-current]")).to_have_text(re.compile("1$"))
        expect(page.locator(".table-card.over")).to_have_count(8)
        live(page)
        press(page, ".rounds li:first-child a")
        expect(page.locator(".table-card:not(.over)")).to_have_count(8)
        expect(page.locator(".rounds [aria-current]")).to_have_text("Nu")


# ── results that wait ────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_a_reported_result_is_confirmed_at_the_desk_by_keyboard_alone(browser, service):
    evening = another(service, confirm=True)
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        report(evening, evening.scorer, match)
        need = page.locator('.need[data-kind="reported"]')
        expect(need).to_contain_text("resultat att bekräfta", timeout=SOON)
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        expect(page.locator("#act-confirm")).to_have_attribute("open", "")
        press(page, "#act-confirm button")
        expect(page.locator("#look-title")).to_be_focused()
        sentences = page.locator(".sentences li")
        expect(sentences.first).to_contain_text("bekräftade resultatet i ")
        expect(sentences.last).to_contain_text("vann mot Ulf Vik med 3–0")
        assert status(evening, match) == "reported", "it was looked at and not written"
        press(page, '.write button[value="write"]')
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        expect(need).to_have_count(0)
        assert status(evening, match) == "confirmed"


@prove
def test_two_results_of_a_match_are_told_apart_and_decided_with_all_that_follows_seen_first(browser, service):
    evening = another(service, confirm=True)
    match = evening.matches[0]
    report(evening, evening.scorer, match)
    with desk(browser, evening) as page:
        live(page)
        report(evening, another_scorer(evening), match, "black")
        need = page.locator('.need[data-kind="disputed"]')
        expect(need).to_contain_text("två resultat", timeout=SOON)
        expect(page.locator(".log li").first).to_contain_text("uppger att")
        page.keyboard.press("a")
        page.keyboard.press("Enter")
        expect(page.locator(".report h4")).to_have_text(["Första rapporten: 3–0", "Andra rapporten: 0–3"])
        expect(page.locator(".act[open]")).to_have_count(1)
        tab_to(page, "#act-confirm button")
        tab_to(page, ".rulings a.primary")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("/correction"))
        page.wait_for_load_state()
        tab_to(page, "#reason")
        page.keyboard.type("båda har visat sina protokoll")
        page.keyboard.press("Enter")
        expect(page.locator(".before-after").first).to_contain_text(re.compile("inget resultat.*0–3"))
        assert status(evening, match) == "disputed", "it was looked at and not written"
        press(page, 'button[value="write"]')
        expect(page).to_have_url(re.compile(f"/tables/{match}$"))
        page.locator("a", has_text="Alla bord").click()
        expect(need).to_have_count(0)
        expect(card(page, match).locator(".won")).to_be_visible()
        assert status(evening, match) == "decided"
