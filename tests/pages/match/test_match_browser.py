"""The match page in a real browser: walked by keyboard alone, live, readable for everybody."""

import re

import pytest

from tests.support.pages.browser import DESKTOP, needs_chromium, screens
from tests.support.pages.stored_tournament import CLOSED, golden
from tests.support.proving import prove
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]


def shows(page, version):
    expect(page.locator(".match")).to_have_attribute("data-version", str(version))
    expect(page.locator(".walk .count")).to_have_text(re.compile(rf"^{version} /"))


@prove
def test_every_fact_is_reached_by_keyboard_alone(browser, module_stored, address):
    match = module_stored.match("swedish", 40)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}") as page:
        shows(page, 40)
        page.keyboard.press("ArrowLeft")
        shows(page, 39)
        page.keyboard.press("Home")
        shows(page, 0)
        expect(page.locator("#now")).to_have_text("Före första slaget")
        page.keyboard.press("ArrowRight")
        shows(page, 1)
        assert page.url.endswith("?version=1")
        page.keyboard.press("End")
        shows(page, 40)

        page.locator("#f40 a").focus()
        page.keyboard.press("ArrowUp")
        shows(page, 39)
        expect(page.locator("#f39 a")).to_be_focused()
        expect(page.locator("#f39 a")).to_have_attribute("aria-current", "true")
        page.keyboard.press("ArrowDown")
        shows(page, 40)

        page.locator("#slider").focus()
        for version in (39, 38):
            page.keyboard.press("ArrowLeft")
            shows(page, version)
        expect(page.locator("#slider")).to_be_focused()

        page.locator('[rel="prev"]').focus()
        page.keyboard.press("Enter")
        shows(page, 37)
        expect(page.locator('[rel="prev"]')).to_be_focused()


@prove
def test_many_steps_at_once_end_where_the_last_one_leads(browser, module_stored, address):
    match = module_stored.match("swedish", 40)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}") as page:
        shows(page, 40)
        for _ in range(12):
            page.keyboard.press("ArrowLeft")
        shows(page, 28)
        assert page.locator("[aria-current=true][data-to]").get_attribute("data-to") == "28"
        page.wait_for_function(
            "() => { const [row, list] = ['.facts [aria-current]', '.facts'].map(each =>"
            " document.querySelector(each).getBoundingClientRect());"
            " return row.top >= list.top && row.bottom <= list.bottom }"
        )


@prove
def test_many_steps_ask_for_little(browser, module_stored, address):
    match = module_stored.match("swedish", 60)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}", fresh=True) as page:
        shows(page, 60)
        asked = []
        page.on("request", lambda request: "/moments" in request.url and asked.append(request.url))
        for version in range(59, 29, -1):
            page.keyboard.press("ArrowLeft")
            shows(page, version)
        assert len(asked) == 2, asked


@prove
def test_what_is_here_can_be_walked_without_the_service_and_the_rest_once_it_is_back(browser, module_stored, address):
    match = module_stored.match("swedish", 120)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}?version=50") as page:
        with page.expect_response("**/moments?**"):
            page.keyboard.press("ArrowRight")
        shows(page, 51)
        page.context.set_offline(True)
        for version in range(52, 64):
            page.keyboard.press("ArrowRight")
            shows(page, version)
        with page.expect_event("requestfailed", lambda asked: "/moments?from=96" in asked.url):
            page.keyboard.press("End")
        page.keyboard.press("ArrowLeft")
        shows(page, 62)
        page.context.set_offline(False)
        page.keyboard.press("End")
        shows(page, 120)
    assert all("ERR_INTERNET_DISCONNECTED" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()


@prove
def test_the_tab_key_meets_one_fact_of_the_list_and_not_all(browser, module_stored, address):
    match = module_stored.match("swedish", 40)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}") as page:
        shows(page, 40)
        expect(page.locator('#facts a[tabindex="0"]')).to_have_count(1)


def test_a_fact_appears_by_itself_and_the_board_follows(browser, module_stored, address):
    facts = golden("swedish")[1:]
    match = module_stored.match("swedish", 4)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}") as page:
        expect(page.locator("#line")).to_have_text("direkt")
        module_stored.record(match, [facts[4]])
        module_stored.judge()
        shows(page, 5)
        expect(page.locator("#f5")).to_be_visible()
        page.keyboard.press("ArrowLeft")
        shows(page, 4)
        module_stored.record(match, facts[5:8])
        module_stored.judge()
        expect(page.locator("#f8")).to_be_visible()
        shows(page, 4)  # a reader of another moment is not taken away from it
        page.keyboard.press("End")
        shows(page, 8)


@prove
def test_the_first_fact_appears_on_an_empty_page(browser, module_stored, address):
    match = module_stored.match("swedish", 0)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}") as page:
        expect(page.locator("#line")).to_have_text("direkt")
        module_stored.record(match, golden("swedish")[1:3])
        module_stored.judge()
        shows(page, 2)
        expect(page.locator(".nothing")).to_have_count(0)


@prove
def test_who_has_no_stream_is_told_so_and_asks_now_and_then(browser, module_stored, address):
    """A page that was let in and whose stream was not: here its token is taken away from the stream."""
    match = module_stored.match("swedish", 4, CLOSED)
    module_stored.judge()
    headers = {"Authorization": "Bearer the-operators-own-token"}
    with browser.page("about:blank", extra_http_headers=headers) as page:
        page.route("**/stream*", lambda route: route.fulfill(status=401, content_type="text/plain", body=""))
        page.goto(f"{address}/matches/{match}")
        expect(page.locator("#line")).to_have_text("hämtas då och då")
        module_stored.record(match, [golden("swedish")[5]])
        module_stored.judge()
        expect(page.locator(".match")).to_have_attribute("data-version", "5", timeout=15_000)
    eventually(lambda: browser.complaints, what="the browser's word about the 401")
    browser.complaints.clear()


@prove
def test_the_page_works_without_a_script(browser, module_stored, address):
    match = module_stored.match("swedish", 10)
    module_stored.judge()
    with browser.page(f"{address}/matches/{match}", java_script_enabled=False) as page:
        page.locator('[rel="prev"]').click()
        assert page.url.endswith("version=9")
        page.locator("#f4 a").click()
        assert page.url.endswith("version=4")
        assert page.locator(".walk button").is_visible()
        page.locator(".flip").click()
        assert page.locator("svg.board").get_attribute("data-view") == "black"


@prove
def test_a_moved_checker_slides_unless_the_reader_asked_for_no_motion(browser, module_stored, address):
    match = module_stored.match("swedish", 3)
    module_stored.judge()
    for motion, slides in (("no-preference", True), ("reduce", False)):
        with browser.page(f"{address}/matches/{match}?version=2", reduced_motion=motion) as page:
            page.evaluate("() => { window.moved = 0; Element.prototype.animate = () => { window.moved += 1; }; }")
            page.keyboard.press("ArrowRight")
            shows(page, 3)
            assert bool(page.evaluate("window.moved")) == slides


@prove
@pytest.mark.parametrize(("viewport", "language"), screens((DESKTOP, "en-GB")))
def test_axe_finds_nothing_to_object_to(browser, module_stored, address, viewport, language):
    for name in ("rulings", "backgammon"):
        match = module_stored.match(name)
        module_stored.judge()
        with browser.page(f"{address}/matches/{match}", viewport, locale=language) as page:
            page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
            assert browser.violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the page"
