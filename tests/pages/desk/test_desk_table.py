"""A table in the desk's drawer: alarm, rulings, board, log; few keys and taps; the position before a disputed play."""

import pytest

from core.events import RefereeCalled
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import illegal
from tests.support.pages.desk import SOON, desk, live
from tests.support.pages.layout import overflow
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
SMALL_PHONE = {"width": 360, "height": 740}


def came(evening, match):
    return [call["came"] for call in evening.wait_for(match)["calls"]]


def test_i_am_at_the_table_is_written_with_at_most_eight_keys(browser, evening):
    evening.record(2, [RefereeCalled("white", "kom")])
    with desk(browser, evening) as page:
        live(page)
        expect(page.locator('.need[data-kind="called"]')).to_be_visible(timeout=SOON)
        pressed = 0

        def press(key):
            nonlocal pressed
            page.keyboard.press(key)
            pressed += 1

        press("a")
        press("Enter")
        expect(page.locator("#table-title")).to_be_focused()
        press("r")
        expect(page.locator("#act-came button")).to_be_focused()
        press("Enter")
        expect(page.locator("#look-title")).to_be_focused()
        press("Tab")
        expect(page.locator('.write button[value="write"]')).to_be_focused()
        assert came(evening, evening.matches[1]) == [None], "it was looked at and not written"
        press("Enter")
        expect(page.locator(".written")).to_be_visible()
        assert pressed <= 8
        assert came(evening, evening.matches[1]) != [None]
        page.keyboard.press("2")
        expect(page.locator(".act").nth(1)).to_have_attribute("open", "")
        assert page.evaluate("document.activeElement.closest('.act') === document.querySelectorAll('.act')[1]")


@prove
def test_on_a_phone_it_is_written_with_at_most_four_taps_and_the_answer_is_always_in_reach(browser, evening):
    evening.record(2, [RefereeCalled("white", "kom " * 40)])
    taps = 0
    with desk(browser, evening, viewport=SMALL_PHONE, has_touch=True) as page:
        live(page)
        for wanted in ('.need[data-kind="called"] a', "#act-came button", '.write button[value="write"]'):
            button = page.locator(wanted)
            expect(button).to_be_visible(timeout=SOON)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.bounding_box()["height"] >= 40
            button.tap()
            taps += 1
        expect(page.locator(".written")).to_be_visible()
        assert overflow(page, "#drawer") == []
    assert taps <= 4
    assert came(evening, evening.matches[1]) != [None]


@prove
def test_a_disputed_play_is_seen_on_the_position_before_it_in_its_players_numbers(browser, evening):
    match = evening.matches[2]
    told = illegal(evening.facts[match])
    evening.record(3, told[len(evening.facts[match]) :])
    play = told[-1]
    with desk(browser, evening) as page:
        live(page)
        page.locator('.need[data-kind="illegal"] a').click()
        room = page.locator(".disputed-room")
        tops = [page.locator(each).first.bounding_box()["y"] for each in (".alarms", ".rulings", ".lines")]
        assert tops == sorted(tops)
        order = page.evaluate("""[...document.querySelectorAll('.alarms, .rulings, .disputed-room, .lines')]
            .map((each) => each.className)""")
        assert order == ["alarms", "rulings", "disputed-room", "lines"]
        start = play.moves[0][0]
        numbers = room.locator(".point").evaluate_all(POINTS)
        holder = next(seat for number, seat in numbers if number == str(start))
        assert holder == play.by, "the number of the play is the number at the rim"
        expect(room.locator(".play.pointed")).to_have_count(0)
        room.locator("li[data-play]").nth(1).hover()
        expect(room.locator('.play.pointed[data-play="1"]')).to_be_visible()
        room.locator("li[data-play]").nth(2).focus()
        expect(room.locator('.play.pointed[data-play="2"]')).to_be_visible()
        assert overflow(page, "#drawer") == []


POINTS = "all => all.map(each => [each.querySelector('.no').textContent, each.dataset.seat])"
