"""Games that a referee gave for lateness: the whole result that is reported afterwards begins with them."""

import re

import pytest

from tests.support.pages.form_fields import fields_of
from tests.support.pages.round_list import page_of, results, started, words
from tests.support.signed_in import signed_in

LATE = {"type": "RulingMade", "kind": "award_game", "reason": "late", "winner": "black", "outcome": "bearing_off"}
GIVEN, PLAIN = {"winner": "black", "outcome": "bearing_off"}, {"winner": "white", "outcome": "bearing_off"}


@pytest.fixture
def organiser(api):
    return signed_in(api, "Anna Berg", "organiser")


@pytest.fixture
def cup(api, organiser, judge):
    """A round of three matches; a game of the first one was given to Black."""
    found = started(api)
    assert api.post(f"/v1/matches/{found}.1/events", LATE, role="referee").status_code in (201, 202)
    judge()
    return found


def test_the_list_names_them_and_takes_a_result_that_begins_with_them(api, organiser, cup, judging):
    seen = words(organiser.get(page_of(cup)))
    assert "Games that have ended already, to be typed first: 2" in seen
    assert "played move by move" not in seen
    wrong = organiser.fill(page_of(cup), **{"key": "k", "games-1": "111"})
    assert "the whole result begins with the games that have ended (1), as they ended" in words(wrong)
    assert results(api, cup)["1"] is None
    with judging():
        organiser.fill(page_of(cup), **{"key": "k2", "games-1": "211"})
    assert results(api, cup)["1"] == {"white": 2, "black": 1}
    undo = words(organiser.get(page_of(cup)))
    assert "Undo" in undo


def test_a_mistyped_result_is_taken_back_and_the_given_game_stays(api, organiser, cup, judging):
    with judging():
        organiser.fill(page_of(cup), **{"key": "k", "games-1": "212"})
        report = api.get(f"/v1/matches/{cup}.1").json["version"]
        organiser.fill(page_of(cup), key="u", undo=f"1:{report}")
    assert results(api, cup)["1"] is None
    assert api.get(f"/v1/matches/{cup}.1").json["score"] == {"white": 0, "black": 1}
    assert "to be typed first: 2" in words(organiser.get(page_of(cup)))


def test_the_form_of_a_match_has_them_filled_in(api, organiser, cup, judging):
    address = f"/matches/{cup}.1/result"
    text = organiser.get(address).get_data(as_text=True)
    assert fields_of(text)["winner1"] == "black"
    chosen = re.findall(r'<option [^>]*value="([^"]*)" selected', text)
    assert chosen == ["bearing_off"], "of the first game alone"
    filled = {
        "winner1": "black",
        "outcome1": "bearing_off",
        "winner2": "white",
        "outcome2": "bearing_off",
        "winner3": "white",
        "outcome3": "bearing_off",
    }
    wrong = organiser.fill(address, **{**filled, "winner1": "white"}, step="look")
    assert "begins with the games that have ended" in words(wrong)
    looked = organiser.fill(address, **filled, step="look")
    assert looked.status_code == 200
    with judging():
        organiser.fill(address, **fields_of(looked.get_data(as_text=True)), step="write")
    assert results(api, cup)["1"] == {"white": 2, "black": 1}


def test_a_scorer_reports_it_by_the_interface_and_not_while_a_game_is_under_way(api, cup, judge):
    said = {"match": f"{cup}.1", "results": [GIVEN, PLAIN, PLAIN]}
    missing = api.post(f"/v1/tournaments/{cup}/results", {**said, "results": [PLAIN] * 3}, role="scorer")
    assert (missing.status_code, missing.json["code"]) == (409, "refused")
    assert api.post(f"/v1/tournaments/{cup}/results", said, role="scorer").status_code == 202
    judge()
    assert results(api, cup)["1"] == {"white": 2, "black": 1}
    opening = {"type": "OpeningRolled", "white": 2, "black": 5}
    api.post(f"/v1/matches/{cup}.2/events", opening, role="scorer")
    judge()
    begun = api.post(f"/v1/tournaments/{cup}/results", {**said, "match": f"{cup}.2"}, role="scorer")
    assert begun.status_code == 409
