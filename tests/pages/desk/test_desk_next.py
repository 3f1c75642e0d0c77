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


def say(stored, *events, cup=CUP):
    stored.deps.log.append(cup, list(events), by="vasa.a", at=stored.deps.clock())


def opened(stored, game_format="swiss", settings=None, **words):
    """A tournament of four that has not started."""
    created = TournamentCreated("vasa", "Vasa Cup", "swedish", {"games": 3}, game_format, settings=settings, **words)
    stored.deps.log.append(CUP, [created], by="vasa.a", at=BEGAN, expected=NEW)
    say(stored, *(PlayerEntered(f"p_player0{number}", f"Player {number}") for number in range(1, 5)))


def finish(stored, *numbers):
    """White wins, as a referee says."""
    say(stored, *(ResultDecided(f"{CUP}.{number}", "walkover", "ill", "white", {}, None, ()) for number in numbers))


def matches(stored, count):
    """The boards of the first so many matches."""
    for _ in range(count):
        stored.match("swedish", 0, CUP)


def rows(number, *, first=1):
    return RoundPaired(
        number,
        (
            (f"{CUP}.{first}", "p_player01", "p_player02"),
            (f"{CUP}.{first + 1}", "p_player03", "p_player04"),
        ),
    )


@pytest.fixture
def sign_in(client, stored):
    """Sign a person of a role in, in this browser."""

    def come(role):
        invited = members.invite(Request(stored.deps, OPERATOR), "vasa", "Anna", role)
        client.post("/sign-in/key", data={"key": invited.invitation}, headers=OWN)
        client.post("/sign-in/password", data={"password": PASSWORD}, headers=OWN)

    return come


def shown(client, part="", **headers):
    answer = client.get(f"/desk/{CUP}{part}", headers={**ENGLISH, **headers})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer.get_data(as_text=True)


def test_a_tournament_that_has_not_started_says_how_many_have_entered(stored, client):
    opened(stored)
    text = shown(client, "/parts/next", **BEARER)
    assert "Not started yet: 4 have entered." in text
    assert "Nothing is left to pair" not in text


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_a_draft_is_read_by_both_and_published_by_organisers(stored, client, sign_in, role):
    opened(stored, drafts=True)
    say(stored, TournamentStarted("lots"), rows(1))
    sign_in(role)
    text = shown(client)
    assert text.count("Round 1 is a draft") == 2, "at the head, and beside the tables"
    assert "No round yet" not in text
    assert "Player 1 – Player 2" in text
    assert ("Publish round 1" in shown(client, "/parts/step")) == (role == "organiser")
    assert ("An organiser publishes it." in text) == (role == "referee")
    answer = client.post(f"/desk/{CUP}/rounds", data={"number": "1", "part": "1"}, headers=OWN)
    assert answer.status_code == (200 if role == "organiser" else 403)


def test_the_look_at_a_round_names_the_tables_that_it_will_have_and_no_other_numbers(stored, client, sign_in):
    opened(stored, settings={"rounds": 3}, drafts=True)
    say(stored, TablesSet((("7", ""), ("9", ""))), TournamentStarted("lots"), rows(1), RoundPublished(1))
    matches(stored, 2)
    finish(stored, 1, 2)
    sign_in("organiser")
    own = {**OWN, **ENGLISH}
    text = client.post(f"/desk/{CUP}/rounds", data={"part": "1"}, headers=own).text
    listed = text.partition('class="effects"')[2].partition("</ul>")[0]
    assert listed.count("<li>") == 3
    assert "<li>The tables follow when the round is published</li>" in listed
    assert "Table 7" not in listed
    say(stored, rows(2, first=3))
    text = client.post(f"/desk/{CUP}/rounds", data={"number": "2", "part": "1"}, headers=own).text
    listed = text.partition('class="effects"')[2].partition("</ul>")[0]
    seated = re.findall(r"<li>Table (7|9): ([^<]+)</li>", listed)
    assert len(seated) == 2
    say(stored, RoundPublished(2))
    state = stored.deps.repository.tournament(CUP)
    say(stored, *pair(state))
    state = stored.deps.repository.tournament(CUP)
    now = {
        (state.seated[pairing.match], f"{state.name_of(pairing.white)} – {state.name_of(pairing.black)}")
        for pairing in state.round(2).pairings
    }
    assert set(seated) == now


@pytest.mark.parametrize("role", ["referee", "organiser"])
def test_the_next_round_is_offered_to_organisers_once_nothing_is_waited_for(stored, client, sign_in, role):
    opened(stored, settings={"rounds": 3})
    say(stored, TournamentStarted("lots"), rows(1))
    matches(stored, 2)
    sign_in(role)
    text = shown(client, "/parts/next")
    assert "The next round waits for 2 matches." in text
    assert "Pair round 2" not in shown(client, "/parts/step")
    finish(stored, 1, 2)
    text = shown(client, "/parts/next")
    assert ("Pair round 2" in shown(client, "/parts/step")) == (role == "organiser")
    assert ("An organiser pairs the next round." in text) == (role == "referee")


def test_the_tabs_of_the_rounds_come_with_the_parts(stored, client):
    opened(stored, settings={"rounds": 3}, drafts=True)
    say(stored, TournamentStarted("lots"), rows(1), RoundPublished(1))
    matches(stored, 4)
    assert 'class="rounds' not in shown(client, "/parts/rounds", **BEARER)
    finish(stored, 1, 2)
    say(stored, rows(2, first=3), RoundPublished(2))
    text = shown(client, "/parts/rounds?round=2&silent=5&tournament=x", **BEARER)
    assert f'href="/desk/{CUP}?silent=5&amp;tournament=x&amp;round=1"' in text
    assert 'round=2" aria-current="true"' in text
    assert '<div id="part-rounds"><nav class="rounds' in shown(client, **BEARER)


def cup(stored):
    """A cup of four with a match for bronze, its semi-finals decided."""
    opened(stored, "single_elimination", {"bronze": True}, published=True)
    say(stored, TournamentStarted("lots"))
    for result in (True, False):
        state = stored.deps.repository.tournament(CUP, fresh=True)
        say(stored, *pair(state))
        waiting = stored.deps.repository.tournament(CUP, fresh=True).to_play
        for _ in waiting:
            stored.match("swedish", 0, CUP)
        if result:
            say(stored, *(ResultDecided(each.match, "walkover", "ill", "white", {}, None, ()) for each in waiting))


@pytest.mark.parametrize("path", [f"/desk/{CUP}", f"/desk/{CUP}/parts/progress", f"/tournaments/{CUP}"])
def test_rounds_that_are_played_beside_each_other_are_named_and_counted_together(stored, client, path):
    cup(stored)
    text = client.get(path, headers={**ENGLISH, **BEARER}).get_data(as_text=True)
    assert "Final and bronze match" in text
    assert "0 of 2 finished" in text
    bronze = (
        next(round_ for round_ in stored.deps.repository.tournament(CUP).rounds if round_.stage == "bronze")
        .pairings[0]
        .match
    )
    say(stored, ResultDecided(bronze, "walkover", "ill", "white", {}, None, ()))
    text = client.get(path, headers={**ENGLISH, **BEARER}).get_data(as_text=True)
    assert ("Final</span>" if "desk" in path else "Final: 0 of 1 finished") in text
    assert "0 of 1 finished" in text


def test_a_tournament_that_is_over_says_at_the_top_who_won(stored, client):
    cup(stored)
    assert "Who won" not in shown(client, **BEARER)
    for result in stored.deps.repository.tournament(CUP).to_play:
        say(stored, ResultDecided(result.match, "walkover", "ill", "white", {}, None, ()))
    text = shown(client, **BEARER)
    state = stored.deps.repository.tournament(CUP)
    final = next(round_ for round_ in reversed(state.rounds) if round_.stage != "bronze")
    winner = state.name_of(final.pairings[0].white)
    top = text.partition('id="part-needs"')[0]
    assert f'<b><bdi>{winner}</bdi></b> <span class="quiet">Winner</span>' in top
    assert winner in shown(client, "/parts/next", **BEARER)
