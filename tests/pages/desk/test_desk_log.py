"""The desk's log says in sentences what happened, and who wrote it; each leads to what programs read."""

import html
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_origin, get_type_hints

import pytest

from core import events as e
from core.eventlog.hash_chain import verify
from core.events import EVENTS, GameResult
from core.tournament import fold
from service.handlers.club.clubs import FIRST
from service.web.i18n import log_events
from service.web.i18n.authors import author
from service.web.i18n.sentences.context import SentenceContext
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import illegal
from tests.support.pages.desk import SOON, desk, live
from tests.support.pages.stored_tournament import TOURNAMENT, golden
from tests.support.proving import prove

BEARER = {"Authorization": "Bearer the-operators-own-token", "Accept-Language": "en"}
MATCH, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
NAMES = {"white": "Åsa", "black": "Göran"}
WON = (GameResult("white", "jan"), GameResult("white", "jan"), GameResult("black", "jan"))


def sample(kind: type[e.Event]) -> e.Event:
    """An event of that type; its fields say something plain of their own types."""
    hints = get_type_hints(kind)
    plain: Mapping[Any, Any] = {int: 1, bool: True, tuple: (), Mapping: {}, str: "white"}
    values = {}
    for field in fields(kind):
        if field.default is MISSING and field.default_factory is MISSING:
            hint = hints[field.name]
            values[field.name] = plain.get(get_origin(hint) or hint)
    if kind is e.MatchesSeated:
        values["seats"] = (("t_x.1", "3"),)
    return kind(**values)


@pytest.fixture
def english(made_app):
    with made_app.test_request_context("/?lang=en"):
        yield


def test_every_type_of_event_has_words(english):
    assert len(EVENTS) > 80
    for kind in EVENTS:
        said = log_events.sentence(sample(kind), SentenceContext("Anna Berg", NAMES))
        assert said, kind
        assert kind.__name__ not in said
        assert "None" not in said, kind


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.DiceRolled("white", (6, 2)), "Åsa rolls 6-2"),
        (e.CheckersMoved("black", ((24, 18), ("bar", 22))), "Göran plays 24/18 bar/22"),
        (
            e.RulingMade("award_game", "left", winner="black", outcome="jan"),
            "Ruling: the game is awarded to Göran (jan) – left",
        ),
        (e.RefereeCalled("white", "Ett drag", cause="play"), "Åsa calls the referee: A play is in question"),
        (e.RefereeCalled("white", "kalla händer"), "Åsa calls the referee: kalla händer"),
        (e.ResultReported(WON), "Anna Berg reported the result: games 2–1"),
        (
            e.MatchSettled("t_x.7", "white", {"white": 2, "black": 1}, "points", ()),
            "match 7 is settled 2–1: Åsa has won",
        ),
        (
            e.ResultDecided("t_x.7", "played", "misread", "white", {"white": 3, "black": 0}, None, ()),
            "Anna Berg corrected the result of match 7: 3–0: misread",
        ),
        (e.PlayerWithdrew("p", "ill"), "p has withdrawn: ill"),
        (e.RoundPaired(2, (("t_x.7", "a", "b", ""),), bye="c"), "Round 2 is paired: a – b; c sits this round out"),
        (e.MatchesSeated((("t_x.7", "3"),)), "match 7 at table 3"),
    ],
)
def test_an_event_is_told_in_a_sentence(english, event, said):
    assert log_events.sentence(event, SentenceContext("Anna Berg", NAMES)) == said


FIRST_SEAT, SECOND_SEAT = (GameResult(seat, "placings", placings=(seat,)) for seat in ("seat1", "seat2"))


@pytest.fixture
def six_ace():
    """A tournament of a game without white and black, in which a pairing was taken back."""
    created = e.TournamentCreated("vasa", "Cup", "six-ace", {"games": 3}, "round_robin")
    players = [e.PlayerEntered("p_a", "Anna"), e.PlayerEntered("p_b", "Bo")]
    gone = [e.RoundPaired(1, ((MATCH, "p_a", "p_b"),)), e.PairingsVoided(1, (MATCH,), "a mistake")]
    events = [created, *players, e.TournamentStarted("lots"), *gone, e.RoundPaired(1, ((SECOND, "p_b", "p_a"),))]
    return fold(TOURNAMENT, [e.Recorded(version, event, 0, "", "") for version, event in enumerate(events)])


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (e.ResultReported((FIRST_SEAT,) * 3), "Rut reported the result: games 3–0"),
        (
            e.ResultDisputed(SECOND, (FIRST_SEAT, SECOND_SEAT, FIRST_SEAT)),
            "Rut says of Bo – Anna that it ended otherwise: games 2–1",
        ),
        (
            e.MatchSettled(SECOND, "seat2", {"seat1": 1, "seat2": 2}, "points", ()),
            "Bo – Anna is settled 1–2: Anna has won",
        ),
        (e.ResultDecided(SECOND, "walkover", "ill", "seat1", {}, None, ()), "Rut gave Bo a walkover in Bo – Anna: ill"),
        (
            e.ResultDecided(MATCH, "walkover", "ill", "seat1", {}, None, ()),
            "Rut gave Anna a walkover in Anna – Bo: ill",
        ),
    ],
)
def test_the_winner_is_named_in_a_game_of_other_seats(english, six_ace, event, said):
    assert log_events.sentence(event, SentenceContext("Rut", {}, six_ace)) == said


def test_the_games_of_a_match_alone_are_told_for_all_its_seats(english):
    names = {"seat1": "Anna", "seat2": "Bo", "seat3": "Cilla"}
    said = log_events.sentence(e.ResultReported((FIRST_SEAT, SECOND_SEAT, FIRST_SEAT)), SentenceContext("Rut", names))
    assert said == "Rut reported the result: games 2–1–0"


TOKENS = {
    "k3y": e.TokenIssued("k3y", "scorer", "", "the hall's tablet"),
    "k4y": e.TokenIssued("k4y", "referee", ""),
    "k1y": e.TokenIssued("k1y", "organiser", "", FIRST),
}


@pytest.mark.parametrize(
    ("by", "who"),
    [
        ("organiser:Anna Berg", "Anna Berg, organiser"),
        ("scorer:table 4 (9f3c)", "table 4, a phone with the slip (9f3c)"),
        ("vasa.k3y", "“the hall's tablet”, scorer"),
        ("vasa.k4y", "A program, referee"),
        ("vasa.k1y", "The club's first token, organiser"),
        ("vasa.gone", "A program"),
        ("operator", "The operator"),
        ("pump", "brade"),
    ],
)
def test_who_wrote_it_is_told_in_words(english, by, who):
    assert author(by, TOKENS).text == who


@pytest.fixture
def table(stored):
    """A match in which something was refused, and a decision on it."""
    players = [e.PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    paired = e.RoundPaired(1, ((MATCH, "p_player01", "p_player02"),))
    seated = e.MatchesSeated(((MATCH, "3"),))
    log, now = stored.deps.log, stored.deps.clock()
    log.append(
        TOURNAMENT,
        [*players, e.TournamentStarted("lots"), e.TablesSet((("3", ""),)), paired, seated],
        by="organiser:Anna Berg",
        at=now,
    )
    stored.match("swedish", 0)
    log.append(MATCH, [*golden("swedish")[1:3], e.CheckersMoved("white", ((24, 2),))], by="scorer:Rut", at=now + 1)
    stored.judge()
    return stored


def lines(client, **headers):
    text = client.get(f"/desk/{TOURNAMENT}/parts/log", headers={**BEARER, **headers}).get_data(as_text=True)
    return re.findall(r"<li .*?</li>", text, re.DOTALL)


def test_a_line_says_when_where_what_and_by_whom_in_words_alone(table, client):
    line = lines(client)[0]
    words = html.unescape(re.sub(r"<[^>]+>", "", line))
    assert re.fullmatch(
        r"\s*\d\d:\d\d:\d\d As programs read it\s+Table 3 Åsa Lindgren plays 24/2 refused · Rut, scorer\s*", words
    )
    assert f'href="/desk/{TOURNAMENT}/tables/{MATCH}"' in line
    assert not re.search(r"CheckersMoved|\bv\d|[{}]", words), "names of events are for programs"


def test_the_time_of_a_line_leads_to_the_event_with_the_hash_that_proves_it(table, client):
    asked = [html.unescape(re.search(r'class="raw" href="([^"]+)"', line)[1]) for line in lines(client)]
    kept = [each for address in asked for each in client.get(address, headers=BEARER).json["events"]]
    assert len(kept) == len(asked)
    for stream, count in ((MATCH, 4), (TOURNAMENT, 7)):
        events = sorted((each for each in kept if each["stream"] == stream), key=lambda each: each["version"])
        assert verify(events).events == count


def test_a_turn_is_told_in_the_notation_of_every_other_place(table, client):
    events = golden("swedish")[3:50]
    table.deps.log.append(MATCH, events, by="scorer:Rut", at=table.deps.clock())
    table.judge()
    told = re.findall(r"</a> [^<]* plays ([^<]*?) <", html.unescape("".join(lines(client))))
    page = client.get(f"/desk/{TOURNAMENT}/tables/{MATCH}", headers=BEARER).get_data(as_text=True)
    facts = re.findall(r'class="told">[^<]* plays ([^<]*)<', html.unescape(page))
    assert told
    assert told == facts[: len(told)]
    assert any("*" in each for each in told), "a hit has its mark"


def test_what_brade_settles_by_itself_is_told_as_its_own(table, client):
    settled = e.MatchSettled(MATCH, "white", {"white": 3, "black": 0}, "points", ())
    table.deps.log.append(TOURNAMENT, [settled], by="pump", at=table.deps.clock() + 2)
    (line,) = [each for each in lines(client) if "settled" in each]
    assert "Player 1 – Player 2 is settled 3–0: Player 1 has won" in line
    assert "· brade</span>" in line
    assert ">Table 3</a>" in line


# ── in a browser ─────────────────────────────────────────────────────────────────────────────────────────────────────
@prove
@needs_chromium
@pytest.mark.xdist_group("browser-2")
def test_lines_come_as_it_happens_and_those_that_are_there_stay(browser, evening):
    expect = pytest.importorskip("playwright.sync_api").expect
    with desk(browser, evening, locale="en-GB") as page:
        live(page)
        page.get_by_role("tab", name="What was written").click()
        known = page.locator(".log li").first
        name = [known.get_attribute(f"data-{each}") for each in ("stream", "version")]
        known.evaluate("each => { each.dataset.kept = 'yes'; }")
        evening.record(4, [e.RefereeCalled("white", "a die on the edge")])
        first = page.locator(".log li").first
        expect(first).to_contain_text(re.compile("Table 4 .* calls the referee: a die on the edge"), timeout=SOON)
        kept = page.locator(f'.log li[data-stream="{name[0]}"][data-version="{name[1]}"]')
        expect(kept).to_have_attribute("data-kept", "yes")
        page.locator("#filter").fill("edge")
        expect(page.locator(".log li:visible")).to_have_count(1)
        evening.record(3, illegal(evening.facts[evening.matches[2]])[len(evening.facts[evening.matches[2]]) :])
        page.locator("#filter").fill("table 3")
        expect(first).to_contain_text("illegal", timeout=SOON)
        first.locator("a.open").click()
        expect(page.locator(".at-table")).to_have_attribute("data-match", evening.matches[2])
