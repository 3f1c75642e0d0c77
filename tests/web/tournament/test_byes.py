"""Byes on request through the API: set by an organiser, shown with entries, rounds, tables and files."""

import csv
import io

import pytest


@pytest.fixture
def cup(api):
    """A started Swiss of five with one bye on request."""
    cup = api.tournament(5, format="swiss", settings={"rounds": 4, "byes": 1})
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "midsummer"}).status_code == 200
    return f"/v1/tournaments/{cup}"


def play(api, cup):
    """Decide every match that waits, so that the next round can be paired."""
    for match in api.get(f"{cup}/matches").json["matches"]:
        if match["result"] is None:
            body = {"match": match["id"], "kind": "walkover", "winner": "white", "reason": "it was so"}
            assert api.post(f"{cup}/decisions", body).status_code == 201


def test_a_player_sits_out_on_request_and_every_list_says_so(api, cup):
    body = {"player": "Player 1", "byes": [{"round": 2, "worth": "half"}, {"round": 3}], "reason": "works"}
    answer = api.post(f"{cup}/byes", body, headers={"Idempotency-Key": "k"})
    assert answer.status_code == 200
    entry = next(each for each in answer.json["entries"] if each["name"] == "Player 1")
    assert entry["byes"] == [{"round": 2, "worth": "half"}, {"round": 3, "worth": "zero"}]
    assert api.post(f"{cup}/byes", body, headers={"Idempotency-Key": "k"}).json == answer.json
    play(api, cup)
    rounds = api.post(f"{cup}/rounds").json["rounds"]
    assert rounds[1]["requested_byes"] == [{"player": entry["player"], "kind": "half_bye"}]
    assert rounds[1]["bye"] is None
    play(api, cup)
    points = {row["name"]: row["points"] for row in api.get(f"{cup}/standings").json["standings"]}
    assert points["Player 1"] % 2 == 1
    why = api.get(f"{cup}/standings/explain/Player 1").json["tie_breaks"]
    kinds = {operand["round"]: operand["kind"] for operand in why[0]["operands"]}
    assert kinds[2] == "half_bye"
    text = api.get(f"{cup}/rounds/2/pairings.csv").get_data(as_text=True)
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))
    assert [(row["player1_name"], row["result_code"]) for row in rows if not row["player2_id"]] == [
        ("Player 1", "half_bye")
    ]
    assert "half-point bye" in api.get(f"{cup}/rounds/2/pairings.html").get_data(as_text=True)
    assert "half-point bye" in api.get(f"{cup}/crosstable.html").get_data(as_text=True)
    assert "half bye" in api.get(f"{cup}/crosstable.csv").get_data(as_text=True)
    api.post(f"{cup}/rounds")
    assert api.get(f"{cup}/pairings/3/explain").status_code == 200


def test_what_a_round_not_played_counts_is_announced_and_explained(api):
    cup = api.tournament(3, format="swiss", settings={"rounds": 1, "unplayed": "zero"}, tie_breaks=["buchholz"])
    path = f"/v1/tournaments/{cup}"
    assert api.get(path).json["settings"]["unplayed"] == "zero"
    assert api.get(path).json["scoring"]["win"] == 2
    resting = api.post(f"{path}/start", {"seed": "midsummer"}).json["rounds"][0]["bye"]
    play(api, path)
    assert api.send("PATCH", path, "organiser", json={"settings": {"unplayed": "own_score"}}).status_code == 409
    why = api.get(f"{path}/standings/explain/{resting}").json["tie_breaks"][1]
    assert why["sentence"] == "Buchholz 0 = 0; round 1, not played, counts 0"
    assert why["operands"][0].keys() == {"opponent", "name", "round", "match", "kind", "numbers"}


def test_another_rule_for_rounds_not_played_is_refused_and_writes_nothing(api):
    path = "/v1/clubs/vasa/tournaments"
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}}
    api.tournament(2, format="swiss")
    before = len(api.get(path).json["tournaments"])
    for form, rule in (("swiss", "fide"), ("swiss", 1), ("swiss", "z" * 99), ("round_robin", "zero")):
        answer = api.post(path, {**words, "format": form, "settings": {"unplayed": rule}})
        assert (answer.status_code, set(answer.json["errors"])) == (422, {"settings.unplayed"})
    assert len(api.get(path).json["tournaments"]) == before


def test_a_player_who_is_away_says_in_which_round_they_are_back(api, cup):
    answer = api.post(f"{cup}/byes", {"player": "Player 2", "back_in": 4})
    byes = next(entry["byes"] for entry in answer.json["entries"] if entry["name"] == "Player 2")
    assert byes == [{"round": 2, "worth": "zero"}, {"round": 3, "worth": "zero"}]


@pytest.mark.parametrize(
    ("body", "status", "paths"),
    [
        ({"player": "Player 1"}, 422, {"byes"}),
        ({"player": "Player 1", "byes": [], "back_in": 3}, 422, {"byes"}),
        ({"player": "Player 1", "back_in": 2}, 422, {"back_in"}),
        (
            {"player": "Player 1", "byes": [{"round": 1}, {"round": 3, "worth": "full"}]},
            422,
            {"byes.0.round", "byes.1.worth"},
        ),
        ({"player": "Player 1", "byes": [{"round": 51}]}, 422, {"byes.0.round"}),
        ({"player": "Player 1", "byes": [{"round": each, "worth": "half"} for each in (2, 3)]}, 409, set()),
        ({"player": "Nobody", "byes": []}, 404, set()),
    ],
)
def test_what_the_rule_does_not_allow_is_named_and_nothing_is_written(api, cup, body, status, paths):
    before = api.get(cup).json["version"]
    answer = api.post(f"{cup}/byes", body)
    assert (answer.status_code, set(answer.json.get("errors", {}))) == (status, paths)
    assert api.get(cup).json["version"] == before


def test_only_organisers_set_byes_and_other_formats_have_none(api, cup):
    assert api.post(f"{cup}/byes", {"player": "Player 1", "byes": []}, role="referee").status_code == 403
    other = f"/v1/tournaments/{api.tournament(4, format='round_robin')}"
    name = api.get(other).json["entries"][0]["name"]
    answer = api.post(f"{other}/byes", {"player": name, "byes": [{"round": 2}]})
    assert (answer.status_code, answer.json["detail"]) == (409, "Round robin has no byes on request")


def test_a_withdrawal_is_taken_back_as_a_dry_run_said(api):
    cup = f"/v1/tournaments/{api.tournament(4, format='single_elimination')}"
    assert api.post(f"{cup}/start", {"seed": "midsummer"}).status_code == 200
    name, version = api.get(cup).json["entries"][0]["name"], api.get(cup).json["version"]
    assert api.post(f"{cup}/withdrawals", {"player": name, "reason": "ill"}).status_code == 201
    body = {"player": name, "reason": "well again"}
    looked = api.post(f"{cup}/withdrawals/undo?dry_run=true", body)
    assert (looked.status_code, looked.json["dry_run"]) == (200, True)
    done = api.post(f"{cup}/withdrawals/undo", body, headers={"If-Match": looked.headers["ETag"]})
    assert (done.status_code, done.json["changes"]) == (201, looked.json["changes"])
    assert [result["before"]["kind"] for result in done.json["changes"]["results"]] == ["walkover"]
    assert not api.get(cup).json["entries"][0]["withdrawn"]
    assert api.post(f"{cup}/withdrawals/undo", body).status_code == 409
    assert api.get(cup).json["version"] > version


def test_a_bye_that_the_last_round_cannot_pay_is_refused_before_the_start_with_the_same_words_as_after_it(api):
    cup = f"/v1/tournaments/{api.tournament(6, format='swiss', settings={'rounds': 3, 'byes': 1})}"
    body = {"player": "Player 1", "byes": [{"round": 3, "worth": "half"}, {"round": 9}]}
    before = api.post(f"{cup}/byes", body)
    assert all(not entry["byes"] for entry in api.get(cup).json["entries"])
    assert api.post(f"{cup}/start", {"seed": "midsummer"}).status_code == 200
    after = api.post(f"{cup}/byes", body)
    assert before.status_code == after.status_code == 422
    assert before.json["errors"] == after.json["errors"]
    assert before.json["errors"] == {
        "byes.0.worth": ["the last round can be sat out without points only"],
        "byes.1.round": ["round 3 is the last"],
    }
