"""The wall from ten metres: letters by the height of the screen, for 2 to 64 players, on every page that it has."""

import time

import pytest

from service.web.pages.wall.lists import even_parts
from tests.support.pages.browser import needs_chromium
from tests.support.pages.walls import finished, playing
from tests.support.proving import prove, some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

SCREENS = [(1280, 720), (1920, 1080), (3840, 2160)]
COUNTS = [2, 4, 8, 16, 32, 64]
LEAST = 0.024
"""The least size of letters that are looked for, as a share of the height of the screen."""

FEW, LARGE = 4, 0.045
"""So few players find their tables in letters of this share of the height, names of thirty letters, too."""

LOOKED_FOR = """() => {
  const room = document.querySelector(".slide > :last-child");
  const words = [...room.querySelectorAll(
    ".at, .who, .who bdi, tbody th bdi, td, .score, .bracket-match p, .sides b, .winners bdi",
  )];
  return words.filter((each) => each.textContent.trim() && each.checkVisibility()).map((each) => {
    const probe = document.createElement("span");
    probe.style.cssText = "display:inline-block;height:1em;width:1px;line-height:1;padding:0;border:0";
    each.append(probe);
    const height = probe.getBoundingClientRect().height;
    probe.remove();
    return [height / innerHeight, each.textContent.trim().slice(0, 30)];
  });
}"""
"""The size of each such text, measured as it is drawn, and its words."""

OUTSIDE = """() => {
  const room = document.querySelector(".slide > :last-child");
  const found = [];
  const [box, screen] = [room.getBoundingClientRect(), [innerWidth, innerHeight]];
  if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1) found.push("the slide is larger than the screen");
  const name = document.querySelector(".head h1");
  if (name.scrollWidth > name.clientWidth + 1) found.push("the name of the tournament is cut");
  if (room.scrollWidth > room.clientWidth + 1) found.push("the slide is wider than its room");
  for (const each of room.querySelectorAll(".at")) {
    if (each.getClientRects().length && each.textContent.length < 12) {
      const range = document.createRange();
      range.selectNodeContents(each);
      const lines = new Set([...range.getClientRects()].map((line) => Math.round(line.top)));
      if (lines.size > 1) found.push(`“${each.textContent}” breaks`);
    }
  }
  return found;
}"""

FILLED = """() => {
  const room = document.querySelector(".slide > :last-child");
  const rows = [...room.querySelectorAll(".line, .one-board, tbody tr, .bracket-match")];
  return Math.max(...rows.map((each) => each.getBoundingClientRect().bottom)) / innerHeight;
}"""


def slides(page):
    """Each slide of a wall in turn, held still: its kind."""
    page.keyboard.press("p")
    slide = page.locator(".slide")
    for number in range(int(slide.get_attribute("data-count"))):
        expect(slide).to_have_attribute("data-place", str(number))
        yield slide.get_attribute("data-kind")
        page.keyboard.press("ArrowRight")


@pytest.fixture(scope="module")
def walls(module_stored):
    """Makes tournaments: of each kind and size once."""
    made = {}

    def wall(kind, count):
        if (kind, count) not in made:
            make = {
                "swiss": lambda: playing(module_stored, "swiss", count),
                "cup": lambda: playing(module_stored, "single_elimination", count),
                "new": lambda: playing(module_stored, "swiss", count, at=int(time.time() * 1000)),
                "over": lambda: finished(module_stored, count),
            }
            made[kind, count] = make[kind]()
        return made[kind, count]

    return wall


KINDS = {
    "swiss": {"boards", "round", "standings"},
    "cup": {"boards", "round", "bracket"},
    "new": {"find"},
    "over": {"winners", "standings", "bracket"},
}


def check(browser, address, walls, kind, count, screen):
    seen = set()
    with browser.page(f"{address}/tournaments/{walls(kind, count)}/wall", screen) as page:
        for slide in slides(page):
            seen.add(slide)
            sizes = page.evaluate(LOOKED_FOR)
            assert sizes, (slide, "nothing to read")
            assert min(sizes)[0] >= LEAST, (slide, min(sizes))
            assert page.evaluate(OUTSIDE) == [], slide
            if slide == "find" and count <= FEW:
                assert min(sizes)[0] >= LARGE, "few players have large letters"
            if slide in ("round", "boards", "find") and count <= 8:
                assert page.evaluate(FILLED) > 0.9, (slide, "the screen is not filled")
    assert seen == KINDS[kind]


@pytest.mark.parametrize("count", some(COUNTS, 2, 8, 64))
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_looked_for_has_letters_of_a_fortieth_of_the_height(browser, address, walls, kind, count):
    check(browser, address, walls, kind, count, {"width": 1920, "height": 1080})


@prove
@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("screen", [each for each in SCREENS if each != (1920, 1080)], ids=str)
def test_so_it_has_on_a_small_and_on_a_very_large_screen(browser, address, walls, kind, count, screen):
    check(browser, address, walls, kind, count, dict(zip(("width", "height"), screen, strict=True)))


@pytest.mark.parametrize(("rows", "parts"), [(0, []), (1, [1]), (12, [12]), (13, [7, 6]), (16, [8, 8]), (30, [10] * 3)])
def test_a_table_of_several_columns_has_columns_of_one_height(rows, parts):
    assert [len(even_part) for even_part in even_parts(list(range(rows)), 12)] == parts


def test_a_list_that_is_longer_than_the_screen_goes_on_by_itself_until_all_of_it_was_seen(browser, address, walls):
    with browser.page("about:blank", {"width": 1280, "height": 720}, fresh=True) as page:
        page.clock.install()
        page.goto(f"{address}/tournaments/{walls('cup', 64)}/wall")
        while page.locator(".slide").get_attribute("data-kind") != "bracket":
            place = page.locator(".slide").get_attribute("data-place")
            page.keyboard.press("ArrowRight")
            page.clock.run_for(2_000)
            expect(page.locator(".slide")).not_to_have_attribute("data-place", place)
        large = "all => all.forEach((each) => { each.style.fontSize = '4rem'; })"  # as where a system has large letters
        page.locator(".bracket-match p").evaluate_all(large)
        page.keyboard.press("p")
        page.evaluate("dispatchEvent(new Event('resize'))")
        room = page.locator(".slide > :last-child")
        left = "each => each.scrollHeight - each.clientHeight - each.scrollTop"
        assert room.evaluate("each => each.scrollHeight - each.clientHeight") > 1
        assert room.evaluate("each => each.scrollTop") < 30, "it begins at its beginning"
        page.clock.run_for(10_000)
        assert room.evaluate(left) <= 1


def test_in_a_browser_that_cannot_run_its_modules_the_page_goes_on_by_itself(browser, address, walls):
    with browser.page("about:blank", {"width": 1280, "height": 720}, fresh=True) as page:
        page.clock.install()
        page.route("**/wall.js", lambda route: route.fulfill(content_type="text/javascript", body="this is no script"))
        place = f"{address}/tournaments/{walls('swiss', 8)}/wall"
        page.goto(place)
        page.clock.run_for(16_000)
        page.wait_for_url(f"{place}?slide=1")
    browser.complaints.clear()
