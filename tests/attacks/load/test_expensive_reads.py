"""Reads that once cost seconds: the work of each is counted, however long the match is."""

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened, OpeningRolled, RulingMade
from core.match import judging
from core.match.checkpoint import EVERY
from service.answer_cache import KeptAnswers
from service.handlers.match.timeline import LISTED
from service.store import keys
from service.store.access import fact_rate_limit
from service.store.read_models import match_checkpoints
from service.web.http import heavy_reads
from service.web.http.heavy_reads import Gate
from service.web.http.problems import Rejected
from tests.support.api import Api
from tests.support.proving import some

LONG = 1_700
MATCH = "m_aaaaaaaaaa"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Anna", "black": "Bertil"})
LOOKS = (
    "/matches/{match}",
    "/matches/{match}?version=700",
    "/matches/{match}/moments?from=1600&to=1700",
    "/matches/{match}/facts?after=1690",
    "/matches/{match}/now",
    "/v1/matches/{match}",
    "/v1/matches/{match}?version=900",
    "/v1/matches/{match}/events?text=1&after=1600&limit=50",
)


@pytest.fixture
def long_match(api: Api, judge: Callable[[], None]) -> str:
    """A judged match of many facts: equal opening rolls, throws that no player may make, and a ruling in between."""
    tie, refused = OpeningRolled(white=3, black=3), DiceRolled("white", (1, 2))
    ruling = RulingMade(kind="void", reason="cocked dice", from_version=3, to_version=4)
    facts = [*[tie, refused] * (LONG // 4), ruling, *[refused, tie] * (LONG // 4)][: LONG - 1]
    log = api.deps.log
    log.append(MATCH, [OPENED], by="test", at=1_780_000_000_000, expected=NEW)
    for place in range(0, len(facts), 1000):
        log.append(MATCH, facts[place : place + 1000], by="test", at=1_780_000_000_000)
    log.append(MATCH, [tie] * (LONG - len(facts)), by="test", at=1_780_000_000_000)
    judge()
    return MATCH


@pytest.fixture
def judged_facts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The versions of the facts that were judged, in order."""
    found: list[int] = []
    judge_one = judging.judge_or_believe

    def counted(match, recorded, *rest):
        found.append(recorded.version)
        return judge_one(match, recorded, *rest)

    monkeypatch.setattr(judging, "judge_or_believe", counted)
    return found


@pytest.mark.parametrize("look", some(LOOKS, LOOKS[0], LOOKS[6], LOOKS[7]))
def test_a_look_at_a_long_match_judges_what_it_shows_and_little_more(
    api: Api, long_match: str, judged_facts: list[int], look: str
) -> None:
    assert api.get(look.format(match=long_match)).status_code == 200
    assert len(judged_facts) <= LISTED + 3 * EVERY
    if "/v1/" in look or "moments" in look or "after" in look or "now" in look:
        assert len(judged_facts) < LONG // 2


def test_a_store_of_an_earlier_version_gets_its_checkpoints_from_the_first_reader(
    api: Api, long_match: str, judged_facts: list[int]
) -> None:
    before = match_checkpoints.all_of(api.deps.client, long_match)
    api.deps.client.delete(keys.checkpoints(long_match))
    first = api.get(f"/v1/matches/{long_match}?version={LONG}").json
    assert len(judged_facts) >= LONG
    assert match_checkpoints.all_of(api.deps.client, long_match) == before
    judged_facts.clear()
    assert api.get(f"/v1/matches/{long_match}?version={LONG}").json == first
    assert len(judged_facts) < EVERY


def test_a_long_match_is_listed_in_parts_that_lead_to_each_other(api: Api, long_match: str) -> None:
    last = api.get(f"/matches/{long_match}").get_data(as_text=True)
    assert f'id="f{LONG}"' in last
    assert 'id="f1"' not in last
    assert "Earlier facts" in last
    assert "Later facts" not in last
    seen: set[int] = set()
    version = LONG
    while version:
        part = api.get(f"/matches/{long_match}?version={version}").get_data(as_text=True)
        shown = set(map(int, re.findall(r'id="f(\d+)"', part)))
        assert version in shown
        assert len(shown) <= LISTED
        seen |= shown
        version = min(shown) - 1
    assert seen == set(range(1, LONG + 1))


# ── facts a minute ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_bucket_gives_its_burst_at_once_and_then_so_many_a_minute(api: Api) -> None:
    client, now = api.deps.client, 1_780_000_000_000
    assert fact_rate_limit.take(client, MATCH, fact_rate_limit.BURST, now) == 0
    assert fact_rate_limit.take(client, MATCH, 30, now) == 30 * 60 // fact_rate_limit.A_MINUTE
    assert fact_rate_limit.take(client, MATCH, 30, now + 29_000) == 1
    assert fact_rate_limit.take(client, MATCH, 30, now + 30_000) == 0
    assert fact_rate_limit.take(client, "m_bbbbbbbbbb", fact_rate_limit.BURST, now) == 0


def test_what_is_given_back_to_a_bucket_is_there_again_and_fills_it_no_higher(api: Api) -> None:
    client, now = api.deps.client, 1_780_000_000_000
    fact_rate_limit.give_back(client, MATCH, 50)
    assert list(client.scan_iter("*:rate:*")) == [], "a full bucket is kept nowhere"
    for late in (0, 60_000):
        assert fact_rate_limit.take(client, MATCH, fact_rate_limit.BURST, now) == 0
        fact_rate_limit.give_back(client, MATCH, fact_rate_limit.BURST)
        assert fact_rate_limit.take(client, MATCH, fact_rate_limit.BURST + 1, now + late) > 0


# ── the gate ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_of_many_heavy_reads_a_few_are_made_some_wait_and_the_others_hear_busy() -> None:
    gate, leave, inside = Gate(places=2, waiting=1, seconds=30), threading.Event(), threading.Barrier(3)
    done: list[str] = []

    def read(address: str) -> None:
        with gate.place(address):
            inside.wait(30)
            leave.wait(30)
            done.append("read")

    def read_later() -> None:
        with gate.place("10.0.0.7"):
            done.append("later")

    readers = [threading.Thread(target=read, args=(address,)) for address in ("10.0.0.7", "10.0.0.8")]
    for reader in readers:
        reader.start()
    inside.wait(30)
    waiting = threading.Thread(target=read_later)
    waiting.start()
    while not gate.waiting:
        waiting.join(0.01)
    with pytest.raises(Rejected) as refused, gate.place("10.0.0.9"):
        pytest.fail("there was a place")
    assert refused.value.kind == "busy"
    assert "Retry-After" in refused.value.headers
    leave.set()
    for reader in (*readers, waiting):
        reader.join(30)
    assert sorted(done) == ["later", "read", "read"]
    assert (gate.inside, gate.waiting) == (0, {})


def test_one_address_leaves_places_to_wait_for_others() -> None:
    gate, passed = Gate(places=1, waiting=2, each=1, seconds=30), list[str]()

    def read(address: str) -> None:
        with gate.place(address):
            passed.append(address)

    waiting = [threading.Thread(target=read, args=(address,)) for address in ("10.0.0.7", "10.0.0.8")]
    with gate.place("10.0.0.6"):
        for count, each in enumerate(waiting, 1):
            each.start()
            while gate.waiting.total() < count:
                each.join(0.01)
            with pytest.raises(Rejected), gate.place("10.0.0.7"):
                pytest.fail("this address waits already")
    for each in waiting:
        each.join(30)
    assert sorted(passed) == ["10.0.0.7", "10.0.0.8"]


@contextmanager
def reading(gate: Gate, *addresses: str) -> Iterator[list[str]]:
    """Threads that read at these addresses one after the other, each a moment after the one before; who had a place."""
    passed, threads = list[str](), list[threading.Thread]()

    def read(address: str) -> None:
        try:
            with gate.place(address):
                passed.append(address)
        except Rejected:
            passed.append(f"{address} busy")

    for address in addresses:
        before = (gate.waiting.total(), len(passed))
        threads.append(threading.Thread(target=read, args=(address,)))
        threads[-1].start()
        while (gate.waiting.total(), len(passed)) == before:
            threads[-1].join(0.01)
    yield passed
    for thread in threads:
        thread.join(30)


def test_one_address_never_takes_the_last_place() -> None:
    gate = Gate(places=2, waiting=8, each=4, seconds=30)
    with ExitStack() as inside:
        inside.enter_context(gate.place("10.0.0.7"))
        with reading(gate, *["10.0.0.7"] * 4) as passed:
            assert (gate.inside, gate.waiting["10.0.0.7"]) == (1, 4)
            with gate.place("10.0.0.8"):
                assert gate.inside == 2
            assert passed == []
            with pytest.raises(Rejected), gate.place("10.0.0.7"):
                pytest.fail("this address has its share")
            inside.close()
    assert passed == ["10.0.0.7"] * 4


def test_a_read_that_waits_for_the_last_place_has_it_once_its_holder_had_none_of_late() -> None:
    gate = Gate(places=2, waiting=8, seconds=5, recent=0.05)
    with gate.place("often"):
        pass
    with gate.place("other"), gate.place("often"):  # no one leaves, and no one else asks
        assert gate.inside == 2


def test_addresses_that_ask_again_and_again_leave_a_place_to_one_that_had_none_of_late() -> None:
    now = [0.0]
    gate = Gate(waiting=8, seconds=0.01, recent=10.0, clock=lambda: now[0])
    with ExitStack() as inside:
        for address in ("10.0.0.6", "10.0.0.7"):
            inside.enter_context(gate.place(address))
        for address in ("10.0.0.8", "10.0.0.9"):
            with gate.place(address):
                assert gate.inside == 3
            with pytest.raises(Rejected), gate.place(address):
                pytest.fail("this address had the last place a moment before")
        now[0] += 10.0
        with gate.place("10.0.0.8"), pytest.raises(Rejected), gate.place("10.0.0.6"):
            pytest.fail("there is no place")
    for address in ("10.0.0.8", "10.0.0.9"):  # beside an empty house both may ask again and again
        with gate.place(address):
            pass


def test_a_place_goes_to_the_address_that_has_the_fewest() -> None:
    gate = Gate(places=4, waiting=8, seconds=30)
    with ExitStack() as inside:
        first = inside.enter_context(ExitStack())
        first.enter_context(gate.place("10.0.0.6"))
        inside.enter_context(gate.place("10.0.0.7"))
        inside.enter_context(gate.place("10.0.0.6"))
        inside.enter_context(gate.place("10.0.0.5"))
        with reading(gate, "10.0.0.7", "10.0.0.7", "10.0.0.8") as passed:
            first.close()
            while not passed:  # the last free place is not for the other, who had one of late
                threading.Event().wait(0.01)
            assert passed == ["10.0.0.8"]
            inside.close()
    assert passed == ["10.0.0.8", "10.0.0.7", "10.0.0.7"]


def test_where_all_turns_are_taken_the_last_of_the_address_with_the_most_gives_way() -> None:
    gate = Gate(places=1, waiting=3, each=3, seconds=30)
    with ExitStack() as inside:
        inside.enter_context(gate.place("10.0.0.6"))
        with reading(gate, "10.0.0.7", "10.0.0.7", "10.0.0.7", "10.0.0.8") as passed:
            while "10.0.0.7 busy" not in passed:
                threading.Event().wait(0.01)
            assert gate.waiting == {"10.0.0.7": 2, "10.0.0.8": 1}
            inside.close()
    assert sorted(passed) == ["10.0.0.7", "10.0.0.7", "10.0.0.7 busy", "10.0.0.8"]


def test_an_answer_that_waits_for_the_turn_of_one_address_is_made_in_the_place_of_another_that_asks_for_it() -> None:
    gate, answers, made = Gate(places=2, waiting=8, seconds=30), KeptAnswers(), list[int]()

    def ask(address: str) -> bytes:
        def make() -> bytes:
            with gate.place(address, "page"):
                made.append(gate.inside)
                return b"answer"

        with gate.sharing("page", address):
            return answers.get("page", make)

    with ThreadPoolExecutor(2) as threads, gate.place("10.0.0.7"):
        attacker = threads.submit(ask, "10.0.0.7")
        while not gate.waiting:
            threading.Event().wait(0.01)
        assert threads.submit(ask, "10.0.0.8").result(30) == b"answer"
        assert attacker.result(30) == b"answer"
    assert made == [2]
    assert (gate.inside, gate.waiting) == (0, {})


def test_what_strangers_read_leaves_places_for_people_with_rights(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heavy_reads, "STRANGERS", Gate(places=0, waiting=0))
    tournament = api.tournament(2, published=True)
    assert api.get(f"/tournaments/{tournament}?why=x", role=None).status_code == 503
    assert api.get(f"/tournaments/{tournament}").status_code == 200


def test_three_hundred_who_ask_the_same_of_one_address_are_all_answered_and_it_is_made_once() -> None:
    answers, gate, made = KeptAnswers(), Gate(places=1, waiting=1), list[int]()

    def make() -> bytes:
        with gate.place("10.0.0.7"):
            made.append(1)
            return b"answer"

    with ThreadPoolExecutor(16) as threads:
        found = list(threads.map(lambda _: answers.get("key", make), range(300)))
    assert (set(found), len(made)) == ({b"answer"}, 1)


def test_an_answer_that_could_not_be_made_is_made_by_the_next_who_waits() -> None:
    answers, begun, go = KeptAnswers(), threading.Event(), threading.Event()

    def fails() -> bytes:
        begun.set()
        go.wait(30)
        raise ValueError

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(answers.get, "key", fails)
        begun.wait(30)
        second = threads.submit(answers.get, "key", lambda: b"made")
        go.set()
        assert isinstance(first.exception(30), ValueError)
        assert second.result(30) == b"made"


def test_a_reader_who_waits_too_long_is_refused_and_leaves_no_trace() -> None:
    gate = Gate(places=1, waiting=1, seconds=0.01)
    with gate.place("10.0.0.7"):
        with pytest.raises(Rejected), gate.place("10.0.0.7"):
            pytest.fail("there was a place")
        assert not gate.waiting
    with gate.place("10.0.0.7"):
        assert gate.inside == 1


def test_while_the_gate_is_full_writes_and_light_reads_go_on(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    match = api.friendly()
    full = Gate(places=0, waiting=0)
    monkeypatch.setattr(heavy_reads, "PEOPLE", full)
    for path in (f"/v1/matches/{match}/transcript.txt", f"/v1/matches/{match}/events?text=1"):
        answer = api.get(path)
        assert (answer.status_code, answer.json["code"]) == (503, "busy")
        assert int(answer.headers["Retry-After"]) > 0
    page = api.get(f"/matches/{match}")
    assert (page.status_code, page.headers["Refresh"]) == (503, page.headers["Retry-After"])
    assert api.get(f"/v1/matches/{match}/events").status_code == 200
    written = api.post(f"/v1/matches/{match}/events", {"type": "OpeningRolled", "white": 2, "black": 5}, role="scorer")
    assert written.status_code == 202
    assert api.get(f"/v1/matches/{match}").json["version"] == 1
