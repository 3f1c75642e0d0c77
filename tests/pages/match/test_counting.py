"""The result that counts of a match, over HTTP: a decision over the board, and a match that is not played any more."""

import re

import pytest

from core.events import (
    GameResult,
    PairingsVoided,
    PlayerEntered,
    ResultDecided,
    ResultReported,
    RoundPaired,
    TournamentEnded,
    TournamentStarted,
)
from tests.support.pages.stored_tournament import TOURNAMENT

BEARER = {"Authorization": "Bearer the-operators-own-token"}
MATCH = f"{TOURNAMENT}.1"
REASON = "the sheet was <b>misread</b>"


def say(stored, *events):
    stored.deps.log.append(TOURNAMENT, list(events), by="vasa.a", at=stored.deps.clock())


@pytest.fixture
def played(stored):
    """A match that white has won 3–0 at the board."""
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    say(stored, *players, TournamentStarted("lots"), RoundPaired(1, ((MATCH, "p_player01", "p_player02"),)))
    assert stored.match("swedish", 0) == MATCH
    stored.record(MATCH, [ResultReported((GameResult("white", "bearing_off"),) * 3)])
    stored.judge()
    return stored


def decided(winner="black", kind="played", score=None):
    return ResultDecided(MATCH, kind, REASON, winner, score or {"white": 1, "black": 2}, "points", ())


def shown(client, path):
    answer = client.get(path, headers={**BEARER, "Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


PATHS = (f"/desk/{TOURNAMENT}/cards/{MATCH}", f"/desk/{TOURNAMENT}/tables/{MATCH}", f"/matches/{MATCH}")


@pytest.mark.parametrize("path", PATHS)
def test_a_decision_is_shown_with_its_reason_and_the_boards_word_no_longer_counts(played, client, path):
    say(played, decided())
    text = shown(client, path)
    assert "The referee decided: 1–2 (corrected result): the sheet was &lt;b&gt;misread" in text
    assert "<s>At the board: 3–0</s>" in text
    assert "no longer counts" in text
    assert '<p class="phase">Åsa Lindgren has won' not in text
    row = next(each for each in re.findall(r"<(?:tr|li)\b.*?</(?:tr|li)>", text, re.DOTALL) if "winner" in each)
    assert "Göran Ask" in row


@pytest.mark.parametrize("path", PATHS)
def test_a_decision_that_says_what_the_board_says_strikes_nothing(played, client, path):
    say(played, decided("white", score={"white": 3, "black": 0}))
    text = shown(client, path)
    assert "The referee decided: 3–0" in text
    assert "<s>" not in text


@pytest.mark.parametrize("path", PATHS)
def test_the_result_on_the_board_counts_without_a_decision(played, client, path):
    text = shown(client, path)
    assert "The referee decided" not in text
    assert "no longer counts" not in text


def test_a_walkover_names_the_winner(played, client):
    say(played, ResultDecided(MATCH, "walkover", "ill", "black", {}, None, ()))
    assert "The referee decided: Göran Ask wins (walkover): ill" in shown(client, f"/matches/{MATCH}")


@pytest.mark.parametrize("path", PATHS[1:])
def test_a_match_that_was_decided_and_never_begun_does_not_wait_for_its_first_roll(stored, client, path):
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    say(stored, *players, TournamentStarted("lots"), RoundPaired(1, ((MATCH, "p_player01", "p_player02"),)))
    assert stored.match("swedish", 0) == MATCH
    say(stored, ResultDecided(MATCH, "no_show", "not there", "black", {}, None, ()))
    text = shown(client, path)
    assert "It was decided without play." in text
    assert "Before the first roll" not in text
    assert "Nothing was played here" in text
    assert "Nothing yet" not in text
    assert "rolls one die" not in text


def test_a_match_whose_pairing_was_taken_back_does_not_look_finished(played, client):
    say(played, PairingsVoided(1, (MATCH,), "wrong"))
    text = shown(client, f"/matches/{MATCH}")
    assert 'class="counts void"' in text
    assert "The pairing was taken back by a correction" in text
    assert "settled</span>" not in text


def test_a_match_of_a_tournament_that_was_ended_says_so(stored, client):
    players = [PlayerEntered(f"p_player0{number}", f"Player {number}") for number in (1, 2)]
    say(stored, *players, TournamentStarted("lots"), RoundPaired(1, ((MATCH, "p_player01", "p_player02"),)))
    assert stored.match("swedish", 4) == MATCH
    stored.judge()
    say(stored, TournamentEnded("rain"))
    for path in PATHS:
        assert "not played out" in shown(client, path)


def test_a_match_leads_back_to_its_tournament_and_to_the_desk_for_those_who_may(played, client):
    text = shown(client, f"/matches/{MATCH}")
    assert f'href="/tournaments/{TOURNAMENT}"' in text
    assert f'href="/desk/{TOURNAMENT}"' in text
    text = client.get(f"/matches/{MATCH}").get_data(as_text=True)
    assert f'href="/tournaments/{TOURNAMENT}"' in text
    assert "/desk/" not in text
