"""A tournament changed after its start: what may still be another one, what follows, and what is refused and why."""

import pytest

from tests.support.proving import some
from tests.web.tournament.test_ending import WON

WHITE_WINS = [{"winner": "white", "outcome": "jan"}] * 3
PLAYERS = ["Anna", "Bo", "Cilla", "Dag", "Eva", "Fia", "Gun", "Hans"]


def begun(api, form, settings=None, players=8, **more):
    """A tournament that has started; its path."""
    words = {
        "name": "Cup",
        "game": "swedish",
        "length": {"games": 3},
        "format": form,
        "settings": settings or {},
        **more,
    }
    answer = api.post("/v1/clubs/vasa/tournaments", words)
    assert answer.status_code == 201, answer.json
    path = f"/v1/tournaments/{answer.json['id']}"
    api.post(f"{path}/entries?register=1", {"players": PLAYERS[:players]})
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    return path


def begun_of_teams(api):
    """A league of three teams that meet twice; its path."""
    words = {"name": "Serien", "game": "swedish", "length": {"games": 3}, "format": "team_league"}
    answer = api.post("/v1/clubs/vasa/tournaments", {**words, "settings": {"boards": 1, "legs": 2}})
    path = f"/v1/tournaments/{answer.json['id']}"
    for team, player in (("Vasa", "Anna"), ("Huk", "Bo"), ("Brahe", "Cilla")):
        answer = api.post(f"{path}/teams?register=1", {"name": team, "members": [player]})
        assert answer.status_code < 300, answer.json
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    return path


def changed(api, path, body, **more):
    return api.send("PATCH", path, more.pop("role", "organiser"), json=body, **more)


def play(api, path, judge, games=3):
    """Let white win every match that waits."""
    tournament = path.rsplit("/", 1)[1]
    for row in api.get(f"{path}/matches", role="organiser").json["matches"]:
        if row["result"] is None and row["status"] == "open" and row["white"] and row["black"]:
            body = {"match": row["id"], "results": [{"winner": "white", "outcome": "jan"}] * games}
            answer = api.post(f"{path}/results", body, role="scorer")
            assert answer.status_code < 300, (tournament, answer.json)
    judge()


def next_round(api, path, judge, games=3):
    play(api, path, judge, games)
    answer = api.post(f"{path}/rounds", {})
    assert answer.status_code == 201, answer.json
    judge()
    return answer.json


def refusal(answer):
    assert answer.status_code == 409, answer.json
    return answer.json["detail"]


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_swiss_has_more_rounds_than_announced_or_fewer_down_to_those_that_are_paired(api, judge):
    path = begun(api, "swiss", {"rounds": 3})
    next_round(api, path, judge)
    before = api.get(path).json
    after = changed(api, path, {"settings": {"rounds": 4}, "reason": "there is time"}).json
    assert (after["settings"]["rounds"], after["rounds"]) == (4, before["rounds"])
    (amendment,) = after["amendments"]
    assert (amendment["changed"], amendment["after_round"], amendment["reason"]) == (
        ["settings.rounds"],
        2,
        "there is time",
    )
    too_few = refusal(changed(api, path, {"settings": {"rounds": 1}}))
    assert "settings.rounds" in too_few
    assert "2 rounds are paired" in too_few
    assert changed(api, path, {"settings": {"rounds": 2}}).status_code == 200
    play(api, path, judge)
    assert api.get(path).json["status"] == "finished"
    assert changed(api, path, {"settings": {"rounds": 3}}).json["status"] == "running", "one more is played after all"
    assert next_round(api, path, judge)["rounds"][-1]["round"] == 3


def test_readers_of_the_feed_and_of_the_page_are_told_of_the_change(api, judge):
    path = begun(api, "swiss", {"rounds": 3}, published=True)
    judge()
    order = ["points", "buchholz", "head_to_head"]
    assert changed(api, path, {"tie_breaks": order, "length": {"games": 5}, "reason": "voted"}).status_code == 200
    assert changed(api, path, {"details": {"fee": "50 kr"}}).status_code == 200
    judge()
    news = api.get(f"{path}/news", role=None).json["news"]
    told = [each["text"]["en"] for each in news if each["kind"] == "tournament.changed"]
    assert len(told) == 1, "details are no change of how it is played"
    assert "Buchholz" in told[0]
    assert "matches of the rounds to come are over 5 games" in told[0]
    page = api.client.get(path.removeprefix("/v1") + "/standings").text
    assert "After round 1 was paired" in page
    assert "Buchholz" in page


def test_everyone_meets_everyone_once_more_and_the_matches_of_the_new_rounds_are_open(api, judge):
    path = begun(api, "round_robin", players=4)
    judge()
    before = api.get(path).json["rounds"]
    after = changed(api, path, {"settings": {"legs": 2}}).json["rounds"]
    assert (len(before), len(after), after[:3]) == (3, 6, before)
    judge()
    last = after[-1]["matches"][0]["id"]
    assert api.get(f"/v1/matches/{last}").status_code == 200
    back = changed(api, path, {"settings": {"legs": 1}, "reason": "the hall closes"})
    assert (back.status_code, back.json["rounds"]) == (200, before)
    assert last not in {row["id"] for row in api.get(f"{path}/matches").json["matches"]}
    again = changed(api, path, {"settings": {"legs": 3}}).json["rounds"]
    assert (len(again), again[:6]) == (9, after), "the same matches are there again"


def test_groups_meet_once_more_until_the_knock_out_begins(api, judge):
    path = begun(api, "groups_then_knockout", {"groups": 2, "advance": 1}, players=5)
    judge()
    before = api.get(path).json["rounds"]
    after = changed(api, path, {"settings": {"legs": 2}}).json["rounds"]
    judge()
    assert [len(each["matches"]) for each in before] == [3, 2, 2]
    assert [len(each["matches"]) for each in after] == [3, 3, 2, 2, 2, 2]
    opened = [match["id"] for match in after[1]["matches"] if match["black"]]
    assert {api.get(f"/v1/matches/{each}").status_code for each in opened} == {200}
    back = changed(api, path, {"settings": {"legs": 1}, "reason": "the hall closes"})
    assert (back.status_code, back.json["rounds"]) == (200, before)
    assert changed(api, path, {"settings": {"legs": 2}}).json["rounds"] == after, "the same matches are there again"
    judge()
    play(api, path, judge)
    last = api.get(path).json["rounds"][-1]
    assert (last["stage"], len(last["matches"])) == ("main", 1)
    for legs in (1, 3):
        assert "settings.legs: the knock-out has begun" in refusal(changed(api, path, {"settings": {"legs": legs}}))


def test_with_the_leg_that_falls_the_knock_out_is_paired_if_all_else_is_played(api, judge):
    path = begun(api, "groups_then_knockout", {"groups": 2, "advance": 1, "legs": 2}, players=4)
    judge()
    first, second = api.get(path).json["rounds"]
    for match in first["matches"]:
        api.post(f"{path}/results", {"match": match["id"], "results": WHITE_WINS}, role="scorer")
    judge()
    asked = {"settings": {"legs": 1}}
    pairings = api.post(f"{path}/amendment-preview", asked).json["changes"]["pairings"]
    assert sorted(pairing["what"] for pairing in pairings) == ["paired", "voided", "voided"]
    api.post(f"{path}/results", {"match": second["matches"][0]["id"], "results": WHITE_WINS}, role="scorer")
    judge()
    assert "settings.legs: round 2 has begun" in refusal(changed(api, path, asked))
    ruled = {"type": "RulingMade", "kind": "void", "from_version": 1, "reason": "not played"}
    assert api.post(f"/v1/matches/{second['matches'][0]['id']}/events", ruled, role="referee").status_code == 202
    judge()
    rounds = changed(api, path, asked).json["rounds"]
    assert [round_["stage"] for round_ in rounds] == ["groups", "main"]


@pytest.mark.parametrize("form", ["round_robin", "team_league"])
def test_everyone_meets_everyone_fewer_times_until_a_match_of_a_round_that_falls_is_played(api, judge, form):
    path = begun_of_teams(api) if form == "team_league" else begun(api, "round_robin", {"legs": 2}, players=4)
    judge()
    count = len(api.get(path).json["rounds"])
    first_of_second = next(round_ for round_ in api.get(path).json["rounds"] if round_["round"] == count // 2 + 1)
    match = first_of_second["matches"][0]["id"]
    result = {"match": match, "results": WHITE_WINS}
    assert api.post(f"{path}/results", result, role="scorer").status_code < 300
    judge()
    detail = refusal(changed(api, path, {"settings": {"legs": 1}}))
    assert f"settings.legs: round {count // 2 + 1} has begun" in detail
    assert len(api.get(path).json["rounds"]) == count


def test_what_falls_with_fewer_legs_is_looked_at_before_it_is_written(api, judge):
    path = begun(api, "round_robin", {"legs": 2}, players=4)
    judge()
    written = api.everything_written()
    looked = api.post(f"{path}/amendment-preview", {"settings": {"legs": 1}})
    assert looked.status_code == 200, looked.json
    assert [pairing["what"] for pairing in looked.json["changes"]["pairings"]] == ["voided"] * 6
    assert api.everything_written() == written


def test_a_player_who_has_left_keeps_no_round_that_falls(api, judge):
    path = begun(api, "round_robin", {"legs": 2, "leavers": "half"}, players=4)
    play(api, path, judge)
    assert changed(api, path, {"settings": {"legs": 3}}).status_code == 200
    assert api.post(f"{path}/withdrawals", {"player": "Anna", "reason": "ill"}).status_code == 201
    judge()
    third = [match["result"] for row in api.get(path).json["rounds"][6:] for match in row["matches"] if match["result"]]
    assert {each["kind"] for each in third} == {"walkover"}
    assert len(changed(api, path, {"settings": {"legs": 2}}).json["rounds"]) == 6


# ── length of matches ────────────────────────────────────────────────────────────────────────────────────────────────
def test_matches_of_the_rounds_to_come_are_longer_and_those_that_are_open_are_as_they_were(api, judge):
    path = begun(api, "swiss", {"rounds": 3})
    judge()
    assert changed(api, path, {"length": {"games": 5}}).status_code == 200
    first = api.get(path).json["rounds"][0]["matches"][0]["id"]
    assert api.get(f"/v1/matches/{first}").json["length"] == {"games": 3}
    second = next_round(api, path, judge)["rounds"][1]["matches"][0]["id"]
    assert api.get(f"/v1/matches/{second}").json["length"] == {"games": 5}
    correction = {"match": first, "kind": "played", "reason": "the sheet", "results": WON}
    correction["pair_anew"] = False
    assert api.post(f"{path}/decisions", correction, role="referee").status_code == 201, "it has three games"


def test_a_draft_is_no_round_that_has_begun(api, judge):
    path = begun(api, "swiss", {"rounds": 3}, drafts=True)
    assert changed(api, path, {"length": {"games": 5}}).status_code == 200
    assert api.post(f"{path}/rounds/1/publish").status_code == 200
    judge()
    first = api.get(path).json["rounds"][0]["matches"][0]["id"]
    assert api.get(f"/v1/matches/{first}").json["length"] == {"games": 5}


def test_where_every_match_is_open_its_length_stands(api):
    path = begun(api, "round_robin", players=4)
    before = api.everything_written()
    detail = refusal(changed(api, path, {"length": {"games": 5}, "stop": "when_decided"}))
    assert "length: every round is published" in detail
    assert "stop: " in detail
    assert api.everything_written() == before


def test_the_next_rounds_of_a_bracket_have_the_new_length(api, judge):
    path = begun(api, "single_elimination", players=4)
    judge()
    assert changed(api, path, {"terms": [{"from_end": 1, "length": {"games": 7}}]}).status_code == 200
    play(api, path, judge)
    final = api.get(path).json["rounds"][1]["matches"][0]["id"]
    assert api.get(f"/v1/matches/{final}").json["length"] == {"games": 7}


# ── the order of the table ───────────────────────────────────────────────────────────────────────────────────────────
def test_the_tie_breaks_change_until_the_last_round_begins(api, judge):
    path = begun(api, "swiss", {"rounds": 2})
    judge()
    assert changed(api, path, {"tie_breaks": ["points", "buchholz"]}).status_code == 200
    assert api.get(path).json["tie_breaks"][:2] == ["points", "buchholz"]
    next_round(api, path, judge)
    assert "tie_breaks: the last round is paired" in refusal(changed(api, path, {"tie_breaks": ["points", "wins"]}))


def test_the_tie_breaks_of_a_round_robin_change_until_its_last_round_has_a_result(api, judge):
    path = begun(api, "round_robin", players=4)
    judge()
    play(api, path, judge)
    assert "tie_breaks" in refusal(changed(api, path, {"tie_breaks": ["points", "wins"]}))


# ── stages and knock-outs that have not begun ────────────────────────────────────────────────────────────────────────
def test_the_knock_out_behind_a_swiss_changes_until_it_begins(api, judge):
    path = begun(api, "swiss_then_knockout", {"rounds": 2, "cut": 4})
    judge()
    assert changed(api, path, {"settings": {"cut": 2, "rounds": 3}}).status_code == 200
    assert "settings.avoid" in refusal(changed(api, path, {"settings": {"avoid": "soft"}}))
    next_round(api, path, judge)
    next_round(api, path, judge)
    last = next_round(api, path, judge)
    assert [len(round_["matches"]) for round_ in last["rounds"]] == [4, 4, 4, 1]
    for settings in ({"cut": 4}, {"rounds": 4}, {"bronze": True}):
        assert "the knock-out has begun" in refusal(changed(api, path, {"settings": settings}))


def test_a_stage_is_another_one_until_it_begins(api, judge):
    path = begun(
        api, "stages", {"first": "groups", "first_size": 4, "first_on": 2, "second": "swiss", "second_rounds": 2}
    )
    judge()
    assert changed(api, path, {"settings": {"second": "single_elimination", "first_on": 1}}).status_code == 200
    detail = refusal(changed(api, path, {"settings": {"first": "swiss", "first_size": 3}}))
    assert "settings.first: the stage has begun" in detail
    final = next_round(api, path, judge)
    assert len(final["rounds"][-1]["matches"]) == 1, "the winners of two groups meet in the final"
    assert "the stage has begun" in refusal(changed(api, path, {"settings": {"second": "swiss"}}))


# ── looked at, refused, written once ─────────────────────────────────────────────────────────────────────────────────
def test_what_would_follow_is_looked_at_before_it_is_written(api, judge):
    path = begun(api, "swiss", {"rounds": 3})
    next_round(api, path, judge)
    body, before = {"tie_breaks": ["points", "games_won", "lots"]}, api.everything_written()
    looked = api.post(f"{path}/amendment-preview", body)
    assert (looked.status_code, looked.json["dry_run"]) == (200, True)
    assert api.everything_written() == before
    ranks = {rank["player"]: rank["after"] for rank in looked.json["changes"]["ranks"]}
    assert ranks
    assert changed(api, path, body, headers={"If-Match": looked.headers["ETag"]}).status_code == 200
    now = {row["player_id"]: row["rank"] for row in api.get(f"{path}/standings").json["standings"]}
    assert {player: now[player] for player in ranks} == ranks
    assert api.post(f"{path}/amendment-preview", {"settings": {"rounds": 1}}).status_code == 409
    assert api.post(f"{path}/amendment-preview", body, role="referee").status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {"name": "Other"},
        {"scoring": {"win": 3}},
        {"confirm": True},
        {"drafts": True},
        {"check_in": True},
        {"settings": {"pairing": "random"}},
        {"settings": {"seeded": 2}},
    ],
)
def test_what_would_change_what_was_played_is_refused_by_its_name(api, body):
    path = begun(api, "swiss", {"rounds": 3})
    before = api.everything_written()
    detail = refusal(changed(api, path, body))
    assert next(iter(body)) in detail
    assert "what was announced holds" in detail
    assert api.everything_written() == before


def test_what_the_format_cannot_take_is_named_after_the_start_too(api):
    path = begun(api, "swiss", {"rounds": 3})
    answer = changed(api, path, {"settings": {"rounds": 99}})
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["settings.rounds"])


# ── stages that have not begun ───────────────────────────────────────────────────────────────────────────────────────
ROUNDS = {"groups": 3, "swiss": 2, "round_robin": 7}
SECOND = {
    "groups": ["stage_2"] * 3,
    "round_robin": ["stage_2"] * 3,
    "swiss": ["stage_2"] * 2,
    "single_elimination": ["main"] * 2,
    "double_elimination": ["main", "main", "lower", "lower", "final"],
}
THIRD = {"none": [], "groups": ["stage_3"], "swiss": ["stage_3"], "single_elimination": ["main"]}


@pytest.mark.parametrize("first", some([*ROUNDS], "groups", "swiss"))
@pytest.mark.parametrize(
    ("second", "third"),
    some(
        [
            *((second, third) for second in ("groups", "round_robin", "swiss") for third in THIRD),
            ("single_elimination", "none"),
            ("double_elimination", "none"),
        ],
        ("round_robin", "single_elimination"),
        ("single_elimination", "none"),
    ),
)
def test_stages_that_have_not_begun_are_others_and_are_played_to_the_end(api, judge, first, second, third):
    announced = {"first": first, "first_on": 2 if first == "groups" else 4, "first_rounds": 2, "second": "swiss"}
    announced |= {"second_rounds": 2, "second_on": 2, "third": "single_elimination"}
    path = begun(api, "stages", announced)
    judge()
    answer = changed(api, path, {"settings": {"second": second, "third": third}, "reason": "fewer tables"})
    assert answer.status_code == 200, answer.json
    while (state := api.get(path).json)["status"] != "finished":
        play(api, path, judge)
        if api.get(path).json["status"] != "finished":
            assert api.post(f"{path}/rounds", {}).status_code in (200, 201), [
                round_["stage"] for round_ in state["rounds"]
            ]
            judge()
    stages = [round_["stage"] for round_ in state["rounds"]]
    assert stages == ["stage_1"] * ROUNDS[first] + SECOND[second] + THIRD[third]
    assert {row["rank"] for row in api.get(f"{path}/standings").json["standings"]} >= {1, 2}


def test_a_stage_is_not_left_out_once_its_places_are_played_for(api, judge):
    words = {"first": "swiss", "first_rounds": 2, "first_on": 4, "second": "swiss", "second_on": 2, "second_rounds": 2}
    path = begun(api, "stages", {**words, "third": "single_elimination", "line": "play_off"})
    judge()
    stages = [round_["stage"] for _ in range(5) for round_ in next_round(api, path, judge)["rounds"]][-6:]
    assert stages == ["stage_1", "stage_1", "play_off", "stage_2", "stage_2", "play_off"]
    detail = refusal(changed(api, path, {"settings": {"third": "none"}}))
    assert "settings.third: the play-off for its places has begun" in detail
    assert changed(api, path, {"settings": {"third": "double_elimination"}}).status_code == 200
    assert [round_["stage"] for round_ in next_round(api, path, judge)["rounds"]][6:] == ["main"]
