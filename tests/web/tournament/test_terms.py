"""Terms over HTTP: announced with the tournament, and what its matches are opened with."""

import pytest

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
PATH = "/v1/clubs/vasa/tournaments"
RULES = [{"round": 3, "length": {"games": 7}, "check": "advisory"}, {"round": 2, "stop": "when_decided"}]


def test_the_matches_of_a_round_are_opened_by_its_terms(api):
    tournament = api.tournament(players=4, terms=RULES)
    assert api.get(f"/v1/tournaments/{tournament}").json["terms"] == RULES
    rounds = api.post(f"/v1/tournaments/{tournament}/start").json["rounds"]
    first, second, third = ([match["id"] for match in round_["matches"]] for round_ in rounds)
    said = ("length", "check", "stop")
    for matches, expected in (
        (first, [{"games": 3}, "strict", "all_games"]),
        (second, [{"games": 3}, "strict", "when_decided"]),
        (third, [{"games": 7}, "advisory", "all_games"]),
    ):
        for match in matches:
            opening = next(api.deps.log.read(match, limit=1)).event
            assert [getattr(opening, name) for name in said] == expected


def test_a_whole_result_is_read_by_the_terms_of_its_match(api):
    tournament = api.tournament(players=2, terms=[{"round": 1, "length": {"games": 5}}])
    api.post(f"/v1/tournaments/{tournament}/start")
    results = [{"winner": "white", "outcome": "bearing_off"}] * 3
    asked = {"match": f"{tournament}.1", "results": results}
    assert api.post(f"/v1/tournaments/{tournament}/results", asked).status_code == 422
    asked = {"match": f"{tournament}.1", "results": [*results, *results[:2]]}
    assert api.post(f"/v1/tournaments/{tournament}/results", asked).status_code in (201, 202)


def test_without_terms_there_are_none(api):
    assert api.post(PATH, CUP).json["terms"] == []


@pytest.mark.parametrize(
    ("terms", "path"),
    [
        ({}, "terms"),
        ([{"round": 0, "check": "strict"}], "terms.0.round"),
        ([{"round": 1, "check": "strict"}, {"round": 1, "check": "lazy"}], "terms.1.check"),
        ([{"round": 1, "length": {"games": 4}}], "terms.0.length.games"),
        ([{"round": 1, "length": {}}], "terms.0.length.games"),
        ([{"round": 1, "length": {"points": 5}}], "terms.0.length.points"),
        ([{"stage": "knockout", "check": "strict"}], "terms.0.stage"),
        ([{"from_end": 1, "check": "strict"}], "terms.0.from_end"),
        ([{"round": 1}], "terms.0"),
        ([{"round": 1, "cube": True}], "terms.0.cube"),
        ([{"round": 1, "check": "strict"}] * 51, "terms"),
    ],
)
def test_every_wrong_rule_is_named_by_its_place(api, terms, path):
    before = api.everything_written()
    answer = api.post(PATH, {**CUP, "terms": terms})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {path})
    assert api.everything_written() == before
