"""A turn by fingers and keys: drags, taps beside the checkers, digits, doubles that are asked for once more."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium, swipe
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.scoring.phone import log_of
from tests.support.scoring.tapping import tap_facts

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.fixture(scope="module")
def strict(service):
    """A cup at screens: nothing illegal is taken."""
    return another(service, check="strict")


def scorer(browser, evening, match):
    """The scorer's page of a match, which is ready."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{match}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB", fresh=True, has_touch=True)


def done(page):
    return page.locator('[data-key="done"]')


def middle(page, point):
    box = page.locator(f'.point[data-point="{point}"]').bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_checker_is_dragged_a_long_way_and_tapped_on_and_the_next_throw_writes_the_turn(browser, strict):
    match = strict.matches[0]
    with scorer(browser, strict, match) as page:
        tap_facts(page, [OPENING])
        page.keyboard.press("2")
        page.keyboard.press("6")
        expect(page.locator('[data-key="throw-6-2"]')).to_have_attribute("aria-pressed", "true")
        swipe(page, middle(page, 1), middle(page, 9))  # with both dice
        expect(done(page)).to_have_text("Done: 1/7 7/9")
        page.locator('[data-key="undo"]').click()  # the whole way
        expect(done(page)).to_have_text("Tap a checker")
        page.locator('.point[data-point="1"]').tap()
        expect(done(page)).to_have_text("1/7 …")
        page.locator('.point[data-point="3"]').tap()  # it goes there instead
        expect(done(page)).to_have_text("1/3 …")
        page.locator('[data-key="throw-5-4"]').tap()
        expect(page.locator("[data-part=notice]")).to_have_text("First finish the turn, or undo it.")
        page.locator('.point[data-point="9"]').tap()
        expect(done(page)).to_have_text("Done: 1/7 7/9")
        assert log_of(strict, match)[-1]["type"] == "OpeningRolled"
        page.locator('[data-key="throw-5-4"]').tap()
        expect(page.locator("[data-part=last]")).to_contain_text("rolled 6–2 and played 1/7 7/9")
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
    assert [each["type"] for each in log_of(strict, match)] == ["OpeningRolled", "DiceRolled", "CheckersMoved"]


def test_a_tap_beside_the_checkers_goes_to_the_nearest_that_can_move(browser, strict):
    with scorer(browser, strict, strict.matches[1]) as page:
        tap_facts(page, [OPENING])
        page.locator('[data-key="throw-6-2"]').tap()
        box = page.locator('.point[data-point="2"]').bounding_box()  # beside White's home, which is on the right
        page.touchscreen.tap(box["x"] + box["width"] - 3, box["y"] + 40)
        expect(done(page)).to_have_text("1/7 …")
        far = page.locator('.point[data-point="18"]').bounding_box()
        page.touchscreen.tap(far["x"] + 5, far["y"] + far["height"] - 20)  # nothing is near
        expect(done(page)).to_have_text("1/7 …")


def test_a_complete_turn_is_written_by_itself_if_the_scorer_wants_that(browser, strict):
    match = strict.matches[2]
    with scorer(browser, strict, match) as page:
        tap_facts(page, [OPENING])
        page.locator('[data-key="menu"]').click()
        page.locator('[data-key="wish-soon"]').click()
        page.locator('[data-key="throw-6-2"]').click()
        swipe(page, middle(page, 1), middle(page, 9))
        expect(page.locator("[data-part=last]")).to_contain_text("rolled 6–2 and played 1/7 7/9", timeout=15_000)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
    assert log_of(strict, match)[-1]["type"] == "CheckersMoved"


def test_a_double_is_asked_for_once_more_and_the_cube_lies_with_its_owner(browser, strict):
    slug = strict.organiser.ask("GET", f"/v1/tournaments/{strict.tournament}")["club"]
    terms = {"club": slug, "game": "backgammon", "length": {"points": 3}, "players": {"white": "Anna", "black": "Bo"}}
    match = strict.organiser.ask("POST", "/v1/matches", terms)["id"]
    facts = [words(each) for each in play(3, 2, "backgammon")]
    with scorer(browser, strict, match) as page:
        tap_facts(page, facts)
        cube = page.locator('[data-key="cube"]')
        expect(cube).to_have_attribute("aria-label", "Cube 1, in the middle")
        cube.tap()
        expect(page.locator("dialog")).to_contain_text("doubles to 2?")
        page.locator('[data-key="close"]').click()
        assert log_of(strict, match)[-1]["type"] == "CheckersMoved"
        page.locator('[data-key="double"]').click()
        page.locator('[data-key="double-yes"]').click()
        page.locator('[data-key="take"]').click()
        expect(cube).to_have_attribute("aria-label", re.compile("Cube 2, .* has it"))
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
    assert [each["type"] for each in log_of(strict, match)][-2:] == ["DoubleOffered", "DoubleTaken"]
