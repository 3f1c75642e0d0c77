"""The overlay in a real browser: transparent, live, and as late as announced."""

import io

import pytest
from PIL import Image

from tests.pages.timetable.test_timetable_browser import cup
from tests.support.pages.browser import needs_chromium

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 4]}


def test_the_page_is_transparent_beside_what_it_says_and_shows_a_roll_as_it_is_recorded(service, browser):
    organiser, _slug, tournament, _token = cup(service, form="round_robin")
    match = f"{tournament}.1"
    with browser.page(f"{service.url}/tournaments/{tournament}/overlay?match={match}&lang=en") as page:
        page.set_viewport_size({"width": 1920, "height": 1080})
        expect(page.locator(".side")).to_have_count(2)
        organiser.ask("POST", f"/v1/matches/{match}/events", [OPENING, ROLL])
        expect(page.locator(".die")).to_have_text(["6", "4"])
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
        alpha = picture.getchannel("A")
        assert alpha.crop((0, 0, 1920, 540)).getextrema() == (0, 0), "the upper half is empty"
        box = page.locator(".bar").bounding_box()
        assert alpha.getpixel((int(box["x"] + 20), int(box["y"] + box["height"] / 2))) > 200
        with_board = page.goto(f"{service.url}/tournaments/{tournament}/overlay?match={match}&board=1&lang=sv")
        assert with_board.status == 200
        expect(page.locator(".board-room svg")).to_be_visible()


def test_an_overlay_that_is_late_joins_no_stream_and_shows_a_roll_after_its_delay(service, browser):
    organiser, _slug, tournament, _token = cup(service, form="round_robin")
    match = f"{tournament}.1"
    organiser.ask("PATCH", f"/v1/tournaments/{tournament}", {"details": {"overlay_delay": 4}})
    asked = []
    with browser.page("about:blank", fresh=True) as page:
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{service.url}/tournaments/{tournament}/overlay?match={match}&lang=en")
        organiser.ask("POST", f"/v1/matches/{match}/events", [OPENING, ROLL])
        with page.expect_response(lambda answer: "/overlay/now" in answer.url) as first:
            pass
        assert 'class="die"' not in first.value.text()
        expect(page.locator(".die")).to_have_text(["6", "4"], timeout=15_000)
    assert not [each for each in asked if "/stream" in each]


def test_an_overlay_of_a_table_goes_on_to_the_next_match_by_itself(service, browser):
    organiser, _slug, tournament, _token = cup(service, form="round_robin")
    path = f"/v1/tournaments/{tournament}"
    first = organiser.ask("GET", f"{path}/matches")["matches"][0]["id"]
    organiser.ask("POST", f"{path}/tables/seats", {"match": first, "table": "1"})
    players = [*organiser.ask("GET", f"/v1/matches/{first}")["players"].values()]
    with browser.page(f"{service.url}/tournaments/{tournament}/overlay?table=1&lang=en") as page:
        shown = page.locator(".side th bdi")
        expect(shown).to_have_text(players)
        won = [{"winner": "white", "outcome": "jan"}] * 3
        organiser.ask("POST", f"{path}/results", {"match": first, "results": won})
        expect(page.locator(".side.won")).to_have_count(1)
        assert page.locator(".bar").get_attribute("data-match") == first, "how it ended stays for a while"
        expect(page.locator(".bar")).not_to_have_attribute("data-match", first, timeout=40_000)
        second = page.locator(".bar").get_attribute("data-match")
        expect(shown).to_have_text([*organiser.ask("GET", f"/v1/matches/{second}")["players"].values()])
        organiser.ask("POST", f"/v1/matches/{second}/events", [OPENING, ROLL])
        expect(page.locator(".die")).to_have_text(["6", "4"])


def test_one_press_copies_the_address(service, browser):
    _organiser, _slug, tournament, _token = cup(service, form="round_robin")
    with browser.page("about:blank", fresh=True) as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto(f"{service.url}/tournaments/{tournament}/overlay?lang=en")
        page.get_by_role("button", name="Copy the address").first.click()
        expect(page.locator(".copied")).to_have_text("✓ Copied")
        assert f"/tournaments/{tournament}/overlay?table=1&" in page.evaluate("navigator.clipboard.readText()")
