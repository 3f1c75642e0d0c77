"""A tablet on the table between two players: each taps in their own half."""

import re

import pytest

from core.games import GAMES
from tests.support.pages.browser import needs_chromium
from tests.support.pages.desk import another
from tests.support.pages.layout import overflow
from tests.support.proving import prove, some
from tests.support.scoring.tapping import recorded, tap_facts, tap_some_turns

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

UPRIGHT, LARGE, LYING = (
    {"width": 768, "height": 1024},
    {"width": 1024, "height": 1366},
    {"width": 1280, "height": 800},
)
SMALL_LYING = {"width": 1024, "height": 768}
OPENING = {"type": "OpeningRolled", "white": 2, "black": 5}


@pytest.fixture(scope="module")
def strict(service):
    """A cup at screens: nothing illegal is taken."""
    return another(service, check="strict")


def tablet(browser, evening, table, viewport=UPRIGHT, **options):
    """The tablet on a table, before a scorer."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/tournaments/{evening.tournament}/tablet?table={table}"
    return browser.page(address, viewport, extra_http_headers=headers, **{"locale": "en-GB", **options})


def half(page, seat):
    return page.locator(f'.table-half[data-seat="{seat}"]')


def press(page, seat, *keys):
    for key in keys:
        half(page, seat).locator(f'[data-key="{key}"]').click()


def events(evening, table):
    return evening.scorer.ask("GET", f"/v1/matches/{evening.matches[table - 1]}/events?after=0")["events"]


def sent(page):
    expect(half(page, "white").locator(".state")).to_have_text("all sent")


def numbers_stand(page):
    """The side to which the numbers at the rim stand upright."""
    turned = page.locator(".point .no").first.evaluate("each => getComputedStyle(each).rotate")
    return {"none": "near", "180deg": "far"}[turned]


def test_each_player_taps_in_their_own_half_and_the_board_turns_to_the_one_who_moves(browser, strict):
    with tablet(browser, strict, 1) as page:
        white, black = half(page, "white"), half(page, "black")
        expect(white).to_contain_text("Each player rolls one die")
        assert black.evaluate("each => getComputedStyle(each).rotate") == "180deg"
        expect(white.locator(".die")).to_have_count(6)
        press(page, "white", "open-white-2")
        press(page, "black", "open-black-5", "done")
        expect(black).to_contain_text(re.compile("is playing"))
        press(page, "white", "throw-6-2")
        page.locator(".point.movable").first.click()
        page.locator(".point.movable").first.click()
        expect(white.locator('[data-key="done"]')).to_have_text(re.compile("Done: 1/7"))
        assert numbers_stand(page) == "near"
        before = page.locator("#scoring").inner_text()
        expect(black.locator("button:not([disabled])")).to_have_count(0)
        box = black.bounding_box()
        for down in range(10, int(box["height"]), 40):  # the half that waits, from its rim to the board
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + down)
            page.mouse.click(box["x"] + 60, box["y"] + down)
        assert page.locator("#scoring").inner_text() == before
        assert browser.violations(page) == []
        press(page, "white", "done")
        expect(black).to_contain_text("rolled 6–2 and played 1/7")
        expect(white).to_contain_text("is playing")
        assert numbers_stand(page) == "far"
        # The checkers stay where they lie: the point that was White's 1 is now Black's 13.
        expect(page.locator('.point[data-point="1"] .no')).to_have_text("13")
        page.reload()
        expect(half(page, "black").locator(".key")).to_have_count(21)
        press(page, "black", "throw-3-1")
        sent(page)
        assert page.evaluate("document.documentElement.scrollWidth") == UPRIGHT["width"]
        page.set_viewport_size(
            {"width": 390, "height": 844}
        )  # too small: the phone's page, and the throw is still there
        expect(page.locator(".middle .thrown")).to_be_visible()
        expect(page.locator(".table-half")).to_have_count(0)
    assert [event["type"] for event in events(strict, 1)] == ["OpeningRolled", "DiceRolled", "CheckersMoved"]


@prove
def test_a_tablet_of_the_tables_link_shows_the_result_in_both_halves_and_goes_on_to_the_next_match(browser, service):
    evening = another(service, check="strict")
    facts = recorded("tie_break_three")["events"]
    made = evening.referee.ask(
        "POST", f"/v1/tournaments/{evening.tournament}/links", {"tables": ["1"], "role": "scorer"}
    )
    match = evening.matches[0]
    for at in range(0, len(facts) - 20, 500):
        part = facts[at : min(at + 500, len(facts) - 20)]
        evening.scorer.ask("POST", f"/v1/matches/{match}/events", part, Prefer="wait=20")
    with browser.page(made["links"][0]["link"], UPRIGHT, locale="en-GB") as page:
        page.get_by_role("link", name="Tablet on the table").click()
        expect(half(page, "white")).to_be_visible(timeout=30_000)
        press(page, "black", "record-here")  # the facts so far came from another device
        tap_facts(page, facts[-20:])
        for seat in ("white", "black"):
            expect(half(page, seat).locator(".winner")).to_contain_text("on equal points, 2–2", timeout=60_000)
            expect(half(page, seat).locator(".tie-break li")).to_contain_text("game 2, bearing off with monk")
            expect(half(page, seat)).to_contain_text("The next match at this table opens by itself.")
        assert browser.violations(page) == []
        expect(page.locator(".table-half .state").first).to_have_text("all sent", timeout=30_000)
        page.reload()
        expect(half(page, "black").locator(".winner")).to_be_visible(timeout=30_000)
        for other in evening.matches[1:]:
            evening.result(other)
        expect(half(page, "black")).to_contain_text("Next at this table:", timeout=30_000)
        expect(half(page, "white").locator(".die")).to_have_count(6, timeout=60_000)
        assert f"/matches/{match}/" not in page.url
        assert page.url.endswith("/score?layout=table")
    browser.complaints.clear()


@prove
def test_between_two_matches_the_tablet_waits_and_opens_the_next_one(browser, service):
    evening = another(service)
    evening.result(evening.matches[0])
    with tablet(browser, evening, 1, locale="sv-SE") as page:
        expect(page.locator("#tablet .near")).to_contain_text("Här spelas inget just nu")
        expect(page.locator("#tablet .far")).to_contain_text("3–0")
        assert browser.violations(page) == []
        for other in evening.matches[1:]:
            evening.result(other)
        expect(half(page, "white")).to_be_visible(timeout=60_000)


@prove
def test_another_match_that_is_put_at_the_table_before_the_first_fact_comes_by_itself(browser, service):
    evening = another(service)
    one, two = evening.matches[:2]
    with tablet(browser, evening, 1) as page:
        expect(half(page, "white").locator(".die")).to_have_count(6)
        seats = {"seats": [{"match": one, "table": "2"}, {"match": two, "table": "1"}]}
        evening.referee.ask("POST", f"/v1/tournaments/{evening.tournament}/tables/seats", seats)
        page.wait_for_url(f"**/matches/{two}/score?layout=table")
        expect(half(page, "white").locator(".die")).to_have_count(6)


@prove
def test_a_tap_on_the_own_half_ends_the_turn_and_presses_the_clock(browser, service):
    evening = another(service, check="strict")
    times = {"type": "ClockSet", "reserve": {"white": 600_000, "black": 600_000}, "delay": 0}
    evening.referee.ask("POST", f"/v1/matches/{evening.matches[0]}/events", times, Prefer="wait=5")
    with tablet(browser, evening, 1) as page:
        press(page, "white", "open-white-2")
        press(page, "black", "open-black-5", "done")
        press(page, "white", "throw-6-2")
        for _ in range(2):
            page.locator(".point.movable").first.click()
        half(page, "black").locator(".instruction").click()
        expect(half(page, "white").locator('[data-key="done"]')).to_be_enabled()
        sent(page)
        half(page, "white").locator(".instruction").click()
        expect(half(page, "black").locator(".key")).to_have_count(21)
        sent(page)
        press(page, "black", "menu")
        assert page.locator("dialog").evaluate("each => getComputedStyle(each).rotate") == "180deg"
        page.locator('dialog [data-key="clock"]').click()
        expect(half(page, "white").locator('[data-key="press"]')).to_be_disabled()
        press(page, "black", "press")
        press(page, "white", "clock-stop", "dice")
        sent(page)
    found = [(event["type"], event.get("by")) for event in events(evening, 1)]
    assert found == [
        ("ClockSet", None),
        ("OpeningRolled", None),
        ("ClockStarted", "white"),
        ("DiceRolled", "white"),
        ("CheckersMoved", "white"),
        ("ClockStarted", "black"),
        ("ClockStarted", "white"),
        ("ClockStopped", None),
    ]
    assert {event["verdict"]["verdict"] for event in events(evening, 1)} == {"accepted"}


@prove
@pytest.mark.parametrize(
    "viewport", some([UPRIGHT, LYING, SMALL_LYING], UPRIGHT, SMALL_LYING), ids=lambda each: str(each["width"])
)
def test_each_half_names_its_player_and_a_finger_hits_its_keys(browser, service, viewport):
    names = ["Wilhelminaösterlundhängströmsk", "Karl-Gustaf von SchantzenbergA"]
    evening = another(service, names=names, format="round_robin")
    with tablet(browser, evening, 1, viewport, has_touch=True) as page:
        press(page, "white", "open-white-2")
        press(page, "black", "open-black-5", "done")
        expect(half(page, "white").locator('[data-key="throw-6-2"]')).to_be_visible()
        sent(page)
        for seat in ("white", "black"):
            words, name, score = half(page, seat).evaluate(
                """half => [half.querySelector(".player strong").textContent, ...[".player strong", ".own-score"].map(
                  (each) => { const { x, y, right, bottom } = half.querySelector(each).getBoundingClientRect();
                    return { x, y, right, bottom }; })]"""
            )
            assert words in names
            assert name["right"] - name["x"] > 150, (seat, "the name is seen")
            beside = name["right"] <= score["x"] + 1 or score["right"] <= name["x"] + 1
            above = name["bottom"] <= score["y"] + 1 or score["bottom"] <= name["y"] + 1
            assert beside or above, "and nothing lies on it"
        keys = (
            half(page, "white")
            .locator("[data-key]")
            .evaluate_all(
                "all => all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect())"
                ".map((box) => Math.min(box.width, box.height))"
            )
        )
        assert len(keys) > 20
        assert min(keys) >= 44
        assert overflow(page) == []


@pytest.mark.parametrize("viewport", [UPRIGHT, LARGE, LYING])
@pytest.mark.parametrize("scheme", some(["light", "dark"], "light"))
def test_a_game_of_two_players_at_every_size(browser, service, viewport, scheme):
    evening = another(service, check="strict")
    facts = recorded("three_games")["events"][:41]
    with tablet(browser, evening, 2, viewport, color_scheme=scheme) as page:
        tap_facts(page, facts)
        assert browser.violations(page) == []
        for seat in ("white", "black"):
            assert half(page, seat).evaluate("each => each.scrollHeight <= each.clientHeight + 1")
        sent(page)
    assert len(events(evening, 2)) == len(facts)


@prove
@pytest.mark.parametrize("game", [game for game in GAMES if game.key != "swedish"], ids=lambda game: game.key)
def test_two_players_tap_every_game(browser, strict, game):
    slug = strict.organiser.ask("GET", f"/v1/tournaments/{strict.tournament}")["club"]
    players = dict(zip(game.seats[:2], ("Karl-Gustaf von Schantzenbergs", "Bertil"), strict=True))
    words = {"club": slug, "game": game.key, "length": {"games": 3}, "players": players}
    match = strict.organiser.ask("POST", "/v1/matches", words)["id"]
    headers = {"Authorization": f"Bearer {strict.scorer.token}"}
    address = f"{strict.scorer.address}/matches/{match}/score?layout=table"
    with browser.page(address, UPRIGHT, extra_http_headers=headers, locale="sv-SE") as page:
        expect(page.locator(".table-half")).to_have_count(2)
        tap_some_turns(page, 5)
        expect(page.locator(".table-half .state").first).to_have_text("allt skickat", timeout=30_000)
        assert page.evaluate("document.documentElement.scrollWidth") == UPRIGHT["width"]
        assert browser.violations(page) == []
        for each in page.locator(".table-half").all():
            assert each.evaluate("each => each.scrollHeight <= each.clientHeight + 1")
    found = strict.organiser.ask("GET", f"/v1/matches/{match}/events?after=0")["events"]
    assert {each["verdict"]["verdict"] for each in found} == {"accepted"}


@prove
def test_without_a_network_both_halves_say_so_and_leaving_is_asked(browser, strict):
    with tablet(browser, strict, 3, permissions=["screen-wake-lock"]) as page:
        tap_facts(page, [OPENING])
        sent(page)
        page.context.set_offline(True)
        press(page, "white", "throw-6-2")
        for _ in range(2):
            page.locator(".point.movable").first.click()
        press(page, "white", "done")
        for seat in ("white", "black"):
            expect(half(page, seat).locator(".state")).to_have_text("2 wait for the network", timeout=15_000)
        page.context.set_offline(False)
        sent(page)
        press(page, "black", "menu")
        expect(page.locator("dialog")).to_contain_text("The screen stays on.")
        assert numbers_stand(page) == "far"
        page.locator('dialog [data-key="still"]').click()
        assert numbers_stand(page) == "near"
        page.go_back()
        expect(page.locator("dialog")).to_contain_text("Leave the tablet's page?")
        page.locator('dialog [data-key="phone-layout"]').click()
        expect(page.locator(".panel .pad")).to_be_visible()
        assert "layout" not in page.url
        page.locator('.panel [data-key="menu"]').click()
        page.locator('dialog [data-key="tablet"]').click()
        press(page, "black", "menu")
        page.locator('dialog [data-key="swap"]').click()
        assert half(page, "white").evaluate("each => getComputedStyle(each).rotate") == "180deg"
        page.reload()
        expect(half(page, "white")).to_have_class(re.compile("far"))
    browser.complaints.clear()  # the network was away
