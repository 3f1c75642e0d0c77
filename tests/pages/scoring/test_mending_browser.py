"""Turns that were entered wrong are changed in their place, by taps in a real browser, with and without a network."""

import pytest

from core.events import DiceRolled, MatchOpened, Recorded
from core.match import judging
from tests.pages.scoring.test_score_games_browser import friendly
from tests.support.matches.match_logs import fact, played, recorded_match
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import words
from tests.support.pages.desk import another
from tests.support.proving import prove
from tests.support.scoring.faults import Planted, faulty
from tests.support.scoring.mending import mend
from tests.support.scoring.tapping import tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


@pytest.fixture
def evening(service):
    return another(service, check="strict")


def scorer(browser, evening, match=None, **options):
    """The scorer's page of a match, of the first table if none is said, before a scorer."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{match or evening.matches[0]}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, **{"locale": "en-GB", **options})


def events(evening, match=None):
    return evening.scorer.ask("GET", f"/v1/matches/{match or evening.matches[0]}/events?after=0")["events"]


def counting(evening, match=None):
    """The facts of play that count, as they were entered."""
    match = match or evening.matches[0]
    gone = evening.scorer.ask("GET", f"/v1/matches/{match}")["voided"]
    kept = ("type", "by", "dice", "moves", "white", "black", "outcome")
    return [
        {name: event[name] for name in kept if event.get(name) is not None}
        for event in events(evening, match)
        if event["type"] != "FactsTakenBack"
        and not any(low <= event["version"] <= high for low, high in gone)
        and event["verdict"]["verdict"] != "refused"
    ]


def is_sent(page):
    expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=120_000)


def opened(games=7):
    return MatchOpened("vasa", "swedish", {"games": games}, {"white": "Anna", "black": "Bo"}, check="strict")


def assert_true(evening, facts, match=None, terms=None):
    """The facts that count in the log come to the true match, one by one."""
    counted = [fact(each) for each in counting(evening, match)]
    assert len(counted) == len(facts)
    ours = true = judging.opened("m", terms or opened())
    for version, (one, other) in enumerate(zip(counted, facts, strict=True), 1):
        ours, verdict = judging.judge(ours, Recorded(version, one, 0, "", ""), list)
        true, _ = judging.judge(true, Recorded(version, other, 0, "", ""), list)
        assert verdict.verdict == "accepted"
        assert (ours.position, ours.phase, ours.to_move, ours.results) == (
            true.position,
            true.phase,
            true.to_move,
            true.results,
        )
        assert sorted(ours.dice or ()) == sorted(true.dice or ())
    state = evening.scorer.ask("GET", f"/v1/matches/{match or evening.matches[0]}")
    assert (state["position"], state["to_move"]) == (true.written_position, true.to_move)


def tap_with_faults(page, tapped):
    """Tap turns with faults, each of which is mended in its place before the next."""
    for part in tapped:
        if not isinstance(part, Planted):
            tap_facts(page, part)
            continue
        tap_facts(page, part.tapped)
        mend(page, *part.steps)


LONG = recorded_match("seven_games")[1]


@pytest.mark.parametrize("faults", [pytest.param(5), pytest.param(20, marks=prove)])
def test_faults_that_were_sent_are_mended_in_their_place(browser, evening, faults):
    facts = LONG[: 12 * faults]
    facts = facts[: len(facts) - isinstance(facts[-1], DiceRolled)]
    with scorer(browser, evening) as page:
        tap_with_faults(page, faulty(opened(), facts, faults, 3))
        is_sent(page)
        assert_true(evening, facts)


@pytest.mark.parametrize("faults", [pytest.param(5), pytest.param(20, marks=prove)])
def test_faults_without_a_network_are_mended_in_the_phone_and_nothing_of_them_is_sent(browser, evening, faults):
    facts = LONG[: 12 * faults]
    facts = facts[: len(facts) - isinstance(facts[-1], DiceRolled)]
    tapped = faulty(opened(), facts, faults, 4)
    with scorer(browser, evening) as page:
        tap_facts(page, tapped[0])
        is_sent(page)
        page.context.set_offline(True)
        tap_with_faults(page, tapped[1:])
        page.context.set_offline(False)
        is_sent(page)
        assert_true(evening, facts)
        assert "FactsTakenBack" not in [event["type"] for event in events(evening)]
    browser.complaints.clear()  # the network was away


def test_turns_of_which_some_were_sent_and_some_wait_are_mended_together_and_written_in_one_request(browser, evening):
    facts = LONG[:16]
    wrong = faulty(opened(), facts, 2, 1)
    place = next(at for at, each in enumerate(wrong) if isinstance(each, Planted))
    with scorer(browser, evening) as page:
        tap_with_faults(page, wrong[:place])
        tap_facts(page, wrong[place].tapped[:2])
        is_sent(page)
        page.context.set_offline(True)
        tap_facts(page, wrong[place].tapped[2:])
        rows = mend(page, *wrong[place].steps)
        assert {"new"} <= {row["mark"] for row in rows}
        tap_with_faults(page, wrong[place + 1 :])
        page.context.set_offline(False)
        is_sent(page)
        assert_true(evening, facts)
        assert [event["type"] for event in events(evening)].count("FactsTakenBack") == 1
    browser.complaints.clear()


def test_turns_are_taken_back_one_by_one_without_a_network_and_play_goes_on(browser, evening):
    facts = LONG[:12]
    with scorer(browser, evening) as page:
        tap_facts(page, [words(fact) for fact in facts])
        is_sent(page)
        page.context.set_offline(True)
        for _ in range(3):
            page.locator('[data-key="undo"]').click()
            page.locator('[data-key="take-back"]').click()
            expect(page.locator("dialog")).to_have_count(0)
        expect(page.locator("[data-part=last]")).to_contain_text("5–2")
        tap_facts(page, [words(fact) for fact in facts[6:]])
        page.context.set_offline(False)
        is_sent(page)
        assert_true(evening, facts)
    browser.complaints.clear()


def test_a_fact_that_the_page_has_read_before_its_answer_came_is_listed_and_mended_once(browser, evening):
    """The stream tells of it sooner than its own request is answered: on a busy service that is every other time."""
    match, late = evening.matches[0], []

    def carry(route):
        if '"dice":[4,2]' in (route.request.post_data or ""):
            late.append((route, route.fetch()))
        else:
            route.continue_()

    with scorer(browser, evening) as page:
        tap_facts(page, [words(each) for each in LONG[:4]])
        is_sent(page)
        page.route(f"**/v1/matches/{match}/events", carry)
        with page.expect_response(f"**/v1/matches/{match}/events?after=8&*"):
            tap_facts(page, [words(each) for each in LONG[4:10]])
        right = {"kind": "change", "turn": 6, "dice": [6, 5], "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 12}]}
        rows = mend(page, right)
        assert len(rows) == 6
        assert len(late) == 1
        route, answer = late[0]
        route.fulfill(response=answer)
        is_sent(page)
        counted = counting(evening)
    assert len(counted) == 10
    assert [each for each in counted if each["type"] == "DiceRolled"][-1]["dice"] == [6, 5]


def test_the_page_says_before_who_is_told_and_the_desk_hears_it(browser, evening):
    with scorer(browser, evening) as page:
        tap_facts(page, [words(each) for each in LONG[:10]])
        is_sent(page)
        rows = mend(page, {"kind": "remove", "turn": 6}, write=False)
        assert [row["mark"] for row in rows] == ["judged"] * 5
        expect(page.locator(".mending footer p")).to_have_text("Only the last turn changes.")
        page.locator('[data-key="mend-cancel"]').click()
        mend(page, {"kind": "remove", "turn": 5}, write=False)
        expect(page.locator(".mending footer p")).to_contain_text("the referee's desk is told")
        page.locator('[data-key="mend-leave-all"]').click()  # the other player cannot have played the last turn so
        page.locator('[data-key="mend-write"]').click()
        page.locator(".mending").wait_for(state="detached")
        is_sent(page)
    match = f"/v1/matches/{evening.matches[0]}"
    eventually(lambda: evening.scorer.ask("GET", match).get("mended", {}).get("turns") == 2, 30.0, "the desk is told")


def test_an_ended_game_is_taken_up_again_at_the_desk_and_its_turns_are_changed_then(browser, evening):
    match = f"/v1/matches/{evening.matches[0]}"
    facts = [words(each) for each in LONG[:12]]
    ended = {"type": "GameReported", "winner": "white", "outcome": "jan"}
    following = [{"type": "DiceRolled", "by": "black", "dice": [6, 4]}]
    evening.scorer.ask("POST", f"{match}/events", [*facts, ended, *following], Prefer="wait=10")
    with scorer(browser, evening) as page:
        page.locator('[data-key="record-here"]').click()
        rows = mend(page, write=False)
        assert len(rows) == 1
        expect(page.locator(".mending")).to_contain_text("Turns of an ended game need a referee.")
    headers = {"Authorization": f"Bearer {evening.referee.token}"}
    address = f"{evening.referee.address}/matches/{evening.matches[0]}/score"
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        page.locator('[data-key="record-here"]').click()
        mend(page, write=False)
        expect(page.locator(".mending")).to_contain_text("An ended game is taken up again at the desk")
        void = {
            "type": "RulingMade",
            "kind": "void",
            "from_version": 13,
            "to_version": 14,
            "reason": "the end was wrong",
        }
        evening.referee.ask("POST", f"{match}/events", void, Prefer="wait=10")
        page.reload()
        rows = mend(page, {"kind": "remove", "turn": 7}, write=False)
        assert len(rows) == 6
        page.locator("#mend-reason").fill("the last turn was another")
        page.locator('[data-key="mend-write"]').click()
        page.locator(".mending").wait_for(state="detached")
        is_sent(page)
        played = [each["dice"] for each in counting(evening) if each["type"] == "DiceRolled"]
    assert played == [fact["dice"] for fact in facts[:10] if fact["type"] == "DiceRolled"]
    assert [event["type"] for event in events(evening)].count("TurnsVoided") == 1
    assert evening.scorer.ask("GET", match)["games"] == []
    # Where something was recorded between the look and the press, the phone looks again and sends once more.
    assert all("412" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()


def test_what_no_longer_stands_is_shown_with_its_reason_and_nothing_is_written_before_it_is_changed(browser, evening):
    with scorer(browser, evening) as page:
        tap_facts(page, [words(each) for each in LONG[:8]])
        is_sent(page)
        other = {"kind": "change", "turn": 3, "dice": [6, 5], "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 12}]}
        rows = mend(page, other, write=False)
        assert [bool(row["why"]) for row in rows] == [False, False, False, False, True]
        assert "Does not fit any more" in rows[4]["why"]
        expect(page.locator('[data-key="mend-write"]')).to_be_disabled()
        page.locator('[data-key="mend-leave-out"]').click()
        page.locator('[data-key="mend-write"]').click()
        page.locator(".mending").wait_for(state="detached")
        is_sent(page)
    assert [each["type"] for each in counting(evening)] == ["OpeningRolled"] * 2 + ["DiceRolled", "CheckersMoved"] * 2


GAMES = ("backgammon", "dutch", "irish", "tick-tack", "english")


@prove
@pytest.mark.parametrize("game", GAMES)
def test_faults_of_other_games_are_mended_in_their_place(browser, evening, game):
    terms = MatchOpened("vasa", game, {"games": 3}, {"white": "Anna", "black": "Bo"}, check="strict")
    facts = played(terms, 5, 60)
    facts = facts[: len(facts) - isinstance(facts[-1], DiceRolled)]
    match = friendly(evening, terms)
    with scorer(browser, evening, match) as page:
        tap_with_faults(page, faulty(terms, facts, 5, 2))
        is_sent(page)
        assert_true(evening, facts, match, terms)


@pytest.mark.parametrize("game", ["dubblets", "six-ace"])
def test_a_throw_is_mended_where_men_are_laid_down_or_the_throw_is_the_play(browser, evening, game):
    seats = ("white", "black") if game == "dubblets" else ("seat1", "seat2")
    terms = MatchOpened("vasa", game, {"games": 3}, dict(zip(seats, ("Anna", "Bo"), strict=True)), check="strict")
    facts = played(terms, 3, 7)
    match = friendly(evening, terms)
    with scorer(browser, evening, match) as page:
        tap_facts(page, [words(fact) for fact in facts if not isinstance(fact, DiceRolled) or fact is not facts[-1]])
        rows = mend(page, {"kind": "remove", "turn": 3}, write=False)
        if any(row["why"] for row in rows):
            page.locator('[data-key="mend-leave-all"]').click()
        page.locator('[data-key="mend-write"]').click()
        page.locator(".mending").wait_for(state="detached")
        is_sent(page)
    assert all(event["verdict"]["verdict"] == "accepted" for event in events(evening, match))
    assert "FactsTakenBack" in [event["type"] for event in events(evening, match)]
