"""The desk over HTTP: what needs the referee comes first, cards show what is written, and only referees see it."""

import re
from urllib.parse import urlencode

import pytest

from core.eventlog.codec import event_of
from core.events import (
    ClockSet,
    ClockStarted,
    FlagClaimed,
    MatchSuspended,
    PlayerEntered,
    RefereeCalled,
    RefereeCame,
    ResultReported,
    RoundPaired,
    TournamentStarted,
)
from core.events import GameResult as Game
from service.auth.authorization import Principal
from service.handlers.club import members
from service.handlers.desk import alarms
from service.handlers.desk.desk import desk_view as hall_of
from service.handlers.request import Request
from tests.support.pages.stored_tournament import CLOSED, TOURNAMENT, golden

OPERATOR = Principal(None, "operator", "operator")
REFEREE = Principal("vasa", "referee", "vasa.rut")
BEARER = {"Authorization": "Bearer the-operators-own-token"}
MINUTE = 60_000


def paired(stored, tables=2):
    """A round with so many matches in the tournament's own log."""
    players = [f"p_player{number:02}" for number in range(2 * tables)]
    entered = [PlayerEntered(player, f"Player {number}") for number, player in enumerate(players, 1)]
    rows = tuple((f"{TOURNAMENT}.{number + 1}", *players[2 * number : 2 * number + 2]) for number in range(tables))
    stored.deps.log.append(
        TOURNAMENT, [*entered, TournamentStarted("lots"), RoundPaired(1, rows)], by="vasa.a", at=stored.deps.clock()
    )


def now(stored):
    return stored.deps.clock()


def kinds(stored, silent=10):
    found = hall_of(stored.deps, REFEREE, TOURNAMENT)
    return [alarm.kind for alarm in alarms.alarms(found, silent)]


def record(stored, match, *events, ago=0):
    stored.deps.log.append(match, list(events), by="vasa.scorer", at=now(stored) - ago)
    stored.judge()


@pytest.fixture
def tables(stored):
    """Two tables in play."""
    paired(stored)
    matches = [stored.match("swedish", 0), stored.match("swedish", 0)]
    for match in matches:
        record(stored, match, *golden("swedish")[1:4])
    return matches


def test_a_calm_tournament_needs_no_referee(stored, tables):
    assert kinds(stored) == []


def test_a_call_is_there_until_the_referee_came(stored, tables):
    record(stored, tables[0], RefereeCalled("white", "a die on the edge"))
    assert kinds(stored) == [alarms.CALLED]
    record(stored, tables[0], RefereeCame())
    assert kinds(stored) == []


def test_the_more_urgent_comes_first_whichever_came_first(stored, tables):
    clock = ClockSet({"white": MINUTE, "black": MINUTE}, 12_000)
    record(stored, tables[0], clock, ClockStarted("black"), FlagClaimed("white"))
    record(stored, tables[1], RefereeCalled("white", "come"))
    assert kinds(stored) == [alarms.CALLED, alarms.FLAG]


def test_a_table_is_silent_after_so_many_minutes_and_not_while_it_is_suspended(stored, tables):
    record(stored, tables[0], golden("swedish")[4], ago=-1)
    stored.deps.log.append(tables[1], [golden("swedish")[4]], by="vasa.scorer", at=now(stored) - 11 * MINUTE)
    stored.judge()
    assert kinds(stored, 10) == [alarms.SILENT]
    assert kinds(stored, 20) == []
    record(stored, tables[1], MatchSuspended("fire alarm"), ago=11 * MINUTE)
    assert kinds(stored, 10) == []


def test_a_match_that_has_not_begun_is_told_once_most_others_play(stored):
    paired(stored, 3)
    matches = [stored.match("swedish", 0) for _ in range(3)]  # opened long ago
    assert kinds(stored) == [], "nobody plays yet"
    record(stored, matches[0], *golden("swedish")[1:4])
    assert kinds(stored) == [], "one of three"
    record(stored, matches[1], *golden("swedish")[1:4])
    assert kinds(stored) == [alarms.MISSING]
    record(stored, matches[2], *golden("swedish")[1:2])
    assert kinds(stored) == []


def test_where_only_results_are_written_no_match_is_missing(stored):
    paired(stored, 3)
    matches = [stored.match("swedish", 0) for _ in range(3)]
    for match in matches[:2]:
        record(stored, match, ResultReported((Game("white", "bearing_off"),) * 3))
    assert alarms.MISSING not in kinds(stored)


def test_a_refused_play_stands_beside_what_could_have_been_played(stored, tables, client):
    events = golden("swedish")
    address = f"/desk/{TOURNAMENT}/tables/{tables[0]}"
    record(stored, tables[0], events[4], event_of("CheckersMoved.1", {"by": "white", "moves": [{"from": 24, "to": 2}]}))
    text = client.get(address, headers=BEARER).get_data(as_text=True)
    assert "Före: Åsa Lindgren spelar 24/2" in text
    assert "<code>1/3 1/7</code></li>" in text
    record(stored, tables[0], events[5])
    assert "Före:" not in client.get(address, headers=BEARER).get_data(as_text=True)


def test_a_refused_play_is_told_until_something_else_counts(stored, tables):
    moved = event_of("CheckersMoved.1", {"by": "white", "moves": [{"from": 24, "to": 2}]})
    record(stored, tables[0], moved)
    assert kinds(stored) == [alarms.REFUSED]
    record(stored, tables[0], golden("swedish")[4])
    assert kinds(stored) == []


def test_a_finished_match_needs_no_referee(stored):
    paired(stored, 1)
    match = stored.match("swedish", 0)
    record(stored, match, ResultReported((Game("white", "bearing_off"),) * 3), ago=60 * MINUTE)
    assert hall_of(stored.deps, REFEREE, TOURNAMENT).tables[0].over
    assert kinds(stored) == []


def test_the_desk_is_for_referees(client):
    for path in ("/cards/t_hallhall22.1", "/parts/needs", "/tables/t_hallhall22.1?part=1"):
        assert client.get(f"/desk/{TOURNAMENT}{path}").status_code == 401
    assert client.get(f"/desk/{TOURNAMENT}", headers={"Authorization": "Bearer st_vasa.x_y"}).status_code == 401


@pytest.mark.parametrize("path", ["", "?round=2&silent=5", "/tables/t_hallhall22.1"])
def test_a_signed_out_reader_signs_in_and_comes_back_to_the_desk(stored, client, path):
    desk = f"/desk/{TOURNAMENT}{path}"
    answer = client.get(desk)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/sign-in?{urlencode({'next': desk})}")
    assert f'name="next" value="{desk.replace("&", "&amp;")}"' in client.get(answer.headers["Location"]).text
    invited = members.invite(Request(stored.deps, OPERATOR), "vasa", "Rut", "referee")
    own = {"Sec-Fetch-Site": "same-origin"}
    chosen = client.post("/sign-in/key", data={"key": invited.invitation, "next": desk}, headers=own)
    page = client.get(chosen.headers["Location"]).text
    assert f'name="next" value="{desk.replace("&", "&amp;")}"' in page
    inside = client.post("/sign-in/password", data={"password": "en kopp kaffe", "next": desk}, headers=own)
    assert inside.headers["Location"] == desk


@pytest.mark.parametrize("elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:1"])
def test_an_invitation_leads_to_no_other_place_than_this_service(stored, client, elsewhere):
    invited = members.invite(Request(stored.deps, OPERATOR), "vasa", "Rut", "referee")
    own = {"Sec-Fetch-Site": "same-origin"}
    chosen = client.post("/sign-in/key", data={"key": invited.invitation, "next": elsewhere}, headers=own)
    assert chosen.headers["Location"] == "/sign-in/password"
    inside = client.post("/sign-in/password", data={"password": "en kopp kaffe", "next": elsewhere}, headers=own)
    assert inside.headers["Location"] == "/clubs/vasa"


def test_a_card_is_sent_again_only_if_it_changed(stored, tables, client):
    address = f"/desk/{TOURNAMENT}/cards/{tables[0]}"
    first = client.get(address, headers=BEARER)
    assert first.status_code == 200
    again = client.get(address, headers={**BEARER, "If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    record(stored, tables[0], RefereeCalled("white", "come"))
    changed = client.get(address, headers={**BEARER, "If-None-Match": first.headers["ETag"]})
    assert "domare kallad" in changed.get_data(as_text=True)


def test_every_part_of_the_desk_can_be_asked_for(stored, tables, client):
    for part in ("next", "needs", "cards", "rounds", "standings", "log", "progress"):
        answer = client.get(f"/desk/{TOURNAMENT}/parts/{part}", headers=BEARER)
        assert answer.status_code == 200
        assert "<html" not in answer.get_data(as_text=True)
    assert client.get(f"/desk/{TOURNAMENT}/parts/cellar", headers=BEARER).status_code == 404


def test_what_people_wrote_is_words_and_never_markup(stored, tables, client):
    record(stored, tables[0], RefereeCalled("white", "<img src=x onerror=alert(1)>"))
    for path in (f"/desk/{TOURNAMENT}", f"/desk/{TOURNAMENT}/tables/{tables[0]}"):
        shown = client.get(path, headers=BEARER).get_data(as_text=True)
        assert "<img" not in shown
        assert "&lt;img src=x" in shown


def test_the_legal_plays_are_those_of_the_position(stored, tables, client):
    shown = client.get(f"/desk/{TOURNAMENT}/tables/{tables[0]}/plays", headers=BEARER).get_data(as_text=True)
    state = hall_of(stored.deps, REFEREE, TOURNAMENT).tables[0].state
    assert (state.phase == "move") == bool(re.search(r"<li data-play=.0.><code>", shown))


def test_an_act_that_is_not_offered_is_not_there(stored, tables, client):
    answer = client.post(
        f"/desk/{TOURNAMENT}/tables/{tables[0]}/rulings",
        data={"act": "flag_confirmed"},
        headers={**BEARER, "Origin": "http://localhost"},
    )
    assert answer.status_code == 404


def test_a_match_of_another_tournament_has_no_place_at_this_desk(stored, tables, client):
    assert client.get(f"/desk/{TOURNAMENT}/cards/t_other.1", headers=BEARER).status_code == 404


# ── for everybody ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_front_page_shows_what_is_published_and_nothing_else(stored, tables, client):
    stored.judge()
    shown = client.get("/").get_data(as_text=True)
    assert f"/tournaments/{TOURNAMENT}" in shown
    assert "t_closed" not in shown


def test_a_club_that_shows_nothing_is_not_there_for_others(stored, client):
    assert client.get("/clubs/nobody").status_code == 404
    stored.judge()
    shown = client.get("/clubs/vasa").get_data(as_text=True)
    assert "Vasa Open" in shown
    assert "t_closed" not in shown
    assert "t_closed" in client.get("/clubs/vasa", headers=BEARER).get_data(as_text=True)


def test_a_tournament_has_a_page_with_its_rounds_and_its_table(stored, tables, client):
    shown = client.get(f"/tournaments/{TOURNAMENT}").get_data(as_text=True)
    assert f'href="/matches/{tables[0]}"' in shown
    assert "<svg" in shown
    assert 'href="/desk/' not in shown
    assert 'href="/desk/' in client.get(f"/tournaments/{TOURNAMENT}", headers=BEARER).get_data(as_text=True)
    assert client.get(f"/tournaments/{CLOSED}").status_code == 401


def test_a_place_is_explained(stored, tables, client):
    shown = client.get(f"/tournaments/{TOURNAMENT}/standings?why=p_player00").get_data(as_text=True)
    assert "Varför Player 1 ligger där" in shown
