"""The service worker in a real browser: the scorer's pages open without the service, and go with a sign-out."""

import re

import pytest

from service.web.pages import assets
from tests.support.pages.browser import Browser, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.pages.fault_proxy import proxy_to
from tests.support.proving import prove
from tests.support.scoring.phone import phone_in, phone_of, recorded
from tests.support.scoring.tapping import tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

NAMES = "Anna-Kristina Björkstrandslind – Göran Ask"
OLD = """async ([path, page]) => {
    await (await caches.open("files /static/older/")).put("/static/older/shared/brade.css", new Response(""));
    await (await caches.open("pages /static/older/")).put("/matches/m_gone/score", new Response("as it was"));
}"""
KEEP = """async ([path, page]) => {
    const name = (await caches.keys()).find((each) => each.startsWith("pages "));
    const headers = { "Content-Type": "text/html; charset=utf-8" };
    await (await caches.open(name)).put(path, new Response(page, { headers }));
}"""
KEPT = """async () => {
    const kept = [];
    for (const name of await caches.keys()) {
        for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
    }
    return kept;
}"""
READY = """async ([script, path]) => {
    history.replaceState(null, "", path);
    const line = document.createElement("p");
    line.dataset.ready = "ready";
    document.body.append(line);
    await (await import(script)).keepOffline(outbox, line);
    return line.textContent;
}"""


@pytest.fixture(scope="module")
def cup(service):
    """A cup, in which these tests write to a match."""
    return another(service, check="strict")


@pytest.fixture
def proxy(service):
    """The way to the service, which a test closes."""
    with proxy_to(service.url) as proxy:
        yield proxy


@prove
def test_pages_open_without_the_service_and_facts_that_wait_are_told(chromium, cup, proxy):
    match = cup.matches[0]
    score = f"/matches/{match}/score"
    with phone_of(chromium, cup, viewport={"width": 360, "height": 740}) as context:
        phone = phone_in(context, cup, match, address=proxy.address)
        phone.page.evaluate(OLD, [score, ""])
        assert phone.page.evaluate(READY, [assets.address("scoring/outbox/offline.js"), score]) == "ready"
        eventually(lambda: phone.page.evaluate("Boolean(navigator.serviceWorker.controller)"), what="control")
        kept = phone.page.evaluate(KEPT)
        assert "/offline" in kept
        assert assets.address("shared/brade.css") in kept
        assert not [each for each in kept if "older" in each or "m_gone" in each], "older caches are gone"

        phone.page.evaluate(KEEP, [score, f"<title>{NAMES} – brade</title><h1>from the phone</h1>"])
        proxy.close()
        phone.add(play(1, 2))
        phone.waits_for("network")
        page = context.new_page()
        page.goto(f"{proxy.address}{score}")
        expect(page.locator("h1")).to_have_text("from the phone")

        answer = page.goto(f"{proxy.address}/matches/{match}")
        assert answer.status == 503
        expect(page.locator("h1")).to_have_text("Ingen kontakt med tjänsten")
        expect(page.locator("#matches a")).to_have_text(NAMES)
        expect(page.locator("#matches a")).to_have_attribute("href", score)
        expect(page.locator("#matches span")).to_have_text("väntar på nät: 2")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert not Browser(chromium).violations(page)
        proxy.open()
        page.evaluate("dispatchEvent(new Event('online'))")
        expect(page.locator("h1")).not_to_have_text("Ingen kontakt med tjänsten")
        phone.becomes("sent", "sent")

        page.evaluate("""() => {
            const form = document.createElement("form");
            [form.method, form.action] = ["post", "/sign-out"];
            document.body.append(form);
            form.submit();
        }""")
        page.wait_for_url("**/sign-in")
        eventually(lambda: score not in page.evaluate(KEPT), what="the page of the person who signed out is gone")
        assert "/offline" in page.evaluate(KEPT)
        assert phone.states == ["sent", "sent"], "facts stay"


@prove
def test_a_scorers_page_that_was_closed_opens_without_the_service_and_goes_on(chromium, cup, proxy):
    match, facts = cup.matches[1], [words(each) for each in play(5, 7)]
    waits = re.compile(f"^{len(facts) - 3} väntar på nät")
    with phone_of(chromium, cup) as context:
        page = context.new_page()
        page.goto(f"{proxy.address}/matches/{match}/score")
        tap_facts(page, facts[:3])
        expect(page.locator("[data-part=queue]")).to_have_text("allt skickat")
        expect(page.locator("#offline")).to_have_text("Sidan öppnas också utan nät.")
        proxy.close()
        tap_facts(page, facts[3:5])
        page.close()
        page = context.new_page()
        page.goto(f"{proxy.address}/matches/{match}/score")
        tap_facts(page, facts[5:])
        expect(page.locator("[data-part=queue]")).to_have_text(waits)
        page.close()
        proxy.open()
        page = context.new_page()
        page.goto(f"{proxy.address}/matches/{match}/score")
        expect(page.locator("[data-part=queue]")).to_have_text("allt skickat")
    assert recorded(cup, match) == facts
