"""The bracket in a browser: measured in pixels, lit, zoomed, dragged, live, and a round a screen on a phone."""

import re
from itertools import pairwise

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import another, live
from tests.support.pages.layout import overflow
from tests.support.proving import prove, some
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

LONG = ("Karl-Johan Fredrik Västerbott", "Wolfeschlegelsteinhausenberge", "Anna-Maria Elisabeth Sjöstran")
WIDE = {"width": 1280, "height": 800}

TREE = r"""() => [...document.querySelectorAll(".bracket")].flatMap((bracket, tree) => {
  const columns = [...bracket.querySelectorAll(".bracket-round")];
  return columns.flatMap((column, number) => [...column.querySelectorAll(".slot")].map((slot) => {
    const box = slot.querySelector(".box").getBoundingClientRect();
    const line = (element, pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (style.content === "none") return null;
      const at = element.getBoundingClientRect();
      const border = { top: element.clientTop, left: element.clientLeft };
      const [left, top] = [at.left + border.left + parseFloat(style.left), at.top + border.top + parseFloat(style.top)];
      return { left, top, right: left + parseFloat(style.width), bottom: top + parseFloat(style.height),
        lit: parseFloat(style.borderBlockStartWidth) > 2 || parseFloat(style.borderBlockEndWidth) > 2 };
    };
    return { tree, number, left: box.left, right: box.right, top: box.top, middle: (box.top + box.bottom) / 2,
      bottom: box.bottom, lines: slot.classList.contains("two") ? 2 : slot.classList.contains("one") ? 1 : 0,
      upper: line(slot, "::before"), lower: line(slot, "::after"), last: line(slot.querySelector(".box"), "::before"),
      text: slot.querySelector(".hidden").textContent };
  }));
})"""
"""The boxes of all matches in their columns, and the lines that lead to them."""


SEEN_NAME = """() => [...document.querySelectorAll("a.seat-line")].map((each) => each.getBoundingClientRect())
    .filter((box) => box.right > 120 && box.left > -80 && box.top > 300 && box.bottom < 600)
    .map((box) => [box.right - 30, box.y + 9])[0]"""
"""A place on a name that is seen."""


def names(count):
    """So many names, every third with thirty letters."""
    return [f"{LONG[n % 3][:27]} {n:02d}" if n % 3 == 0 else f"Spelare {n}" for n in range(count)]


def ensure_drawn(found):
    """Every match stands between the two that lead to it, and the lines touch the boxes of both."""
    lines = 0
    for box in found:
        before = [each for each in found if each["tree"] == box["tree"] and each["number"] == box["number"] - 1]
        if box["lines"] == 2:
            upper, lower = box["upper"], box["lower"]
            one = min(before, key=lambda each, y=upper["top"]: abs(each["middle"] - y))
            other = min(before, key=lambda each, y=lower["bottom"]: abs(each["middle"] - y))
            assert one is not other
            assert abs((one["middle"] + other["middle"]) / 2 - box["middle"]) <= 1
            assert abs(one["middle"] - upper["top"]) <= 1.5
            assert abs(other["middle"] - lower["bottom"]) <= 1.5
            assert abs(one["right"] - upper["left"]) <= 1.5
            assert abs(other["right"] - lower["left"]) <= 1.5
            assert abs(box["last"]["right"] - box["left"]) <= 1.5
            assert abs(box["last"]["left"] - upper["right"]) <= 1.5
            assert abs(box["last"]["top"] - box["middle"]) <= 1.5
            assert abs(upper["bottom"] - lower["top"]) <= 1.5
            lines += 2
        elif box["lines"] == 1:
            (one,) = [each for each in before if abs(each["middle"] - box["middle"]) <= 1]
            assert abs(one["right"] - box["upper"]["left"]) <= 1.5
            assert abs(box["left"] - box["upper"]["right"]) <= 1.5
            lines += 1
    for column in {(box["tree"], box["number"]) for box in found}:
        down = sorted((each["top"], each["bottom"]) for each in found if (each["tree"], each["number"]) == column)
        assert all(above[1] <= below[0] for above, below in pairwise(down)), "no box covers another"
    return lines


@pytest.fixture(scope="module")
def cup(service):
    """A cup of thirteen in two lives, its first matches over, one at a board."""
    begun = another(service, names=names(13), format="double_elimination")
    for match in begun.matches:
        begun.result(match)
    eventually(lambda: len(open_matches(begun)) >= 4, what="the second round")
    begun.matches = open_matches(begun)
    begun.record(1, play(1, 31))
    return begun


def open_matches(cup):
    rows = cup.organiser.ask("GET", f"/v1/tournaments/{cup.tournament}/matches")["matches"]
    return [row["id"] for row in rows if row["status"] == "open"]


@pytest.fixture(scope="module")
def large(service):
    """A cup of sixty-four."""
    return another(service, names=names(64))


def address(cup, query=""):
    return f"{cup.organiser.address}/tournaments/{cup.tournament}/bracket{query}"


@pytest.mark.parametrize("script", [True, False])
def test_every_match_stands_between_its_sources_and_the_lines_touch_the_boxes(browser, cup, script):
    with browser.page(address(cup), WIDE, java_script_enabled=script) as page:
        if script:
            live(page)
        found = page.evaluate(TREE)
        assert ensure_drawn(found) == 23
        assert len({box["tree"] for box in found}) == 2


@pytest.mark.parametrize("width", some((640, 1280, 1920, 3840), 640, 3840))
def test_a_tree_of_64_is_drawn_alike_at_every_width_and_no_name_leaves_its_box(browser, large, width):
    with browser.page(address(large), {"width": width, "height": 900}) as page:
        live(page)
        assert ensure_drawn(page.evaluate(TREE)) == 62
        assert overflow(page) == []


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_no_name_leaves_its_box_and_a_press_is_easy(browser, cup, width):
    with browser.page(address(cup), {"width": width, "height": 740}) as page:
        live(page)
        assert overflow(page) == []
        for part in (".open", "a.seat-line", ".round-names a"):
            heights = page.locator(part).evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
            assert min(heights) >= 43.5, part


def test_axe_finds_nothing_in_a_bracket_with_a_way_lit(browser, cup):
    with browser.page(address(cup), WIDE) as page:
        live(page)
        page.locator("a.seat-line").first.click()
        expect(page.locator(".way-of")).to_be_visible()
        assert browser.violations(page) == []


def test_every_match_is_a_list_item_with_a_sentence(browser, cup):
    with browser.page(address(cup), WIDE, locale="en-GB") as page:
        sentences = page.get_by_role("listitem").locator(".box > .hidden").all_inner_texts()
        assert len(sentences) == page.locator(".slot").count() > 20
        assert all(re.fullmatch(r"[^:]+: .+\.", sentence) for sentence in sentences), sentences
        assert any(" beat " in sentence and " 3–0 (1–0, 1–0, 1–0)." in sentence for sentence in sentences)


def lit(page):
    return page.locator(".slot.lit").count()


def test_a_way_is_lit_by_pointer_by_focus_and_by_a_press_that_the_address_keeps(browser, cup):
    with browser.page(address(cup), WIDE) as page:
        live(page)
        page.mouse.move(5, 5)
        assert lit(page) == 0
        name = page.locator("a.seat-line.winner").first
        player = name.get_attribute("data-player")
        matches = page.locator(f'.slot:has([data-player="{player}"])').count()
        assert matches >= 2
        name.hover()
        assert lit(page) == matches
        page.mouse.move(5, 5)
        assert lit(page) == 0
        name.focus()
        assert lit(page) == matches
        page.keyboard.press("Enter")
        assert f"way={player}" in page.url
        expect(page.locator(".way-of")).to_contain_text(name.locator(".who").inner_text())
        page.reload()
        live(page)
        assert lit(page) == matches
        lines = [box[line] for box in page.evaluate(TREE) for line in ("upper", "lower") if box[line]]
        assert sum(line["lit"] for line in lines) >= 1
        page.locator(".way-off").click()
        assert "way=" not in page.url
        page.mouse.move(5, 5)
        page.evaluate("document.activeElement.blur()")
        assert lit(page) == 0
    with browser.page(address(cup, f"?way={player}"), WIDE, java_script_enabled=False) as page:
        assert lit(page) == matches
        assert any(line and line["lit"] for box in page.evaluate(TREE) for line in (box["upper"], box["lower"]))
        page.locator(".way-off").click()
        assert lit(page) == 0


def test_a_match_in_play_shows_its_score_as_it_is_and_pulses_unless_motion_is_unwanted(browser, cup):
    with browser.page(address(cup), WIDE, reduced_motion="no-preference") as page:
        live(page)
        playing = page.locator(".slot.live")
        expect(playing).to_have_count(1)
        assert playing.locator(".pulse").evaluate("each => getComputedStyle(each).animationName") == "pulse"
        before = playing.locator("b").all_inner_texts()
        assert before == ["0", "0"]
        page.emulate_media(reduced_motion="reduce")
        assert playing.locator(".pulse").evaluate("each => getComputedStyle(each).animationName") == "none"
        cup.record(2, play(2, 12))
        expect(page.locator(".slot.live")).to_have_count(2, timeout=20_000)


def test_a_tree_of_64_is_zoomed_by_buttons_keys_and_wheel_and_keeps_that_when_it_is_drawn_anew(browser, large):
    with browser.page(address(large), WIDE) as page:
        live(page)
        rounds = page.locator(".bracket-rounds")
        width = "each => each.querySelector('.box').getBoundingClientRect().height"
        first = rounds.evaluate(width)
        page.locator('[data-zoom="out"]').click()
        smaller = rounds.evaluate(width)
        assert smaller < first
        rounds.focus()
        page.keyboard.press("+")
        assert rounds.evaluate(width) == pytest.approx(first, abs=1)
        page.keyboard.press("0")
        assert ensure_drawn(page.evaluate(TREE)) == 62
        small = rounds.evaluate(width)
        box = rounds.bounding_box()
        page.mouse.move(box["x"] + 200, box["y"] + 200)
        page.keyboard.down("Control")
        page.mouse.wheel(0, -300)
        page.keyboard.up("Control")
        eventually(lambda: rounds.evaluate(width) > small, what="a larger tree")
        letters = "each => getComputedStyle(each).fontSize"
        now = rounds.evaluate(letters)
        large.result(large.matches[0])
        expect(page.locator(".slot.played")).to_have_count(1, timeout=20_000)
        assert rounds.evaluate(letters) == now


@pytest.mark.parametrize(("width", "height", "whole"), [(1280, 800, False), (1920, 1080, True)])
def test_all_of_a_tree_is_shown_as_far_as_its_letters_can_be_read(browser, large, width, height, whole):
    with browser.page(address(large), {"width": width, "height": height}) as page:
        live(page)
        rounds = page.locator(".bracket-rounds")
        page.locator('[data-zoom="fit"]').click()
        over = rounds.evaluate("each => [each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight]")
        assert over[0] <= 1
        assert (over[1] <= 1) == whole
        expect(page.locator(".rest")).to_be_visible(visible=not whole)
        letters = "all => all.map((each) => parseFloat(getComputedStyle(each).fontSize))"
        assert min(page.locator(".slot :is(.who, b, .games, .seed):visible").evaluate_all(letters)) >= 10
        assert ensure_drawn(page.evaluate(TREE)) == 62
        for _ in range(8):
            page.locator('[data-zoom="out"]').click()
        assert min(page.locator(".who").evaluate_all(letters)) >= 10


def test_what_lies_ahead_of_a_player_is_drawn_as_far_as_the_tree_goes(browser, large):
    with browser.page(address(large), WIDE) as page:
        live(page)
        name = page.locator("a.seat-line:not(.lost)").last
        name.click()
        ahead = page.locator(".slot.ahead")
        drawn = ahead.evaluate_all("all => all.map((each) => each.className.replace('ready', 'waiting'))")
        assert len(drawn) in (4, 5), "to the final"
        style = ahead.first.locator(".box").evaluate("each => getComputedStyle(each).borderTopStyle")
        assert style == "dashed"
        page.locator(".way-off").click()
        page.mouse.move(5, 5)
        page.evaluate("document.activeElement.blur()")
        assert ahead.count() == 0
        player = name.get_attribute("data-player")
    with browser.page(address(large, f"?way={player}"), WIDE, java_script_enabled=False) as page:
        written = page.locator(".slot.ahead").evaluate_all(
            "all => all.map((each) => each.className.replace('ready', 'waiting'))"
        )
        assert [{*each.split()} for each in written] == [{*each.split()} for each in drawn]


def test_a_tree_is_drawn_along_by_the_mouse_and_what_is_dragged_is_not_pressed(browser, large):
    with browser.page(address(large), WIDE) as page:
        live(page)
        rounds = page.locator(".bracket-rounds")
        rounds.evaluate("each => { each.scrollTop = 300; }")
        rounds.evaluate("each => { each.scrollLeft = 40; }")
        begin = rounds.evaluate("each => [each.scrollLeft, each.scrollTop]")
        x, y = page.evaluate(SEEN_NAME)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 100, y + 80, steps=5)
        page.mouse.up()
        end = rounds.evaluate("each => [each.scrollLeft, each.scrollTop]")
        assert begin[0] - end[0] == min(40, begin[0]), "as far as it goes"
        assert begin[1] - end[1] == pytest.approx(80, abs=6)
        assert "way=" not in page.url


def test_two_fingers_zoom_a_tree(browser, large):
    with browser.page(address(large), {"width": 1024, "height": 768}, has_touch=True) as page:
        live(page)
        rounds = page.locator(".bracket-rounds")
        width = "each => each.querySelector('.box').getBoundingClientRect().height"
        before = rounds.evaluate(width)
        box = rounds.bounding_box()
        x, y = box["x"] + 400, box["y"] + 250
        session = page.context.new_cdp_session(page)

        def touch(kind, *points):
            at = [{"x": left, "y": y, "id": number} for number, left in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

        touch("touchStart", x - 150, x + 150)
        for step in range(1, 6):
            touch("touchMove", x - 150 + 18 * step, x + 150 - 18 * step)
        touch("touchEnd")
        session.detach()
        eventually(lambda: rounds.evaluate(width) < before * 0.8, what="a smaller tree")


def test_the_page_of_64_is_small_as_sent(large):
    from http.client import HTTPConnection
    from urllib.parse import urlsplit

    whole = urlsplit(address(large))
    connection = HTTPConnection(whole.hostname, whole.port, timeout=30)
    sent = 0
    for path in (whole.path, *_assets(connection, whole.path)):
        connection.request("GET", path, headers={"Accept-Encoding": "gzip", "Accept": "text/html"})
        sent += len(connection.getresponse().read())
    connection.close()
    assert sent < 60_000


def _assets(connection, path):
    connection.request("GET", path, headers={"Accept": "text/html"})
    text = connection.getresponse().read().decode()
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', text)))


def test_a_bracket_is_a_round_a_screen_in_the_hand(browser, cup):
    with browser.page(address(cup), PHONE, has_touch=True) as page:
        live(page)
        first = page.locator(".bracket-rounds").first
        shown = first.evaluate("each => each.clientWidth")
        widths = first.locator(".bracket-round").evaluate_all("all => all.map(each => each.offsetWidth)")
        assert {*widths} == {shown}
        assert not page.locator(".zoom").first.is_visible()
        assert page.locator(".bracket-round h3").evaluate_all("all => all.every(each => each.offsetWidth <= 1)")


@prove
def test_what_has_no_bracket_is_a_sheet_that_says_where_it_goes_on_and_does_not_glare_in_the_dark(browser, service):
    league = another(service, format="round_robin")
    with browser.page(address(league), {"width": 700, "height": 900}, color_scheme="dark") as page:
        assert page.locator(".sheet").evaluate("each => each.scrollWidth > each.clientWidth")
        assert page.locator(".sideways").is_visible()
        white = "all => all.filter(each => getComputedStyle(each).fill === 'rgb(255, 255, 255)').length"
        assert page.locator(".sheet rect").count() > 0
        assert page.locator(".sheet rect").evaluate_all(white) == 0
        page.set_viewport_size({"width": 1360, "height": 900})
        assert not page.locator(".sideways").is_visible()
