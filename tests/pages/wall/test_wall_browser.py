"""The wall in a browser: it turns, follows what is played, says how long it has had no contact, and everything fits."""

import re

import pytest

from core.events import PlayerEntered, RoundPaired, TablesSet, TournamentStarted
from tests.support.pages.browser import needs_chromium
from tests.support.pages.stored_tournament import TOURNAMENT, golden
from tests.support.proving import prove, some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

FULL_HD = {"width": 1920, "height": 1080}
SCREENS = [FULL_HD, {"width": 3840, "height": 2160}, {"width": 1280, "height": 720}, {"width": 1024, "height": 768}]
NAMES = [f"Wilhelmina {number:02} Gyllenspetz-Mör" for number in range(64)]
PLAYED = 14
"""The matches with a board, of which there are more than one slide."""

TOO_LARGE = """() => [...document.querySelectorAll('body *')].filter((each) => {
  if (each.closest('svg, .hidden, [hidden]')) return false;
  const box = each.getBoundingClientRect();
  return each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0 && getComputedStyle(each).display !== 'inline'
    || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
}).map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`)"""

SMALLEST_NAME = """() => {
  const heights = [...document.querySelectorAll('bdi')].map((each) => each.getBoundingClientRect().height);
  return Math.min(...heights) / Math.min(innerHeight, innerWidth * 9 / 16);
}"""
"""The height of the smallest name, as a share of the height of a screen of 16:9."""


@pytest.fixture(scope="module")
def hall(module_stored):
    """Sixty-four players with long names at thirty-two tables, fourteen of which have begun."""
    matches = [f"{TOURNAMENT}.{number}" for number in range(1, 33)]
    ids = [f"p_player{number:02}" for number in range(64)]
    pairs = zip(matches, ids[::2], ids[1::2], strict=True)
    players = [PlayerEntered(*each) for each in zip(ids, NAMES, strict=True)]
    events = [*players, TablesSet(tuple((str(number), "") for number in range(1, 33))), TournamentStarted("lots")]
    events.append(RoundPaired(1, tuple(pairs)))
    module_stored.deps.log.append(TOURNAMENT, events, by="vasa.a", at=module_stored.deps.clock())
    for number, match in enumerate(matches):
        assert module_stored.match("swedish", 0) == match
        if number < PLAYED:
            module_stored.record(match, golden("swedish")[1 : 8 + number])
    module_stored.judge()
    return module_stored


@pytest.fixture
def wall(hall, address):
    """The address of its wall."""
    return f"{address}/tournaments/{TOURNAMENT}/wall"


@prove
@pytest.mark.parametrize("screen", some(SCREENS, FULL_HD))
def test_every_slide_fits_the_screen_with_names_of_thirty_letters(browser, wall, screen):
    with browser.page(wall, screen) as page:
        page.keyboard.press("p")  # it does not turn by itself meanwhile
        slides = page.locator(".slide")
        for number in range(int(slides.get_attribute("data-count"))):
            expect(slides).to_have_attribute("data-place", str(number))
            assert page.evaluate(TOO_LARGE) == [], slides.get_attribute("data-kind")
            smallest = page.evaluate(SMALLEST_NAME)
            assert smallest > 0.024, "a name can be read from afar"
            page.keyboard.press("ArrowRight")


@prove
def test_axe_finds_nothing_to_object_to(browser, wall):
    with browser.page(wall, FULL_HD, bypass_csp=True) as page:
        page.evaluate("for (const each of document.querySelectorAll('.one-board:nth-of-type(n+3)')) each.remove()")
        assert browser.violations(page) == []


@prove
def test_it_turns_by_itself_and_can_be_held(browser, wall):
    with browser.page("about:blank", FULL_HD, fresh=True) as page:
        page.clock.install()
        page.goto(wall)
        slide = page.locator(".slide")
        expect(slide).to_have_attribute("data-place", "0")
        page.clock.run_for(16_000)
        page.clock.run_for(1_000)
        expect(slide).to_have_attribute("data-place", "1")
        page.keyboard.press("p")
        expect(page.locator("#held")).to_be_visible()
        page.clock.run_for(60_000)
        expect(slide).to_have_attribute("data-place", "1")


def test_what_is_played_is_seen_at_once(browser, wall, hall):
    match = f"{TOURNAMENT}.1"
    with browser.page(wall, FULL_HD) as page:
        expect(page.locator("#line")).to_have_text("direkt")
        card = page.locator(f'.one-board[data-match="{match}"]')
        before = int(card.get_attribute("data-version"))
        hall.record(match, golden("swedish")[before + 1 : before + 3])
        hall.judge()
        expect(card).to_have_attribute("data-version", str(before + 2))


@prove
def test_without_contact_a_large_notice_says_since_when_until_the_service_is_back(browser, wall):
    with browser.page(wall, FULL_HD) as page:
        notice = page.locator("#away")
        expect(page.locator("#line")).to_have_text("direkt")
        assert not notice.is_visible()
        page.route(re.compile("/slide|/stream"), lambda route: route.abort())
        page.keyboard.press("ArrowRight")
        expect(notice).to_have_text(re.compile(r"^Ingen kontakt sedan \d\d:\d\d$"), timeout=15_000)
        page.unroute_all()
        expect(notice).to_be_hidden(timeout=15_000)
        expect(page.locator(".slide")).to_have_attribute("data-place", "1")
    assert all("Failed to load" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()
