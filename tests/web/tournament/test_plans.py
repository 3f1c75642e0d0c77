"""Plans by the API: every format and length, with what is wrong in a question named."""

import pytest

from core.tournament.formats import FORMATS
from service.handlers.planning.plan import simulated
from service.store.read_models.club import game_lengths
from service.store.read_models.club.game_lengths import MatchLengths

PATH = "/v1/games/swedish/plans"


def test_everybody_is_told_what_fits_into_an_evening(api):
    answer = api.get(f"{PATH}?players=16&tables=8&minutes=405", role=None)
    assert answer.status_code == 200
    plans = answer.json["plans"]
    assert [(plan["format"], plan["length"]["games"]) for plan in plans] == [
        (form.key, games) for form in FORMATS for games in (3, 5, 7)
    ]
    knock_out = next(plan for plan in plans if plan["format"] == "single_elimination")
    assert knock_out["matches"] == {"fewest": 15, "most": 15}
    assert knock_out["rounds"] == {"fewest": 4, "most": 4}
    assert (knock_out["fits"], knock_out["minutes_late"]) == ("perhaps", 0)
    everybody = plans[0]
    assert everybody["fits"] == "no"
    assert everybody["minutes_late"] == everybody["end"]["expected"] - 405 > 0
    assert answer.json["lengths"] == {
        "measured": 0,
        "seconds_a_turn": 10,
        "minutes_a_game": 28,
        "minutes_beside": 5,
    }


def test_questions_that_differ_in_their_minutes_alone_are_simulated_once(api, monkeypatch):
    asked = []
    monkeypatch.setattr(
        "service.web.api.plans.simulated",
        lambda question, lengths: asked.append(question) or simulated(question, lengths),
    )
    late, in_time = (api.get(f"{PATH}?players=5&tables=2&minutes={minutes}").json for minutes in (30, 2880))
    assert len(asked) == 1
    assert (late["minutes"], in_time["minutes"]) == (30, 2880)
    assert [plan["end"] for plan in late["plans"] if plan["possible"]] == [
        plan["end"] for plan in in_time["plans"] if plan["possible"]
    ]
    assert {plan["fits"] for plan in late["plans"] if plan["possible"]} == {"no"}
    assert {plan["fits"] for plan in in_time["plans"] if plan["possible"]} == {"yes"}


def test_where_the_stake_is_doubled_matches_are_to_points_as_well(api):
    plans = api.get("/v1/games/backgammon/plans?players=8&tables=4&minutes=240").json["plans"]
    assert {"points": 5} in [plan["length"] for plan in plans]


def test_a_tournament_that_cannot_start_is_no_plan(api):
    plans = api.get(f"{PATH}?players=6&tables=4&minutes=240").json["plans"]
    teams = [plan for plan in plans if plan["format"] == "team_league"]
    assert teams == [{"format": "team_league", "length": {"games": each}, "possible": False} for each in (3, 5, 7)]


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ("players=1&tables=8&minutes=240", ["players"]),
        ("players=129&tables=65&minutes=2881", ["minutes", "players", "tables"]),
        ("players=eight&tables=&minutes=-1", ["minutes", "players", "tables"]),
        ("", ["minutes", "players", "tables"]),
        ("players=8&tables=4&minutes=240&stop=never", ["stop"]),
        ("players=8&tables=4&minutes=240&colour=red", ["colour"]),
    ],
)
def test_every_wrong_parameter_is_named(api, query, wrong):
    answer = api.get(f"{PATH}?{query}")
    assert answer.status_code == 422
    assert sorted(answer.json["errors"]) == wrong


def test_plans_are_for_known_games_alone(api):
    assert api.get("/v1/games/chess/plans?players=8&tables=4&minutes=240").status_code == 404


def record_games(api, count, seconds):
    """Lengths of so many games of matches of three, as workers keep them."""
    for number in range(count // 3):
        found = MatchLengths(1_700_000_000_000 + number, (seconds,) * 3)
        game_lengths.keep(api.deps.client, "vasa", "swedish", f"m_{number:010}", found)


def test_a_club_plans_with_the_lengths_of_its_own_games_once_there_are_enough(api):
    query = "players=16&tables=8&minutes=240"
    shipped = api.get(f"{PATH}?{query}", role=None).json
    record_games(api, 9, 900)
    few = api.get(f"/v1/clubs/vasa/games/swedish/plans?{query}", role="viewer")
    assert few.json == shipped
    record_games(api, 84, 900)
    own = api.get(f"/v1/clubs/vasa/games/swedish/plans?{query}", role="viewer").json
    assert own["lengths"] == {"measured": 84, "seconds_a_turn": None, "minutes_a_game": 16, "minutes_beside": 5}
    ends = zip(own["plans"], shipped["plans"], strict=True)
    assert all(one["end"]["expected"] < other["end"]["expected"] for one, other in ends if one["possible"])
    assert api.get(f"{PATH}?{query}", role=None).json == shipped, "of other clubs nothing changes"


def test_the_plans_of_a_club_are_for_its_people(api):
    path = "/v1/clubs/vasa/games/swedish/plans"
    assert api.get(f"{path}?players=0", role=None).status_code == 401
    assert api.get("/v1/clubs/nowhere/games/swedish/plans?players=8&tables=4&minutes=240").status_code == 404
    assert sorted(api.get(path, role="viewer").json["errors"]) == ["minutes", "players", "tables"]
