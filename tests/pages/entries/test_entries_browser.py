"""Sixteen pasted names in a real browser: two presses, and all of them have entered."""

from itertools import count

import pytest

from tests.support.pages.browser import SCREENS, needs_chromium
from tests.support.pages.club_evening import NAMES, Client
from tests.support.pages.desk import OPERATOR
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]
_CLUBS = count(1)


@prove
@pytest.mark.parametrize(("viewport", "locale"), SCREENS)
def test_sixteen_names_are_pasted_and_entered_with_two_presses(browser, service, viewport, locale):
    slug = f"pasted-{next(_CLUBS)}"
    token = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa"})["token"]
    organiser = Client(service.url, token)
    organiser.ask("POST", f"/v1/clubs/{slug}/players", [NAMES[0]])
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    cup = organiser.ask("POST", f"/v1/clubs/{slug}/tournaments", words)["id"]
    options = {"locale": locale, "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(f"{service.url}/tournaments/{cup}/entries", viewport, **options) as page:
        assert browser.violations(page) == []
        page.locator("#list").fill("\n".join(NAMES))
        page.locator("form:has(#list) button").click()
        expect(page.locator(".lines > li")).to_have_count(16)
        expect(page.locator(".lines > li.known")).to_have_count(1)
        for back in (page.go_back, page.locator(".press a.button").click):  # by the browser, then by the page
            back()
            expect(page.locator("#list")).to_have_value("\n".join(NAMES))
            page.locator("form:has(#list) button").click()
            expect(page.locator(".lines > li")).to_have_count(16)
        assert browser.violations(page) == []
        page.locator(".press .primary").click()
        expect(page.locator(".entered > li")).to_have_count(16)
        assert browser.violations(page) == []
    entered = organiser.ask("GET", f"/v1/tournaments/{cup}")["entries"]
    assert [each["name"] for each in entered] == list(NAMES)
