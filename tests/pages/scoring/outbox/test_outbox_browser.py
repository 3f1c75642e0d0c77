"""The outbox of a scorer's phone in a real browser, with a real service: no fact is lost, and none is written twice."""

import os
import signal
import subprocess
from contextlib import contextmanager, suppress

import pytest

from core.events import CheckersMoved, RefereeCalled
from tests.support.pages.browser import CHROMIUM, FLAGS, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.pages.fault_proxy import proxy_to
from tests.support.proving import prove, some
from tests.support.scoring.phone import log_of, phone_in, phone_of, recorded
from tests.support.store import eventually

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

ILLEGAL = CheckersMoved("white", ((1, 24),))
WITHOUT_LOCKS = "without, as on plain http"


@pytest.fixture(scope="module")
def cup(service):
    """A strict cup, in which each test writes to a match of its own."""
    return another(service, check="strict")


@pytest.fixture
def proxy(service):
    """The way to the service, which a test closes."""
    with proxy_to(service.url) as proxy:
        yield proxy


def _kill(process):
    """Kill a browser with all its processes, as a dead battery does."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()

    def gone():
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return True
        return False

    eventually(gone, 30.0, "the browser's processes")


def as_sent(events):
    return [words(event) for event in events]


def verdicts(cup, match):
    return [each["verdict"]["verdict"] for each in log_of(cup, match)]


@prove
def test_facts_of_a_page_that_was_closed_without_a_network_are_sent_by_the_next_one(chromium, cup):
    match, facts = cup.matches[0], play(1, 12)
    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match)
        phone.add(facts[:2])
        phone.becomes("sent", "sent")
        context.set_offline(True)
        phone.add(facts[2:])
        phone.waits_for("network")
        assert phone.status["waiting"] == 10
        assert not phone.entries[2]["tried"], "the browser knows that it is offline: nothing can have arrived"
        phone.page.close()
        context.set_offline(False)
        again = phone_in(context, cup, match)
        again.becomes(*["sent"] * 12)
        assert again.status["reason"] is None
    assert recorded(cup, match) == as_sent(facts)
    assert set(verdicts(cup, match)) == {"accepted"}


def test_facts_survive_a_browser_that_is_killed_in_the_moment_after_they_were_entered(chromium, cup, tmp_path):
    match, facts = cup.matches[1], play(2, 6)

    @contextmanager
    def started():
        port = tmp_path / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        command = [
            CHROMIUM,
            *FLAGS,
            "--headless",
            f"--user-data-dir={tmp_path}",
            "--remote-debugging-port=0",
            "about:blank",
        ]
        with subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL) as process:
            try:
                eventually(lambda: port.exists() and port.read_text().strip(), 30.0, "the browser")
                number = port.read_text().split()[0]
                yield process, chromium.browser_type.connect_over_cdp(f"http://127.0.0.1:{number}")
            finally:
                _kill(process)

    def phone(running):
        context = running.contexts[0]
        context.set_extra_http_headers({"Authorization": f"Bearer {cup.scorer.token}"})
        return context, phone_in(context, cup, match)

    with started() as (process, running):
        context, first = phone(running)
        context.set_offline(True)
        first.add(facts)
        _kill(process)
    with started() as (_, running):
        _, second = phone(running)
        second.becomes(*["sent"] * 6)
        running.close()
    assert recorded(cup, match) == as_sent(facts)


def test_a_fact_whose_answer_was_lost_is_written_once_also_when_its_key_is_forgotten(chromium, cup):
    match, facts = cup.matches[2], play(3, 2)
    answers, keys = [], []
    line = {"answers": False, "forgets": False}

    def carry(route):
        keys.append(route.request.headers["idempotency-key"])
        forgotten = {**route.request.headers, "idempotency-key": f"another-{len(keys)}"}
        answer = route.fetch(headers=forgotten if line["forgets"] else None)
        answers.append(answer.status)
        route.fulfill(response=answer) if line["answers"] else route.abort()

    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match)
        phone.page.route(f"**/v1/matches/{match}/events", carry)
        phone.add(facts[:1])
        phone.waits_for("network")
        phone.call("retry")
        assert phone.call("discard", phone.entries[0]["entry_id"]) is False, "it may have arrived"
        line["forgets"] = True
        phone.call("retry")
        line["answers"] = True
        phone.call("retry")
        phone.becomes("sent")
        assert phone.entries[0]["answer"]["own"] is True
        assert (set(answers[:2]), answers[-1]) == ({201}, 412)
        assert len(set(keys)) == 1
        phone.page.unroute(f"**/v1/matches/{match}/events")
        phone.add(facts[1:])
        phone.becomes("sent", "sent")
    assert recorded(cup, match) == as_sent(facts)


@pytest.mark.parametrize("locks", some(["with Web Locks", WITHOUT_LOCKS], WITHOUT_LOCKS))
def test_two_tabs_send_each_fact_once_and_show_the_same(chromium, cup, locks):
    match = cup.matches[3]
    begun = len(recorded(cup, match))
    facts, asked = play(4, 16)[begun : begun + 8], []
    with phone_of(chromium, cup) as context:
        if locks == WITHOUT_LOCKS:
            context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
            context.add_init_script("crypto.randomUUID = undefined")
        head = len(log_of(cup, match))
        one, two = (phone_in(context, cup, match, head) for _ in range(2))
        context.set_offline(True)
        one.add(facts[:4])
        two.add(facts[4:])
        eventually(lambda: len(one.entries) == len(two.entries) == 8, what="both tabs know all facts")
        context.on("request", lambda request: request.method == "POST" and asked.append(request))
        context.set_offline(False)
        for tab in (one, two):
            tab.becomes(*["sent"] * 8)
    keys = [each.headers["idempotency-key"] for each in asked]
    assert len(set(keys)) == 8
    if locks != WITHOUT_LOCKS:
        assert len(keys) == 8, "one request for each fact"
    assert recorded(cup, match)[begun:] == as_sent(facts)


@prove
def test_the_second_of_two_phones_is_told_and_overwrites_nothing(chromium, cup):
    match, facts = cup.matches[4], play(5, 20)
    with phone_of(chromium, cup) as anna, phone_of(chromium, cup) as nils:
        first, second = phone_in(anna, cup, match), phone_in(nils, cup, match)
        first.add(facts[:4])
        first.becomes(*["sent"] * 4)
        last = log_of(cup, match)[-1]
        assert second.call("isElsewhere", last) is True
        assert first.call("isElsewhere", last) is False

        second.add(facts[:2])  # the same, written down by both: they agree
        second.becomes("sent", "sent")
        assert [entry["answer"]["own"] for entry in second.entries] == [False, False]
        other = facts[5]
        second.add([other, facts[4]])
        second.becomes("sent", "sent", "conflict", "waiting")
        conflict = second.entries[2]["answer"]
        assert [event["version"] for event in conflict["events"]] == [3, 4]
        assert (conflict["current_version"], second.status["standing"]["fact"]) == (4, words(other))
        assert len(log_of(cup, match)) == 4

        second.call("discard", second.entries[2]["entry_id"])
        second.becomes("sent", "sent", "conflict")
        second.call("takeOver")
        second.becomes("sent", "sent", "sent")
        first.add([facts[5]])
        first.becomes(*["sent"] * 4, "conflict")
        assert first.call("isElsewhere", log_of(cup, match)[-1]) is True
        first.call("discard", first.entries[-1]["entry_id"])
        first.call("saw", 5)
        cup.record(5, [RefereeCalled("black", "a die on the edge")])  # beside the play: the phone goes on by itself
        first.add(facts[5:])
        first.becomes(*["sent"] * 19)
    assert recorded(cup, match) == as_sent([*facts[:5], RefereeCalled("black", "a die on the edge"), *facts[5:]])
    assert set(verdicts(cup, match)) == {"accepted"}


def test_a_refused_fact_holds_what_rests_on_it_until_it_is_repaired_or_forgotten(chromium, cup):
    match, facts = cup.matches[5], play(6, 12)
    place = next(at for at, fact in enumerate(facts) if isinstance(fact, CheckersMoved))
    illegal = CheckersMoved(facts[place].by, ((1, 24),))
    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match)
        context.set_offline(True)
        phone.add([*facts[:place], illegal, *facts[place + 1 :]])
        context.set_offline(False)
        rest = ["waiting"] * (12 - place - 1)
        phone.becomes(*["sent"] * place, "refused", *rest)
        refused = phone.status["standing"]
        assert refused["answer"]["verdict"]["rule"]
        assert refused["answer"]["verdict"]["explanation"]
        phone.call("repair", refused["entry_id"], words(facts[place]))
        phone.becomes(*["sent"] * place, "refused", *["sent"] * (12 - place))
        phone.add([illegal])  # shown at once, before anything rests on it
        phone.becomes(*["sent"] * place, "refused", *["sent"] * (12 - place), "refused")
        assert phone.status["standing"] is None

    assert recorded(cup, match) == as_sent([*facts[:place], illegal, *facts[place:], illegal])
    judged = verdicts(cup, match)
    assert [at for at, each in enumerate(judged) if each == "refused"] == [place, 13]


@prove
def test_what_the_service_cannot_read_is_kept_with_its_reason_and_can_be_forgotten(chromium, cup):
    match, facts = cup.matches[6], play(7, 2)
    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match)
        context.set_offline(True)
        phone.page.evaluate("outbox.add({type: 'OpeningRolled', white: 9, black: 1})")
        phone.add(facts)
        context.set_offline(False)
        phone.becomes("refused", "waiting", "waiting")
        answer = phone.entries[0]["answer"]
        assert answer["status"] == 422
        assert answer["problem"]["errors"]
        assert phone.call("discard", phone.entries[0]["entry_id"]) is True
        phone.becomes("sent", "sent")
    assert recorded(cup, match) == as_sent(facts)


@prove
def test_a_phone_waits_as_long_as_it_is_told_and_says_why(chromium, cup, proxy):
    match, facts = cup.matches[7], play(8, 3)
    address = f"**/v1/matches/{match}/events"
    with phone_of(chromium, cup) as context:
        phone = phone_in(context, cup, match, address=proxy.address)
        problem = {"type": "/problems/busy", "title": "", "status": 503, "detail": "Come again.", "code": "busy"}
        phone.page.route(
            address,
            lambda route: route.fulfill(
                status=503, json=problem, headers={"Retry-After": "600", "Content-Type": "application/problem+json"}
            ),
        )
        phone.add(facts[:1])
        phone.waits_for("busy")
        assert phone.status["retry_at"] - phone.page.evaluate("Date.now()") > 500_000
        assert phone.status["detail"] == "Come again."
        phone.page.unroute(address)
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        assert phone.states == ["waiting"], "the service named its time"

        phone.page.route(address, lambda route: route.fulfill(status=200, body="<p>Welcome to our wifi!"))
        phone.call("retry")
        assert (phone.states, phone.status["reason"]) == (["waiting"], "network"), "this was no answer of the service"
        phone.page.unroute(address)

        context.set_extra_http_headers({"Authorization": f"Bearer {cup.scorer.token}x"})
        phone.call("retry")
        assert (phone.states, phone.status["reason"]) == (["waiting"], "sign-in")
        context.set_extra_http_headers({"Authorization": f"Bearer {cup.scorer.token}"})

        proxy.close()
        phone.add(facts[1:])
        phone.call("retry")
        assert (phone.status["waiting"], phone.status["reason"]) == (3, "network")
        proxy.open()
        phone.page.evaluate("dispatchEvent(new Event('online'))")
        phone.becomes("sent", "sent", "sent")
    assert recorded(cup, match) == as_sent(facts)
