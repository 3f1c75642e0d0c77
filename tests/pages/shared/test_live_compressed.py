"""A stream that is compressed in a real browser: every event is shown when it happens, by `EventSource` and `fetch`."""

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.stored_tournament import TOURNAMENT, golden

pytest.importorskip("playwright.sync_api")
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

LISTEN = """path => {
    window.heard = [];
    const stream = new EventSource(path);
    stream.addEventListener("fact", (event) => {
        const { stream, version } = JSON.parse(event.data);
        window.heard.push(`${stream} ${version}`);
    });
}"""


def test_event_source_reads_each_wave_when_it_comes(browser, module_stored, address):
    match = module_stored.match("swedish", 4)
    with browser.page(f"{address}/tournaments/{TOURNAMENT}") as page:
        with page.expect_response(f"**/v1/matches/{match}/stream") as answered:
            page.evaluate(LISTEN, f"/v1/matches/{match}/stream")
        for version in range(4, 7):  # each is there before the next one is recorded
            page.wait_for_function("count => heard.length >= count", arg=version)
            module_stored.record(match, golden("swedish")[version : version + 1])
        page.wait_for_function("() => heard.length >= 7")
        assert page.evaluate("heard") == [f"{match} {version}" for version in range(1, 8)]
    assert answered.value.headers["content-encoding"] == "gzip"
    assert answered.value.headers["content-type"].startswith("text/event-stream")
