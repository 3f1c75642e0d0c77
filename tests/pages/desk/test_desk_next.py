"""The next step at the desk, over HTTP: drafts, the right to pair and publish, and the name of the round."""

import re

import pytest

from core.eventlog.log import NEW
from core.events import (
    PlayerEntered,
    ResultDecided,
    RoundPaired,
    RoundPublished,
    TablesSet,
    TournamentCreated,
    TournamentStarted,
)
from core.tournament.decisions.pairing import pair
from service.auth.authorization import Principal
from service.handlers.club import members
from service.handlers.request import Request
from tests.support.pages.stored_tournament import BEGAN

OPERATOR = Principal(None, "operator", "operator")
CUP = "t_swisscup22"
ENGLISH = {"Accept-Language": "en"}
OWN = {"Sec-Fetch-Site": "same-origin"}
BEARER = {"Authorization": "Bearer the-operators-own-token"}
PASSWORD = "en kopp kaffe"


def say(hall, *events, cup=CUP):
    hall.deps.log.append(cup, list(events), by="vasa.a", at=hall.deps.clock())


def opened(hall, game_format="swiss", settings=None, **words):
    """A tournament of four that has not started."""
    created = TournamentCreated("vasa", "Vasa Cup", "swedish", {"games": 3}, game_format, settings=settings, **words)
    hall.deps.log.append(CUP, [created], by="vasa.a", at=BEGAN, expected=NEW)
    say(hall, *(PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)))


def finish(hall, *numbers):
    """White wins, as a referee says."""
    say(hall, *(
        ResultDecided(f"{CUP}.{number}", "walkover", "ill", "white", {}, None, ()) for number in numbers
    ))  # fmt: skip


def matches(hall, count):
    """The boards of the first so many matches."""
    for _ in range(count):
        hall.match("swedish", 0, CUP)


def rows(number, *, first=1):
    return RoundPaired(number, (
        (f"{CUP}.{first}", "p_player01", "p_player02"), (f"{CUP}.{first + 1}", "p_player03", "p_player04"),
    ))  # fmt: skip


@pytest.fixture
def sign_in(client, hall):
    """Sign a person of a role in, in this browser."""

    def come(role):
        invited = members.invite(Request(hall.deps, OPERATOR), "vasa", "Anna", role)
        client.post("/sign-in/key", data={"key": invited.invitation}, headers=OWN)
        client.post("/sign-in/password", data={"password": PASSWORD}, headers=OWN)

    return come


def shown(client, part="", **headers):
    answer = client.get(f"/desk/{CUP}{part}", headers={**ENGLISH, **headers})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def test_a_tournament_that_has_not_started_says_how_many_have_entered(hall, client):
    opened(hall)
    text = shown(client, "/parts/aside", **BEARER)
    assert "Not started yet: 4 have entered." in text
    assert "Nothing is left to pair" not in text


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_a_draft_is_read_by_both_and_published_by_organisers(hall, client, sign_in, role):
    opened(hall, drafts=True)
    say(hall, TournamentStarted("lots"), rows(1))
    sign_in(role)
    text = shown(client)
    assert text.count("Round 1 is a draft") == 2, "at the head, and beside the tables"
    assert "No round yet" not in text
    assert "Player 1 – Player 2" in text
    assert ("Publish round 1" in text) == (role == "organiser")
    assert ("An organiser publishes it." in text) == (role == "referee")
    answer = client.post(f"/desk/{CUP}/rounds", data={"number": "1", "part": "1"}, headers=OWN)
    assert answer.status_code == (200 if role == "organiser" else 403)


def test_the_look_at_a_round_names_the_tables_that_it_will_have_and_no_other_numbers(hall, client, sign_in):
    opened(hall, settings={"rounds": 3}, drafts=True)
    say(hall, TablesSet((("7", ""), ("9", ""))), TournamentStarted("lots"), rows(1), RoundPublished(1))
    matches(hall, 2)
    finish(hall, 1, 2)
    sign_in("organiser")
    own = {**OWN, **ENGLISH}
    text = client.post(f"/desk/{CUP}/rounds", data={"part": "1"}, headers=own).text
    listed = text.partition('class="effects"')[2].partition("</ul>")[0]
    assert listed.count("<li>") == 3
    assert "<li>The tables follow when the round is published</li>" in listed
    assert "Table 7" not in listed
    say(hall, rows(2, first=3))
    text = client.post(f"/desk/{CUP}/rounds", data={"number": "2", "part": "1"}, headers=own).text
    listed = text.partition('class="effects"')[2].partition("</ul>")[0]
    seated = re.findall(r"<li>Table (7|9): ([^<]+)</li>", listed)
    assert len(seated) == 2
    say(hall, RoundPublished(2))
    state = hall.deps.repository.tournament(CUP)
    say(hall, *pair(state))
    state = hall.deps.repository.tournament(CUP)
    now = {(state.seated[each.match], f"{state.name_of(each.white)} – {state.name_of(each.black)}")
           for each in state.round(2).pairings}  # fmt: skip
    assert set(seated) == now


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_the_next_round_is_offered_to_organisers_once_nothing_is_waited_for(hall, client, sign_in, role):
    opened(hall, settings={"rounds": 3})
    say(hall, TournamentStarted("lots"), rows(1))
    matches(hall, 2)
    sign_in(role)
    text = shown(client, "/parts/aside")
    assert "It waits for 2 matches." in text
    assert "See the next round" not in text
    finish(hall, 1, 2)
    text = shown(client, "/parts/aside")
    assert ("See the next round" in text) == (role == "organiser")
    assert ("An organiser pairs the next round." in text) == (role == "referee")


def test_the_tabs_of_the_rounds_come_with_the_parts(hall, client):
    opened(hall, settings={"rounds": 3}, drafts=True)
    say(hall, TournamentStarted("lots"), rows(1), RoundPublished(1))
    matches(hall, 4)
    assert "<nav" not in shown(client, "/parts/rounds", **BEARER)
    finish(hall, 1, 2)
    say(hall, rows(2, first=3), RoundPublished(2))
    text = shown(client, "/parts/rounds?round=2&silent=5&tournament=x", **BEARER)
    assert f'href="/desk/{CUP}?silent=5&amp;tournament=x&amp;round=1"' in text
    assert 'round=2" aria-current="true"' in text
    assert '<div id="part-rounds"><nav' in shown(client, **BEARER)


def cup(hall):
    """A cup of four with a match for bronze, its semi-finals decided."""
    opened(hall, "single_elimination", {"bronze": True}, published=True)
    say(hall, TournamentStarted("lots"))
    for result in (True, False):
        state = hall.deps.repository.tournament(CUP, fresh=True)
        say(hall, *pair(state))
        waiting = hall.deps.repository.tournament(CUP, fresh=True).to_play
        for _ in waiting:
            hall.match("swedish", 0, CUP)
        if result:
            say(hall, *(ResultDecided(each.match, "walkover", "ill", "white", {}, None, ()) for each in waiting))


@pytest.mark.parametrize("path", [f"/desk/{CUP}", f"/desk/{CUP}/parts/round", f"/tournaments/{CUP}"])
def test_rounds_that_are_played_beside_each_other_are_named_and_counted_together(hall, client, path):
    cup(hall)
    text = client.get(path, headers={**ENGLISH, **BEARER}).get_data(as_text=True)
    assert "Final and bronze match" in text
    assert "0 of 2 finished" in text
    bronze = (
        next(each for each in hall.deps.repository.tournament(CUP).rounds if each.stage == "bronze").pairings[0].match
    )
    say(hall, ResultDecided(bronze, "walkover", "ill", "white", {}, None, ()))
    text = client.get(path, headers={**ENGLISH, **BEARER}).get_data(as_text=True)
    assert "Final</span>" in text
    assert "0 of 1 finished" in text


def test_a_tournament_that_is_over_says_at_the_top_who_won(hall, client):
    cup(hall)
    assert "Who won" not in shown(client, **BEARER)
    for result in hall.deps.repository.tournament(CUP).to_play:
        say(hall, ResultDecided(result.match, "walkover", "ill", "white", {}, None, ()))
    text = shown(client, **BEARER)
    state = hall.deps.repository.tournament(CUP)
    final = next(each for each in reversed(state.rounds) if each.stage != "bronze")
    winner = state.name_of(final.pairings[0].white)
    top = text.partition('aria-labelledby="needs-title"')[0]
    assert f'<b><bdi>{winner}</bdi></b> <span class="quiet">Winner</span>' in top
    assert winner in shown(client, "/parts/round", **BEARER)
