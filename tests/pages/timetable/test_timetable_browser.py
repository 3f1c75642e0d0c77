"""The timetable in a real browser: proposed by a press, moved by dragging and by keys, a list on a phone."""

import os
from itertools import count

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import OPERATOR

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
_CLUBS = count(1)
PICTURES = os.environ.get("BRADE_PICTURES")
IN_THE_MIDDLE = """(match) => {
  match.scrollIntoView({ block: "center" });
  const { x, y } = match.getBoundingClientRect();
  return [x + 30, y + 10];
}"""
STANDS_STILL = """new Promise((done) => {
  let last = -1, same = 0; // on a busy machine a scroll may begin late
  const look = () => {
    same = scrollY === last ? same + 1 : 0;
    last = scrollY;
    if (same > 3) done(); else setTimeout(look, 100);
  };
  look();
})"""
NAMES = [
    "Maximiliana Wachtmeister-Åkerhi",
    "Bo Ek",
    "Cilla Dahl",
    "Dag Ask",
    "Eva Lind",
    "Fredrika Södergårdsgatanskölds",
    "Gun Berg",
    "Hans Holm",
]


def cup(service, *, form="single_elimination", tables=3, names=NAMES, **more):
    """A club with a tournament that has started: the client of its organiser, the club, the tournament, the token."""
    slug = f"tid-{next(_CLUBS)}"
    token = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa"})["token"]
    organiser = Client(service.url, token)
    return organiser, slug, another(organiser, slug, "Höstcupen", form, tables, names, **more), token


def another(organiser, slug, name, form, tables, names, **more):
    announced = {"name": name, "game": "swedish", "length": {"games": 3}, "format": form, "published": True, **more}
    announced["details"] = {"zone": "Europe/Stockholm"}
    found = organiser.ask("POST", f"/v1/clubs/{slug}/tournaments", announced)["id"]
    organiser.ask("POST", f"/v1/tournaments/{found}/tables", {"tables": [str(number + 1) for number in range(tables)]})
    organiser.ask("POST", f"/v1/tournaments/{found}/entries?register=1", {"players": names})
    organiser.ask("POST", f"/v1/tournaments/{found}/start", {"seed": "midsummer"})
    return found


def times(organiser, tournament):
    return {
        match["match"]: match for match in organiser.ask("GET", f"/v1/tournaments/{tournament}/timetable")["matches"]
    }


def picture(page, name):
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


@pytest.mark.parametrize("locale", ["sv-SE"])
def test_an_evening_is_proposed_moved_by_hand_and_keys_and_read_on_a_phone(browser, service, locale):
    organiser, _slug, tournament, token = cup(service)
    address = f"{service.url}/tournaments/{tournament}/timetable"
    options = {"locale": locale, "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(address, {"width": 1280, "height": 900}, **options) as page:
        picture(page, "empty-1280")
        page.fill("#first", "2026-12-05T18:00")
        page.fill("#long", "60")
        page.click('form[action$="/proposal"] button')
        expect(page.locator(".grid .match")).to_have_count(7)
        expect(page.locator(".clashes")).to_have_count(0)
        picture(page, "grid-1280")
        assert browser.violations(page) == []
        before = times(organiser, tournament)
        first = page.locator(".grid .match").first
        key = first.get_attribute("data-key")
        first.focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        expect(page.locator(f'.grid .match[data-key="{key}"][data-starts="2026-12-05T18:10"]')).to_be_focused()
        assert times(organiser, tournament)[key]["starts"] == "2026-12-05T17:10:00.000Z"
        expect(page.locator(".clashes li")).not_to_have_count(0)
        picture(page, "clash-1280")
        match = page.locator(f'.grid .match[data-key="{key}"]')
        cell = page.locator('.grid td[data-table="3"]').last
        box, goal = match.bounding_box(), cell.bounding_box()
        page.mouse.move(box["x"] + 20, box["y"] + 4)
        page.mouse.down()
        page.mouse.move(goal["x"] + 40, goal["y"] + 30, steps=5)
        picture(page, "drag-1280")
        page.mouse.up()
        expect(page.locator(f'.grid .match[data-key="{key}"][data-table="3"]')).to_have_count(1)
        moved = times(organiser, tournament)[key]
        assert (moved["table"], moved["starts"] > before[key]["starts"]) == ("3", True)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    for width, dark in ((390, False), (320, False), (390, True)):
        scheme = {"color_scheme": "dark"} if dark else {}
        with browser.page(address, {"width": width, "height": 800}, **options, **scheme) as page:
            expect(page.locator(".grid")).to_be_hidden()
            expect(page.locator(".by-time ul > li")).to_have_count(7)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            picture(page, f"phone-{width}{'-dark' if dark else ''}")
            if width == 390 and not dark:
                page.locator(".moves").first.click()
                page.fill("#minutes", "45")
                picture(page, "move-390")
                page.locator('#move button[value="save"]').click()
                expect(page.locator("#move")).to_have_count(0)
                assert browser.violations(page) == []
    with browser.page(address, {"width": 1280, "height": 900}, locale="en-GB", color_scheme="dark") as page:
        expect(page.locator(".grid .match")).to_have_count(7)
        expect(page.locator("form#mover, #proposal, .clashes, [data-key]")).to_have_count(0)
        picture(page, "public-dark-1280")


def test_all_tables_of_the_hall_show_both_tournaments_and_mark_who_plays_in_both(browser, service):
    organiser, slug, tournament, token = cup(service)
    other = another(organiser, slug, "Nybörjarcupen med ett långt namn", "round_robin", 4, NAMES[1:5])
    wish = {"starts": "2026-12-05T17:00:00Z", "minutes": 50}
    organiser.ask("POST", f"/v1/tournaments/{tournament}/timetable/proposal", wish)
    second = organiser.ask("POST", f"/v1/tournaments/{other}/timetable/proposal", wish)["matches"]
    assert not any(each["clashes"] for each in second)
    options = {"locale": "sv-SE", "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(f"{service.url}/clubs/{slug}/timetable", {"width": 1280, "height": 900}, **options) as page:
        expect(page.locator(".grid .match")).to_have_count(13)
        expect(page.locator(".clashes")).to_have_count(0)
        picture(page, "hall-1280")
        assert browser.violations(page) == []
        moved = page.locator(f'.grid .match[data-tournament="{other}"]').last
        moved.focus()
        for _ in range(3):
            page.keyboard.press("ArrowUp")
        expect(page.locator(".clashes li").first).to_be_visible()
        picture(page, "hall-clash-1280")
    with browser.page(f"{service.url}/clubs/{slug}/timetable", {"width": 320, "height": 800}, **options) as page:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(page, "hall-320")


@pytest.mark.parametrize("width", [390, 320])
def test_a_finger_that_holds_a_match_drags_it_in_the_grid_of_a_phone_and_one_that_moves_at_once_scrolls(
    browser, service, width
):
    organiser, slug, tournament, token = cup(service)
    wish = {"starts": "2026-12-05T17:00:00Z", "minutes": 60}
    organiser.ask("POST", f"/v1/tournaments/{tournament}/timetable/proposal", wish)
    options = {"locale": "sv-SE", "extra_http_headers": {"Authorization": f"Bearer {token}"}, "has_touch": True}
    for address in (f"/tournaments/{tournament}/timetable", f"/clubs/{slug}/timetable"):
        with browser.page(f"{service.url}{address}", {"width": width, "height": 800}, **options) as page:
            finger = page.context.new_cdp_session(page)

            def touch(kind, *at, finger=finger):
                points = [{"x": each[0], "y": each[1]} for each in at]
                finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

            page.tap(".to-grid")
            expect(page.locator(".grid")).to_be_visible()
            expect(page.locator(".by-time")).to_be_hidden()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            picture(page, f"phone-grid-{width}-{'hall' if 'clubs' in address else 'one'}")
            first = page.locator('.grid .match[data-table="1"]').first
            key, begins = first.get_attribute("data-key"), first.get_attribute("data-starts")
            at = first.evaluate(IN_THE_MIDDLE)
            touch("touchStart", at)
            touch("touchMove", (at[0], at[1] - 40))
            touch("touchEnd")
            expect(page.locator(".ghost")).to_have_count(0)
            page.evaluate(STANDS_STILL)
            first.evaluate(IN_THE_MIDDLE)
            page.evaluate(STANDS_STILL)
            at = first.evaluate(IN_THE_MIDDLE)
            touch("touchStart", at)
            expect(page.locator(".ghost")).to_be_visible()
            touch("touchMove", (at[0] + 4, at[1] + 60))
            touch("touchMove", (at[0] + 5, at[1] + 75))
            expect(page.locator(".over-here")).to_have_count(1)
            picture(page, f"phone-drag-{width}-{'hall' if 'clubs' in address else 'one'}")
            touch("touchEnd")
            expect(page.locator(".ghost")).to_have_count(0)
            moved = page.locator(f'.grid .match[data-key="{key}"]:not([data-starts="{begins}"])')
            expect(moved).to_have_count(1)
            assert times(organiser, tournament)[key]["starts"] > "2026-12-05T17:00:00.000Z"
            back = {"match": key, "starts": "2026-12-05T17:00:00Z", "table": "1"}
            organiser.ask("POST", f"/v1/tournaments/{tournament}/timetable", {"matches": [back]})


def test_the_page_of_the_hall_follows_what_others_change(browser, service):
    organiser, slug, tournament, token = cup(service)
    other = another(organiser, slug, "Nybörjarcupen", "round_robin", 4, NAMES[1:5])
    wish = {"starts": "2026-12-05T17:00:00Z", "minutes": 50}
    organiser.ask("POST", f"/v1/tournaments/{tournament}/timetable/proposal", wish)
    options = {"locale": "sv-SE", "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(f"{service.url}/clubs/{slug}/timetable", {"width": 1280, "height": 900}, **options) as page:
        expect(page.locator("#line.playing")).to_be_visible()
        expect(page.locator(".grid .match")).to_have_count(7)
        organiser.ask("POST", f"/v1/tournaments/{other}/timetable/proposal", wish)
        expect(page.locator(".grid .match")).to_have_count(13)
        key = next(iter(times(organiser, tournament)))
        move = {"match": key, "starts": "2026-12-05T17:05:00Z"}
        organiser.ask("POST", f"/v1/tournaments/{tournament}/timetable", {"matches": [move]})
        expect(page.locator(f'.grid .match[data-key="{key}"][data-starts="2026-12-05T18:05"]')).to_have_count(1)
