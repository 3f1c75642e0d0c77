"""The desk by keyboard alone, without a script, after a restart, read by everybody; and the pages around it."""

import os
import re
from pathlib import Path

import pytest

from core.events import RefereeCalled
from tests.support.pages.browser import DESKTOP, needs_chromium, screens
from tests.support.pages.desk import SOON, another, card, desk, live, ruled, tab_to
from tests.support.proving import PROVING, prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


# ── by keyboard alone ────────────────────────────────────────────────────────────────────────────────────────────────
def focused(page):
    return page.evaluate("document.activeElement.closest('[data-match]')?.dataset.match ?? document.activeElement.id")


@prove
def test_a_match_is_suspended_and_resumed_by_keyboard_alone(browser, evening):
    first, second = evening.matches[:2]
    with desk(browser, evening) as page:
        live(page)
        page.keyboard.press("j")
        assert focused(page) == first
        page.keyboard.press("j")
        page.keyboard.press("k")
        assert focused(page) == first
        page.keyboard.press("Enter")
        expect(page.locator("#table-title")).to_be_focused()
        page.keyboard.press("j")
        expect(page.locator(".at-table")).to_have_attribute("data-match", second)
        page.keyboard.press("k")
        expect(page.locator(".at-table")).to_have_attribute("data-match", first)

        tab_to(page, "#act-suspend summary")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("brandlarm")
        page.keyboard.press("Enter")
        expect(page.locator("#look-title")).to_be_focused()
        tab_to(page, '.write button[value="write"]')
        page.keyboard.press("Enter")
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        expect(card(page, first).locator(".state")).to_have_text("avbruten", timeout=SOON)
        assert focused(page) == first
        assert evening.wait_for(first)["suspended"]["reason"] == "brandlarm"

        page.keyboard.press("Enter")
        expect(page.locator("#act-resume")).to_have_attribute("open", "")
        tab_to(page, "#act-resume button")
        page.keyboard.press("Enter")
        expect(page.locator("#look-title")).to_be_focused()
        tab_to(page, '.write button[value="write"]')
        page.keyboard.press("Enter")
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        expect(card(page, first).locator(".state")).to_have_text("spelar", timeout=SOON)


@prove
def test_a_goes_to_what_needs_you_first_and_single_keys_can_be_switched_off(browser, evening):
    with desk(browser, evening) as page:
        live(page)
        evening.record(2, [RefereeCalled("white", "kom")])
        expect(page.locator(".need")).to_have_count(1, timeout=SOON)
        page.keyboard.press("a")
        assert focused(page) == evening.matches[1]
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        page.get_by_label("Kortkommandon är på").uncheck()
        page.keyboard.press("Escape")
        page.reload()
        live(page)
        page.keyboard.press("j")
        assert focused(page) == "needs-title", "where the page begins"


# ── the line ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_the_desk_comes_back_by_itself_after_the_service_restarts(browser, service, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        web = service.children[0]
        assert web.process is not None
        starts = web.starts
        web.process.terminate()
        expect(page.locator("#line")).not_to_have_text("direkt", timeout=15_000)
        expect(page.locator("#line")).to_have_text("direkt", timeout=45_000)
        assert web.starts == starts + 1
        version = len(evening.facts[match])
        evening.record(1, [RefereeCalled("white", "är ni tillbaka?")])
        expect(card(page, match)).to_have_attribute("data-version", str(version + 1), timeout=SOON)
        expect(page.locator(".need")).to_contain_text("är ni tillbaka?")
    browser.complaints.clear()  # the browser says that there was no answer


@prove
def test_a_visitor_of_the_desk_signs_in_first_and_then_rules_from_it(browser, evening):
    club = evening.organiser.ask("GET", f"/v1/tournaments/{evening.tournament}")["club"]
    asked = {"name": "Rut Domare", "role": "referee"}
    invited = evening.organiser.ask("POST", f"/v1/clubs/{club}/people", asked)
    address = evening.referee.address
    with browser.page("about:blank") as page:
        page.goto(f"{address}/desk/{evening.tournament}")
        expect(page).to_have_url(re.compile("/sign-in"))
        page.locator("input[name=key]").fill(invited["invitation"])
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("/sign-in/password"))  # the page before it has a password as well
        page.locator("input[name=password]").fill("tre blå bräden till")
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{address}/desk/{evening.tournament}")
        live(page)
        card(page, evening.matches[0]).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("lugnt vid bordet")
        page.locator("#act-note").get_by_role("button").click()
        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        page.context.clear_cookies()
        evening.record(2, [RefereeCalled("white", "kom")])
        expect(page).to_have_url(re.compile("/sign-in"), timeout=20_000)  # the desk asked, and is signed out
    browser.complaints.clear()  # of what a signed-out page was refused
    (note,) = ruled(evening, evening.matches[0])
    assert note["reason"] == "lugnt vid bordet"


def test_the_desk_is_read_and_ruled_from_without_a_script(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening, java_script_enabled=False) as page:
        expect(page.locator(".table-card")).to_have_count(8)
        card(page, match).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("utan skript")
        page.locator("#act-note").get_by_role("button").click()
        expect(page.locator("pre.json")).to_contain_text("utan skript")
        page.get_by_role("button", name="Spara", exact=True).click()
        expect(page.locator(".lines li").first).to_contain_text("utan skript")
        page.get_by_role("link", name="Tillåtna drag").click()
        expect(page.locator(".plays")).to_be_visible()
    assert ruled(evening, match)


# ── for everybody ────────────────────────────────────────────────────────────────────────────────────────────────────
@prove
def test_the_tournament_page_follows_the_results(browser, evening):
    address = evening.referee.address
    with browser.page(f"{address}/tournaments/{evening.tournament}/rounds") as page:
        live(page)
        expect(page.locator(".head-state")).to_contain_text("0 av 8")
        evening.result(evening.matches[5])
        expect(page.locator(".head-state")).to_contain_text("1 av 8", timeout=SOON)
        expect(page.locator(".matches .winner")).to_have_count(1)


@prove
@pytest.mark.parametrize(("viewport", "language"), screens((DESKTOP, "sv-SE")))
def test_axe_finds_nothing_to_object_to_in_light_and_in_dark(browser, shown, viewport, language):
    address = shown.referee.address
    plain = [shown.matches[table - 1] for table in (2, 4, 8)]
    with desk(browser, shown, role="organiser", viewport=viewport, locale=language) as page:
        live(page)
        if not PROVING:  # one card of a match in play is enough: the boards cost most
            page.evaluate(REMOVE_CARDS, plain)
        readable(browser, page)
        page.locator(".need a").first.click()
        expect(page.locator("#table-title")).to_be_focused()
        page.evaluate("for (const each of document.querySelectorAll('.act')) { each.name = ''; each.open = true; }")
        readable(browser, page, "#drawer")
        assert page.locator("#drawer").evaluate("each => each.scrollWidth <= each.clientWidth")
        assert page.evaluate(TOO_SMALL) == [], "targets are 24 pixels or more"
    for path in (f"/tournaments/{shown.tournament}", *(("/", "/clubs/vasa") if PROVING else ())):
        with browser.page(f"{address}{path}", viewport, locale=language) as page:
            readable(browser, page)


def readable(browser, page, within="html"):
    """A page that axe and the window have nothing against."""
    assert browser.violations(page, within) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the page"


REMOVE_CARDS = "all => all.forEach(each => document.querySelector(`.table-card[data-match='${each}']`).remove())"
TOO_SMALL = """
[...document.querySelectorAll('#drawer :is(button, summary, select, input:not([type=hidden]), .take-back)')]
  .filter((each) => each.getBoundingClientRect().width)
  .filter((each) => { const box = each.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
  .map((each) => each.outerHTML.slice(0, 120))
"""


@pytest.mark.skipif(
    "BRADE_SCREENS" not in os.environ, reason="BRADE_SCREENS names no folder for pictures (make screens)"
)
def test_pictures_of_the_main_pages_are_taken(browser, shown):
    folder = Path(os.environ["BRADE_SCREENS"])
    folder.mkdir(parents=True, exist_ok=True)
    size, address = {"width": 1280, "height": 800}, shown.referee.address
    with desk(browser, shown, role="organiser", viewport=size, locale="en-GB") as page:
        live(page)
        page.screenshot(path=folder / "desk.png")
        page.locator('.need[data-kind="illegal"] a').click()
        page.locator("#act-let_stand").get_by_label("Reason").fill("both players agree")
        page.locator("#act-let_stand").get_by_role("button").click()
        expect(page.locator(".preview")).to_be_visible()
        page.screenshot(path=folder / "ruling.png")
    for name, path in (("match", f"/matches/{shown.matches[1]}"), ("tournament", f"/tournaments/{shown.tournament}")):
        with browser.page(f"{address}{path}", size, locale="en-GB") as page:
            live(page)
            page.screenshot(path=folder / f"{name}.png")
    slug = shown.organiser.ask("GET", f"/v1/tournaments/{shown.tournament}")["club"]
    organiser = {"Authorization": f"Bearer {shown.organiser.token}"}
    for name, path in (
        ("club", f"/clubs/{slug}"),
        ("organise", f"/tournaments/{shown.tournament}/organise"),
        ("files", f"/tournaments/{shown.tournament}/files"),
    ):
        with browser.page(f"{address}{path}", size, locale="en-GB", extra_http_headers=organiser) as page:
            page.screenshot(path=folder / f"{name}.png")
    for picture in folder.glob("*.png"):
        assert picture.stat().st_size < 300_000, picture


@prove
@pytest.mark.parametrize("width", [1400, 1280, 1024, 390])
def test_names_in_the_standings_break_at_spaces_alone(browser, service, width):
    groups = another(service, format="groups_then_knockout", settings={"groups": 4, "advance": 2})
    with desk(browser, groups, viewport={"width": width, "height": 900}) as page:
        live(page)
        if page.locator(".table-of.whole:not([open])").count():
            page.locator(".table-of.whole summary").click()
        rows = page.locator(".standings-beside tbody th").evaluate_all(BROKEN)
        assert rows == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        room = page.locator(".standings-beside")
        assert room.evaluate("each => each.scrollWidth <= each.clientWidth"), "no column is cut"


BROKEN = """
(all) => all.filter((each) => each.getBoundingClientRect().height).filter((each) => {
  const range = document.createRange();
  const text = each.firstChild;
  return text.textContent.trim().split(/\\s+/).some((word) => {
    const at = text.textContent.indexOf(word);
    range.setStart(text, at);
    range.setEnd(text, at + word.length);
    return range.getClientRects().length > 1;
  });
}).map((each) => each.textContent)
"""
