"""Live pages while as many watch as the service takes: they say that they are asked for, and go live when they can."""

from http.client import HTTPConnection

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.stored_tournament import TOURNAMENT, golden
from tests.support.processes.served import served
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

FOR_ONE = ("-c", "from service.server import asgi; asgi.VIEWERS = 1; asgi.main()")
ASKED = "hämtas då och då"


@prove
def test_a_page_without_a_free_seat_is_read_again_and_goes_live_when_there_is_one(browser, stored, store, tmp_path):
    match = stored.match("swedish", 4)
    stored.judge()
    with served(store.url, tmp_path, FOR_ONE, BRADE_VOLATILE_STORE="1") as service:
        first = HTTPConnection("127.0.0.1", service.port, timeout=10)
        first.request("GET", f"/v1/tournaments/{TOURNAMENT}/stream")
        stream = first.getresponse()
        assert stream.status == 200
        with browser.page(f"{service.address}/matches/{match}") as page:
            line = page.locator("#line")
            expect(line).to_have_text(ASKED, timeout=15_000)
            expect(line).to_have_attribute("data-icon", "↻")
            stored.record(match, golden("swedish")[5:6])
            stored.judge()
            expect(page.locator("#f5")).to_be_visible(timeout=15_000)
            expect(line).to_have_text(ASKED)
            stream.close()
            first.close()
            expect(line).to_have_text("direkt igen", timeout=40_000)
            stored.record(match, golden("swedish")[6:7])
            stored.judge()
            expect(page.locator("#f6")).to_be_visible()
    assert all("503" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()
