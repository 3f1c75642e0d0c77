"""The tables of the hall through the API."""

import pytest

from tests.web.tournament.test_rounds import WON, started


def sits(answer):
    return {table["table"]: table["match"] and table["match"]["id"] for table in answer.json["tables"]}


def test_matches_are_given_tables_and_the_others_wait_for_one(api, judge):
    path = started(api)
    one, two, three = [match["id"] for match in api.get(path).json["rounds"][0]["matches"]]
    answer = api.post(f"{path}/tables", {"tables": ["1", {"table": "2"}, {"table": "Stage", "group": "final"}]})
    assert answer.status_code == 200, answer.json
    assert sits(answer) == {"1": one, "2": two, "Stage": None}
    assert [each["id"] for each in answer.json["waiting"]] == [three]
    assert api.get(f"{path}/tables").json == answer.json
    api.post(f"{path}/results", {"match": two, "results": WON})
    judge()
    assert sits(api.get(f"{path}/tables")) == {"1": one, "2": three, "Stage": None}
    assert [match["table"] for match in api.get(f"{path}/matches").json["matches"]] == ["1", "2", "2"]


def test_a_referee_moves_matches_and_those_that_change_places_together(api):
    path = started(api)
    one, two, _ = [match["id"] for match in api.get(path).json["rounds"][0]["matches"]]
    api.send("PUT", f"{path}/tables", "organiser", json={"tables": ["1", "2"]})
    alone = api.post(f"{path}/tables/seats", {"match": one, "table": "2"}, role="referee")
    assert (alone.status_code, two in alone.json["detail"]) == (409, True)
    seats = [{"match": one, "table": "2"}, {"match": two, "table": "1"}]
    answer = api.post(f"{path}/tables/seats", {"seats": seats}, role="referee")
    assert (answer.status_code, sits(answer)) == (200, {"1": two, "2": one})


@pytest.mark.parametrize(
    ("part", "body", "paths"),
    [
        ("tables", {"tables": ["1", "1"]}, {"tables.1.table"}),
        ("tables", {"tables": [{"group": "final"}]}, {"tables.0.table"}),
        ("tables", {}, {"tables"}),
        ("tables/seats", {"match": "t_aaaaaaaaaa.1", "table": "9"}, {"seats.0.match", "seats.0.table"}),
        ("tables/seats", {"match": "x", "table": "1"}, {"seats.0.match"}),
        ("tables/seats", {"seats": []}, {"seats"}),
    ],
)
def test_everything_wrong_with_tables_is_named(api, part, body, paths):
    path = started(api)
    answer = api.post(f"{path}/{part}", body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths), answer.json


def test_the_public_sees_where_a_published_tournament_is_played(api):
    path = started(api, published=True)
    api.post(f"{path}/tables", {"tables": ["1"]})
    assert api.get(f"{path}/tables", None).status_code == 200
