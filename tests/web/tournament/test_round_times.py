"""The time of a round through the API: when it starts and when its matches should be over."""

import pytest

from core.timestamps import unix_ms
from tests.web.tournament.test_rounds import started

BEGIN, END = "2026-11-28T18:00:00+01:00", "2026-11-28T18:30:00Z"
TOLD = {"starts": "2026-11-28T17:00:00.000Z", "ends": "2026-11-28T18:30:00.000Z"}


def time_of(api, path, number=1):
    return api.get(path, role=None).json["rounds"][number - 1].get("time")


@pytest.mark.parametrize("end", [{"ends": END}, {"minutes": 90}, {}])
def test_a_round_ends_as_it_is_said_or_after_the_announced_minutes(api, end):
    path = started(api, published=True, details={"round_minutes": 90})
    assert time_of(api, path) is None
    answer = api.post(f"{path}/rounds/1/time", {"starts": BEGIN, **end}, "referee")
    assert (answer.status_code, answer.json["rounds"][0]["time"]) == (200, TOLD)
    assert time_of(api, path) == TOLD
    event = api.get(f"{path}/events", role=None).json["events"][-1]
    assert (event["type"], event["round"], event["ends"] - event["starts"]) == ("RoundTimeSet", 1, 90 * 60_000)


def test_without_a_start_the_round_starts_now_and_its_time_is_taken_away_again(api):
    path = started(api, published=True)
    before = api.deps.clock()
    api.post(f"{path}/rounds/1/time", {"minutes": 20})
    starts, ends = (unix_ms(time_of(api, path)[name]) for name in ("starts", "ends"))
    assert (before <= starts <= api.deps.clock(), ends - starts) == (True, 20 * 60_000)
    assert api.send("DELETE", f"{path}/rounds/1/time", "referee").status_code == 204
    assert time_of(api, path) is None


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["minutes"]),
        ({"starts": "18:00", "minutes": 0}, ["minutes", "starts"]),
        ({"starts": "2026-02-30T18:00:00Z", "minutes": 10_081}, ["minutes", "starts"]),
        ({"starts": "2026-11-28T18:00", "ends": "1999-11-28T18:00:00Z"}, ["ends", "starts"]),
        ({"starts": BEGIN, "ends": BEGIN}, ["ends"]),
        ({"starts": BEGIN, "ends": "2028-01-01T00:00:00Z"}, ["ends"]),
        ({"ends": END, "minutes": 90}, ["minutes"]),
        ({"until": END}, ["until"]),
    ],
)
def test_a_time_that_is_none_is_refused_with_all_wrong_fields_and_nothing_is_written(api, body, fields):
    path = started(api)
    before = api.get(path).json["version"]
    answer = api.post(f"{path}/rounds/1/time", body)
    assert answer.status_code == 422
    assert sorted(answer.json["errors"]) == fields
    assert api.get(path).json["version"] == before


def test_referees_set_the_time_of_a_round_that_is_there(api):
    path = started(api)
    body = {"starts": BEGIN, "minutes": 90}
    assert api.post(f"{path}/rounds/1/time", body, "scorer").status_code == 403
    assert api.send("DELETE", f"{path}/rounds/1/time", "scorer").status_code == 403
    assert api.post(f"{path}/rounds/1/time", body, None).status_code == 401
    assert api.post(f"{path}/rounds/2/time", body, "referee").status_code == 404
    assert api.post(f"{path}/rounds/1/time", body, "referee").status_code == 200


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ({}, ["after"]),
        ({"every": 5}, ["after"]),
        ({"after": 5, "lost_after": 5}, ["lost_after"]),
        ({"after": 0, "every": 10_081, "lost_after": "9"}, ["after", "every", "lost_after"]),
        ({"grace": 5}, ["grace"]),
    ],
)
def test_a_rule_for_late_players_names_its_wrong_fields_and_is_announced_and_taken_away_after_the_start(
    api, rule, fields
):
    path, announced = started(api), {"after": 5, "every": 5, "lost_after": 20}
    answer = api.send("PATCH", path, "organiser", json={"details": {"lateness": rule, "fee": "50 kr"}})
    assert (answer.status_code, sorted(answer.json["errors"])) == (
        422,
        [f"details.lateness.{field}" for field in fields],
    )
    assert api.get(path).json["details"] == {}
    told = api.send("PATCH", path, "organiser", json={"details": {"lateness": announced, "fee": "50 kr"}})
    assert told.json["details"] == {"lateness": announced, "fee": "50 kr"}
    gone = api.send("PATCH", path, "organiser", json={"details": {"lateness": None}})
    assert gone.json["details"] == {"fee": "50 kr"}


@pytest.mark.parametrize("minutes", [0, 10_081, "90"])
def test_the_announced_minutes_of_a_round_are_bounded(api, minutes):
    path = started(api)
    answer = api.send("PATCH", path, "organiser", json={"details": {"round_minutes": minutes}})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["details.round_minutes"])
