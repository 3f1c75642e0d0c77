"""Late players on the desk: what the announced rule says is due, written by a referee's click and never twice."""

import html
import re

import pytest

from core.events import (
    MatchesSeated,
    MatchSuspended,
    OpeningRolled,
    RoundTimeSet,
    RulingMade,
    TablesSet,
    TournamentAmended,
)
from core.tournament.lateness import Due
from service.handlers.desk import alarms
from service.handlers.desk.desk import desk_view
from service.handlers.desk.lateness import late
from service.store.read_models.match_snapshots import match_snapshots
from tests.pages.desk.test_desk import BEARER, MINUTE, REFEREE, paired
from tests.support.pages.stored_tournament import TOURNAMENT

ENGLISH = {"after": 5, "every": 5, "lost_after": 20}
HEADERS = {**BEARER, "Accept-Language": "en", "Origin": "http://localhost"}


@pytest.fixture
def tables(stored):
    """Two tables whose round has started; their matches are over three games."""
    paired(stored)
    return [stored.match("swedish", 0) for _ in range(2)]


def announce(stored, *, ago, rule=ENGLISH):
    """The rule, and a round that started so many minutes ago."""
    now = stored.deps.clock()
    starts = now - ago * MINUTE
    events = [RoundTimeSet(1, starts, starts + 60 * MINUTE)]
    events += [TournamentAmended("", details={"lateness": rule})] if rule else []
    stored.deps.log.append(TOURNAMENT, events, by="vasa.a", at=now)


def due_at(stored, minutes=0):
    view = desk_view(stored.deps, REFEREE, TOURNAMENT)
    return late(stored.deps, view.tournament, view.tables, view.now + minutes * MINUTE)


def page(client, address=f"/desk/{TOURNAMENT}"):
    return html.unescape(client.get(address, headers=HEADERS).get_data(as_text=True))


def buttons(text):
    """The buttons for late players with their forms: address, version, value and words."""
    head, button = r'<form method="post" action="([^"]+)" class="late', r'.*?name="late" value="([^"]+)">([^<]+)<'
    forms = rf'{head}.*?name="version" value="(\d+)"{button}'
    return re.findall(forms, text)


def click(client, form, where="needs"):
    address, version, value, _words = form
    return client.post(
        address, data={"version": version, "key": f"late-{version}", "late": value, "from": where}, headers=HEADERS
    )


def rulings(stored, match):
    stored.judge()
    events = [each.event for each in stored.deps.log.read(match, 0)]
    return [(event.kind, event.winner, event.outcome) for event in events if isinstance(event, RulingMade)]


def test_without_a_rule_or_before_its_time_nothing_is_due(stored, tables):
    announce(stored, ago=60, rule=None)
    assert due_at(stored) == {}
    announce(stored, ago=4)
    assert due_at(stored) == {}
    assert due_at(stored, -10) == {}, "the round has not started"


def test_the_opponent_of_each_player_is_due_what_the_rule_says(stored, tables):
    announce(stored, ago=11)
    assert due_at(stored)[tables[0]].due == {"white": Due(2), "black": Due(2)}
    assert due_at(stored, 30)[tables[0]].due == dict.fromkeys(("white", "black"), Due(match=True))


def test_a_match_that_is_played_or_interrupted_is_not_late(stored, tables):
    announce(stored, ago=11)
    stored.record(tables[0], [OpeningRolled(3, 3)])
    stored.record(tables[1], [MatchSuspended("fire alarm")])
    stored.judge()
    assert due_at(stored) == {}


def test_a_match_is_late_from_when_it_got_its_table_and_not_while_it_waits_for_one(stored, tables):
    announce(stored, ago=31)
    now = stored.deps.clock()
    stored.deps.log.append(TOURNAMENT, [TablesSet((("1", ""),))], by="vasa.a", at=now)
    assert due_at(stored) == {}
    stored.deps.log.append(TOURNAMENT, [MatchesSeated(((tables[1], "1"),))], by="vasa.a", at=now - 6 * MINUTE)
    found = due_at(stored)
    assert list(found) == [tables[1]]
    assert found[tables[1]].due["white"] == Due(1)


def test_the_desk_says_it_in_words_and_a_click_writes_the_ruling_once(stored, tables, client):
    announce(stored, ago=11)
    text = page(client)
    assert text.count("not begun in time") >= 2
    first = buttons(text)[0]
    assert first[3] == "Åsa Lindgren is missing: 2 games to Göran Ask"
    assert [click(client, first).status_code for _ in range(2)] == [303, 303]
    assert rulings(stored, tables[0]) == [("award_game", "black", "bearing_off")] * 2
    assert match_snapshots(stored.deps.client, [tables[0]], 1)[0].state.json["score"]["black"] > 0
    assert [button[0] for button in buttons(page(client))] == [button[0] for button in buttons(text)[2:]], (
        "the table is done"
    )


def test_the_page_of_the_table_offers_the_other_player_and_what_is_due_later(stored, tables, client):
    announce(stored, ago=6)
    click(client, buttons(page(client))[0])
    stored.judge()
    address = f"/desk/{TOURNAMENT}/tables/{tables[0]}"
    assert [button[3] for button in buttons(page(client, address))] == ["Göran Ask is missing: 1 game to Åsa Lindgren"]
    assert not due_at(stored)[tables[0]].is_open
    assert due_at(stored, 5)[tables[0]].due == {"white": Due(1), "black": Due(2)}
    assert due_at(stored, 5)[tables[0]].is_open


def test_a_match_that_is_lost_is_awarded_as_a_whole(stored, tables, client):
    announce(stored, ago=25)
    form = buttons(page(client))[1]
    assert form[3] == "Göran Ask is missing: the match to Åsa Lindgren"
    click(client, form)
    assert rulings(stored, tables[0]) == [("award_match", "white", None)]
    assert tables[0] not in due_at(stored)


def test_a_click_on_an_old_page_writes_nothing_and_says_so(stored, tables, client):
    announce(stored, ago=11)
    form = buttons(page(client))[0]
    stored.record(tables[0], [OpeningRolled(6, 1)])
    stored.judge()
    answer = click(client, form)
    assert (answer.status_code, rulings(stored, tables[0])) == (409, [])
    assert "has changed meanwhile: nothing was written" in answer.get_data(as_text=True)
    announce(stored, ago=2)
    answer = click(client, (form[0].replace(tables[0], tables[1]), *form[1:]))
    assert (answer.status_code, rulings(stored, tables[1])) == (409, [])
    assert "Nothing is due here any more" in answer.get_data(as_text=True)


def test_what_another_referee_gave_meanwhile_is_not_added_to(stored, tables, client):
    announce(stored, ago=11)
    white, black = buttons(page(client))[:2]
    click(client, white)
    stored.judge()
    answer = click(client, black)
    assert (answer.status_code, len(rulings(stored, tables[0]))) == (409, 2)
    assert "has changed meanwhile: nothing was written" in answer.get_data(as_text=True)
    again = buttons(page(client, f"/desk/{TOURNAMENT}/tables/{tables[0]}"))
    assert [each[3] for each in again] == ["Göran Ask is missing: 1 game to Åsa Lindgren"], "of three games one is left"


@pytest.mark.parametrize("value", ["", "white.", "white.0", "white.9", "green.1", "white.match", "x" * 90])
def test_a_button_that_the_page_did_not_offer_writes_nothing(stored, tables, client, value):
    announce(stored, ago=6)
    address, version, _value, words = buttons(page(client))[0]
    assert click(client, (address, version, value, words)).status_code == 409
    assert rulings(stored, tables[0]) == []


def test_only_a_referee_of_the_club_rules_on_it(stored, tables, client):
    announce(stored, ago=6)
    address, version, value, _words = buttons(page(client))[0]
    data = {"version": version, "late": value}
    assert client.post(address, data=data).status_code in (401, 403)
    assert rulings(stored, tables[0]) == []


def test_lateness_is_all_that_the_desk_says_of_the_time_of_a_match(stored, tables):
    announce(stored, ago=90)
    view = desk_view(stored.deps, REFEREE, TOURNAMENT)
    found = late(stored.deps, view.tournament, view.tables, view.now)
    told = alarms.alarms(view, 10, behind=dict.fromkeys(tables, 30), late={each: found[each].since for each in found})
    assert [(each.kind, each.match, each.minutes) for each in told] == [(alarms.LATE, table, 90) for table in tables]


def test_a_match_to_points_is_given_points(stored, client):
    paired(stored, 1)
    match = stored.match("backgammon", 0)
    announce(stored, ago=6)
    form = buttons(page(client))[0]
    assert re.search(r"1 point to", form[3])
    click(client, form)
    assert rulings(stored, match) == [("award_game", "black", "single")]
    assert match_snapshots(stored.deps.client, [match], 1)[0].state.json["score"]["black"] == 1
