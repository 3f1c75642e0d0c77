"""Penalties that count in the table: announced, given by a referee at a table, shown, and taken back by a ruling."""

import csv
import io

import pytest

from tests.web.match.test_conduct import recorded

PENALTY = {"type": "PenaltyGiven", "seat": "white", "points": 2, "reason": "came late", "rule": "O.7"}
WON = [{"winner": "white", "outcome": "jan"}] * 2
PATH = "/v1/clubs/vasa/tournaments"
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}}


def cup(api, **scoring):
    """A published Swiss of four in its first round; its path, and its matches, of which white has won the first."""
    stream = api.tournament(4, format="swiss", settings={"rounds": 2}, scoring=scoring, stop="when_decided")
    path = f"/v1/tournaments/{stream}"
    assert api.post(f"{path}/publication", {"published": True}).status_code == 200
    assert api.post(f"{path}/start", {"seed": "midsummer"}).status_code == 200
    first, second = api.get(f"{path}/matches").json["matches"]
    return path, first, second


def win(api, path, match):
    assert api.post(f"{path}/results", {"match": match["id"], "results": WON}, role="referee").status_code in (201, 202)


def line(api, path, player):
    return next(row for row in api.get(f"{path}/standings").json["standings"] if row["player_id"] == player)


def told(api, path):
    events = api.get(f"{path}/events", "organiser").json["events"]
    return [
        (event["match"], event["fact"], event["points"]) for event in events if event["type"] == "PenaltiesReported"
    ]


def test_a_penalty_takes_points_off_in_every_table_until_a_ruling_takes_it_back(api, judge):
    path, first, second = cup(api, win=3, penalty=1)
    judge()
    win(api, path, first)
    win(api, path, second)
    judge()
    match, player = first["id"], first["white"]["id"]
    version = recorded(api, match, PENALTY)[0]["version"]
    judge()
    assert told(api, path) == [(match, version, {"white": 2})]
    mine = line(api, path, player)
    assert (mine["rank"], mine["points"], mine["penalty"], mine["wins"]) == (2, 1, 2, 1)
    assert line(api, path, second["white"]["id"])["penalty"] == 0

    why = api.get(f"{path}/standings/explain/{player}").json
    points = why["tie_breaks"][0]
    assert points["sentence"] == "Points 1 = 3 + (-2); a penalty in round 1 takes 2 off"
    assert [(operand["kind"], operand["match"], operand["numbers"]) for operand in points["operands"]] == [
        ("played", match, [3]),
        ("penalty", match, [-2]),
    ]
    text = api.get(f"{path}/standings.csv").get_data(as_text=True).removeprefix("\ufeff")
    assert [row["penalty"] for row in csv.DictReader(io.StringIO(text, newline=""), strict=True)] == [
        "0",
        "2",
        "0",
        "0",
    ]
    page = api.get(f"{path.removeprefix('/v1')}/standings?why={player}&lang=sv", None).get_data(as_text=True)
    assert 'title="Poäng som domarens straff har dragit av">Str.</abbr>' in page
    assert "Varje straffpoäng av en domare drar av 1." in page
    assert '<td class="number">−2</td>' in page
    assert "ett straff i rond 1 drar av 2" in page
    printed = api.get(f"{path}/standings.html").get_data(as_text=True)
    assert ">Penalty</th>" in printed
    assert "Each penalty point of a referee takes 1 off" in printed
    assert api.get(f"{path}/standings.xlsx").status_code == 200

    ruling = {"type": "RulingMade", "kind": "void", "from_version": version, "to_version": version, "reason": "appeal"}
    recorded(api, match, ruling)
    judge()
    assert told(api, path)[1:] == [(match, version + 1, {})]
    mine = line(api, path, player)
    assert (mine["rank"], mine["points"], mine["penalty"]) == (1, 3, 0)


@pytest.mark.parametrize("scoring", [{}, {"win": 3}, {"penalty": 0}])
def test_where_it_is_not_announced_a_penalty_changes_nothing(api, judge, scoring):
    path, first, _second = cup(api, **scoring)
    judge()
    win(api, path, first)
    judge()
    files = ("standings", "standings.csv", "standings.html", "events")
    before = [api.get(f"{path}/{file}").get_data(as_text=True) for file in files]
    recorded(api, first["id"], PENALTY)
    judge()
    assert [api.get(f"{path}/{file}").get_data(as_text=True) for file in files] == before
    assert "penalty" not in before[0] + before[1]


@pytest.mark.parametrize("penalty", [-1, 1001, "1", 0.5, None])
def test_what_a_penalty_takes_off_is_a_whole_number_from_nothing_to_a_thousand(api, penalty):
    before = api.everything_written()
    answer = api.post(PATH, {**CUP, "format": "swiss", "scoring": {"penalty": penalty}})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"scoring.penalty"})
    assert api.everything_written() == before


def test_a_table_of_teams_counts_no_penalties_and_says_so(api):
    answer = api.post(PATH, {**CUP, "format": "team_league", "scoring": {"penalty": 1}})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"scoring.penalty"})
    league = api.post(PATH, {**CUP, "format": "team_league"}).json["id"]
    answer = api.send("PATCH", f"/v1/tournaments/{league}", "organiser", json={"scoring": {"penalty": 1}})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"scoring.penalty"})
