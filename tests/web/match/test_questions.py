"""Rules without a match: legal plays, judging a turn, settling results."""

import json

import pytest

from core.games import GAMES
from tests.support.api import START
from tests.support.matches.recorded_rolls import SWEDISH, recorded_rolls
from tests.support.paths import TESTS
from tests.support.proving import some

ASKED = {"position": {"white": START, "black": START}, "to_move": "white", "dice": [6, 2]}


@pytest.fixture(autouse=True)
def _nothing_is_written(api):
    before = api.everything_written()
    yield
    assert api.everything_written() == before


def ask(api, path, body):
    answer = api.post(path, body, role=None)
    assert answer.status_code == 200, answer.json
    return answer.json


def left(plays):
    return {json.dumps([play["position"], play["outcome"]], sort_keys=True) for play in plays}


def test_every_game_is_described(api):
    games = api.get("/v1/games", role=None).json["games"]
    assert [game["id"] for game in games] == [game.key for game in GAMES]
    swedish = next(game for game in games if game["id"] == "swedish")
    assert {"key": "forced_jan", "points": 6, "rank": 6} in swedish["outcomes"]
    assert swedish["seats"] == ["white", "black"]


@pytest.mark.parametrize("part", some(range(6), 0))
def test_the_plays_of_every_recorded_roll_are_found(api, part):
    for vector in recorded_rolls(SWEDISH)[part::6]:
        body = {name: vector[name] for name in ("position", "to_move", "dice")}
        answer = ask(api, "/v1/games/swedish/plays", body)
        assert answer["pass"] is vector["pass"]
        assert left(answer["plays"]) == left(vector["plays"])
        assert len(answer["plays"]) == len(vector["plays"])


def test_every_play_that_is_listed_passes_the_check_with_the_same_result(api):
    for vector in recorded_rolls(SWEDISH)[::5]:
        body = {name: vector[name] for name in ("position", "to_move", "dice")} | {"options": {}}
        for play in ask(api, "/v1/games/swedish/plays", body)["plays"][:3]:
            checked = ask(api, "/v1/games/swedish/check", body | {"moves": play["moves"]})
            assert checked == {
                "legal": True,
                "rule": None,
                "explanation": "",
                "position": play["position"],
                "outcome": play["outcome"],
                "text": play["text"],
            }


def test_the_steps_of_several_throws_come_together_and_begin_with_the_state_before_any_landing(api):
    asked = ASKED | {"throws": [[6, 2], [6, 6]]}
    del asked["dice"]
    mixed, double = ask(api, "/v1/games/swedish/turns", asked)["throws"]
    assert (mixed["dice"], double["dice"]) == ([6, 2], [6, 6])
    first = mixed["states"][0]
    assert sorted(step[:3] for step in first["steps"]) == [[1, 3, 2], [1, 7, 6]]
    assert first["outcome"] is None
    [only] = double["states"][0]["steps"]
    assert only == [1, 7, 6, 1]
    [dubblets] = [game for game in GAMES if game.key == "dubblets"]
    asked = {
        "position": dubblets.write(dubblets.start(dubblets.options(), dubblets.seats)),
        "to_move": "white",
        "throws": [[6, 2]],
    }
    assert ask(api, "/v1/games/dubblets/turns", asked) == {"throws": [{"dice": [6, 2], "states": None}]}


def test_every_wrong_throw_of_a_question_is_named(api):
    asked = {"position": ASKED["position"], "to_move": "white", "throws": [[6, 2], [6, 7], [6]], "moves": []}
    answer = api.post("/v1/games/swedish/turns", asked, role=None)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"moves", "throws.1.1", "throws.2"})
    del asked["moves"]
    asked["throws"][1:] = [[5, 5, 5], [1, 2, 3]]
    answer = api.post("/v1/games/swedish/turns", asked, role=None)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"throws.1", "throws.2"})
    answer = api.post("/v1/games/swedish/turns", asked | {"throws": [[6, 2]] * 22}, role=None)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"throws"})


def test_a_turn_that_breaks_a_rule_is_told_which(api):
    checked = ask(api, "/v1/games/swedish/check", ASKED | {"moves": [{"from": 1, "to": 7}]})
    assert (checked["legal"], checked["rule"], checked["position"]) == (False, "S4", None)
    assert "2 can be" in checked["explanation"]
    assert ask(api, "/v1/games/swedish/check", ASKED | {"moves": []})["rule"] == "S6"


def test_a_game_that_is_not_known_names_those_that_are(api):
    answer = api.post("/v1/games/chess/plays", ASKED, role=None)
    assert (answer.status_code, answer.json["code"]) == (404, "unknown")
    assert "swedish" in answer.json["detail"]


def test_a_finished_position_is_no_question(api):
    finished = ASKED | {"position": {"white": {"off": 15}, "black": START}}
    answer = api.post("/v1/games/swedish/plays", finished, role=None)
    assert (answer.status_code, answer.json["errors"].keys()) == (422, {"position"})


@pytest.mark.parametrize("path", sorted((TESTS / "data" / "matches").glob("*.json")), ids=lambda path: path.stem)
def test_the_results_of_recorded_matches_are_settled_as_they_were(api, path):
    recorded = json.loads(path.read_text())
    expected = recorded["expected"]
    results = [{"winner": result["winner"], "outcome": result["outcome"]} for result in expected["results"]]
    answer = ask(api, "/v1/settlements", {"game": "swedish", "games": recorded["games"], "results": results})
    assert (answer["score"], answer["winner"], answer["decided_by"]) == (
        expected["score"],
        expected["winner"],
        expected["decided_by"],
    )
    assert answer["clinched"] is False
    assert (answer["comparison"] is not None) == (expected["decided_by"] == "highest_game")


def test_an_open_match_has_no_winner_and_a_clinched_one_has(api):
    body = {"game": "swedish", "games": 3, "results": []}
    won = {"winner": "white", "outcome": "forced_jan"}
    assert ask(api, "/v1/settlements", body)["winner"] is None
    assert ask(api, "/v1/settlements", body | {"results": [won]})["decided_by"] is None
    two = ask(api, "/v1/settlements", body | {"results": [won, won]})
    assert (two["winner"], two["clinched"], two["decided_by"]) == ("white", True, "points")
