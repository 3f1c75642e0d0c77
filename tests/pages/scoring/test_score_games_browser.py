"""Each of the other games on the scorer's page: the opening and some turns by taps, all of them accepted."""

import pytest

from core.games import GAMES
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.pages.tapping import tap_some_turns

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NAMES = ("Karl-Gustaf von Schantzenbergs", "Bertil", "Cilla", "Dag", "Eva")
SEATS = {"six-ace": 3}


@pytest.fixture(scope="module")
def club(service):
    """A club whose friendly matches are recorded."""
    return another(service)


@pytest.mark.parametrize("game", [game for game in GAMES if game.key != "swedish"], ids=lambda game: game.key)
def test_turns_of_every_game_are_tapped_and_accepted(browser, club, game):
    players = dict(zip(game.seats[: SEATS.get(game.key, 2)], NAMES, strict=False))
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    words = {"club": slug, "game": game.key, "length": {"games": 3}, "players": players}
    match = club.organiser.ask("POST", "/v1/matches", words)["id"]
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    address = f"{club.scorer.address}/matches/{match}/score"
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        expect(page.locator("#scoring.ready")).to_be_visible()
        tap_some_turns(page, 5)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=30_000)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        if game.key in ("dubblets", "six-ace", "backgammon"):
            assert browser.violations(page) == []
    events = club.organiser.ask("GET", f"/v1/matches/{match}/events?after=0")["events"]
    assert len(events) >= 6
    assert {each["verdict"]["verdict"] for each in events} == {"accepted"}
