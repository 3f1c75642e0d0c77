"""Mishaps on the scorer's page: a fact that does not count is entered again, and a service is killed under a queue."""

import os
import random
import re
import signal
import time

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.proving import prove
from tests.support.scoring.mending import mend
from tests.support.scoring.phone import log_of, phone_in, phone_of, recorded
from tests.support.scoring.tapping import as_tapped, tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

ALL_SENT = "allt skickat"


@pytest.fixture(scope="module")
def cup(service):
    """A cup at screens: nothing illegal counts."""
    return another(service, check="strict")


def press(page, *keys):
    for key in keys:
        page.locator(f'[data-key="{key}"]').click()


def forgetful(route):
    """The scripts of a phone that knows the rules otherwise than the service: it allows a second checker (§4)."""
    answer = route.fetch()
    known = "const UNSTACKED = (1 << 12) - 2;"
    assert known in answer.text()
    route.fulfill(response=answer, body=answer.text().replace(known, "const UNSTACKED = 0;"))


@prove
def test_an_illegal_play_that_was_tapped_without_a_network_is_entered_again_with_what_followed(chromium, cup):
    match = cup.matches[0]
    opening = {"type": "OpeningRolled", "white": 2, "black": 5}
    with phone_of(chromium, cup, service_workers="block") as context:
        page = context.new_page()
        page.route("**/scoring/games/swedish.js", forgetful)
        page.goto(f"{cup.scorer.address}/matches/{match}/score")
        tap_facts(page, [opening])
        expect(page.locator("[data-part=queue]")).to_have_text(ALL_SENT)
        expect(page.locator('[data-key="throw-2-2"]')).to_be_visible()
        page.context.set_offline(True)
        press(page, "throw-2-2")
        for _ in range(4):  # the second one lands on the first (§4), which this phone does not know
            page.locator('.point[data-point="1"]').click()
        press(page, "done", "throw-6-5")
        for _ in range(2):
            page.locator('.point[data-point="13"]').click()  # the opponent's home
        press(page, "done")
        expect(page.locator("[data-part=queue]")).to_have_text("4 väntar på nät")
        page.context.set_offline(False)
        alert = page.get_by_role("alert")
        expect(alert).to_contain_text("1/3 1/3", timeout=30_000)
        refused = log_of(cup, match)[-1]
        assert (refused["verdict"]["verdict"], refused["verdict"]["rule"]) == ("refused", "§4")
        expect(alert).to_contain_text(re.compile("Det här räknas inte: .* egen tunga"))
        assert len(log_of(cup, match)) == 3, "what rests on it was not sent"
        expect(page.locator("[data-part=queue]")).to_have_text("2 väntar på dig")
        page.locator('[data-key^="again-"]').click()
        expect(page.locator(".mending .failed")).to_contain_text("egen tunga")
        expect(page.locator('[data-key="mend-write"]')).to_be_disabled()
        legal = [{"from": start, "to": start + 2} for start in (1, 3, 5, 7)]
        mend(page, {"kind": "change", "turn": 2, "dice": [2, 2], "moves": legal})
        expect(page.locator("[data-part=alerts]")).to_be_empty()
        expect(page.locator("[data-part=queue]")).to_have_text(ALL_SENT)
    events = log_of(cup, match)
    assert [event["type"] for event in events] == [
        "OpeningRolled",
        "DiceRolled",
        "CheckersMoved",
        "CheckersMoved",
        "DiceRolled",
        "CheckersMoved",
    ]
    assert [event["verdict"]["verdict"] for event in events] == ["accepted"] * 2 + ["refused"] + ["accepted"] * 3


def kill_web(service):
    """Kill the web server with all its processes, as a power cut would; it is started again."""
    web = next(child for child in service.children if child.name == "the web server")
    starts = web.starts
    os.killpg(web.process.pid, signal.SIGKILL)
    eventually(lambda: web.starts > starts, 30.0, "the web server is started again")


def tried_again(page):
    """The words of the page about its queue, after it tried again: by itself it waits longer after each failure."""
    page.wait_for_timeout(250)
    page.evaluate("dispatchEvent(new Event('online'))")
    return page.locator("[data-part=queue]").inner_text()


@prove
def test_a_service_that_is_killed_under_a_queue_has_every_fact_once_in_the_end(chromium, service, cup):
    """Killed once after it wrote a fact and before it answered, and once before it got one."""
    match, facts = cup.matches[1], as_tapped([words(each) for each in play(11, 13)])
    sent = []

    def carry(route):
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) == 3:
            assert route.fetch().status in (201, 202)
        if len(sent) in (3, 6):
            kill_web(service)
            route.abort()
        else:
            route.continue_()

    with phone_of(chromium, cup) as context:
        page = context.new_page()
        page.goto(f"{cup.scorer.address}/matches/{match}/score")
        expect(page.locator('[data-key="open-white-1"]')).to_be_visible()
        context.set_offline(True)
        tap_facts(page, facts)
        expect(page.locator("[data-part=queue]")).to_have_text(f"{len(facts)} väntar på nät")
        context.route(
            f"**/v1/matches/{match}/events",
            lambda route: carry(route) if route.request.method == "POST" else route.continue_(),
        )
        context.set_offline(False)
        eventually(lambda: tried_again(page) == ALL_SENT, 90.0, "all facts are sent")
        expect(page.locator("[data-part=alerts]")).to_be_empty()
    assert len(set(sent)) == len(facts)
    assert len(sent) >= len(facts) + 2
    assert recorded(cup, match) == facts
    assert {each["verdict"]["verdict"] for each in log_of(cup, match)} == {"accepted"}


@prove
def test_a_service_that_is_killed_again_and_again_has_every_fact_once_in_the_end(chromium, service, cup):
    match, facts = cup.matches[2], play(12, 120)
    chance = random.Random(12)
    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match)
        context.set_offline(True)
        phone.add(facts)
        context.set_offline(False)
        for _ in range(6):
            time.sleep(chance.uniform(0.1, 0.9))  # any moment of sending
            kill_web(service)
            phone.call("retry")
        phone.becomes(*["sent"] * len(facts))
    assert recorded(cup, match) == [words(fact) for fact in facts]
    assert {each["verdict"]["verdict"] for each in log_of(cup, match)} == {"accepted"}
