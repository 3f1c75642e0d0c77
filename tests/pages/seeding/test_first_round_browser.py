"""The door and the first round in a real browser, by keyboard alone: check in, order, draw, swap, publish."""

from itertools import count

import pytest

from tests.support.pages.browser import SCREENS, needs_chromium
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import OPERATOR, tab_to
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
_CLUBS = count(1)
NAMES = ["Maximiliana Wachtmeister-Åkerhi", "Bo Ek", "Cilla Dahl", "Dag Ask", "Eva Lind"]


def press(page, selector, key="Enter"):
    tab_to(page, selector)
    page.keyboard.press(key)


@prove
@pytest.mark.parametrize(("viewport", "locale"), SCREENS)
def test_the_first_round_is_reached_from_the_door_by_keyboard_alone(browser, service, viewport, locale):
    slug = f"door-{next(_CLUBS)}"
    token = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa"})["token"]
    organiser = Client(service.url, token)
    announced = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "settings": {"rounds": 3}}
    cup = organiser.ask("POST", f"/v1/clubs/{slug}/tournaments", announced)["id"]
    organiser.ask("POST", f"/v1/tournaments/{cup}/entries?register=1", {"players": NAMES})
    ids = {entry["name"]: entry["player"] for entry in organiser.ask("GET", f"/v1/tournaments/{cup}")["entries"]}
    options = {"locale": locale, "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(f"{service.url}/tournaments/{cup}/check-in", viewport, **options) as page:
        assert browser.violations(page) == []
        tab_to(page, "#find")
        page.keyboard.type("akerhi")
        expect(page.locator(".toggles > li:visible")).to_have_count(1)
        press(page, ".toggle", "Space")
        expect(page.locator(".counted [role=status]")).to_contain_text("1")
        expect(page.locator('.toggle[aria-pressed="true"]:focus')).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Space")  # and back
        expect(page.locator('.toggle[aria-pressed="true"]')).to_have_count(0)
        press(page, ".all-here button")
        expect(page.locator('.toggle[aria-pressed="true"]')).to_have_count(len(NAMES))
        expect(page.locator(".all-here")).to_have_count(0)
        press(page, f"#at-{ids[NAMES[0]]} .toggle", "Space")
        expect(page.locator(".all-here")).to_have_count(1)
        press(page, ".onward a")
        page.wait_for_url("**/seeding")
        assert browser.violations(page) == []
        press(page, f"#at-{ids['Eva Lind']} .grip", "ArrowUp")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#moved")).to_contain_text("Eva Lind")
        expect(page.locator(".draw form")).to_be_hidden()  # it would draw from the order that is saved
        press(page, "#save")
        expect(page.locator("#save.primary")).to_have_count(0)  # the page has come anew
        expect(page.locator(".ordered > li").nth(2)).to_have_id(f"at-{ids['Eva Lind']}")
        press(page, ".draw .press button")
        expect(page.locator(".drafted > li")).to_have_count(3)
        assert browser.violations(page) == []
        first = organiser.ask("GET", f"/v1/tournaments/{cup}")["rounds"][0]
        one, other = (match["white"]["id"] for match in first["matches"])
        for player in (one, other):
            press(page, f'.sitting input[value="{player}"]', "Space")
        press(page, "#swap button[name=step]")
        expect(page.locator("button[value=write]")).to_be_visible()
        press(page, "button[value=write]")
        expect(page.locator(".drafted > li")).to_have_count(3)
        press(page, ".publish button")
        expect(page.locator(".publish")).to_have_count(0)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    found = organiser.ask("GET", f"/v1/tournaments/{cup}")
    assert [entry["name"] for entry in found["entries"] if entry["checked_in"]] == NAMES[1:]
    order = [entry["player"] for entry in sorted(found["entries"], key=lambda each: NAMES.index(each["name"]))]
    assert found["seeding"]["players"] == [order[0], order[1], order[4], order[2], order[3]]
    after = found["rounds"][0]
    assert after["draft"] is False
    places = {one: other, other: one}
    met = {frozenset(match[seat]["id"] for seat in ("white", "black")) for match in after["matches"]}
    assert met == {
        frozenset(places.get(match[seat]["id"], match[seat]["id"]) for seat in ("white", "black"))
        for match in first["matches"]
    }
