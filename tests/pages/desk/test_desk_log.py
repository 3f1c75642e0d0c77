"""The desk's log says in sentences what happened, and who wrote it; each leads to what programs read."""

import html
import re

import pytest

from core import events as e
from core.eventlog.hash_chain import verify
from core.eventlog.log import NEW, ListLog
from service.handlers.authors import Authors
from service.handlers.club.clubs import FIRST
from service.repository import Repository
from service.web.i18n.authors import author
from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import illegal
from tests.support.pages.desk import SOON, desk, live
from tests.support.pages.stored_tournament import TOURNAMENT, golden
from tests.support.proving import prove

BEARER = {"Authorization": "Bearer the-operators-own-token", "Accept-Language": "en"}
MATCH, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"


@pytest.fixture
def english(made_app):
    with made_app.test_request_context("/?lang=en"):
        yield


TOKENS = {
    "k3y": e.TokenIssued("k3y", "scorer", "", "the hall's tablet"),
    "k4y": e.TokenIssued("k4y", "referee", ""),
    "k1y": e.TokenIssued("k1y", "organiser", "", FIRST),
}
PEOPLE = [
    e.ClubFounded("vasa", "Vasa"),
    e.MemberAdded("u_annaberg22", "Anna", "organiser"),
    e.MemberRenamed("u_annaberg22", "Anna Berg"),
    e.MemberAdded("u_bobobobob2", "Bo Ek", "referee"),
    e.MemberRemoved("u_bobobobob2"),
]


@pytest.fixture
def authors():
    log = ListLog()
    log.append("c_vasa", [*PEOPLE, *TOKENS.values()], by="operator", at=1, expected=NEW)
    return Authors(Repository(log), "vasa")


@pytest.mark.parametrize(
    ("by", "who"),
    [
        ("organiser:u_annaberg22", "Anna Berg, organiser"),
        ("scorer:u_annaberg22", "Anna Berg, scorer"),
        ("referee:u_bobobobob2", "Bo Ek, referee"),
        ("referee:u_elsewhere2", "A member, referee"),
        ("organiser:Karin Lind", "Karin Lind, organiser"),
        ("scorer:table 4 (9f3c)", "table 4, a phone with the slip (9f3c)"),
        ("vasa.k3y", "“the hall's tablet”, scorer"),
        ("vasa.k4y", "A program, referee"),
        ("vasa.k1y", "The club's first token, organiser"),
        ("vasa.gone", "A program"),
        ("operator", "The operator"),
        ("pump", "brade"),
    ],
)
def test_who_wrote_it_is_told_in_words(english, authors, by, who):
    assert author(by, authors).text == who


def test_who_wrote_into_a_log_whose_club_is_not_here_is_told_without_a_name(english):
    authors = Authors(Repository(ListLog()), "vasa")
    told = {by: author(by, authors).text for by in ("organiser:u_annaberg22", "organiser:Karin Lind", "vasa.k3y")}
    assert list(told.values()) == ["A member, organiser", "Karin Lind, organiser", "A program"]


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
    kept = [event for address in asked for event in client.get(address, headers=BEARER).json["events"]]
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
    (line,) = [each for each in lines(client) if "has won against" in each]
    assert "Player 1 has won against Player 2, 3–0" in line
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
