"""A board that is laid out by taps: by a referee, by players who agree, and by a scorer who calls the referee."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another, desk
from tests.support.pages.layout import ensure_height
from tests.support.scoring.tapping import tap_facts

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}
LISTEN = """() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...given) { window.rung = true; start.apply(this, given); };
}"""
LOW = {"width": 320, "height": 568}


@pytest.fixture(scope="module")
def agreeing(service):
    """A cup whose players lay out a disturbed board themselves."""
    cup = another(service, details={"agreed_positions": True})
    cup.record(1, play(1, 31))
    return cup


def sheet(browser, cup, role, table=1, viewport=PHONE, **options):
    """The page on which a board is laid out, before a person of that role."""
    headers = {"Authorization": f"Bearer {getattr(cup, role).token}"}
    address = f"{cup.referee.address}/matches/{cup.matches[table - 1]}/lay-out"
    return browser.page(address, viewport, extra_http_headers=headers, **{"locale": "en-GB", **options})


def press(page, key):
    page.locator(f'.lay-out [data-key="{key}"]').click()


def point(page, number):
    return page.locator(f'.lay-out [data-point="{number}"]')


def last_event(cup, table):
    return cup.referee.ask("GET", f"/v1/matches/{cup.matches[table - 1]}/events?after=0")["events"][-1]


def state(cup, table):
    return cup.referee.ask("GET", f"/v1/matches/{cup.matches[table - 1]}")


def test_a_referee_takes_a_checker_up_puts_it_down_and_the_game_goes_on_from_there(browser, agreeing):
    cup, before = agreeing, state(agreeing, 1)["position"]
    white = int(next(iter(before["white"]["points"])))
    with sheet(browser, cup, "referee", viewport=LOW) as page:
        expect(page.locator(".lay-out")).to_be_visible()
        point(page, white).click()
        expect(page.locator(".lay-panel .instruction")).to_contain_text("1 in hand")
        expect(page.locator('[data-key="next"]')).to_be_disabled()
        press(page, "undo")
        point(page, white).click()
        empty = next(
            number
            for number in range(1, 25)
            if str(number) not in before["white"]["points"]
            and str((number + 11) % 24 + 1) not in before["black"]["points"]
        )
        point(page, empty).click()
        press(page, "next")
        expect(page.locator('[data-key="write"]')).to_be_disabled()
        press(page, "lay-mover-black")
        press(page, "lay-dice-yes")
        expect(page.locator(".lay-confirm .instruction")).to_have_text("Tap the dice.")
        press(page, "lay-die-0-6")
        press(page, "lay-die-1-1")
        page.get_by_label("the board was disturbed").check()
        press(page, "write")
        page.wait_for_url(re.compile(f"/matches/{cup.matches[0]}$"))
    event, after = last_event(cup, 1), state(cup, 1)
    assert (event["type"], event["reason"], event["dice"]) == ("PositionSet", "the board was disturbed", [6, 1])
    assert (after["position"]["white"]["points"][str(empty)], after["to_move"], after["phase"]) == (1, "black", "move")


def test_players_who_agree_write_together_and_a_change_takes_their_word_back(browser, agreeing):
    with sheet(browser, agreeing, "scorer", 2) as page:
        press(page, "begin")
        press(page, "clear")
        expect(page.locator(".lay-panel .instruction")).to_contain_text("15 in hand")
        for number, checkers in ((1, 15), (14, 15)):
            for _ in range(checkers):
                point(page, number).click()
        press(page, "next")
        press(page, "lay-mover-white")
        page.get_by_label("another reason").check()
        page.locator("#lay-reason").fill("three turns  were lost")
        press(page, "agree-white")
        expect(page.locator('[data-key="write"]')).to_be_disabled()
        press(page, "lay-mover-black")
        expect(page.locator('[data-key="agree-white"]')).to_have_attribute("aria-pressed", "false")
        press(page, "agree-white")
        press(page, "agree-black")
        press(page, "write")
        page.wait_for_url(re.compile(f"/matches/{agreeing.matches[1]}$"))
    event = last_event(agreeing, 2)
    assert (event["type"], event["agreed_by"], event["to_move"]) == ("PositionAgreed", ["white", "black"], "black")
    assert event["position"] == {
        "white": {"bar": 0, "off": 0, "points": {"1": 15}},
        "black": {"bar": 0, "off": 0, "points": {"2": 15}},
    }


def test_where_a_referee_confirms_a_scorer_hands_the_board_to_them(browser, service):
    cup = another(service)
    cup.record(1, play(1, 12))
    with sheet(browser, cup, "scorer") as page:
        press(page, "begin")
        press(page, "start")
        press(page, "next")
        press(page, "lay-mover-black")
        press(page, "lay-dice-no")
        page.get_by_label("turns were not recorded").check()
        expect(page.locator(".lay-confirm .notice")).to_contain_text("a referee confirms it")
        expect(page.locator('[data-key="write"]')).to_have_count(0)
        press(page, "call")
        page.wait_for_url(re.compile(f"/matches/{cup.matches[0]}$"))
    event, waiting = last_event(cup, 1), state(cup, 1)
    assert (event["type"], event["reason"]) == ("RefereeCalled", "turns were not recorded")
    start = {"bar": 0, "off": 0, "points": {"1": 15}}
    assert event["laid_out"] == {"position": {"white": start, "black": start}, "to_move": "black"}
    assert waiting["position"] != event["laid_out"]["position"], "nothing is changed before a referee has seen it"
    with scoring(browser, cup, 1) as page:
        page.locator('[data-key="record-here"]').click()
        expect(page.locator("[data-part=alerts]")).to_contain_text("waits until a referee confirms it")
        page.locator("link[href$='lay_out.css']").wait_for(state="attached")
        with desk(browser, cup, f"/tables/{cup.matches[0]}", locale="en-GB") as table:
            expect(table.locator(".alarms")).to_contain_text("waits to be confirmed: turns were not recorded")
            expect(table.locator(".laid-out .board")).to_be_visible()
            act = table.locator("#act-confirm_board")
            act.get_by_role("button", name="See what will be saved").click()
            table.get_by_role("button", name="Save", exact=True).click()
            expect(table.locator(".alarms")).to_contain_text("playing", timeout=15_000)
            expect(table.locator(".laid-out")).to_have_count(0)
        expect(page.locator("[data-part=notice]")).to_contain_text("A referee has confirmed the board", timeout=20_000)
        expect(page.locator("[data-part=alerts]")).to_be_empty()
        page.locator('[data-key="throw-6-4"]').click()
        expect(page.locator(".point.movable").first).to_be_visible()
    event, after = last_event(cup, 1), state(cup, 1)
    assert (event["type"], event["reason"]) == ("PositionSet", "turns were not recorded")
    assert (after["position"], after["to_move"]) == ({"white": start, "black": start}, "black")
    assert after["calls"][0]["came"]


def test_a_board_that_waits_is_gone_from_the_desk_once_play_goes_on(browser, service):
    cup = another(service)
    cup.record(1, [*play(1, 2), *play(1, 3)[2:]])
    laid_out = {"position": state(cup, 1)["position"], "to_move": "black"}
    called = {"type": "RefereeCalled", "by": "white", "reason": "the board was bumped", "laid_out": laid_out}
    match = f"/v1/matches/{cup.matches[0]}/events"
    cup.scorer.ask("POST", match, called, Prefer="wait=10")
    with desk(browser, cup, f"/tables/{cup.matches[0]}", locale="en-GB") as table:
        expect(table.locator("#act-confirm_board")).to_be_visible()
    cup.scorer.ask("POST", match, [words(each) for each in play(1, 5)[3:]], Prefer="wait=10")
    with desk(browser, cup, f"/tables/{cup.matches[0]}", locale="en-GB") as table:
        expect(table.locator(".alarms")).to_contain_text("the board was bumped")
        expect(table.locator("#act-confirm_board, .laid-out")).to_have_count(0)


def test_a_position_that_came_too_late_writes_nothing_and_says_so(browser, agreeing):
    with sheet(browser, agreeing, "referee", 3) as page:
        expect(page.locator(".lay-out")).to_be_visible()
        agreeing.scorer.ask(
            "POST", f"/v1/matches/{agreeing.matches[2]}/events", {"type": "OpeningRolled", "white": 2, "black": 5}
        )
        head = state(agreeing, 3)["version"]
        press(page, "next")
        press(page, "lay-mover-white")
        page.get_by_label("turns were not recorded").check()
        press(page, "write")
        expect(page.locator(".lay-out > .notice")).to_contain_text("has gone on meanwhile")
    browser.complaints.clear()  # the service said that the match has gone on
    assert state(agreeing, 3)["version"] == head


def scoring(browser, cup, table, **options):
    """The scorer's page of a table, once its parts that are rarely needed are there."""
    headers = {"Authorization": f"Bearer {cup.scorer.token}"}
    address = f"{cup.scorer.address}/matches/{cup.matches[table - 1]}/score"
    return browser.page(address, PHONE, extra_http_headers=headers, **{"locale": "en-GB", **options})


def menu(page, key):
    page.locator("#scoring.ready [data-key=menu]").click()
    page.locator(f'.sheet [data-key="{key}"]').click()


def test_a_scorer_lays_the_board_out_on_their_page_and_goes_on_without_a_network(browser, agreeing):
    with scoring(browser, agreeing, 5) as page:
        tap_facts(page, [OPENING])
        page.locator("link[href$='lay_out.css']").wait_for(state="attached")  # the parts came by themselves
        page.evaluate("import(document.getElementById('scoring').dataset.rare).then(() => true)")
        page.context.set_offline(True)
        menu(page, "lay-out")
        press(page, "begin")
        press(page, "start")
        press(page, "next")
        press(page, "lay-mover-black")
        page.get_by_label("the board was disturbed").check()
        press(page, "agree-white")
        press(page, "agree-black")
        press(page, "write")
        expect(page.locator(".lay-out")).to_have_count(0)
        expect(page.locator("[data-part=queue]")).to_contain_text("1 wait")
        page.locator('[data-key="throw-6-4"]').click()
        expect(page.locator(".point.movable").first).to_be_visible()
        page.context.set_offline(False)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=40_000)
    browser.complaints.clear()  # the network was away
    event = last_event(agreeing, 5)
    assert (event["type"], event["agreed_by"], event["to_move"]) == ("PositionAgreed", ["white", "black"], "black")


def test_the_rest_of_a_match_goes_on_by_results_and_back_to_turns(browser, agreeing):
    with scoring(browser, agreeing, 6) as page:
        tap_facts(page, [OPENING])
        menu(page, "rest")
        page.locator('[data-key="winner-white"]').click()
        page.locator('[data-key="ending-jan"]').click()
        expect(page.locator("[data-part=game]")).to_contain_text("Game 2")
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        page.reload()
        page.locator('[data-key="winner-black"]').click()  # it is by results still
        page.locator('[data-key="other-winner"]').click()
        page.locator('[data-key="roll-by-roll"]').click()
        expect(page.locator('[data-key="throw-6-4"]')).to_be_visible()
    found = state(agreeing, 6)
    assert [(game["winner"], game["outcome"]) for game in found["games"]] == [("white", "jan")]
    assert (found["phase"], found["settled"]) == ("roll", None)


def test_a_referee_who_sets_out_is_heard_at_the_table(browser, agreeing):
    with scoring(browser, agreeing, 7) as page:
        page.locator("link[href$='lay_out.css']").wait_for(state="attached")
        page.locator("#scoring.ready [data-key=referee]").click()
        expect(page.locator(".sheet")).to_contain_text("A locked phone hears nothing")
        page.locator('.sheet [data-key="reason_dice"]').click()
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        page.evaluate(LISTEN)
        address = f"/v1/matches/{agreeing.matches[6]}/events"
        agreeing.referee.ask("POST", address, [{"type": "RefereeSetOut"}], Prefer="wait=10")
        expect(page.locator("[data-part=alerts]")).to_contain_text("on the way")
        page.wait_for_function("() => window.rung")


@pytest.mark.parametrize("viewport", [LOW, {"width": 390, "height": 664}, {"width": 667, "height": 331}], ids=str)
def test_the_board_and_what_is_tapped_are_in_the_window_at_once(browser, agreeing, viewport):
    with sheet(browser, agreeing, "referee", 4, viewport, locale="sv-SE") as page:
        for key in ("undo", "begin", "next", "close"):
            box = page.locator(f'.lay-out [data-key="{key}"]').bounding_box()
            assert box["x"] >= 0
            assert box["y"] >= 0
            assert box["x"] + box["width"] <= viewport["width"]
            assert box["y"] + box["height"] <= viewport["height"]
        assert page.evaluate("document.querySelector('.lay-out').scrollWidth <= innerWidth")
        ensure_height(page.locator('[data-key="begin"]'), 40)
        ensure_height(page.locator('[data-key="next"]'), 48)
