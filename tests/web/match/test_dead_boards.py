"""Boards on which nothing is recorded any more: decided, voided, drafted, walked over or suspended."""

import pytest

from core.events import PairingsVoided, ResultDecided
from service.handlers.execute import execute
from service.handlers.request import Request
from tests.support.reported_results import WON, reported, started
from tests.support.store import eventually
from tests.web.match.test_matches import DICE, OPENING, RULING

NOTE = {"type": "RulingMade", "kind": "note", "reason": "tea"}


@pytest.fixture
def cup(api):
    """A started tournament of two whose results are to be confirmed, and a second scorer."""
    api.tokens["other"] = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"}).json["token"]
    return started(api, confirm=True)


def directed(api, cup, *events_):
    execute(Request(api.deps, None), cup, lambda _: list(events_), "desk")


def writes(api, cup):
    """The answers to recording in the first match: facts, a ruling, a whole result."""
    path = f"/v1/matches/{cup}.1/events"
    return [
        api.post(path, OPENING, "scorer"),
        api.post(path, [OPENING, DICE], "scorer"),
        api.post(path, NOTE, "referee"),
        reported(api, cup),
    ]


def test_nothing_is_recorded_in_a_match_whose_result_the_director_decided(api):
    cup = started(api, 3)
    directed(api, cup, ResultDecided(f"{cup}.1", "no_show", "did not come", "white", {}, None, ()))
    before = api.everything_written()
    for answer in writes(api, cup):
        assert (answer.status_code, answer.json["code"]) == (409, "refused")
        assert "was decided by the director (no-show): undo the decision" in answer.json["detail"]
    assert api.everything_written() == before
    board = api.get(f"/v1/matches/{cup}.1").json["in_tournament"]
    assert board["status"] == "decided"
    assert (board["result"]["kind"], board["result"]["reason"]) == ("no_show", "did not come")


def test_nothing_is_recorded_in_a_match_whose_pairing_was_voided(api):
    cup = started(api, 3)
    directed(api, cup, PairingsVoided(1, (f"{cup}.1",), "wrong draw"))
    before = api.everything_written()
    for answer in writes(api, cup):
        assert (answer.status_code, "was voided: it is no longer played" in answer.json["detail"]) == (409, True)
    assert api.everything_written() == before
    assert api.get(f"/v1/matches/{cup}.1").json["in_tournament"]["status"] == "voided"


def test_nothing_is_reported_in_a_drafted_round(api):
    cup = started(api, 2, drafts=True)
    answer = reported(api, cup)
    assert (answer.status_code, "is a draft: publish it first" in answer.json["detail"]) == (409, True)
    assert api.post(f"/v1/matches/{cup}.1/events", OPENING, "scorer").status_code == 404


def test_nothing_is_reported_of_a_match_that_was_walked_over_because_a_player_left(api):
    cup = started(api, 4, format="single_elimination")
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    body = {"player": match["white"]["id"], "reason": "ill"}
    assert api.post(f"/v1/tournaments/{cup}/withdrawals", body).status_code == 201
    answer = api.post(f"/v1/tournaments/{cup}/results", {"match": match["id"], "results": WON}, "scorer")
    assert (answer.status_code, "was decided by the director (walkover)" in answer.json["detail"]) == (409, True)
    assert api.get(f"/v1/matches/{match['id']}").json["in_tournament"]["result"]["winner"] == "black"


def test_what_was_played_before_a_player_left_is_confirmed_and_not_walked_over(api, judge):
    cup = started(api, 4, format="single_elimination", confirm=True)
    match = api.get(f"/v1/tournaments/{cup}/matches").json["matches"][0]
    api.post(f"/v1/tournaments/{cup}/results", {"match": match["id"], "results": WON}, "scorer")
    judge()
    api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": match["white"]["id"], "reason": "ill"})
    assert api.get(f"/v1/matches/{match['id']}").json["in_tournament"]["status"] == "reported"
    answer = api.post(f"/v1/tournaments/{cup}/confirmations", {"match": match["id"]}, "referee")
    assert (answer.status_code, answer.json["status"]) == (201, "confirmed")
    assert (answer.json["result"]["kind"], answer.json["result"]["winner"]) == ("played", "white")


def test_a_write_that_was_made_before_the_decision_may_be_repeated_after_it(api):
    cup = started(api, 3)
    key = {"Idempotency-Key": "tap 1"}
    first = api.post(f"/v1/matches/{cup}.1/events", OPENING, "scorer", headers=key)
    directed(api, cup, ResultDecided(f"{cup}.1", "forfeit", "left", "white", {}, None, ()))
    again = api.post(f"/v1/matches/{cup}.1/events", OPENING, "scorer", headers=key)
    assert (again.status_code, again.json, again.headers["Idempotent-Replayed"]) == (202, first.json, "true")
    new = api.post(f"/v1/matches/{cup}.1/events", OPENING, "scorer", headers={"Idempotency-Key": "tap 2"})
    assert new.status_code == 409


def test_another_process_learns_of_a_decision_within_a_moment(api, restarted):
    cup, other = started(api, 3), restarted()
    assert other.post(f"/v1/matches/{cup}.1/events", OPENING, "scorer").status_code == 202
    directed(api, cup, ResultDecided(f"{cup}.1", "forfeit", "left", "white", {}, None, ()))
    refused = lambda: other.post(f"/v1/matches/{cup}.1/events", NOTE, "referee").status_code == 409  # noqa: E731
    eventually(refused, what="a refusal")


def test_nothing_is_reported_of_a_suspended_match(api):
    cup = started(api)
    api.post(f"/v1/matches/{cup}.1/events", {"type": "MatchSuspended", "reason": "fire alarm"}, "referee")
    answer = reported(api, cup)
    assert (answer.status_code, "is suspended since fact 1 (fire alarm)" in answer.json["detail"]) == (409, True)


def test_a_match_shows_where_it_stands_in_its_tournament_and_its_etag_moves_with_that(api, judge):
    cup = started(api, 3)
    first = api.get(f"/v1/matches/{cup}.1")
    version = api.get(f"/v1/tournaments/{cup}").json["version"]
    assert first.json["in_tournament"] == {
        "version": version,
        "round": 1,
        "stage": "",
        "slot": "",
        "table": None,
        "status": "open",
        "result": None,
    }
    assert first.headers["ETag"] == f'"v0-j0-t{version}"'
    directed(api, cup, ResultDecided(f"{cup}.1", "no_show", "did not come", "black", {}, None, ()))
    again = api.get(f"/v1/matches/{cup}.1", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.json["in_tournament"]["result"]["winner"]) == (200, "black")
    assert api.get(f"/v1/matches/{cup}.1?version=0").json["in_tournament"]["status"] == "decided"


def test_an_etag_of_a_tournaments_match_may_be_sent_as_if_match(api):
    cup = started(api)
    etag = api.get(f"/v1/matches/{cup}.1").headers["ETag"]
    path = f"/v1/matches/{cup}.1/events"
    assert api.post(path, OPENING, "scorer", headers={"If-Match": etag}).status_code == 202
    assert api.post(path, RULING, "referee", headers={"If-Match": etag}).status_code == 412
