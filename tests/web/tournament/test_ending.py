"""A tournament that was ended before its format did: its table stands as it is."""

import pytest

from tests.web.match.test_matches import OPENING

WON = [{"winner": "white", "outcome": "jan"}] * 3
LOST = [{"winner": "black", "outcome": "jan"}] * 3


@pytest.fixture
def cup(api, judge):
    """A round robin of four, ended while match 1 has a result and the others have none."""
    path = f"/v1/tournaments/{api.tournament(4)}"
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    judge()
    assert report(api, path, 1).status_code in (201, 202)
    judge()
    assert api.post(f"{path}/end", {"reason": "thunder"}).status_code == 200
    return path


def report(api, path, number, results=WON, **options):
    body = {"match": f"{path.rsplit('/', 1)[1]}.{number}", "results": results}
    return api.post(f"{path}/results", body, role="scorer", **options)


def seen(api, path):
    """The table, and how far each match is."""
    table = api.get(f"{path}/standings").json["standings"]
    return [line["wins"] for line in table], [match["status"] for match in api.get(f"{path}/matches").json["matches"]]


def test_no_result_and_no_fact_of_an_open_match_is_taken_once_the_tournament_was_ended(api, cup, judge):
    before, was = api.everything_written(), seen(api, cup)
    assert was == ([1, 0, 0, 0], ["settled", *["ended"] * 5])
    match = f"{cup.rsplit('/', 1)[1]}.2"
    award = {"type": "RulingMade", "kind": "award_match", "reason": "rain", "winner": "white"}
    facts = [api.post(f"/v1/matches/{match}/events", [each], role="referee") for each in (OPENING, award)]
    answers = [report(api, cup, 2), *facts]
    assert [answer.status_code for answer in answers] == [409] * 3
    assert all("was ended" in answer.json["detail"] for answer in answers)
    judge()
    assert (api.everything_written(), seen(api, cup)) == (before, was)
    assert api.get(f"/v1/matches/{match}").json["in_tournament"]["status"] == "ended"


def test_a_referee_may_still_correct_what_was_played_and_decide_what_was_not(api, cup):
    tournament = cup.rsplit("/", 1)[1]
    for number, words in ((1, {"kind": "played", "results": LOST}), (2, {"kind": "walkover", "winner": "white"})):
        body = {"match": f"{tournament}.{number}", "reason": "the sheet says so", **words}
        assert api.post(f"{cup}/decisions", body, role="referee").status_code == 201
    assert seen(api, cup)[1] == ["decided", "decided", *["ended"] * 4]


def test_a_result_that_was_sent_before_the_end_may_be_sent_again_under_its_key(api, judge):
    path = f"/v1/tournaments/{api.tournament(2)}"
    api.post(f"{path}/start", {"seed": "x"})
    first = report(api, path, 1, headers={"Idempotency-Key": "k"})
    assert api.post(f"{path}/end", {"reason": "thunder"}).status_code == 200
    again = report(api, path, 1, headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (first.status_code, "true")
    judge()
    assert seen(api, path) == ([1, 0], ["settled"]), "it was sent while the tournament ran"
