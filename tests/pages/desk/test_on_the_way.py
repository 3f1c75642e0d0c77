"""A referee says on the desk, with one tap, that they are on the way to a table; other desks see that it is taken."""

import re
from html import unescape

import pytest

from core.events import (
    PlayerEntered,
    RefereeCalled,
    RefereeCame,
    RefereeSetOut,
    RoundPaired,
    RulingMade,
    TournamentStarted,
)
from tests.support.pages.stored_tournament import TOURNAMENT

DESK = f"/desk/{TOURNAMENT}"
MATCH, SECOND = f"{TOURNAMENT}.1", f"{TOURNAMENT}.2"
TABLE = f"{DESK}/tables/{MATCH}"
ASKED = {"Authorization": "Bearer the-operators-own-token", "Origin": "http://localhost"}
CALL, SIV = RefereeCalled("white", "a die on the edge"), "referee:Siv Berg"


@pytest.fixture
def write(stored):
    """The function that writes facts of the match at a table down, and has them judged."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)]
    rows = ((MATCH, "p_player01", "p_player02"), (SECOND, "p_player03", "p_player04"))
    paired = [*players, TournamentStarted("lots"), RoundPaired(1, rows)]
    stored.deps.log.append(TOURNAMENT, paired, by="vasa.a", at=stored.deps.clock())
    assert (stored.match("swedish", 0), stored.match("swedish", 0)) == (MATCH, SECOND)

    def record(*events, by="vasa.scorer"):
        stored.deps.log.append(MATCH, list(events), by=by, at=stored.deps.clock())
        stored.judge()

    return record


def tap(client, **form):
    return client.post(f"{TABLE}/on-the-way", data={"from": "needs", **form}, headers=ASKED)


def shown(client, address):
    return unescape(re.sub(r"\s+", " ", client.get(address, headers=ASKED).get_data(as_text=True)))


def set_outs(stored):
    return [fact.by for fact in stored.deps.log.read(MATCH) if isinstance(fact.event, RefereeSetOut)]


def test_one_tap_says_that_a_referee_is_on_the_way_and_the_button_goes(stored, write, client):
    write(CALL)
    assert "Jag är på väg" in shown(client, f"{DESK}/parts/needs")
    for place, leads_to in (("needs", DESK), ("table", TABLE)):
        answer = tap(client, **{"from": place})
        assert (answer.status_code, answer.headers["Location"]) == (303, leads_to)
    stored.judge()
    assert set_outs(stored) == ["operator"], "said twice by the same referee it is written once"
    for address in (f"{DESK}/parts/needs", TABLE):
        text = shown(client, address)
        assert "Den som driver tjänsten är på väg" in text
        assert "Jag är på väg" not in text
    assert "domare på väg" in shown(client, f"{DESK}/cards/{MATCH}")


def test_what_another_referee_took_is_told_and_not_taken_again(stored, write, client):
    write(CALL)
    write(RefereeSetOut(), by=SIV)
    assert "Siv Berg är på väg" in shown(client, f"{DESK}/parts/needs")
    answer = tap(client)
    assert (answer.status_code, set_outs(stored)) == (409, [SIV])
    assert "domare är redan på väg" in answer.get_data(as_text=True)


@pytest.mark.parametrize("facts", [[], [CALL, RefereeCame()]])
def test_where_nothing_was_called_nothing_is_written(stored, write, client, facts):
    write(*facts) if facts else None
    assert "Jag är på väg" not in shown(client, TABLE)
    answer = tap(client)
    assert (answer.status_code, set_outs(stored)) == (409, [])
    assert "vid det här bordet väntar på en domare" in answer.get_data(as_text=True)


@pytest.mark.parametrize("ending", [RefereeCame(), RulingMade("award_match", "left", winner="white")])
def test_who_is_at_the_table_or_has_ruled_is_no_longer_on_the_way(write, client, ending):
    write(CALL, RefereeSetOut(), ending)
    for address in (f"{DESK}/parts/needs", TABLE):
        assert 'class="coming"' not in shown(client, address)


def test_a_call_that_no_referee_took_comes_before_one_that_is_taken(stored, write, client):
    write(CALL)
    stored.record(SECOND, [CALL], stored.deps.clock())
    write(RefereeSetOut(), by=SIV)
    order = re.findall(r'<li class="need (\w+)".*?data-match="([^"]+)"', shown(client, f"{DESK}/parts/needs"))
    assert order == [("alarm", SECOND), ("look", MATCH)]


def test_only_referees_are_on_the_way_and_only_to_tables_of_the_tournament(write, client):
    write(CALL)
    assert client.post(f"{TABLE}/on-the-way", headers={"Origin": "http://localhost"}).status_code == 401
    assert client.post(f"{DESK}/tables/t_closedhall.1/on-the-way", headers=ASKED).status_code == 404
