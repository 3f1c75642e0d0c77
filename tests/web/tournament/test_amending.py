"""Changes of an announcement before the start."""

import pytest

WON = [{"winner": "white", "outcome": "jan"}] * 3


@pytest.fixture
def cup(api):
    return f"/v1/tournaments/{api.tournament(8, format='single_elimination', settings={'consolation': 'A.B.'})}"


def amended(api, path, words, role="organiser", **options):
    return api.send("PATCH", path, role, json=words, **options)


def types(api, path):
    return [event["type"] for event in api.get(f"{path}/events", "organiser").json["events"]]


def test_a_setting_that_does_not_fit_the_field_is_changed_and_the_tournament_starts(api, cup):
    assert api.post(f"{cup}/start", {"seed": "x"}).status_code == 422
    before = api.get(cup).json
    answer = amended(api, cup, {"settings": {"consolation": "A.B.|."}, "reason": "eight came"})
    assert (answer.status_code, answer.json["settings"]["consolation"]) == (200, "A.B.|.")
    others = ("settings", "version", "advice")
    assert {name: said for name, said in answer.json.items() if name not in others} == {
        name: said for name, said in before.items() if name not in others
    }
    assert answer.json["settings"] == {**before["settings"], "consolation": "A.B.|."}
    assert api.post(f"{cup}/start", {"seed": "x"}).status_code == 200
    event = next(each for each in api.get(f"{cup}/events").json["events"] if each["type"] == "TournamentAmended")
    assert (event["reason"], event["recorded_by"].split(".")[0]) == ("eight came", "vasa")


def test_everything_but_game_and_format_may_be_changed_and_holds_for_the_matches(api, cup):
    words = {
        "name": "Autumn Cup",
        "length": {"games": 5},
        "check": "advisory",
        "stop": "when_decided",
        "settings": {"consolation": "", "bronze": True},
        "tie_breaks": ["wins"],
        "scoring": {"win": 2},
        "terms": [{"from_end": 1, "length": {"games": 7}}],
        "check_in": True,
        "drafts": True,
        "confirm": True,
    }
    shown = amended(api, cup, words).json
    plain = [name for name in words if name not in ("settings", "tie_breaks", "scoring", "terms")]
    assert {name: shown[name] for name in plain} == {name: words[name] for name in plain}
    assert (shown["settings"]["bronze"], shown["scoring"]["walkover"]) == (True, 2)
    assert (shown["tie_breaks"], shown["terms"]) == (["round_reached", "wins"], words["terms"])
    version = shown["version"]
    again = amended(api, cup, words)
    assert (again.status_code, again.json["version"]) == (200, version), "it says so already"
    back = amended(api, cup, {"check_in": False, "drafts": False, "scoring": {}, "terms": []}).json
    assert (back["check_in"], back["drafts"], back["scoring"]["win"], back["terms"]) == (False, False, 1, [])
    assert api.post(f"{cup}/start", {"seed": "x"}).status_code == 200
    match = api.get(f"{cup}/matches").json["matches"][0]["id"]
    opened = api.get(f"/v1/matches/{match}").json
    assert (opened["length"], opened["check"], opened["stop"]) == ({"games": 5}, "advisory", "when_decided")


def test_results_are_confirmed_where_that_was_decided_after_the_announcement(api, judge):
    path = f"/v1/tournaments/{api.tournament(2)}"
    assert amended(api, path, {"confirm": True}).status_code == 200
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    match = api.get(f"{path}/matches").json["matches"][0]["id"]
    answer = api.post(f"{path}/results", {"match": match, "results": WON}, role="scorer")
    assert answer.json["status"] == "reported"
    judge()
    assert api.get(f"{path}/standings").json["standings"][0]["played"] == 0
    assert api.post(f"{path}/results", {"match": match, "results": WON}, role="referee").json["status"] == "confirmed"


@pytest.mark.parametrize(
    ("wrong", "paths"),
    [
        ({}, {""}),
        ({"reason": "none"}, {""}),
        ({"settings": {"consolation": "A.A."}}, {"settings.consolation"}),
        (
            {"settings": {"nonsense": 1}, "terms": [{"stage": "groups", "check": "strict"}], "length": {"points": 5}},
            {"settings.nonsense", "terms.0.stage", "length.points"},
        ),
        ({"tie_breaks": ["coin"]}, {"tie_breaks.0"}),
        ({"tie_breaks": ["wins", "wins"]}, {"tie_breaks.1"}),
        ({"scoring": {"draw": 1}, "length": {"games": 4}}, {"scoring.draw", "length.games"}),
        ({"game": "swedish"}, {"game"}),
        ({"format": "swiss"}, {"format"}),
        ({"published": True}, {"published"}),
        ({"name": ""}, {"name"}),
    ],
)
def test_what_could_not_be_announced_cannot_be_amended_either(api, cup, wrong, paths):
    before = api.everything_written()
    answer = amended(api, cup, wrong)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths)
    assert api.everything_written() == before


def test_after_the_start_what_was_announced_holds(api):
    path = f"/v1/tournaments/{api.tournament(3)}"
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    before = api.everything_written()
    answer = amended(api, path, {"settings": {"seeded": 2}})
    assert (answer.status_code, "has started" in answer.json["detail"]) == (409, True)
    assert api.everything_written() == before


def test_an_amendment_is_for_organisers_keeps_to_a_version_and_is_made_once_for_a_key(api, cup):
    assert amended(api, cup, {"name": "Other"}, "referee").status_code == 403
    assert amended(api, cup, {"name": "Other"}, headers={"If-Match": '"v1"'}).status_code == 412
    sent = [amended(api, cup, {"name": "Other"}, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert (sent[0].json, sent[1].headers["Idempotent-Replayed"]) == (sent[1].json, "true")
    assert types(api, cup).count("TournamentAmended") == 1
