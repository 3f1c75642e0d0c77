"""Live pages while the service is away: they say so, come back by themselves, and have missed nothing."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from core.events import GameResult, PlayerEntered, ResultReported, RoundPaired, TournamentStarted
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.pages.fault_proxy import proxy_to
from tests.support.pages.stored_tournament import TOURNAMENT, golden
from tests.support.processes.served import served
from tests.support.proving import prove
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

BEARER = {"Authorization": "Bearer the-operators-own-token"}
FIRST, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
LOOKED = "document.dispatchEvent(new Event('visibilitychange'))"
ONLINE = "dispatchEvent(new Event('online'))"
LEFT, BACK = (
    f"dispatchEvent(new PageTransitionEvent('{name}', {{persisted: true}}))" for name in ("pagehide", "pageshow")
)
LIVE, AWAY, AGAIN = "direkt", "ingen kontakt: försöker igen…", re.compile("^direkt")


@pytest.fixture
def playing(stored):
    """Two matches of a round: one with four facts, one without."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)]
    pairs = ((FIRST, "p_player01", "p_player02"), (SECOND, "p_player03", "p_player04"))
    events = [*players, TournamentStarted("lots"), RoundPaired(1, pairs)]
    stored.deps.log.append(TOURNAMENT, events, by="vasa.a", at=stored.deps.clock())
    assert (stored.match("swedish", 4), stored.match("swedish", 0)) == (FIRST, SECOND)
    stored.judge()
    return stored


@pytest.fixture(scope="module")
def cup(service):
    """A cup in play, in which these tests write to a match each."""
    return another(service)


@pytest.fixture
def proxy(service):
    """The way to the service, which these tests close: the service itself is not started anew."""
    with proxy_to(service.url) as proxy:
        yield proxy


class Starting(BaseHTTPRequestHandler):
    """The answer of a proxy for a service that is not up yet."""

    asked: int = 0

    def do_GET(self) -> None:
        """Not now."""
        type(self).asked += "/stream" in self.path
        self.send_error(503)

    def log_message(self, *_said: object) -> None:
        """Nothing is to be read of it."""


@contextmanager
def starting(port: int) -> Iterator[None]:
    """A proxy answers 503 for the service."""
    with ThreadingHTTPServer(("127.0.0.1", port), Starting) as server:
        thread = Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        yield
        server.shutdown()
        thread.join()


def test_live_pages_come_back_by_themselves_after_the_service_was_away(browser, playing, store, tmp_path):
    with ExitStack() as pages:
        with served(store.url, tmp_path, BRADE_VOLATILE_STORE="1") as service:
            paths = (f"/tournaments/{TOURNAMENT}", f"/matches/{FIRST}", f"/desk/{TOURNAMENT}")
            stored, match, desk = (
                pages.enter_context(browser.page(f"{service.address}{path}", extra_http_headers=BEARER))
                for path in paths
            )
            lines = [page.locator("#line") for page in (stored, match, desk)]
            for line in lines:
                expect(line).to_have_text(LIVE, timeout=15_000)
                expect(line).to_have_attribute("role", "status")
        for line in lines:
            expect(line).to_have_text(AWAY)
            expect(line).to_have_attribute("data-icon", "◌")
        with starting(service.port):
            eventually(lambda: Starting.asked >= len(lines), 30.0, "three pages that try again")
        playing.record(FIRST, golden("swedish")[5:7])
        playing.record(SECOND, [ResultReported((GameResult("white", "bearing_off"),) * 3)])
        playing.judge()
        with served(store.url, tmp_path, port=service.port, BRADE_VOLATILE_STORE="1"):
            for line in lines:
                expect(line).to_have_text(AGAIN, timeout=40_000)
            expect(match.locator("#f6")).to_be_visible()
            expect(match.locator(".match")).to_have_attribute("data-version", "6")
            expect(stored.locator(f'a[href="/matches/{SECOND}"] + .score')).to_have_text("3–0")
            expect(desk.locator(f'.table-card[data-match="{FIRST}"]')).to_have_attribute("data-version", "6")
            expect(desk.locator(f'.table-card[data-match="{SECOND}"]')).to_have_attribute("data-judged", "1")
            playing.record(FIRST, golden("swedish")[7:8])
            playing.judge()
            expect(match.locator("#f7")).to_be_visible()
            for page in (stored, match, desk):
                page.close()
    assert all("Failed to load resource" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()


class Streams:
    """The streams that a page has open, as its browser tells."""

    def __init__(self, page):
        self._open = set()
        page.on("request", lambda asked: self._open.add(asked) if "/stream" in asked.url else None)
        for end in ("requestfinished", "requestfailed"):
            page.on(end, lambda asked: self._open.discard(asked))
        self._page = page

    def __len__(self):
        self._page.evaluate("fetch('/healthz').then(answer => answer.text())")  # what was asked before is known then
        return len(self._open)


@prove
@pytest.mark.parametrize("happens", [(LOOKED,), (ONLINE,), (LEFT, LOOKED, BACK)])
def test_however_often_service_and_reader_come_and_go_a_page_has_one_stream(browser, cup, proxy, happens):
    with browser.page("about:blank", fresh=True) as page:
        streams, line = Streams(page), page.locator("#line")
        page.goto(f"{proxy.address}/matches/{cup.matches[0]}")
        expect(line).to_have_text(LIVE, timeout=15_000)
        assert len(streams) == 1
        proxy.close()
        before = Starting.asked
        with starting(proxy.port):
            eventually(lambda: page.evaluate("0") or Starting.asked > before, 30.0, "a page that tries again")
            for happen in happens:
                page.evaluate(happen)
            expect(line).to_have_text(AWAY)
        proxy.open()
        expect(line).to_have_text(AGAIN, timeout=40_000)
        for happen in (*happens, *happens):
            page.evaluate(happen)
        expect(line).to_have_text(AGAIN)
        assert len(streams) == 1
    assert all("Failed to load resource" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()


@prove
def test_an_unanswered_ruling_stays_filled_in_and_the_drawer_says_that_there_is_no_contact(browser, cup, proxy):
    headers = {"Authorization": f"Bearer {cup.referee.token}"}
    with browser.page(f"{proxy.address}/desk/{cup.tournament}", extra_http_headers=headers) as page:
        line = page.locator("#line")
        expect(line).to_have_text(LIVE, timeout=15_000)
        page.locator(f'.table-card[data-match="{cup.matches[0]}"] .open').click()
        page.locator("#act-note summary").click()
        reason = page.locator("#act-note input[name=reason]")
        reason.fill("lugnt vid bordet")
        proxy.close()
        expect(page.locator(".drawer #line")).to_have_text(AWAY)
        expect(line).to_be_in_viewport()
        page.locator("#act-note button[value=look]").click()
        expect(page.locator("#act-note .away")).to_contain_text("Tjänsten svarar inte")
        expect(reason).to_have_value("lugnt vid bordet")
        proxy.open()
        page.evaluate(ONLINE)
        expect(line).to_be_hidden(timeout=40_000)
        page.locator("#act-note button[value=look]").click()
        expect(page.locator(".sentences")).to_contain_text("lugnt vid bordet")
        expect(page.locator(".away")).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator(".top #line")).to_have_text(AGAIN)
    browser.complaints.clear()  # the browser says that there was no answer


@prove
def test_an_unanswered_result_stays_filled_in_on_the_phone(browser, cup, proxy):
    headers = {"Authorization": f"Bearer {cup.scorer.token}"}
    with browser.page(f"{proxy.address}/matches/{cup.matches[1]}/result", PHONE, extra_http_headers=headers) as page:
        for number in (1, 2, 3):
            page.locator(f'#game{number} label:has(input[value="white"])').click()
            page.locator(f"#game{number} select[name=outcome{number}]").select_option("jan")
        page.locator("button[value=look]").click()
        expect(page.locator(".settles")).to_contain_text("12–0")
        proxy.close()
        page.locator("button[value=write]").click()
        expect(page.locator(".away")).to_contain_text("Tjänsten svarar inte")
        proxy.open()
        page.locator("button[value=write]").click()
        expect(page.locator(".notice.good")).to_be_visible()
    browser.complaints.clear()  # the browser says that there was no answer
