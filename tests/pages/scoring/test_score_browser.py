"""A match of Swedish Tables recorded on a phone by taps alone."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.proving import prove, some
from tests.support.scoring.phone import recorded as recorded_in
from tests.support.scoring.tapping import as_tapped, recorded, tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NARROW = {"width": 360, "height": 740}
ROLL = '[data-key="throw-2-1"]'


@pytest.fixture(scope="module")
def strict(service):
    """A cup at screens: nothing illegal is taken."""
    return another(service, check="strict")


def scorer(browser, evening, table, viewport=PHONE, **options):
    """The scorer's page of a table before a scorer."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{evening.matches[table - 1]}/score"
    return browser.page(address, viewport, extra_http_headers=headers, **options)


def instruction(page):
    return page.locator("[data-part=instruction]")


@pytest.mark.parametrize("whole", some([False, True], False))
def test_a_recorded_match_is_tapped_with_five_taps_a_turn_and_seven_for_a_double(browser, strict, whole):
    """The first and the last facts by taps, those between by a program: in `make prove` all of them."""
    name, table = ("three_games", 2) if whole else ("tie_break_three", 1)
    match, facts, expected = strict.matches[table - 1], recorded(name)["events"], recorded(name)["expected"]
    begin, end = (len(facts), len(facts)) if whole else (21, len(facts) - 10)
    with scorer(browser, strict, table, locale="en-GB") as page:
        page.set_default_timeout(60_000)
        expect(instruction(page)).to_have_text("Each player rolls one die. The lower one starts.")
        counted = tap_facts(page, facts[:begin])
        if begin < end:
            expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=60_000)
            between = facts[begin:end]
            for at in range(0, len(between), 500):
                strict.scorer.ask("POST", f"/v1/matches/{match}/events", between[at : at + 500], Prefer="wait=20")
            page.reload()
            page.locator('[data-key="record-here"]').click()
            counted += tap_facts(page, facts[end:])
        expect(page.locator(".winner")).to_be_visible(timeout=120_000)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=60_000)
        winner = page.locator(".winner").inner_text()
        if expected["decided_by"] == "highest_game":
            assert "on equal points, 2–2" in winner
            expect(page.locator(".tie-break li")).to_have_count(1)
            expect(page.locator(".tie-break li")).to_contain_text("game 2, bearing off with monk")
    assert max(each["taps"] for each in counted if each["type"] != "opening" and not each["double"]) <= 5
    assert max(each["taps"] for each in counted if each["type"] != "opening" and each["double"]) <= 7
    assert {each["taps"] for each in counted if each["type"] == "forced"} <= {1, 2}
    state = strict.wait_for(match)
    assert [(game["winner"], game["outcome"], game["points"]) for game in state["games"]] == [
        (result["winner"], result["outcome"], result["points"]) for result in expected["results"]
    ]
    assert (state["score"], state["settled"]["decided_by"]) == (expected["score"], expected["decided_by"])
    assert state["settled"]["winner"] == expected["winner"]
    events = []
    while page_of := strict.scorer.ask("GET", f"/v1/matches/{match}/events?after={len(events)}")["events"]:
        events += page_of
    assert {event["verdict"]["verdict"] for event in events} == {"accepted"}
    events = [event for event in events if event["type"] != "RecorderChanged"]
    for event, fact in zip(events, facts, strict=True):
        assert told(event, fact) == told(fact, fact)


def told(event, fact):
    """The values of a fact, whatever the order of its dice and its landings."""
    return {name: sorted(event[name]) if name == "dice" else event[name] for name in fact if name != "moves"}


def test_before_done_everything_can_be_undone_and_a_tap_on_a_target_or_a_die_moves_as_well(browser, strict):
    with scorer(browser, strict, 3, NARROW, locale="sv-SE") as page:
        tap_facts(page, [{"type": "OpeningRolled", "white": 2, "black": 5}])
        expect(instruction(page)).to_have_text(re.compile("slår"))
        page.locator('[data-key="throw-6-2"]').click()
        done = page.locator('[data-key="done"]')
        ringed = page.locator(".point.movable")
        expect(ringed).to_have_count(1)
        expect(ringed).to_have_attribute("aria-label", re.compile("kan flyttas"))
        expect(page.locator(".point.target .no")).to_have_text("7")
        page.locator('[data-key="chip-1"]').click()
        expect(page.locator(".point.target .no")).to_have_text("3")
        page.locator(".point.target").click()
        expect(done).to_be_disabled()
        expect(done).to_have_text("1/3 …")
        page.locator(".point.movable").first.click()
        expect(done).to_have_text(re.compile(r"Klar: 1/3 \d/\d"))
        for _ in range(2):
            page.locator('[data-key="undo"]').click()
        expect(done).to_have_text("Välj bricka")
        page.locator('[data-key="undo"]').click()
        expect(page.locator('[data-key="throw-6-2"]')).to_have_attribute("aria-pressed", "false")
        assert not strict.wait_for(strict.matches[2])["dice"]
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]


def men(page):
    """The men on the board as a reader hears them."""
    return page.locator(".point").evaluate_all("all => all.map((each) => each.ariaLabel.split(',')[0])")


@prove
def test_a_play_whose_answer_is_late_counts_once_when_the_page_reads_it_from_the_service(browser, strict):
    """The service has written and judged it, and tells of it by the stream and on a page that is opened anew."""
    match, facts = strict.matches[7], as_tapped([words(each) for each in play(14, 3)])
    assert facts[-1]["type"] == "CheckersMoved"
    late = []

    def carry(route):
        if "CheckersMoved" in (route.request.post_data or ""):
            late.append((route, route.fetch()))
        else:
            route.continue_()

    with scorer(browser, strict, 8) as page:
        page.route(f"**/v1/matches/{match}/events", carry)
        with page.expect_response(f"**/v1/matches/{match}"):
            tap_facts(page, facts)
            tapped = men(page)
        page.wait_for_timeout(100)
        assert men(page) == tapped
        page.reload()
        eventually(lambda: page.locator(ROLL).is_visible() and len(late) == 2, what="it is sent again")
        assert men(page) == tapped
        route, answer = late[-1]  # the page that is gone awaits no other one
        route.fulfill(response=answer)
        expect(page.locator("[data-part=queue]")).to_have_text("allt skickat", timeout=15_000)
        assert men(page) == tapped
    assert recorded_in(strict, match) == facts


@prove
@pytest.mark.parametrize("language", ["sv-SE", "en-GB"])
def test_the_page_is_readable_for_everybody_and_names_of_thirty_letters_fit(browser, service, language):
    evening = another(service, check="strict")
    with scorer(browser, evening, 4, NARROW, locale=language) as page:
        expect(page.locator("#scoring.ready")).to_be_visible()
        assert browser.violations(page) == []
        tap_facts(page, [{"type": "OpeningRolled", "white": 5, "black": 2}])
        page.locator('[data-key="throw-6-5"]').click()
        expect(page.locator(".thrown")).to_be_visible()
        assert browser.violations(page) == []
        page.locator("strong").first.evaluate("name => { name.textContent = 'Karl-Gustaf von Schantzenbergsson'; }")
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
