"""The scorer's page without a network: the phone knows the rules, and what it says is what the service judges later."""

import pytest

from tests.pages.scoring.test_score_games_browser import assert_recorded_as, friendly
from tests.support.matches.whole_matches import WHOLE, whole_match
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import words
from tests.support.pages.desk import another
from tests.support.proving import prove
from tests.support.scoring.phone import log_of
from tests.support.scoring.tapping import recorded, tap_facts

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
NOT_JUDGED = "Not yet judged: the service confirms it."


@pytest.fixture(scope="module")
def strict(service):
    """A cup at screens: nothing illegal is taken."""
    return another(service, check="strict")


@pytest.fixture(scope="module")
def real(service):
    """A cup at real boards: an illegal play is written down."""
    return another(service)


def scorer(browser, evening, match):
    """The scorer's page of a match, which is ready, with the network cut."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{match}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB")


def cut(page):
    expect(page.locator("#scoring.ready")).to_be_visible()
    page.context.set_offline(True)


def press(page, *keys):
    for key in keys:
        page.locator(f'[data-key="{key}"]').click()


def instruction(page):
    return page.locator("[data-part=instruction]")


def as_entered(event):
    told = {name: event[name] for name in ("type", "by", "dice", "moves") if name in event}
    return {**told, "dice": sorted(told["dice"])} if "dice" in told else told


def all_sent(page):
    page.context.set_offline(False)
    expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=120_000)


def test_the_end_of_a_match_is_tapped_and_settled_with_its_tie_break_before_the_service_judges_it(browser, strict):
    match, facts = strict.matches[0], recorded("tie_break_three")["events"]
    before = facts[:-24]
    for at in range(0, len(before), 500):
        strict.scorer.ask("POST", f"/v1/matches/{match}/events", before[at : at + 500], Prefer="wait=20")
    with scorer(browser, strict, match) as page:
        press(page, "record-here")
        expect(page.locator('[data-key="record-here"]')).to_have_count(0)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=30_000)
        cut(page)
        tap_facts(page, facts[-24:])
        expect(page.locator(".winner")).to_contain_text("on equal points, 2–2")
        expect(page.locator(".tie-break li")).to_contain_text("game 2, bearing off with monk")
        expect(page.locator(".panel")).to_contain_text(NOT_JUDGED)
        expect(page.locator("[data-part=queue]")).to_have_text("24 wait for the network")
        all_sent(page)
        expect(page.locator(".panel")).not_to_contain_text(NOT_JUDGED, timeout=30_000)
        expect(page.locator(".winner")).to_contain_text("on equal points, 2–2")
    last = strict.organiser.ask("GET", f"/v1/matches/{match}/events?after={len(before) + 1}")["events"]
    assert [as_entered(each) for each in last] == [as_entered(fact) for fact in facts[-24:]]
    assert {each["verdict"]["verdict"] for each in last} == {"accepted"}
    browser.complaints.clear()  # the network was away


def test_only_legal_checkers_move_and_a_pass_is_offered_only_where_it_is_due(browser, strict):
    match = strict.matches[1]
    with scorer(browser, strict, match) as page:
        cut(page)
        tap_facts(page, [OPENING])
        press(page, "throw-2-2")
        expect(page.locator(".point.movable")).to_have_count(1)
        page.locator('.point[data-point="1"]').click()
        expect(page.locator('.point[data-point="1"]')).to_be_disabled()  # a second one would land on the first (§4)
        expect(page.locator('[data-key="done"]')).to_be_disabled()
        expect(page.locator(".point.movable")).to_have_count(1)
        expect(page.locator('.point[data-point="3"]')).to_be_enabled()
    assert log_of(strict, match) == []
    browser.complaints.clear()


def test_at_a_real_board_the_rule_that_a_play_breaks_is_named_at_once(browser, real):
    match = real.matches[0]
    with scorer(browser, real, match) as page:
        cut(page)
        tap_facts(page, [OPENING])
        press(page, "throw-2-2")
        for _ in range(2):
            page.locator('.point[data-point="1"]').click()
        expect(instruction(page)).to_have_text(
            "Against the rules (§4): 1/3: on points 1 to 11 a player may not land on a point that they hold."
        )
        press(page, "done")
        all_sent(page)
    last = log_of(real, match)[-1]
    assert (last["verdict"]["verdict"], last["verdict"]["rule"]) == ("faulted", "§4")
    browser.complaints.clear()


@prove
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_is_tapped_without_a_network_and_judged_as_it_was_recorded(browser, real, name):
    log = whole_match(name)
    match = friendly(real, log[0].event)
    with scorer(browser, real, match) as page:
        page.set_default_timeout(120_000)
        cut(page)
        tap_facts(page, [words(event.event) for event in log[1:]])
        expect(page.locator(".winner")).to_be_visible()
        expect(page.locator(".panel")).to_contain_text(NOT_JUDGED)
        shown = page.locator(".winner").inner_text()
        all_sent(page)
        expect(page.locator(".panel")).not_to_contain_text(NOT_JUDGED, timeout=60_000)
        expect(page.locator(".winner")).to_have_text(shown)
    last = assert_recorded_as(real, match, log)
    state = real.wait_for(match)
    assert (state["score"], state["settled"]["winner"]) == (last.settled.score, last.settled.winner)
    browser.complaints.clear()
