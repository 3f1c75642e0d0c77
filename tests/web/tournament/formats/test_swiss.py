"""A Swiss through the API: seven players, rounds on command, who sits out, why, and rounds that cannot be paired."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "jan"}] * 3


def started(api, players, rounds, **settings):
    said = {"rounds": rounds, **settings}
    tournament = api.tournament(players, format="swiss", settings=said, name="Autumn Swiss")
    answer = api.post(f"/v1/tournaments/{tournament}/start", {"seed": "autumn"})
    assert (answer.status_code, len(answer.json["rounds"])) == (200, 1)
    return tournament


def play(api, judge, tournament, won=None):
    """Report every match of the last round, and have it judged. White wins, or as `won` says of its names."""
    last = api.get(f"/v1/tournaments/{tournament}").json["rounds"][-1]
    for match in last["matches"]:
        if match["result"] is None:
            results = WON if won is None or won(match["white"]["name"], match["black"]["name"]) else LOST
            body = {"match": match["id"], "results": results}
            assert api.post(f"/v1/tournaments/{tournament}/results", body, "scorer").status_code == 202
    judge()


def asking(api, path):
    """A function that asks for the next round, with a client of its own."""
    client, headers = api.client.application.test_client(), {"Authorization": f"Bearer {api.tokens['organiser']}"}
    return lambda: client.post(f"{path}/rounds", headers=headers)


def pairs(round_):
    return [frozenset((match["white"]["id"], match["black"]["id"])) for match in round_["matches"]]


def test_a_swiss_of_seven_over_three_rounds_each_asked_for_by_many_at_once(api, judge):
    tournament = started(api, 7, 3)
    path = f"/v1/tournaments/{tournament}"
    for number in (2, 3):
        assert api.post(f"{path}/rounds").status_code == 200  # the last one waits to be played
        play(api, judge, tournament)
        with ThreadPoolExecutor(6) as crowd:
            asked = [crowd.submit(asking(api, path)) for _ in range(6)]
            said = [each.result() for each in asked]
        assert Counter(each.status_code for each in said) == {201: 1, 200: 5}
        assert {len(each.json["rounds"]) for each in said} == {number}
        assert len({str(each.json["rounds"][-1]["matches"]) for each in said}) == 1
    play(api, judge, tournament)
    shown = api.get(path).json
    assert (shown["status"], shown["advice"]) == ("finished", [])
    met = [pair for round_ in shown["rounds"] for pair in pairs(round_)]
    assert len(met) == len(set(met)) == 9
    byes = [round_["bye"] for round_ in shown["rounds"]]
    assert len(set(byes)) == 3
    table = api.get(f"{path}/standings").json["standings"]
    assert sum(row["points"] for row in table) == 12
    events = api.get(f"{path}/events").json["events"]
    assert [event["round"] for event in events if event["type"] == "RoundPaired"] == [1, 2, 3]
    assert api.post(f"{path}/rounds").status_code == 409


def test_every_match_and_the_bye_are_explained_with_scores_floats_and_costs(api, judge):
    tournament = started(api, 7, 3)
    play(api, judge, tournament)
    assert api.post(f"/v1/tournaments/{tournament}/rounds").status_code == 201
    said = api.get(f"/v1/tournaments/{tournament}/pairings/2/explain").json
    assert (said["format"], len(said["matches"])) == ("swiss", 3)
    for match in said["matches"]:
        names = [match["white"]["name"], match["black"]["name"]]
        assert all(name in match["why"]["text"] for name in names)
        assert [player["name"] for player in match["why"]["players"]] == names
        assert {"distance", "float", "fold"} <= {cost["criterion"] for cost in match["why"]["costs"]}
    assert said["bye"]["player"]["name"] in said["bye"]["why"]["text"]


def test_who_comes_late_plays_from_the_next_round_on_and_who_leaves_loses_by_walkover(api, judge):
    tournament = started(api, 6, 3)
    path = f"/v1/tournaments/{tournament}"
    registered = api.post("/v1/clubs/vasa/players", [{"name": "Zeta"}]).json["players"][0]["id"]
    gone = api.get(path).json["rounds"][0]["matches"][0]["white"]
    assert api.post(f"{path}/withdrawals", {"player": gone["id"], "reason": "ill"}).status_code == 201
    assert api.post(f"{path}/entries", {"players": [registered]}).status_code == 201
    play(api, judge, tournament)
    paired = api.post(f"{path}/rounds").json
    assert paired["rounds"][0]["matches"][0]["result"]["kind"] == "walkover"
    named = {match[seat]["id"] for match in paired["rounds"][1]["matches"] for seat in ("white", "black")}
    assert registered in named
    assert gone["id"] not in named


@pytest.fixture
def stuck(api, judge):
    """A Swiss of four that has met everybody, with a further round to come; the last round is played."""
    tournament = started(api, 4, 4)
    for _ in range(2):
        play(api, judge, tournament)
        assert api.post(f"/v1/tournaments/{tournament}/rounds").status_code == 201
    return tournament


def test_a_round_that_cannot_be_paired_is_told_before_the_one_before_it_is_played_and_refused_with_the_ways(
    api, judge, stuck
):
    path = f"/v1/tournaments/{stuck}"
    assert "in a round robin, with 3, everyone meets everyone" in api.get(path).json["advice"][0]
    told = api.get(f"{path}/impasse", role="organiser").json["impasse"]
    assert (told["round"], [way["way"] for way in told["ways"]]) == (4, ["rematch"])
    play(api, judge, stuck)
    told = api.get(f"{path}/impasse", role="organiser").json["impasse"]
    assert [way["way"] for way in told["ways"]] == ["rematch", "end"]
    refused = api.post(f"{path}/rounds")
    assert (refused.status_code, refused.json["code"]) == (409, "refused")
    assert "Round 4 cannot be paired" in refused.json["detail"]
    assert "rematch (" in refused.json["detail"]
    assert api.post(f"{path}/impasse", {"way": "look_ahead", "reason": "please"}).status_code == 409
    wrong = api.post(f"{path}/impasse", {"way": "coin"})
    assert (wrong.status_code, set(wrong.json["errors"])) == (422, {"way", "reason"})


def test_the_directors_way_out_is_an_event_with_its_reason_once_per_key(api, judge, stuck):
    path = f"/v1/tournaments/{stuck}"
    play(api, judge, stuck)
    body, key = {"way": "rematch", "reason": "all agree"}, {"Idempotency-Key": "way-out"}
    answer = api.post(f"{path}/impasse", body, headers=key)
    assert (answer.status_code, len(answer.json["rounds"])) == (201, 4)
    again = api.post(f"{path}/impasse", body, headers=key)
    assert (again.json, again.headers["Idempotent-Replayed"]) == (answer.json, "true")
    assert set(pairs(answer.json["rounds"][3])) == set(pairs(answer.json["rounds"][0]))  # the oldest meetings
    decided = [event for event in api.get(f"{path}/events").json["events"] if event["type"] == "ImpasseResolved"]
    assert [(each["round"], each["way"], each["reason"]) for each in decided] == [(4, "rematch", "all agree")]
    assert api.get(f"{path}/impasse", role="organiser").json["impasse"] is None
    assert api.post(f"{path}/impasse", body).status_code == 409


def test_a_tournament_may_be_ended_where_it_cannot_go_on(api, judge, stuck):
    path = f"/v1/tournaments/{stuck}"
    play(api, judge, stuck)
    assert api.post(f"{path}/impasse", {"way": "end", "reason": "supper"}).json["status"] == "finished"
    assert api.post(f"{path}/rounds").status_code == 409


def test_settings_that_no_swiss_can_have_are_named_with_what_would_be_right(api):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    answer = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": {"rounds": -1, "pairing": "luck"}})
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == {"settings.rounds", "settings.pairing"}


def test_an_elimination_by_losses_is_played_to_its_end(api, judge):
    tournament = api.tournament(5, format="elimination_by_losses", settings={"losses": 2})
    path = f"/v1/tournaments/{tournament}"
    assert api.post(f"{path}/start", {"seed": "autumn"}).status_code == 200
    while api.get(path).json["status"] != "finished":
        play(api, judge, tournament, won=lambda white, black: white < black)
        if api.get(path).json["status"] != "finished":
            assert api.post(f"{path}/rounds").status_code == 201
    table = api.get(f"{path}/standings").json["standings"]
    assert [table[0]["rank"], table[0]["losses"]] == [1, 0]
    assert min(row["name"] for row in table) == table[0]["name"]
    assert [row["losses"] for row in table[1:]] == [2] * 4
