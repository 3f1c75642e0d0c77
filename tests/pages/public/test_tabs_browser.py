"""A tournament's page in a browser: tabs, live tables, finding oneself, the call, the bracket on a phone."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium, swipe
from tests.support.pages.club_evening import play
from tests.support.pages.desk import another, live
from tests.support.proving import prove
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

LISTEN = """() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...given) { window.rung = true; start.apply(this, given); };
}"""
LONG = "Wilhelmina Ankarsparre-Löwenhj"
NARROW = {"width": 360, "height": 740}
OVERFLOWING = """[...document.querySelectorAll("main *")].filter((each) => {
    const style = getComputedStyle(each);
    return each.scrollWidth > each.clientWidth + 1 && each.clientWidth && style.display !== "inline"
        && !["auto", "scroll"].includes(style.overflowX) && !each.closest("svg, .hidden, nav, h3");
}).map((each) => each.className || each.tagName)"""


@pytest.fixture(scope="module")
def cup(service):
    """A cup of sixteen, one with a name of thirty letters: a table with a board, and a match that is over."""
    begun = another(service)
    player = begun.organiser.ask("GET", f"/v1/tournaments/{begun.tournament}")["entries"][-1]["player"]
    club = begun.organiser.ask("GET", f"/v1/tournaments/{begun.tournament}")["club"]
    begun.organiser.ask("PATCH", f"/v1/clubs/{club}/players/{player}", {"name": LONG})
    begun.record(1, play(1, 31))
    begun.result(begun.matches[4])
    return begun


@pytest.fixture
def address(cup):
    """The address of its page."""
    return f"{cup.organiser.address}/tournaments/{cup.tournament}"


AT_REST = """each => new Promise((done) => {
  let before = "", same = 0;
  const left = (one) => one.getBoundingClientRect().left;
  const look = () => {
    const now = `${each.scrollLeft} ${each.getBoundingClientRect().top} ${each.offsetHeight}`;
    const snapped = [...each.querySelectorAll(".bracket-round")].some((one) => Math.abs(left(one) - left(each)) < 1);
    same = now === before && snapped ? same + 1 : 0; // on a busy machine it may stand still before it snaps
    before = now;
    if (same > 6) done();
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until the rounds stand at one of them, and neither move nor change their height."""


def find(page, name):
    if not page.locator("#find").is_visible():
        page.locator("#find-me").click()
    page.locator("#find").fill(name)
    page.keyboard.press("Enter")
    expect(page.locator(".found .next-now")).to_be_visible()


def test_a_place_is_explained_where_it_stands_and_the_browser_goes_back(browser, address):
    with browser.page(f"{address}/standings") as page:
        live(page)
        assert page.locator(".head-tabs [aria-current]").get_attribute("href").endswith("/standings")
        page.evaluate("window.kept = true")
        page.locator(".why").nth(1).click()
        expect(page.locator("tbody tr:nth-child(2) + tr.explained li").first).to_be_visible()
        assert "?why=" in page.url
        page.locator(".why").nth(1).click()
        expect(page.locator(".explained")).to_have_count(0)
        page.go_back()
        expect(page.locator(".explained")).to_have_count(1)
        page.go_back()
        expect(page.locator(".explained")).to_have_count(0)
        assert page.url == f"{address}/standings"
        assert page.evaluate("window.kept")


@prove
def test_now_shows_boards_that_move_and_lines_for_the_other_matches(browser, address, cup):
    with browser.page(f"{address}/now", NARROW) as page:
        live(page)
        card = page.locator(f'.table-card[data-match="{cup.matches[0]}"]')
        expect(page.locator(".table-card")).to_have_count(1)
        expect(page.locator(".matches li")).to_have_count(7)
        before = card.get_attribute("data-version")
        cup.record(1, play(1, 36)[31:])
        expect(card).not_to_have_attribute("data-version", before)
        cup.record(2, play(2, 12))
        expect(page.locator(".table-card")).to_have_count(2, timeout=15_000)
        assert page.evaluate(OVERFLOWING) == []


@prove
def test_without_scripts_tabs_are_links_and_a_player_is_found_by_name(browser, address):
    with browser.page(address, java_script_enabled=False) as page:
        page.get_by_role("link", name="Ronder").click()
        assert page.url == f"{address}/rounds"
        page.locator("#find-me").click()
        page.locator("#find").fill("kia")
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_have_text("Kia Gran")
        expect(page.locator(".next-now")).to_contain_text(re.compile("Bord|Plats|Ingen|Mot"))
        page.goto(f"{address}/standings")
        page.locator(".why").first.click()
        expect(page.locator(".explained li").first).to_be_visible()


@prove
def test_the_reader_is_kept_in_this_browser_alone_and_marked_everywhere(browser, address):
    with browser.page(address) as page:
        find(page, "kia")
        expect(page.locator(".found .who")).to_have_text("Kia Gran")
        page.goto(f"{address}/bracket")
        expect(page.locator(".found .next-now")).to_be_visible()
        expect(page.locator(".seat-line.mine").first).to_contain_text("Kia Gran")
        page.locator(".mine-page").click()
        expect(page.locator(".this-is-me")).to_have_attribute("aria-pressed", "true")
        page.go_back()
        page.locator(".other").click()
        expect(page.locator("#find")).to_be_focused()
        assert page.locator(".mine").count() == 0
    with browser.page(address) as page:
        live(page)
        assert not page.locator(".found").is_visible()


@prove
def test_a_player_is_called_when_the_next_round_is_published(browser, service):
    swiss = another(service, format="swiss", settings={"rounds": 3})
    part = f"/v1/tournaments/{swiss.tournament}"
    for match in swiss.matches:
        swiss.result(match)
    with browser.page(f"{service.url}/tournaments/{swiss.tournament}", PHONE) as page:
        live(page)
        assert page.locator("#now").get_attribute("data-tab") == "now"
        find(page, "Rut")
        page.locator(".call").click()
        expect(page.locator(".call")).to_have_attribute("aria-pressed", "true")
        page.evaluate(LISTEN)
        assert not page.title().startswith("●")
        swiss.organiser.ask("POST", f"{part}/rounds", {}, Prefer="wait=10")
        expect(page.locator(".found")).to_have_class(re.compile("called"))
        assert re.match(r"● Bord \d mot .+, rond 2", page.title())
        page.wait_for_function("() => window.rung")
        page.mouse.click(5, 5)
        assert not page.title().startswith("●")


def test_a_player_is_called_on_their_own_page_which_says_what_a_locked_phone_does_not_hear(browser, service):
    swiss = another(service, format="swiss", settings={"rounds": 3})
    for match in swiss.matches:
        swiss.result(match)
    with browser.page(f"{service.url}/tournaments/{swiss.tournament}", PHONE, locale="en-GB") as page:
        live(page)
        find(page, "Rut")
        page.locator(".mine-page").click()
        live(page)
        expect(page.locator(".call-hint")).not_to_be_visible()
        page.locator(".call").click()
        expect(page.locator(".call")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(".call-hint")).to_contain_text("A locked phone hears nothing")
        page.evaluate(LISTEN)
        swiss.organiser.ask("POST", f"/v1/tournaments/{swiss.tournament}/rounds", {}, Prefer="wait=10")
        page.wait_for_function("() => window.rung")
        assert page.title().startswith("● Table")
        page.locator(".this-is-me").click()
        expect(page.locator(".call")).not_to_be_visible()


def test_the_call_is_a_notification_in_the_players_language_that_leads_back_to_the_page(browser, service):
    with browser.page(service.url) as page, browser.page(service.url, PHONE, locale="en-GB") as english:
        pages = (
            (page, "Din match", r"Bord \d mot .+, rond 2"),
            (english, "Your match", r"Table \d against .+, round 2"),
        )
        for each, _title, _body in pages:
            each.context.grant_permissions(["notifications"])
        if page.evaluate("Notification.permission") != "granted":
            pytest.skip("this browser shows no notifications; BRADE_CHROMIUM may name a whole Chromium, which does")
        swiss = another(service, format="swiss", settings={"rounds": 3})
        for match in swiss.matches:
            swiss.result(match)
        for each, _title, _body in pages:
            each.goto(f"{service.url}/tournaments/{swiss.tournament}")
            live(each)
            find(each, "Rut")
            each.locator(".call").click()
            each.evaluate("navigator.serviceWorker.ready.then(() => true)")
        swiss.organiser.ask("POST", f"/v1/tournaments/{swiss.tournament}/rounds", {}, Prefer="wait=10")
        shown = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
        for each, title, body in pages:
            expect(each.locator(".found")).to_have_class(re.compile("called"))
            told = f"{shown}.then((all) => all.map(({{ title, body, data }}) => [title, body, data]))"
            eventually(lambda each=each, told=told: each.evaluate(told), what="the notification")
            ((shown_title, shown_body, leads_to),) = each.evaluate(told)
            assert shown_title == title
            assert re.fullmatch(body, shown_body), shown_body
            assert leads_to == f"/tournaments/{swiss.tournament}"


def test_a_bracket_on_a_phone_is_a_round_a_screen_walked_by_keys_and_by_a_finger(browser, address):
    with browser.page(f"{address}/bracket", NARROW, has_touch=True) as page:
        live(page)  # the part is drawn anew when the stream begins
        find(page, "Kia")
        rounds = page.locator(".bracket-rounds").first
        columns = rounds.locator(".bracket-round")
        widths = columns.evaluate_all("all => all.map(each => each.getBoundingClientRect().width)")
        assert {round(width) for width in widths} == {round(rounds.bounding_box()["width"])}
        names = rounds.locator(".who:not(.quiet)")
        assert {*names.evaluate_all("all => all.map(each => getComputedStyle(each).fontSize)")} == {"16px"}
        assert rounds.locator(".slot:has(.mine)").count() == 1
        rounds.focus()
        for place in (2, 3):
            page.keyboard.press("ArrowRight")
            expect(page.locator(".round-names [aria-current]")).to_have_attribute("href", f"#b1-{place}")
        expect(columns.nth(2)).to_be_in_viewport(ratio=0.3)
        left, right = 40, NARROW["width"] - 40
        for begin, end, place in ((left, right, 2), (left, right, 1), (right, left, 2)):
            rounds.evaluate(AT_REST)  # it is still on its way when its heading says which round is shown
            middle = max(rounds.bounding_box()["y"], 0) + 60
            swipe(page, (begin, middle), (end, middle))
            expect(page.locator(".round-names [aria-current]")).to_have_attribute("href", f"#b1-{place}")
        assert page.locator(".round-names").evaluate("each => getComputedStyle(each).position") == "sticky"
        assert page.evaluate(OVERFLOWING) == []


@prove
def test_no_page_of_a_tournament_breaks_for_a_long_name(browser, address):
    with browser.page(address, NARROW) as page:
        for path in ("", "/now", "/rounds", "/standings", "/players", "/players/Kia%20Gran"):
            page.goto(f"{address}{path}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            assert page.evaluate(OVERFLOWING) == [], path


def test_the_head_of_a_phone_keeps_to_two_lines_of_text_a_row_whatever_is_said_there(browser, cup, address):
    headers = {"Authorization": f"Bearer {cup.organiser.token}"}
    with browser.page(f"{address}/files", {"width": 320, "height": 640}, extra_http_headers=headers) as page:
        page.evaluate(f"""() => {{
            document.querySelector(".head-name bdi").textContent = "Vasamuseets {LONG} mästerskap i svenskt brädspel";
            document.querySelector(".head-state").textContent = "Det är slut: {LONG} och {LONG} vann";
            document.querySelector(".step").textContent = "Se vilka som går vidare…";
        }}""")
        lines = """(each) => {
            const style = getComputedStyle(each);
            const room = each.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
            return Math.round(room / parseFloat(style.lineHeight));
        }"""
        for part in (".head-name a", ".head-state", ".step"):
            assert page.locator(part).evaluate(lines) == 2, part
        assert page.evaluate("document.querySelector('.top').offsetHeight") < 170
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
