"""The desk when much happens at once: eight alarms in view with their answers, tables unhurt, forty tables by rows."""

import re

import pytest

from core.events import RefereeCalled
from tests.support.pages.alarms import KINDS, eight_alarms, long_names
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import SOON, another, desk, live
from tests.support.pages.layout import overflow, whole
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 664}
ANSWERS = {
    "called": "Jag är på väg",
    "flag": "Jag är på väg",
    "appeal": "Jag är på väg",
    "illegal": "Jag är på väg",
    "disputed": "Avgör…",
    "reported": "Bekräfta…",
}
CUT = """all => all.filter((each) => (
  each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1
)).map((each) => each.textContent)"""
FOCUSED = "document.activeElement.closest('.need, .table-card')?.className.split(' ')[0] ?? ''"


@pytest.fixture(scope="module")
def hall(service):
    return eight_alarms(service)


def answers(page):
    """Each alarm's kind with the words of the button that answers it, as they are seen."""
    return page.locator(".need").evaluate_all(
        "all => all.map((each) => [each.dataset.kind, each.querySelector('.answer, button').firstChild.textContent])"
    )


@pytest.mark.parametrize("touched", [False, True], ids=["mouse", "touch"])
def test_eight_alarms_are_in_view_beside_whole_tables_on_a_laptop(browser, hall, touched):
    options = {"viewport": LAPTOP, "has_touch": touched, "is_mobile": touched}
    with desk(browser, hall, role="organiser", **options) as page:
        live(page)
        assert whole(page, ".need") == 8
        assert whole(page, ".need :is(.answer, button)") == 8
        assert answers(page) == [[kind, ANSWERS[kind]] for kind in KINDS]
        assert whole(page, ".table-card.board") == 5, "the tables in play"
        assert whole(page, ".table-card.board .mini") == 5
        assert whole(page, ".table-card.line") == 3, "results to confirm, and one to decide"
        assert page.locator(".table-card").first.bounding_box()["y"] < 160, "no alarm moves them down"
        assert page.locator(".boards .who, .done-lines .who").evaluate_all(CUT) == []
        assert overflow(page) == []
        if touched:
            heights = page.locator(".need :is(.answer, button)").evaluate_all(
                "all => all.map((each) => each.getBoundingClientRect().height)"
            )
            assert min(heights) >= 44


@pytest.mark.parametrize("language", some(["sv-SE", "en"], "sv-SE"))
def test_all_alarms_are_in_the_first_screen_of_a_phone(browser, hall, language):
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "locale": language}
    with desk(browser, hall, role="organiser", **options) as page:
        live(page)
        assert whole(page, ".need") == 8
        boxes = page.locator(".need :is(.answer, button)").evaluate_all(
            "all => all.map((each) => { const b = each.getBoundingClientRect(); return [b.width, b.height]; })"
        )
        assert min(min(box) for box in boxes) >= 44
        for width in (320, 360, 390, 768, 832, 1024):
            page.set_viewport_size({"width": width, "height": 844})
            assert overflow(page) == [], width


def test_one_tab_reaches_the_first_alarm_and_one_more_the_tables(browser, hall):
    with desk(browser, hall, viewport=LAPTOP) as page:
        live(page)
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == "need"
        assert page.evaluate("document.activeElement.closest('.need') === document.querySelector('.need')")
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == "table-card"
        page.keyboard.press("Shift+Tab")
        seen = []
        for _ in range(len(KINDS) * 2):
            seen.append(
                page.evaluate("[document.activeElement.closest('.need').dataset.kind, document.activeElement.tagName]")
            )
            page.keyboard.press("ArrowDown")
        both = [
            [kind, tag]
            for kind in KINDS
            for tag in ("A", "BUTTON")
            if tag == "A" or kind not in ("disputed", "reported")
        ]
        assert seen[: len(both)] == both, "arrows walk to every alarm and every button"
        page.keyboard.press("Home")
        assert page.evaluate("document.activeElement.closest('.need') === document.querySelector('.need')")
        page.keyboard.press("End")
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED) == "table-card"
        assert browser.violations(page) == []


@pytest.mark.parametrize("count", some([20, 40], 40))
def test_many_tables_by_rows_are_seen_whole_on_a_screen_of_a_thousand_pixels(browser, service, count):
    names = long_names(2 * count)
    hall = another(service, names=names, name="Kåsens stora höstturnering", format="swiss", settings={"rounds": 3})
    for table in range(1, count + 1):
        hall.record(table, play(table, 2), wait=0)
    hall.wait_for(hall.matches[-1])
    view = "" if count > 24 else "?view=rows"
    with desk(browser, hall, view, viewport={"width": 1280, "height": 1000}) as page:
        live(page)
        expect(page.locator(".rows .table-card")).to_have_count(count, timeout=30_000)
        assert whole(page, ".rows .table-card") == count
        assert page.locator(".rows .who").evaluate_all(CUT) == [], "names in two lines rather than cut"
        assert overflow(page) == []


@pytest.mark.parametrize(
    ("count", "width", "height"),
    some([(15, 1280, 800), (24, 1920, 1080)], (15, 1280, 800)),
    ids=str,
)
def test_small_boards_have_whole_names_where_there_is_room_and_are_seen_whole(browser, service, count, width, height):
    hall = another(service, names=long_names(2 * count), format="swiss", settings={"rounds": 3})
    for table in range(1, count + 1):
        hall.record(table, play(table, 2), wait=0)
    hall.wait_for(hall.matches[-1])
    with desk(browser, hall, viewport={"width": width, "height": height}) as page:
        live(page)
        expect(page.locator(".small .table-card")).to_have_count(count, timeout=30_000)
        assert page.locator(".small .who").evaluate_all(CUT) == []
        assert whole(page, ".small .table-card") == count
        assert overflow(page) == []


def test_the_title_counts_the_lines_that_are_shown_of_which_one_may_be_of_several_tables(browser, service):
    hall = eight_alarms(service)
    with desk(browser, hall, viewport=LAPTOP) as page:
        live(page)
        expect(page).to_have_title(re.compile(r"^\(8\) "))
        hall.record(1, [RefereeCalled("black", "tärningen föll på golvet", "dice")])
        expect(page.locator("#group-reported")).to_be_visible(timeout=SOON)
        expect(page.locator(".needs-bar > .needs > li")).to_have_count(8)
        assert page.locator(".need").count() == 9, "two of them are in one line"
        expect(page).to_have_title(re.compile(r"^\(8\) "))
        page.locator("#group-reported summary").click()
        assert overflow(page) == []
