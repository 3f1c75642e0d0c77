"""A match replayed in a browser: by turns, by games, by itself, with a finger; and a picture of a position."""

import re

import pytest

from core.events import CheckersMoved, TurnPassed
from tests.support.pages.browser import PHONE, needs_chromium, swipe
from tests.support.pages.stored_tournament import golden
from tests.support.proving import prove
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]


@pytest.fixture(scope="module")
def match(module_stored):
    """A match of several games, of which this is the id."""
    found = module_stored.match("swedish", 0)
    module_stored.record(found, golden("swedish")[1:])
    module_stored.judge()
    return found


@pytest.fixture
def turns(module_stored, match):
    """The versions at which a turn ends."""
    log = module_stored.deps.log.read(match)
    return [event.version for event in log if isinstance(event.event, CheckersMoved | TurnPassed)]


def shows(page, version):
    expect(page.locator(".match")).to_have_attribute("data-version", str(version))


@prove
def test_keys_and_buttons_lead_from_turn_to_turn_and_from_game_to_game(browser, match, turns, address):
    with browser.page(f"{address}/matches/{match}?version=0") as page:
        page.locator("#turn-on").click()
        shows(page, turns[0])
        expect(page.locator("#turn-on")).to_be_focused()
        page.keyboard.press("Shift+ArrowRight")
        shows(page, turns[1])
        page.keyboard.press("Shift+ArrowLeft")
        shows(page, turns[0])
        games = page.locator(".game li:first-child").evaluate_all("all => all.map((each) => each.dataset.version)")
        page.keyboard.press("Shift+ArrowDown")
        shows(page, games[1] if len(games) > 1 else page.locator(".match").get_attribute("data-head"))
        page.locator("#game-back").click()
        shows(page, games[0])


@prove
def test_it_plays_by_itself_until_it_is_stopped_and_ends_at_the_last_fact(browser, match, turns, address):
    with browser.page("about:blank", fresh=True) as page:
        page.clock.install(time="2026-06-01T12:00:00Z")
        page.goto(f"{address}/matches/{match}?version=0")
        page.clock.pause_at("2026-06-01T12:10:00Z")  # from here on time passes as the test says
        play = page.locator("#play")
        play.click()
        for turn in turns[:3]:
            page.clock.run_for(1_200)
            shows(page, turn)
        play.click()
        expect(play).to_have_attribute("aria-pressed", "false")
        page.clock.run_for(10_000)
        shows(page, turns[2])
        page.keyboard.press("End")
        head = page.locator(".match").get_attribute("data-head")
        shows(page, head)
        expect(page.locator(f"#f{head}")).to_be_visible()  # of a long match another part is listed now
        page.keyboard.press("Shift+ArrowLeft")
        shows(page, turns[-2])
        page.locator("#speed").select_option("500")
        play.click()
        for _ in range(4):
            page.clock.run_for(500)
        shows(page, head)
        expect(play).to_have_attribute("aria-pressed", "false")
        page.keyboard.press("Home")
        shows(page, 0)
        expect(page.locator("#f1")).to_be_visible(timeout=15_000)  # of a long match a part is listed
        page.locator("#step").select_option("game")
        play.click()
        ends = page.locator("#facts li:has(> .ends)")
        for place in range(2):
            page.clock.run_for(500)
            shows(page, ends.nth(place).get_attribute("data-version"))


@prove
def test_a_finger_on_the_board_turns_on_and_back_and_scrolls_the_page(browser, match, turns, address):
    with browser.page(f"{address}/matches/{match}?version=0", PHONE, has_touch=True) as page:
        shows(page, 0)
        box = page.locator(".board-room").bounding_box()
        left, right, middle = box["x"] + 40, box["x"] + box["width"] - 40, box["y"] + box["height"] / 2
        swipe(page, (right, middle), (left, middle))
        shows(page, turns[0])
        swipe(page, (right, middle), (right - 20, middle))
        swipe(page, (right, middle), (left, middle + 20))
        shows(page, turns[1])
        swipe(page, (left, middle), (right, middle))
        shows(page, turns[0])
        swipe(page, (right, middle), (right - 60, middle - 250))
        eventually(lambda: page.evaluate("scrollY") > 50, what="the page that is scrolled")
        shows(page, turns[0])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@prove
def test_a_position_is_saved_as_a_picture(browser, match, address):
    with browser.page(f"{address}/matches/{match}?version=9", bypass_csp=True) as page:
        with page.expect_download() as saved:
            page.locator("a.picture").click()
        assert re.fullmatch(rf"{match}-9\.png", saved.value.suggested_filename)
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
        assert browser.violations(page, ".at-board") == []
        page.emulate_media(media="print")
        hidden = "all => all.filter(each => getComputedStyle(each).display === 'none').length"
        assert page.locator(".board .man *").evaluate_all(hidden) == 0, "a printed checker has all its parts"


@prove
@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_has_one_row_of_labelled_buttons_for_a_thumb_and_the_slider_below_it(browser, match, address, width):
    with browser.page(f"{address}/matches/{match}?version=0", PHONE | {"width": width}) as page:
        expect(page.locator("#play")).to_be_visible()
        boxes = [each.bounding_box() for each in page.locator(".replay button, .replay summary, .walk .button").all()]
        assert len({round(box["y"]) for box in boxes if box}) == 1
        assert min(min(box["width"], box["height"]) for box in boxes if box) >= 44
        assert page.locator("#slider").bounding_box()["height"] >= 44
        words = page.locator(".replay > button, .pace summary").all_inner_texts()
        assert [word.split()[-1] for word in words] == ["Parti", "Drag", "upp", "Drag", "Parti", "Takt"]
        expect(page.locator(".walk label")).to_have_text("Steg för steg")
        assert page.locator("#slider").bounding_box()["y"] > boxes[0]["y"] + boxes[0]["height"]
        expect(page.locator("#speed")).to_be_hidden()
        page.locator(".pace summary").click()
        expect(page.locator("#speed")).to_be_visible()
