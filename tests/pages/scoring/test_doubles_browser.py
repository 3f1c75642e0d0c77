"""Doubles of Dubblets on the scorer's page: every choice of men in few taps."""

import itertools

import pytest

from service.web.pages import assets
from tests.support.pages.browser import needs_chromium
from tests.support.pages.desk import another
from tests.support.proving import prove, some
from tests.support.scoring.phone import log_of

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NARROW = {"width": 360, "height": 740}
THROW_AND_DONE = 2  # taps

# The fewest taps for each choice: each tap gives one point as many men as it shall have.
COUNT = """async ([script, positions]) => {
    const { evenly, tapped } = await import(script);
    const sum = (counts) => counts.reduce((all, each) => all + each, 0);
    function* choices(most, start = []) {
        if (start.length === most.length) { yield start; return; }
        for (let count = 0; count <= most[start.length]; count += 1) yield* choices(most, [...start, count]);
    }
    const within = (piles, men, wanted, fixed, left) => {
        const taken = evenly(piles, men, Object.fromEntries(fixed));
        if (sum(Object.values(taken)) !== men) throw new Error(JSON.stringify([piles, men, taken]));
        const wrong = Object.keys(piles).filter((point) => wanted[point] !== taken[point]);
        return !wrong.length || (left > 0 && wrong.some((point) => {
            const man = Math.max(wanted[point], taken[point] > wanted[point] ? wanted[point] + 1 : 0);
            return within(piles, men, wanted, tapped(piles, men, fixed, Number(point), man), left - 1);
        }));
    };
    const taps = (...given) => [0, 1, 2, 3, 4, 5, 6].find((most) => within(...given, [], most));
    const found = {};
    for (const pile of positions) {
        const points = pile.map((count, place) => [place + 1, count]).filter(([, count]) => count);
        const piles = Object.fromEntries(points);
        for (let die = 1; die <= 6; die += 1) {
            const men = Math.min(2 * die, sum(pile));
            for (const choice of men ? choices(Object.values(piles)) : []) {
                if (sum(choice) !== men) continue;
                const wanted = Object.fromEntries(points.map(([point], place) => [point, choice[place]]));
                const count = taps(piles, men, wanted);
                found[count] = (found[count] ?? 0) + 1;
            }
        }
    }
    return found;
}"""
FULL = [(1, 1, 1, 2, 2, 2), (2, 2, 2, 3, 3, 3)]
ALL = [each for most in FULL for each in itertools.product(*(range(count + 1) for count in most))]


@pytest.fixture(scope="module")
def table(service):
    """A friendly match of Dubblets, and the club that plays it."""
    club = another(service)
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    words = {"club": slug, "game": "dubblets", "length": {"games": 3}, "players": {"white": "Anna", "black": "Bertil"}}
    return club, club.organiser.ask("POST", "/v1/matches", words)["id"]


def scorer(browser, table):
    club, match = table
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    return browser.page(f"{club.scorer.address}/matches/{match}/score", NARROW, extra_http_headers=headers)


@pytest.mark.parametrize("positions", some([FULL, ALL], FULL), ids=["full boards", "all boards"])
def test_every_choice_of_a_double_can_be_made_with_six_taps(browser, table, positions):
    with scorer(browser, table) as page:
        expect(page.locator("#scoring.ready")).to_be_visible()
        page.set_default_timeout(0)
        counted = page.evaluate(COUNT, [assets.address("scoring/turn/bag_double.js"), positions])
    assert sum(counted.values()) > 900
    assert max(int(taps) for taps in counted) + THROW_AND_DONE <= 6


@prove
def test_a_double_marks_its_men_and_other_men_are_chosen_by_taps(browser, table):
    def press(key):
        page.locator(f'[data-key="{key}"]').click()

    def double(die):
        press(f"throw-{die}-{die}")

    with scorer(browser, table) as page:
        press("open-white-5")
        press("open-black-2")
        press("done")
        for player in range(2):
            double(6)
            expect(page.locator('[data-key="done"]')).to_have_text("Klar: 9 brickor")
            expect(page.locator('.take[aria-pressed="false"]')).to_have_count(0)
            press("done")
            expect(page.locator(".player.turn strong")).to_have_text(["Bertil", "Anna"][player])
        double(4)
        expect(page.locator('.take[aria-pressed="true"]')).to_have_count(8)
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
        assert min(each.bounding_box()["height"] for each in page.locator(".take").all()) >= 40
        press("man-6-3")  # all three of the six
        press("man-3-1")  # none of the three: one was marked
        press("undo")
        press("man-3-1")
        press("man-2-2")
        expect(page.locator('.take[aria-pressed="true"]')).to_have_count(8)
        for key, pressed in (("man-6-3", "true"), ("man-3-1", "false"), ("man-2-2", "true")):
            expect(page.locator(f'[data-key="{key}"]')).to_have_attribute("aria-pressed", pressed)
        press("done")
        expect(page.locator("[data-part=last]")).to_contain_text("6/ut(3)")
        typed = "(text) => import(text).then(({ inNames }) => inNames('6/UT 5/off bar/22 6/here'))"
        assert page.evaluate(typed, assets.address("scoring/turn/turn_text.js")) == "6/off 5/off bar/22 6/here"
        expect(page.locator("[data-part=queue]")).to_have_text("allt skickat")
    events = log_of(*table)
    assert {event["verdict"]["verdict"] for event in events} == {"accepted"}
    gone = [move["from"] for move in events[-1]["moves"]]
    assert (len(gone), gone.count(6), gone.count(2), gone.count(3)) == (8, 3, 2, 0)
