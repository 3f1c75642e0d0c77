"""Turns of a match are written anew over HTTP: all of it or nothing, for scorers and for referees (M13)."""

import json

import pytest

from core.match import judging
from core.match.checkpoint import EVERY
from core.match.voiding import MOST_MENDED
from tests.web.match.test_matches import DICE, MATCHES, MOVED, OPENING, RULING

BLACK = [
    {"type": "DiceRolled", "by": "black", "dice": [2, 1]},
    {"type": "CheckersMoved", "by": "black", "moves": [{"from": 1, "to": 3}, {"from": 3, "to": 4}]},
]
OTHER = [
    {"type": "DiceRolled", "by": "white", "dice": [3, 2]},
    {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 4}, {"from": 4, "to": 6}]},
]
PLAYED_ON = [
    {"type": "DiceRolled", "by": "white", "dice": [5, 4]},
    {"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 6}, {"from": 6, "to": 10}]},
]
ENDED = {"type": "GameResigned", "by": "white", "outcome": "jan"}


@pytest.fixture
def match(api):
    """A match with two turns: its facts 2 and 3 are white's, 4 and 5 black's."""
    match = api.friendly()
    recorded(api, match, OPENING, DICE, MOVED, *BLACK)
    return match


def recorded(api, match, *facts, role="scorer"):
    answer = api.post(f"/v1/matches/{match}/events", list(facts), role=role)
    assert answer.status_code == 202, answer.json
    return answer.json


def mend(api, match, first, facts, role="scorer", headers=None, **more):
    body = {"from_version": first, "facts": facts, **more}
    return api.post(f"/v1/matches/{match}/mendings", body, role=role, headers=headers or {})


def played(api, match):
    state = api.get(f"/v1/matches/{match}").json
    return {name: state[name] for name in ("position", "phase", "to_move", "dice", "games", "score")}


def test_a_turn_is_mended_and_the_turns_after_it_are_written_with_it(api, judge, match):
    answer = mend(api, match, 2, [*OTHER, *BLACK])
    assert answer.status_code == 202, answer.json
    assert [(event["version"], event["type"]) for event in answer.json["events"]] == [
        (6, "FactsTakenBack"),
        (7, "DiceRolled"),
        (8, "CheckersMoved"),
        (9, "DiceRolled"),
        (10, "CheckersMoved"),
    ]
    assert answer.headers["Location"] == f"/v1/matches/{match}/events?after=5&limit=5"
    judge()
    right = api.friendly()
    recorded(api, right, OPENING, *OTHER, *BLACK)
    judge()
    assert played(api, match) == played(api, right)
    events = api.get(f"/v1/matches/{match}/events").json["events"]
    assert [event["verdict"]["verdict"] for event in events] == ["accepted"] * 10
    state = api.get(f"/v1/matches/{match}").json
    assert (state["voided"], state["mended"]["turns"], state["mended"]["version"]) == ([[2, 5]], 2, 6)


def test_a_turn_is_left_out_and_another_put_in(api, judge, match):
    assert mend(api, match, 4, []).status_code == 202
    judge()
    assert played(api, match)["to_move"] == "black"
    assert mend(api, match, 2, [*OTHER, *BLACK, DICE]).status_code == 202
    judge()
    assert (played(api, match)["phase"], played(api, match)["dice"]) == ("move", [6, 2])


def test_a_repeated_request_gets_the_first_answer_and_writes_nothing(api, judge, match):
    key = {"Idempotency-Key": "mending-1", "If-Match": '"v5"'}
    first = mend(api, match, 2, [*OTHER, *BLACK], headers=key)
    judge()
    before = api.everything_written()
    again = mend(api, match, 2, [*OTHER, *BLACK], headers=key)
    assert (first.status_code, again.status_code, again.json["events"]) == (202, 202, first.json["events"])
    assert api.everything_written() == before


WRONG_PLAY = [OTHER[0], {**OTHER[1], "moves": [{"from": 1, "to": 7}, {"from": 7, "to": 9}]}]


@pytest.mark.parametrize(
    ("first", "facts", "status", "said"),
    [
        (2, WRONG_PLAY, 422, {"facts.1.type"}),
        (2, [*OTHER, DICE], 422, {"facts.2.type"}),
        (2, [*OTHER, RULING], 422, {"facts.2.type"}),
        (2, [OTHER[0], {"type": "CheckersMoved", "by": "white", "moves": "1/4 4/6"}], 422, {"facts.1.moves"}),
        (2, [{**DICE, "dice": [6, 2, 1]}], 422, {"facts.0.dice"}),
        (2, [{"type": "ClockStopped"}], 422, {"facts.0.type"}),
        (2, [DICE] * (MOST_MENDED + 1), 422, {"facts"}),
        (0, [], 422, {"from_version"}),
        (6, [], 409, "only the last 1000 facts"),
        (900, [], 409, "only the last 1000 facts"),
    ],
)
def test_a_mending_of_which_one_fact_would_be_refused_writes_nothing(api, match, first, facts, status, said):
    before = api.everything_written()
    answer = mend(api, match, first, facts)
    assert answer.status_code == status, answer.json
    if isinstance(said, set):
        assert answer.json["errors"].keys() == said
    else:
        assert said in answer.json["detail"].lower()
    assert api.everything_written() == before


def test_two_scorers_who_mend_at_once_write_one_mending(api, match):
    seen = {"If-Match": '"v5"'}
    assert mend(api, match, 4, [], headers=seen).status_code == 202
    before = api.everything_written()
    late = mend(api, match, 2, OTHER, headers=seen)
    assert (late.status_code, late.json["current_version"]) == (412, 6)
    assert api.everything_written() == before


def test_an_ended_game_and_a_turn_before_a_ruling_are_mended_by_a_referee_with_a_reason(api, judge, match):
    recorded(api, match, ENDED, {**DICE, "by": "white"}, {**MOVED, "by": "white"})
    answer = mend(api, match, 4, [*BLACK])
    assert answer.status_code == 409
    assert "game has ended since" in answer.json["detail"]
    assert mend(api, match, 4, [*BLACK], reason="they agree").status_code == 403
    answer = mend(api, match, 6, PLAYED_ON, role="referee", reason="no player had resigned")
    assert answer.status_code == 202, answer.json
    assert answer.json["events"][0]["type"] == "TurnsVoided"
    judge()
    assert (played(api, match)["games"], played(api, match)["to_move"]) == ([], "black")
    assert "mended" not in api.get(f"/v1/matches/{match}").json
    answer = mend(api, match, 4, [*BLACK])
    assert (answer.status_code, "referee has decided" in answer.json["detail"]) == (409, True)


def test_what_was_recorded_beside_the_play_stays_where_it_was(api, judge, match):
    clock = {"type": "ClockSet", "reserve": {"white": 60_000, "black": 60_000}, "delay": 0}
    recorded(api, match, clock, {"type": "ClockStarted", "by": "white"}, role="referee")
    recorded(api, match, DICE, MOVED, {"type": "ClockStarted", "by": "black"}, {"type": "ClockStopped"})
    judge()
    before = api.get(f"/v1/matches/{match}").json["clock"]
    assert mend(api, match, 2, [*OTHER, *BLACK, DICE, MOVED]).status_code == 202
    judge()
    state = api.get(f"/v1/matches/{match}").json
    assert (state["clock"], state["voided"]) == (before, [[2, 5], [8, 9]])


def test_a_roll_of_the_service_is_mended_by_no_scorer(api, judge):
    match = api.friendly(options={"dice_source": "service"})
    judge()
    recorded(api, match, *({"type": "DiceSalted", "by": each, "salt": f"of {each}"} for each in ("white", "black")))
    judge()
    assert api.post(f"/v1/matches/{match}/rolls", role="scorer").status_code == 202
    answer = mend(api, match, 4, [OPENING])
    assert (answer.status_code, "roll of the service" in answer.json["detail"]) == (409, True)


def test_mending_a_turn_judges_no_more_of_a_long_log_than_of_a_short_one(api, judge, monkeypatch):
    match = api.friendly(length={"games": 7})
    facts = json.loads((MATCHES / "seven_games.json").read_text())["events"]
    for start in range(0, 2_000, 500):
        recorded(api, match, *facts[start : start + 500])
    judge()
    api.get(f"/v1/matches/{match}?version=1990")  # the states on the way are kept
    judged = []
    kept = judging.judge
    monkeypatch.setattr(judging, "judge", lambda *given: judged.append(given[1].version) or kept(*given))
    last = max(at for at, fact in enumerate(facts[:2_000], 1) if fact["type"] == "DiceRolled")
    answer = mend(api, match, last, [])
    assert answer.status_code in (202, 409), answer.json
    assert len(judged) <= 2 * EVERY + 10
