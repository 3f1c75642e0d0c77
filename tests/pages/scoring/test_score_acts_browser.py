"""Acts of a scorer beside the plain turn: mistakes, real boards, calls, typed turns, whole results."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import another, desk
from tests.support.pages.layout import ensure_height
from tests.support.proving import prove
from tests.support.scoring.tapping import tap_facts
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.fixture(scope="module")
def real(service):
    """A cup at real boards: what is against the rules is written down as well."""
    return another(service, check="advisory")


def scorer(browser, evening, table, **options):
    """The scorer's page of a table before a scorer."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{evening.matches[table - 1]}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, **{"locale": "en-GB", **options})


def instruction(page):
    return page.locator("[data-part=instruction]")


def press(page, key):
    page.locator(f'[data-key="{key}"]').click()


def roll(page, first, second):
    press(page, f"throw-{max(first, second)}-{min(first, second)}")


def events(evening, table):
    return evening.scorer.ask("GET", f"/v1/matches/{evening.matches[table - 1]}/events?after=0")["events"]


def is_within(one, other):
    """True if the middle of an element is in the box of another one."""
    inner, outer = one.bounding_box(), other.bounding_box()
    return bool(inner and outer) and all(  # an element that is drawn anew has no box for a moment
        outer[start] <= inner[start] + inner[size] / 2 <= outer[start] + outer[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


def sent(page):
    expect(page.locator("[data-part=queue]")).to_have_text("all sent")


@prove
def test_an_illegal_play_is_told_at_once_and_can_be_recorded_all_the_same(browser, real):
    with scorer(browser, real, 1) as page:
        tap_facts(page, [OPENING])
        roll(page, 6, 5)
        home = page.locator('.point[data-point="1"]')
        home.click()
        for _ in range(2):  # the checker, then the dice
            press(page, "undo")
        roll(page, 2, 2)
        for _ in range(2):  # the second checker lands on the own one (§4)
            home.click()
        expect(instruction(page)).to_contain_text("Against the rules (§4):")
        expect(instruction(page)).to_contain_text("a player may not land on a point that")
        done = page.locator('[data-key="done"]')
        expect(done).to_have_text("Record it all the same: 1/3 1/3")
        assert browser.violations(page) == []
        done.click()
        expect(page.locator("[data-part=alerts]")).to_contain_text("is against the rules")
    last = events(real, 1)[-1]
    assert (last["type"], last["verdict"]["verdict"], last["verdict"]["rule"]) == ("CheckersMoved", "faulted", "§4")


def test_the_referee_is_called_the_desk_hears_it_and_the_table_who_is_on_the_way(browser, real):
    with desk(browser, real) as at_desk, scorer(browser, real, 2) as page:
        tap_facts(page, [OPENING])
        press(page, "referee")
        expect(page.locator("dialog")).to_be_visible()
        assert browser.violations(page, "dialog") == []
        press(page, "reason_dice")
        expect(page.locator("[data-part=alerts]")).to_contain_text("Dice that do not lie flat")
        expect(at_desk.get_by_role("region", name="Väntar på dig")).to_contain_text(
            "Bord 2 domare kallad", timeout=15_000
        )
        need = at_desk.locator('.need[data-kind="called"]')
        need.get_by_role("button", name="Jag är på väg").click()
        expect(need.locator(".coming")).to_contain_text("är på väg")
        expect(need.get_by_role("button")).to_have_count(0)
        expect(page.locator("[data-part=alerts]")).to_contain_text("A referee is on the way", timeout=15_000)
        press(page, "came")
        expect(page.locator("[data-part=alerts]")).to_be_empty()
        sent(page)
        expect(need).to_have_count(0, timeout=15_000)
    assert [event["type"] for event in events(real, 2)][1:] == ["RefereeCalled", "RefereeSetOut", "RefereeCame"]


def test_the_table_reads_the_name_of_a_member_who_is_on_the_way(browser, real):
    club, match = real.organiser.ask("GET", f"/v1/tournaments/{real.tournament}")["club"], real.matches[3]
    invited = real.organiser.ask("POST", f"/v1/clubs/{club}/people", {"name": "Siv Berg", "role": "referee"})
    own = {"Sec-Fetch-Site": "same-origin"}
    with scorer(browser, real, 4) as page:
        press(page, "referee")
        press(page, "reason_clock")
        sent(page)
        with browser.page(f"{real.organiser.address}/sign-in", PHONE) as referee:
            for path, form in (("key", {"key": invited["invitation"]}), ("password", {"password": "en kopp kaffe"})):
                referee.request.post(f"{real.organiser.address}/sign-in/{path}", form=form, headers=own)
            events_of = f"{real.organiser.address}/v1/matches/{match}/events"
            assert referee.request.post(events_of, data={"type": "RefereeSetOut"}, headers=own).ok
        expect(page.locator("[data-part=alerts]")).to_contain_text("Siv Berg is on the way", timeout=15_000)
    assert events(real, 4)[-1]["recorded_by"].startswith("referee:u_")


def test_undo_while_a_turn_is_on_its_way_is_offered_once_that_is_known(browser, real):
    late = []
    moves = [{"from": 1, "to": 7}, {"from": 7, "to": 9}]
    rolled = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
    with scorer(browser, real, 6) as page:
        tap_facts(page, [OPENING])
        sent(page)
        page.route("**/events", lambda route: late.append(route))
        tap_facts(page, [rolled, {"type": "CheckersMoved", "by": "white", "moves": moves}])
        eventually(lambda: late or page.wait_for_timeout(20), what="the roll is on its way")
        late.pop().continue_()
        eventually(lambda: late or page.wait_for_timeout(20), what="the play is on its way")
        expect(page.locator('[data-key="undo"]')).to_be_enabled()
        press(page, "undo")
        expect(page.locator("[data-part=notice]")).to_contain_text("The turn is on its way")
        expect(page.locator("dialog")).to_have_count(0)
        late.pop().continue_()
        expect(page.locator("dialog")).to_contain_text("6–2")
        page.unroute("**/events")
        press(page, "take-back")
        expect(page.locator("[data-part=last]")).to_be_empty()
        sent(page)
    assert events(real, 6)[-1]["type"] == "FactsTakenBack"


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ({"type": "DoubleOffered", "by": "white"}, "Anna doubles"),
        ({"type": "GameReported", "winner": "black", "outcome": "gammon"}, "The game by its result: Bo won"),
        ({"type": "GameResigned", "by": "white", "outcome": "single"}, "Anna resigns the game"),
    ],
)
def test_the_sheet_that_takes_back_says_what_it_takes_back(browser, real, fact, told):
    slug = real.organiser.ask("GET", f"/v1/tournaments/{real.tournament}")["club"]
    terms = {"club": slug, "game": "backgammon", "length": {"points": 7}, "players": {"white": "Anna", "black": "Bo"}}
    match = real.organiser.ask("POST", "/v1/matches", terms)["id"]
    begun = [{"type": "OpeningRolled", "white": 3, "black": 1}]
    begun += [{"type": "CheckersMoved", "by": "white", "moves": [{"from": 8, "to": 5}, {"from": 6, "to": 5}]}]
    begun += [{"type": "DiceRolled", "by": "black", "dice": [6, 5]}]
    begun += [{"type": "CheckersMoved", "by": "black", "moves": [{"from": 24, "to": 18}, {"from": 18, "to": 13}]}]
    headers = {"Authorization": f"Bearer {real.scorer.token}"}
    address = f"{real.scorer.address}/matches/{match}/score"
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        tap_facts(page, begun)
        if fact["type"] == "GameReported":
            for key in ("menu", "end", f"won-{fact['winner']}", f"end-{fact['outcome']}"):
                press(page, key)
        elif fact["type"] == "GameResigned":
            for key in ("menu", f"resign-{fact['by']}", f"resign-{fact['outcome']}"):
                press(page, key)
        else:
            for key in ("double", "double-yes"):
                press(page, key)
        sent(page)
        press(page, "undo")
        expect(page.locator("dialog p").first).to_have_text(told)
        expect(page.locator("dialog")).to_contain_text("Earlier turns: Menu, Change turns.")
        press(page, "take-back")
        sent(page)
        expect(page.locator('[data-key="double"]')).to_be_visible()


@prove
def test_a_turn_that_was_done_is_taken_back_and_entered_again(browser, real):
    with scorer(browser, real, 3) as page:
        moves = [{"from": 1, "to": 7}, {"from": 7, "to": 9}]
        rolled = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
        tap_facts(page, [OPENING, rolled, {"type": "CheckersMoved", "by": "white", "moves": moves}])
        sent(page)
        name = page.locator("[data-part=below] strong").inner_text()
        expect(page.locator("[data-part=last]")).to_have_text(f"{name} rolled 6–2 and played 1/7 7/9")
        expect(page.locator(".path path:not(.shade)")).to_have_count(2)
        for viewport in ({"width": 1280, "height": 900}, PHONE):
            page.set_viewport_size(viewport)
            start, point = page.locator(".path circle"), page.locator('.point[data-point="1"]')
            expect(start).to_have_count(1)
            eventually(lambda start=start, point=point: is_within(start, point), what="the path begins at the point")
        press(page, "undo")
        expect(page.locator("dialog")).to_contain_text("6–2")
        press(page, "take-back")
        expect(page.locator("[data-part=last]")).to_be_empty()
        expect(page.locator(".path path")).to_have_count(0)
        expect(instruction(page)).to_have_text(re.compile("rolls"))
        expect(page.locator('.point[data-point="9"] .man')).to_have_count(0)
        roll(page, 6, 1)
        expect(page.locator(".thrown")).to_be_visible()
        sent(page)
    *_, last = events(real, 3)
    assert (last["type"], last["from_version"], last["to_version"]) == ("FactsTakenBack", 2, 3)
    assert last["verdict"]["verdict"] == "accepted"


@prove
def test_a_turn_can_be_typed_or_chosen_from_the_list(browser, real):
    with scorer(browser, real, 4) as page:
        tap_facts(page, [OPENING])
        roll(page, 6, 2)
        press(page, "menu")
        press(page, "type")
        page.locator("#turn-text").fill("over there")
        page.locator("dialog button.primary").click()
        expect(page.locator("dialog [role=alert]")).not_to_be_empty()
        page.locator("#turn-text").fill("1/7 1/3")
        page.locator("dialog button.primary").click()
        expect(page.locator('[data-key="done"]')).to_have_text("Done: 1/7 1/3")
        press(page, "menu")
        press(page, "list")
        expect(page.locator("dialog h2")).to_have_text(re.compile(r"Legal plays: \d+"))
        page.locator('dialog [data-key^="play-"]').first.click()
        press(page, "done")
        expect(instruction(page)).to_have_text(re.compile("rolls"))
        sent(page)
    assert events(real, 4)[-1]["verdict"]["verdict"] == "accepted"
    browser.complaints.clear()  # the service said that it cannot read the turn


@prove
def test_a_game_is_resigned_a_break_taken_and_a_clock_pressed(browser, real):
    match = real.matches[4]
    times = {"type": "ClockSet", "reserve": {"white": 600_000, "black": 600_000}, "delay": 0}
    real.referee.ask("POST", f"/v1/matches/{match}/events", times, Prefer="wait=5")
    with scorer(browser, real, 5) as page:
        tap_facts(page, [OPENING])
        press(page, "menu")
        press(page, "clock")
        half = page.locator('[data-key="press"]')
        ensure_height(half, 0.4 * PHONE["height"])
        half.click()
        expect(half).to_contain_text("The clock of")
        expect(page.locator(".player .time")).to_have_count(2)
        half.click()
        press(page, "clock-stop")
        expect(half).to_contain_text("starts")
        press(page, "dice")
        press(page, "menu")
        press(page, "break-white")
        press(page, "done")
        press(page, "menu")
        press(page, "resign-white")
        press(page, "resign-jan")
        expect(page.locator("[data-part=notice]")).to_contain_text("jan (+4)")
        expect(page.locator("[data-part=game]")).to_have_text("Game 2 of 3")
        sent(page)
    kinds = [event["type"] for event in events(real, 5)]
    assert kinds == [
        "ClockSet",
        "OpeningRolled",
        "ClockStarted",
        "ClockStarted",
        "ClockStopped",
        "BreakStarted",
        "BreakEnded",
        "GameResigned",
    ]
    assert {event["verdict"]["verdict"] for event in events(real, 5)} == {"accepted"}


def test_a_game_whose_last_turns_are_missing_ends_by_its_result(browser, real):
    with scorer(browser, real, 7) as page:
        tap_facts(page, [OPENING])
        for winner, ending in (("black", "jan"), ("black", "bearing_off"), ("white", "jan")):
            press(page, "menu")
            press(page, "end")
            press(page, f"won-{winner}")
            press(page, f"end-{ending}")
        expect(page.locator(".winner")).to_be_visible()
        sent(page)
    recorded = events(real, 7)
    assert [each["type"] for each in recorded] == ["OpeningRolled", *["GameReported"] * 3]
    assert {each["verdict"]["verdict"] for each in recorded} == {"accepted"}
    assert recorded[-1]["verdict"]["match_settled"]["score"] == {"white": 4, "black": 5}


@prove
def test_a_club_that_records_results_only_has_large_buttons_for_winner_and_ending(browser, real):
    with scorer(browser, real, 6) as page:
        press(page, "menu")
        press(page, "results")
        games = (("white", "jan", "0–0"), ("black", "bearing_off", "4–0"), ("white", "tower", "4–1"))
        for number, (winner, ending, score) in enumerate(games, 1):
            expect(page.locator("[data-part=game]")).to_have_text(f"Game {number} of 3")
            assert "–".join(page.locator(".points-won").all_inner_texts()[::-1]) == score
            press(page, f"winner-{winner}")
            if ending == "tower":  # a mistake is taken back
                press(page, "undo")
                press(page, "winner-black")
            ensure_height(page.locator(f'[data-key="ending-{ending}"]'), 56)
            press(page, f"ending-{ending}")
        expect(page.locator(".entered li")).to_have_count(3)
        assert browser.violations(page) == []
        expect(page.locator('[data-key="done"]')).to_have_text("Done: report 4–3")
        press(page, "done")
        page.wait_for_url("**/matches/*?said=*")
    state = real.wait_for(real.matches[5])
    assert (state["score"], state["settled"]["winner"]) == ({"white": 4, "black": 3}, "white")


@prove
def test_another_phones_facts_are_shown_and_a_fact_that_it_was_faster_with_is_not_written(browser, real):
    with scorer(browser, real, 8) as page:
        expect(instruction(page)).to_have_text(re.compile("Each player rolls"))
        page.context.set_offline(True)
        tap_facts(page, [OPENING])
        expect(page.locator("[data-part=queue]")).to_have_text("1 wait for the network")
        real.record(8, play(7, 3))
        page.context.set_offline(False)
        expect(page.locator("[data-part=alerts]")).to_contain_text("Another phone", timeout=30_000)
        page.locator('[data-key^="theirs-"]').click()
        expect(page.locator("[data-part=alerts]")).to_be_empty()
        expect(instruction(page)).to_have_text("Another phone is recording this match.")
    assert len(events(real, 8)) == 3
    browser.complaints.clear()  # the network was away, and the service said that the other phone was faster
