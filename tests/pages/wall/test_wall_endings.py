"""The end of a game and of a tournament on the wall: shown large for a moment, and with a short ceremony."""

import re
import time
from dataclasses import replace

import pytest

from core.events import PlayerEntered, RoundPaired, RulingMade, TournamentStarted
from service.web.pages.wall import endings
from tests.support.pages.browser import needs_chromium
from tests.support.pages.layout import overflow
from tests.support.pages.stored_tournament import BEGAN, TOURNAMENT, golden
from tests.support.pages.walls import finished
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
WALL = f"/tournaments/{TOURNAMENT}/wall"
MATCH, OTHER = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
JAN = 245
"""The fact of the old log that ends its first game, by jan: four points to Black."""
FULL_HD = {"width": 1920, "height": 1080}
in_browser = [needs_chromium, pytest.mark.xdist_group("browser-2")]


def begin(stored, facts=JAN - 1):
    """Two matches of a round; in the first one the next fact ends the first game."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)]
    pairs = ((MATCH, "p_player01", "p_player02"), (OTHER, "p_player03", "p_player04"))
    events = [*players, TournamentStarted("lots"), RoundPaired(1, pairs)]
    stored.deps.log.append(TOURNAMENT, events, by="vasa.a", at=BEGAN)
    assert (stored.match("swedish", facts), stored.match("swedish", 6)) == (MATCH, OTHER)
    stored.judge()


def shown(client, made_app, stored, now, number=0):
    deps = replace(stored.deps, clock=lambda: now)
    made_app.extensions["brade"] = made_app.extensions["brade"]._replace(deps=deps)
    return client.get(f"{WALL}/slide?slide={number}").get_data(as_text=True)


def kind(text):
    return re.search(r'data-kind="(\w+)"', text)[1]


def test_a_game_that_just_ended_stands_for_every_slide_for_twenty_seconds(stored, client, made_app):
    begin(stored)
    now = BEGAN + 10**7
    before = shown(client, made_app, stored, now)
    assert kind(before) == "boards"
    stored.record(MATCH, golden("swedish")[JAN : JAN + 1], now)
    stored.judge()
    for number in range(3):
        text = shown(client, made_app, stored, now + 2_000, number)
        assert (kind(text), re.search(r'data-place="(\d+)"', text)[1]) == ("ending", str(number))
        assert re.search(r'data-count="(\d+)"', text)[1] == re.search(r'data-count="(\d+)"', before)[1]
        assert "<b>Jan!</b>" in text
        assert '<span class="points">4 poäng</span>' in text
        assert '<p class="whose"><bdi class="who">Göran Ask</bdi></p>' in text
        assert f'data-match="{MATCH}"' in text
        assert "<svg" in text
    assert 'data-seconds="18"' in text
    assert kind(shown(client, made_app, stored, now + 1000 * endings.SECONDS - 1)) == "ending"
    assert kind(shown(client, made_app, stored, now + 1000 * endings.SECONDS)) == "boards"


def test_the_board_is_the_one_in_which_it_ended_though_the_next_game_has_begun(stored, client, made_app):
    begin(stored)
    now = BEGAN + 10**7
    stored.record(MATCH, golden("swedish")[JAN : JAN + 1], now)
    stored.judge()
    first = shown(client, made_app, stored, now + 1_000)
    stored.record(MATCH, golden("swedish")[JAN + 1 : JAN + 4], now + 5_000)
    stored.judge()
    later = shown(client, made_app, stored, now + 6_000)
    board = re.compile(r'<div class="mini">.*?</svg>', re.DOTALL)
    assert board.search(later)[0] == board.search(first)[0]


def test_a_game_that_was_taken_back_is_not_shown(stored, client, made_app):
    begin(stored)
    now = BEGAN + 10**7
    stored.record(MATCH, golden("swedish")[JAN : JAN + 1], now)
    stored.judge()
    assert kind(shown(client, made_app, stored, now + 1_000)) == "ending"
    stored.record(MATCH, [RulingMade("void", "fel bricka", JAN, JAN)], now + 2_000)
    stored.judge()
    assert kind(shown(client, made_app, stored, now + 3_000)) == "boards"


@pytest.mark.parametrize(
    "screen", some([FULL_HD, {"width": 1280, "height": 720}, {"width": 900, "height": 1600}], FULL_HD)
)
class TestInABrowser:
    pytestmark = in_browser

    def test_the_ending_comes_by_itself_and_is_the_largest_thing_of_the_screen(
        self, browser, module_stored, address, screen
    ):
        if not module_stored.matches:
            begin(module_stored)
        with browser.page(f"{address}{WALL}", screen) as page:
            expect(page.locator("#line")).to_have_text("direkt")
            place = page.locator(".slide").get_attribute("data-place")
            at = int(time.time() * 1000)
            head = module_stored.deps.log.head(MATCH).version
            games = {JAN - 1: (JAN, JAN + 1), JAN: (JAN + 1, 730), 729: (730, 1123)}
            first, last = games[head]
            module_stored.record(MATCH, golden("swedish")[first:last], at)
            module_stored.judge()
            ending = page.locator(".game-ended")
            expect(ending).to_be_visible(timeout=15_000)
            assert page.locator(".slide").get_attribute("data-place") == place
            height = page.locator(".how-ended b").bounding_box()["height"] / screen["height"]
            assert height > 0.06
            board = page.locator(".game-ended .board").bounding_box()
            assert board["width"] > 0.5 * screen["width"]
            assert overflow(page) == []

    def test_winners_rise_one_after_the_other_and_at_rest_for_those_who_asked_for_it(
        self, browser, module_stored, address, screen
    ):
        tournament = "t_wallover004"
        if not module_stored.deps.log.head(tournament):
            finished(module_stored, 4)
        for motion, moves in (("no-preference", True), ("reduce", False)):
            with browser.page(f"{address}/tournaments/{tournament}/wall", screen, reduced_motion=motion) as page:
                page.keyboard.press("p")
                running = page.evaluate("document.getAnimations().map((each) => each.animationName ?? each.id)")
                assert ("stand-up" in running) == moves
                assert ("fall" in running) == moves
                page.evaluate("for (const each of document.getAnimations()) each.finish()")
                assert overflow(page, ".winners") == []
                names = page.locator(".winners li bdi")
                assert names.count() >= 3
                assert all(each.is_visible() for each in names.all())
