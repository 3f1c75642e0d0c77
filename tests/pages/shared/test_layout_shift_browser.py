"""Layout shift of the pages that people follow: little that is read moves while results arrive.

Chromium says how far what it shows is moved by anything but the reader. Of the shifts that come within a second of each
other, and within five seconds, the sum is taken; the largest sum is the page's (web.dev, "Cumulative Layout Shift").
"""

import pytest

from core.events import RulingMade
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import another, live
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

MOST = 0.05
PHONE, LAPTOP, FULL_HD = (
    {"width": 390, "height": 664},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)
OBSERVED = """
window.shifts = [];
const note = (list) => {
  shifts.push(...list.filter((each) => !each.hadRecentInput).map((each) => [each.startTime, each.value]));
};
window.watched = new PerformanceObserver((list) => note(list.getEntries()));
watched.observe({ type: "layout-shift", buffered: true });
window.shifted = async () => {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  note(watched.takeRecords());
  return shifts;
};
"""


def cumulative(shifts):
    """The largest sum of shifts that belong together; each is the time in milliseconds and the value."""
    largest = total = began = before = 0.0
    for at, value in shifts:
        if not total or at - before > 1_000 or at - began > 5_000:
            total, began = 0.0, at
        total, before = total + value, at
        largest = max(largest, total)
    return largest


def test_shifts_that_belong_together_are_summed():
    assert cumulative([]) == 0
    assert cumulative([[0, 0.2], [900, 0.2], [2_000, 0.3]]) == pytest.approx(0.4)
    assert cumulative([[number * 900, 0.1] for number in range(10)]) == pytest.approx(0.6)


def told(page, path, finished):
    """Wait until the page shows that so many of the eight matches are over; the page of a match, that its own is."""
    if path.startswith("/matches/"):
        expect(page.locator(".settled")).to_have_count(min(finished, 1))
    else:
        expect(page.locator("body")).to_contain_text(f"{finished} av 8")


PAGES = [
    ("/tournaments/{tournament}", PHONE),
    ("/tournaments/{tournament}", LAPTOP),
    ("/tournaments/{tournament}/rounds", PHONE),
    ("/tournaments/{tournament}/standings", LAPTOP),
    ("/matches/{match}", PHONE),
    ("/matches/{match}", LAPTOP),
    ("/tournaments/{tournament}/wall", FULL_HD),
    ("/desk/{tournament}", LAPTOP),
]
KEPT = [PAGES[each] for each in (0, 4, 6, 7)]


@pytest.mark.parametrize(("path", "window"), some(PAGES, *KEPT))
def test_little_moves_while_results_arrive(browser, service, path, window):
    evening = another(service)
    for table, facts in ((1, 31), (2, 24), (3, 12), (4, 17)):
        evening.record(table, play(table, facts))
    address = evening.referee.address + path.format(tournament=evening.tournament, match=evening.matches[0])
    headers = {"Authorization": f"Bearer {evening.referee.token}"} if path.startswith("/desk/") else {}
    with browser.page(address, window, fresh=True, extra_http_headers=headers) as page:
        page.add_init_script(OBSERVED)
        page.reload()
        if not path.endswith("/wall"):
            live(page)
        else:  # its letters take their size once, before anything is told
            page.evaluate("shifted().then(() => { shifts.length = 0; })")
        evening.record(1, play(1, 36)[31:])
        evening.record(2, play(2, 28)[24:])
        evening.record(5, play(5, 9))
        told(page, path, 0)
        evening.record(1, [RulingMade("award_match", "left", winner="white")], by="referee")
        told(page, path, 1)
        evening.result(evening.matches[5])
        told(page, path, 2)
        assert cumulative(page.evaluate("shifted()")) < MOST
    browser.complaints.clear()  # a card may be asked for whose match has just ended: there is none


def test_what_is_moved_is_seen(browser, service):
    evening = another(service)
    with browser.page(f"{evening.referee.address}/tournaments/{evening.tournament}", PHONE, fresh=True) as page:
        page.add_init_script(OBSERVED)
        page.reload()
        live(page)
        page.evaluate("shifted()")
        page.evaluate("document.querySelector('main').style.paddingTop = '200px'")
        assert cumulative(page.evaluate("shifted()")) > MOST
