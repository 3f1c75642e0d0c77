"""Matches of every game recorded by taps alone: facts, verdicts and positions are those of the recording."""

import pytest

from core.events import DiceRolled, Recorded
from core.games import GAMES, game_of
from core.match.judging import fold
from tests.support.matches.match_logs import fact
from tests.support.matches.whole_matches import WHOLE, whole_match
from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import words
from tests.support.pages.desk import another
from tests.support.proving import prove
from tests.support.scoring.tapping import tap_facts

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

SEVEN, BEGINNING = [game.key for game in GAMES if game.key != "swedish"], 6
"""Games of which so many facts are tapped in `make test`; Swedish Tables has a test of its own."""

TABLET = {"width": 768, "height": 1024}

LOOKED_AT = {"dubblets": ".half", "six-ace": ".ring", "backgammon": ".points"}
"""A game for each kind of board, whose readability is looked at."""


@pytest.fixture(scope="module")
def club(service):
    """A club whose friendly matches are recorded."""
    return another(service)


def friendly(club, opened):
    """A match of the club on these terms; the first player has a long name."""
    players = {**opened.players, next(iter(opened.players)): "Karl-Gustaf von Schantzenbergs"}
    terms = {"game": opened.game, "length": opened.length, "players": players, "stop": opened.stop}
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    return club.organiser.ask("POST", "/v1/matches", {"club": slug, **terms})["id"]


def scorer(browser, club, path="/", window=PHONE):
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    return browser.page(f"{club.scorer.address}{path}", window, extra_http_headers=headers, locale="en-GB")


def beginning(log):
    """The first facts of a log, to the end of a turn."""
    waits = (not game_of(log[0].event.game).throw_is_play) and isinstance(log[BEGINNING].event, DiceRolled)
    return log[: BEGINNING + 1 + waits]


def assert_recorded_as(club, match, log):
    """Each fact has its verdict and leads to its position, whatever the order of the landings in a turn."""
    events = []
    while more := club.organiser.ask("GET", f"/v1/matches/{match}/events?after={len(events)}")["events"]:
        events += more
    recorded = [words(event.event) for event in log[1:]]
    assert [event["type"] for event in events] == [each["type"] for each in recorded]
    facts = [fact({name: event[name] for name in one}) for event, one in zip(events, recorded, strict=True)]
    ours = [log[0], *(Recorded(version, each, 0, "", "") for version, each in enumerate(facts, 1))]
    expected, found = list(fold("m", log))[1:], list(fold("m", ours))[1:]
    for one, (after, verdict), (ours_after, _) in zip(events, expected, found, strict=True):
        assert one["verdict"]["verdict"] == verdict.verdict, one
        assert told(ours_after) == told(after), one
    return expected[-1][0]


def told(match):
    """The state that a fact leaves, whatever the order of two dice."""
    dice = match.dice and sorted(match.dice)
    return match.position, match.phase, match.to_move, dice, match.cube


@prove
def test_matches_of_the_other_games_begin_by_taps_as_they_were_recorded(browser, club):
    with scorer(browser, club) as page:
        for name in SEVEN:
            log = beginning(whole_match(name))
            match = friendly(club, log[0].event)
            page.goto(f"{club.scorer.address}/matches/{match}/score")
            expect(page.locator("#scoring.ready")).to_be_visible()
            tap_facts(page, [words(event.event) for event in log[1:]])
            expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=30_000)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
            if name in LOOKED_AT:
                expect(page.locator(LOOKED_AT[name])).to_be_visible()
                assert browser.violations(page, "#scoring") == []
            assert_recorded_as(club, match, log)


@prove
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_match_is_recorded_by_taps_and_settles_as_it_was_recorded(browser, club, name):
    log = whole_match(name)
    match = friendly(club, log[0].event)
    with scorer(browser, club, f"/matches/{match}/score") as page:
        page.set_default_timeout(60_000)
        tap_facts(page, [words(event.event) for event in log[1:]])
        expect(page.locator(".winner")).to_be_visible(timeout=120_000)
        expect(page.locator("[data-part=queue]")).to_have_text("all sent", timeout=60_000)
    assert_settled_as(club, match, log)


@prove
@pytest.mark.parametrize("name", ["swedish", "backgammon", "dubblets"])
def test_a_whole_match_is_tapped_by_two_players_on_a_tablet_between_them(browser, club, name):
    log = whole_match(name)
    match = friendly(club, log[0].event)
    with scorer(browser, club, f"/matches/{match}/score?layout=table", TABLET) as page:
        page.set_default_timeout(60_000)
        expect(page.locator(".table-half")).to_have_count(2)
        tap_facts(page, [words(event.event) for event in log[1:]])
        expect(page.locator(".table-half .winner")).to_have_count(2, timeout=120_000)
        expect(page.locator(".table-half .state").first).to_have_text("all sent", timeout=60_000)
    assert_settled_as(club, match, log)


def assert_settled_as(club, match, log):
    """The match was recorded as the log, and settled as it did."""
    last = assert_recorded_as(club, match, log)
    state = club.wait_for(match)
    assert (state["phase"], state["score"], state["settled"]["winner"]) == (
        "settled",
        last.settled.score,
        last.settled.winner,
    )
    assert [(game["winner"], game["outcome"], game["points"]) for game in state["games"]] == [
        (game.result.winner, game.result.outcome, game.points) for game in last.games
    ]
