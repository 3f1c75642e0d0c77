"""Facts beside the play, through the API: the right to record them, and the state after them."""

import pytest

from core.events import MATCH_FACTS, REFEREES_FACTS, ResultReported
from tests.support.reported_results import started
from tests.web.match.test_matches import DICE, MOVED, OPENING, RULING

BOARD = {"white": {"points": {"1": 10, "7": 5}}, "black": {"points": {"1": 13, "12": 2}}}
FRIENDLY = {
    "club": "vasa",
    "game": "swedish",
    "length": {"games": 3},
    "players": {"white": "Anna", "black": "Bertil"},
}
REFEREES = [
    {"type": "MatchSuspended", "reason": "fire alarm"},
    {"type": "MatchResumed"},
    {"type": "ClockSet", "reserve": {"white": 60_000, "black": 60_000}, "delay": 12_000},
    {"type": "FlagConfirmed"},
    {"type": "FlagRejected", "reason": "it stands"},
    {"type": "RefereeSetOut"},
    {"type": "WarningGiven", "seat": "white", "reason": "noise", "rule": "O.3"},
    {"type": "PenaltyGiven", "seat": "black", "points": 1, "reason": "late"},
    {"type": "AppealDecided", "appeal": 3, "decision": "upheld", "reason": "he was right"},
    {"type": "DiceWithdrawn", "reason": "no network"},
    {"type": "PositionSet", "position": BOARD, "to_move": "white", "reason": "the board was bumped"},
    {"type": "MendedTurnsSeen"},
    {"type": "TurnsVoided", "from_version": 1, "to_version": 2, "reason": "other dice"},
]
SCORERS = [
    {"type": "BreakStarted", "by": "white"},
    {"type": "BreakEnded"},
    {"type": "ClockStarted", "by": "white"},
    {"type": "ClockStopped"},
    {"type": "FlagClaimed", "by": "black"},
    {"type": "RefereeCalled", "by": "white", "reason": "cocked dice"},
    {"type": "RefereeCame"},
    {"type": "AppealMade", "by": "white", "ruling": 2, "reason": "I was here"},
    {"type": "DiceSalted", "by": "white", "salt": "kronan"},
    {"type": "GameReported", "winner": "white", "outcome": "jan"},
    {
        "type": "PositionAgreed",
        "position": BOARD,
        "to_move": "white",
        "reason": "the board was bumped",
        "agreed_by": ["white", "black"],
    },
]


def by_type(fact):
    return fact["type"]


def recorded(api, match, *facts, role="referee"):
    answer = api.post(f"/v1/matches/{match}/events", list(facts), role=role)
    assert answer.status_code == 202, answer.json
    return answer.json["events"]


def test_every_fact_is_the_referees_or_the_scorers():
    told = {fact["type"] for fact in (*REFEREES, RULING)}
    assert {kind.__name__ for kind in REFEREES_FACTS} == told
    assert {kind.__name__ for kind in MATCH_FACTS} - {ResultReported.__name__} >= told | set(map(by_type, SCORERS))


@pytest.mark.parametrize("fact", REFEREES, ids=by_type)
def test_what_a_referee_decides_is_recorded_by_a_referee_wherever_it_stands_in_a_batch(api, fact):
    match, before = api.friendly(), api.everything_written()
    answer = api.post(f"/v1/matches/{match}/events", [OPENING, fact], role="scorer")
    assert (answer.status_code, answer.json["code"]) == (403, "forbidden")
    assert api.everything_written() == before | {match: 0}
    written = recorded(api, match, fact)[0]
    assert {name: written[name] for name in fact} == fact


@pytest.mark.parametrize("fact", SCORERS, ids=by_type)
def test_what_happens_at_the_board_is_recorded_by_a_scorer(api, fact):
    match = api.friendly()
    written = recorded(api, match, fact, role="scorer")[0]
    assert {name: written[name] for name in fact} == fact
    assert api.post(f"/v1/matches/{match}/events", fact, role="viewer").status_code == 403


def test_a_quiet_match_says_that_nothing_happened_beside_its_play(api):
    shown = api.get(f"/v1/matches/{api.friendly()}").json
    assert (shown["suspended"], shown["clock"], shown["in_tournament"]) == (None, None, None)
    for name in ("flags", "breaks", "calls", "warnings", "penalties", "appeals"):
        assert shown[name] == []


def test_a_match_suspended_in_the_middle_of_a_turn_goes_on_where_it_was(api, judge):
    match = api.friendly()
    recorded(api, match, OPENING, DICE)
    judge()
    before = api.get(f"/v1/matches/{match}").json
    recorded(api, match, REFEREES[0])
    recorded(api, match, MOVED, role="scorer")
    judge()
    during = api.get(f"/v1/matches/{match}").json
    assert (during["suspended"]["reason"], during["suspended"]["version"], during["phase"]) == ("fire alarm", 3, "move")
    verdict = api.get(f"/v1/matches/{match}/events?after=3").json["events"][0]["verdict"]
    assert (verdict["verdict"], verdict["rule"]) == ("refused", "M8")
    recorded(api, match, REFEREES[1])
    judge()
    after = api.get(f"/v1/matches/{match}").json
    assert after | {"version": 2, "judged_version": 2} == before
    recorded(api, match, MOVED, role="scorer")
    judge()
    assert api.get(f"/v1/matches/{match}").json["position"]["white"]["points"] == {"1": 14, "9": 1}


def test_a_clock_runs_by_the_times_of_the_log_and_a_confirmed_flag_loses_the_match(api, judge):
    match, ticks = api.friendly(), api.deps.clock
    clock = {"type": "ClockSet", "reserve": {"white": 5, "black": 1000}, "delay": 3}
    recorded(api, match, clock, {"type": "ClockStarted", "by": "white"})
    start = ticks()
    while ticks() < start + 20:  # the clock of these tests goes on by a millisecond each time it is asked
        pass
    recorded(api, match, {"type": "FlagClaimed", "by": "black"}, role="scorer")
    judge()
    shown = api.get(f"/v1/matches/{match}").json
    flag = shown["flags"][0]
    assert (flag["seat"], flag["fallen"], flag["status"]) == ("white", True, "open")
    assert shown["clock"]["fallen"] == ["white"]
    assert flag["over"] > 0
    recorded(api, match, {"type": "FlagConfirmed"})
    judge()
    shown = api.get(f"/v1/matches/{match}").json
    assert shown["phase"] == "settled"
    assert (shown["settled"]["winner"], shown["settled"]["decided_by"]) == ("black", "awarded")


def test_warnings_penalties_and_appeals_are_data_and_no_part_of_the_score(api, judge):
    match = api.friendly()
    appeal = {"type": "AppealMade", "by": "black", "ruling": 2, "reason": "I was here"}
    answer = {"type": "AppealDecided", "appeal": 3, "decision": "dismissed", "reason": "he was not"}
    recorded(api, match, REFEREES[6], REFEREES[7], appeal, answer)
    judge()
    shown = api.get(f"/v1/matches/{match}").json
    assert shown["score"] == {"white": 0, "black": 0}
    assert shown["warnings"] == [{"version": 1, "seat": "white", "reason": "noise", "rule": "O.3"}]
    assert shown["penalties"] == [{"version": 2, "seat": "black", "points": 1, "reason": "late", "rule": None}]
    assert (shown["appeals"][0]["status"], shown["appeals"][0]["answer"]) == ("dismissed", "he was not")


@pytest.mark.parametrize(
    ("fact", "field"),
    [
        ({"type": "ClockSet", "reserve": {"white": 1}, "delay": 0}, "reserve.black"),
        ({"type": "ClockSet", "reserve": {}, "delay": 0}, "reserve"),
        ({"type": "ClockSet", "reserve": {"white": 1, "black": 1, "red": 1}, "delay": 0}, "reserve.red"),
        ({"type": "ClockSet", "reserve": {"white": 1, "black": -1}, "delay": 0}, "reserve.black"),
        ({"type": "ClockSet", "reserve": {"seat1": 1, "seat2": 1}, "delay": 0}, "reserve.white"),
        ({"type": "ClockSet", "reserve": {"white": 1, "black": 1}, "delay": 86_400_001}, "delay"),
        ({"type": "ClockStarted", "by": "seat1"}, "by"),
        ({"type": "MatchSuspended"}, "reason"),
        ({"type": "MatchResumed", "at": "12:00"}, "at"),
        ({"type": "PenaltyGiven", "seat": "white", "points": 0, "reason": "?"}, "points"),
        ({"type": "PenaltyGiven", "seat": "seat3", "points": 1, "reason": "?"}, "seat"),
        ({"type": "AppealDecided", "appeal": 1, "decision": "open", "reason": "?"}, "decision"),
        ({"type": "FlagConfirmed", "loses": "game", "outcome": "gammon"}, "outcome"),
    ],
)
def test_what_cannot_be_meant_is_named_by_its_field(api, fact, field):
    match, before = api.friendly(), api.everything_written()
    answer = api.post(f"/v1/matches/{match}/events", fact, role="referee")
    assert (answer.status_code, field in answer.json["errors"]) == (422, True), answer.json
    assert api.everything_written() == before | {match: 0}


def test_a_match_with_all_of_it_is_exported_and_comes_back(api, restarted):
    match = api.friendly()
    recorded(api, match, OPENING, *REFEREES, *SCORERS)
    text = api.get(f"/v1/matches/{match}.ndjson").get_data(as_text=True)
    api.deps.client.flushall()
    api = restarted()
    api.found()
    answer = api.post("/v1/matches/import?club=vasa", data=text.encode(), content_type="application/x-ndjson")
    assert (answer.status_code, answer.json["id"]) == (201, match)
    assert api.get(f"/v1/matches/{match}.ndjson").get_data(as_text=True) == text


def test_a_friendly_match_begins_from_a_position_that_its_scorer_lays_out(api):
    laid = {"position": BOARD, "to_move": "black", "dice": [6, 4], "reason": "from last week"}
    before = {"results": [{"winner": "black", "outcome": "jan"}]}
    opened = api.post("/v1/matches", FRIENDLY | {"begins_from": laid | before}, role="scorer")
    assert opened.status_code == 201, opened.json
    shown = {name: opened.json[name] for name in ("version", "phase", "to_move", "dice", "score", "game_number")}
    assert shown == {
        "version": 1,
        "phase": "move",
        "to_move": "black",
        "dice": [6, 4],
        "score": {"white": 0, "black": 4},
        "game_number": 2,
    }
    assert recorded(api, opened.json["id"], {"type": "GameReported", "winner": "white", "outcome": "jan"})


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("position", {"white": {"points": {"1": 14}}, "black": {"points": {"1": 15}}}, "begins_from.position.white"),
        ("position", {"white": {"points": {"24": 15}}, "black": {"points": {"1": 15}}}, "begins_from"),
        ("to_move", "seat1", "begins_from.to_move"),
        ("dice", [6, 4, 1], "begins_from.dice"),
        ("cube", {"value": 2}, "begins_from.cube"),
        ("cube", {"value": 3}, "begins_from.cube.value"),
        ("results", [{"winner": "white", "outcome": "gammon"}], "begins_from.results.0.outcome"),
        ("reason", "", "begins_from.reason"),
    ],
)
def test_a_beginning_that_no_board_can_be_names_its_field_and_opens_nothing(api, field, value, named):
    before = api.everything_written()
    laid = {"position": BOARD, "to_move": "black", "reason": "from last week", field: value}
    answer = api.post("/v1/matches", FRIENDLY | {"begins_from": laid}, role="scorer")
    assert answer.status_code == 422
    assert named in answer.json["errors"]
    assert api.everything_written() == before


AGREED = SCORERS[-1]


@pytest.mark.parametrize(("details", "status"), [({}, 409), ({"agreed_positions": True}, 202)])
def test_players_lay_a_board_out_where_their_tournament_announces_it(api, details, status):
    tournament = started(api, 2, details=details)
    match, before = f"{tournament}.1", api.everything_written()
    url = f"/v1/matches/{match}/events"
    answer = api.post(url, AGREED, role="scorer", headers={"Idempotency-Key": "agreed"})
    assert answer.status_code == status, answer.json
    assert (api.everything_written() == before) is (status == 409)
    assert api.get(f"/v1/tournaments/{tournament}").json.get("details", {}).get("agreed_positions") == details.get(
        "agreed_positions"
    )
    if status == 409:
        assert "a referee lays out the board" in answer.json["detail"]
        return
    api.send("PATCH", f"/v1/tournaments/{tournament}", "organiser", json={"details": {"agreed_positions": None}})
    assert api.post(url, AGREED, role="scorer", headers={"Idempotency-Key": "agreed"}).json == answer.json
    assert api.post(url, AGREED, role="scorer").status_code == 409


@pytest.mark.parametrize("agreed_by", [[], ["white"], ["white", "red"], "both", None])
def test_a_board_without_the_word_of_all_players_is_no_fact(api, agreed_by):
    match, before = api.friendly(), api.everything_written()
    answer = api.post(f"/v1/matches/{match}/events", AGREED | {"agreed_by": agreed_by}, role="scorer")
    assert answer.status_code == 422
    assert any("agreed_by" in field for field in answer.json["errors"])
    assert api.everything_written() == before


@pytest.mark.parametrize("field", ["position.white", "cube.value", "to_move"])
def test_a_board_that_is_laid_out_wrong_is_refused_with_its_field(api, field):
    wrong = {
        "position.white": {"position": {"white": {"points": {"1": 14}}, "black": {"points": {"1": 15}}}},
        "cube.value": {"cube": {"value": 5}},
        "to_move": {"to_move": "seat2"},
    }[field]
    fact = REFEREES[10] | wrong
    answer = api.post(f"/v1/matches/{api.friendly()}/events", [fact], role="referee")
    assert answer.status_code == 422
    assert any(name.endswith(field) for name in answer.json["errors"])
