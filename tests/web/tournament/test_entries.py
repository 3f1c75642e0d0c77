"""Entries, seeding, check-in and the start through the API."""

import hashlib

import pytest

from core.events import OpeningRolled

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}


def announced(api, **more):
    """The address of a tournament without entries."""
    return f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', {**CUP, **more}).json['id']}"


@pytest.fixture
def cup(api):
    """A Swiss, and five people in the club."""
    people = [{"name": "Åsa", "rating": 1500}, {"name": "Bo", "rating": 1600}, "Cilla", "Dag", "Eva"]
    assert api.post("/v1/clubs/vasa/players", people).status_code == 201
    return announced(api)


def names(words, order=None):
    by_id = {entry["player"]: entry["name"] for entry in words["entries"]}
    return [by_id[player] for player in (order or words["seeding"]["players"])]


def send_csv(api, path, text, **query):
    query = "&".join(f"{name}={value}" for name, value in query.items())
    return api.post(f"{path}/entries?{query}", data=text.encode(), content_type="text/csv")


# ── entries ──────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize(
    "body",
    [
        {"players": ["Bo"]},
        ["Bo"],
        {"player": "Bo"},
        {"entries": ["Bo"]},
        {"name": "Bo"},
        {"players": [{"player": "Bo", "rating": None}]},
        {"player": "Bo", "into_bye": False},
    ],
)
def test_one_player_enters_in_any_of_the_ways_that_people_write(api, cup, body):
    answer = api.post(f"{cup}/entries", body)
    assert answer.status_code == 201, answer.json
    assert [(entry["name"], entry["rating"]) for entry in answer.json["entries"]] == [("Bo", 1600)]
    assert answer.headers["ETag"] == '"v1"'


def test_a_given_rating_counts_in_this_tournament_and_else_that_of_the_club(api, cup):
    rows = ["Åsa", {"player": "Bo", "rating": 1700, "group": "Huk"}, {"name": "Cilla", "group": None}]
    entries = api.post(f"{cup}/entries", rows).json["entries"]
    assert [(entry["rating"], entry["group"]) for entry in entries] == [(1500, None), (1700, "Huk"), (None, None)]


def test_players_enter_as_other_lists_show_them(api, cup):
    people = api.get("/v1/clubs/vasa/players").json["players"]
    entered = api.post(f"{cup}/entries", {"players": people}).json["entries"]
    again = announced(api)
    assert api.post(f"{again}/entries", {"players": entered}).json["entries"] == entered


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({"players": ["Bo", "Nobody", "Åsa", "No one"]}, {"players.1", "players.3"}),
        ({"players": [{"player": "Bo", "rating": -1}, {"player": 7}]}, {"players.0.rating", "players.1.player"}),
        ({"players": [{"rating": 1}]}, {"players.0.player"}),
        ({"players": [{"player": "Bo", "colour": "red"}]}, {"players.0.colour"}),
        ({"players": [{"player": "Bo", "seed": 1}, {"player": "Åsa", "seed": 1}]}, {"players.1.seed"}),
        ({"players": [{"player": "Bo", "members": ["Åsa"]}]}, {"players.0.members"}),
        ({"players": []}, {"players"}),
        ({"players": ["Bo"], "into_bye": 1}, {"into_bye"}),
        ({}, {"players"}),
        ({"players": ["Bo"], "x": 1}, {"x"}),
    ],
)
def test_all_errors_of_entries_are_named_and_no_player_enters(api, cup, body, paths):
    before = api.everything_written()
    answer = api.post(f"{cup}/entries", body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths), answer.json
    assert api.everything_written() == before


@pytest.mark.parametrize(
    "text",
    [
        "name;rating;club;seed\r\nÅsa;1450;Vasa;2\r\nBo;;Huk;1\r\n",
        "\ufeffNamn,Ranking,Klubb,Seedning\nÅsa,1450,Vasa,2\nBo,,Huk,1\n",
        "seed\tgroup\tspelare\trating\n2\tVasa\tÅsa\t1450\n\n1\tHuk\tBo\t\n",
        "Åsa,1450,Vasa,2\nBo,,Huk,1\n",
    ],
)
def test_a_spreadsheet_of_entries_is_read_in_the_forms_that_people_save(api, cup, text):
    answer = send_csv(api, cup, text)
    assert answer.status_code == 201, answer.json
    rows = [(entry["name"], entry["rating"], entry["group"]) for entry in answer.json["entries"]]
    assert rows == [("Åsa", 1450, "Vasa"), ("Bo", 1600, "Huk")]
    assert (answer.json["seeding"]["method"], names(answer.json)) == ("hand", ["Bo", "Åsa"])


def test_every_unknown_player_is_named_by_their_line(api, cup):
    before = api.everything_written()
    answer = send_csv(api, cup, "name\nÅsa\nÖrjan\n\nBo\nÄlva\n")
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"players.1", "players.3"})
    said = [error[0] for error in answer.json["errors"].values()]
    assert [each.partition(":")[0] for each in said] == ["line 3 (Örjan)", "line 6 (Älva)"]
    assert api.everything_written() == before


def test_with_register_the_club_gets_to_know_them_first(api, cup):
    text = "name;rating\nÅsa;\nÖrjan;1444\nÄlva;\n"
    answer = send_csv(api, cup, text, register=1)
    assert [(entry["name"], entry["rating"]) for entry in answer.json["entries"]] == [
        ("Åsa", 1500),
        ("Örjan", 1444),
        ("Älva", None),
    ]
    listed = api.get("/v1/clubs/vasa/players").json["players"]
    assert [(each["name"], each["rating"]) for each in listed[-2:]] == [("Örjan", 1444), ("Älva", None)]


def test_who_cannot_be_entered_is_not_registered_either(api, cup):
    api.post(f"{cup}/entries", ["Åsa"])
    before = api.everything_written()
    answer = send_csv(api, cup, "name\nÅsa\nÖrjan\n", register=1)
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    assert send_csv(api, cup, "name\nÖrjan\np_abcdefghij\n", register=1).status_code == 422
    assert api.everything_written() == before


def test_entries_with_a_key_are_written_once_and_registered_once(api, cup):
    headers = {"Idempotency-Key": "list"}
    sent = [api.post(f"{cup}/entries?register=1", ["Örjan", "Åsa"], headers=headers) for _ in range(2)]
    assert [each.status_code for each in sent] == [201, 201]
    assert sent[0].json == sent[1].json
    assert sent[1].headers["Idempotent-Replayed"] == "true"


def test_two_of_the_same_name_must_be_told_apart_by_their_ids(api, cup):
    api.post(f"{cup}/entries", ["Bo"])
    old = next(player["id"] for player in api.get("/v1/clubs/vasa/players").json["players"] if player["name"] == "Bo")
    api.send("PATCH", f"/v1/clubs/vasa/players/{old}", "organiser", json={"name": "Bosse"})
    api.post("/v1/clubs/vasa/players", ["Bo"])
    api.post(f"{cup}/entries", ["Bo"])
    answer = api.post(f"{cup}/check-ins", {"players": ["Bo"]})
    assert (answer.status_code, "several" in answer.json["detail"]) == (422, True)
    assert api.post(f"{cup}/withdrawals", {"player": "Bo"}).status_code == 422
    assert api.post(f"{cup}/withdrawals", {"player": old}).status_code == 201


def test_a_late_arrival_plays_against_who_sits_out(api, cup):
    api.post(f"{cup}/entries", ["Åsa", "Bo", "Cilla"])
    words = api.post(f"{cup}/start", {"seed": "midsummer"}).json
    assert words["rounds"][0]["bye"]
    answer = api.post(f"{cup}/entries", {"players": ["Dag"], "into_bye": True})
    assert answer.status_code == 201, answer.json
    assert (answer.json["rounds"][0]["bye"], len(answer.json["rounds"][0]["matches"])) == (None, 2)
    match = answer.json["rounds"][0]["matches"][1]
    assert api.get(f"/v1/matches/{match['id']}").json["players"]["black"] == "Dag"


# ── seeds and the start ──────────────────────────────────────────────────────────────────────────────────────────────
def test_entries_are_seeded_by_rating_by_hand_and_by_lots(api, cup):
    entered = api.post(f"{cup}/entries", ["Cilla", "Åsa", "Bo"]).json
    assert (entered["seeding"]["method"], names(entered)) == ("entry", ["Cilla", "Åsa", "Bo"])
    assert names(api.post(f"{cup}/seeding", {"method": "rating"}).json) == ["Bo", "Åsa", "Cilla"]
    assert names(api.post(f"{cup}/seeding", {"method": "hand", "players": ["Åsa"]}).json) == ["Åsa", "Cilla", "Bo"]
    drawn = api.post(f"{cup}/seeding", {"method": "lots"}).json["seeding"]
    lots = sorted(drawn["players"], key=lambda player: hashlib.sha256(f"{drawn['seed']}:{player}".encode()).hexdigest())
    assert (drawn["method"], drawn["players"]) == ("lots", lots)
    again = api.post(f"{cup}/seeding", {"method": "lots", "seed": drawn["seed"]}).json["seeding"]
    assert again == drawn


@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, {"method"}),
        ({"method": "hand"}, {"players"}),
        ({"method": "hand", "players": ["Åsa", "Nobody"]}, {"players.1"}),
        ({"method": "hand", "players": ["Åsa", "Åsa"]}, {"players.1"}),
        ({"method": "rating", "players": ["Åsa"]}, {"players"}),
        ({"method": "rating", "seed": "x"}, {"seed"}),
        ({"method": "dice"}, {"method"}),
    ],
)
def test_a_wrong_seeding_is_named(api, cup, body, paths):
    api.post(f"{cup}/entries", ["Cilla", "Åsa", "Bo"])
    answer = api.post(f"{cup}/seeding", body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths), answer.json


def test_the_start_may_seed_and_its_lots_are_those_of_the_tournament(api, cup):
    api.post(f"{cup}/entries", ["Cilla", "Åsa", "Bo"])
    wrong = api.post(f"{cup}/start", {"seeding": {"method": "hand", "players": ["Eva"]}})
    assert (wrong.status_code, set(wrong.json["errors"])) == (422, {"seeding.players.0"})
    words = api.post(f"{cup}/start", {"seed": "midsummer", "seeding": {"method": "lots"}}).json
    assert (words["seeding"]["seed"], words["seed"]) == ("midsummer", "midsummer")
    assert api.post(f"{cup}/seeding", {"method": "rating"}).status_code == 409


# ── check-in ─────────────────────────────────────────────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("name", ["Cup", "Cup of several clubs"])
def test_who_never_entered_is_unknown_whatever_the_tournament_is_called(api, cup, name):
    cup = announced(api, name=name)
    api.post(f"{cup}/entries", ["Åsa", "Bo"])
    answer = api.post(f"{cup}/withdrawals", {"player": "Cilla"})
    assert (answer.status_code, answer.json["code"]) == (404, "unknown")


def test_a_referee_checks_in_and_who_is_not_there_at_the_start_is_withdrawn(api, cup):
    cup = announced(api, check_in=True)
    api.post(f"{cup}/entries", ["Cilla", "Åsa", "Bo", "Dag"])
    assert api.post(f"{cup}/check-ins", {"players": ["Åsa", "Bo", "Dag"]}, role="referee").status_code == 200
    answer = api.post(f"{cup}/check-ins", {"players": ["Dag"], "present": False}, role="referee")
    assert [entry["name"] for entry in answer.json["entries"] if entry["checked_in"]] == ["Åsa", "Bo"]
    words = api.post(f"{cup}/start").json
    assert [entry["name"] for entry in words["entries"] if entry["withdrawn"]] == ["Cilla", "Dag"]
    events = api.get(f"{cup}/events").json["events"]
    assert [event["reason"] for event in events if event["type"] == "PlayerWithdrew"] == ["did not check in"] * 2
    assert api.post(f"{cup}/check-ins", {"players": ["Dag"]}, role="referee").status_code == 409


def test_players_who_cannot_be_checked_in_are_named(api, cup):
    api.post(f"{cup}/entries", ["Åsa"])
    answer = api.post(f"{cup}/check-ins", {"players": ["Åsa", "Bo", "Nobody"]})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"players.1", "players.2"})


# ── changes ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_entry_is_changed_before_the_start_and_keeps_its_place_and_its_check_in(api, cup):
    api.post(f"{cup}/entries", ["Bo", "Cilla"])
    api.post(f"{cup}/check-ins", {"players": ["Bo"]})
    answer = api.send("PATCH", f"{cup}/entries/Bo", "organiser", json={"name": "Bo Ek", "group": "Huk"})
    assert answer.status_code == 200, answer.json
    first = answer.json["entries"][0]
    assert (first["name"], first["rating"], first["group"], first["checked_in"]) == ("Bo Ek", 1600, "Huk", True)
    same = api.send("PATCH", f"{cup}/entries/Bo Ek", "organiser", json={"rating": 1600})
    assert same.json["version"] == answer.json["version"]


@pytest.mark.parametrize(
    ("who", "said", "status"),
    [
        ("Bo", {}, 422),
        ("Bo", {"name": "Cilla"}, 422),
        ("Bo", {"rating": "x"}, 422),
        ("Eva", {"rating": 1}, 404),
        ("Bo", {"group": "\u0007"}, 422),
    ],
)
def test_a_change_that_cannot_be_is_refused(api, cup, who, said, status):
    api.post(f"{cup}/entries", ["Bo", "Cilla"])
    before = api.everything_written()
    assert api.send("PATCH", f"{cup}/entries/{who}", "organiser", json=said).status_code == status
    assert api.everything_written() == before


def test_no_entry_changes_after_the_start(api, cup):
    api.post(f"{cup}/entries", ["Bo", "Cilla"])
    api.post(f"{cup}/start", {})
    assert api.send("PATCH", f"{cup}/entries/Bo", "organiser", json={"rating": 1}).status_code == 409


@pytest.mark.parametrize(
    "text",
    [
        "Vasa: Anna A, Bo B\nKiel (Cilla C, Dag D)\n",
        "1. Vasa: Anna A, Bo B\n2. Kiel – Cilla C, Dag D\n",
        "Vasa;Anna A;Bo B\n• Kiel: Cilla C / Dag D\n",
        "Lag;Medlemmar\nVasa;Anna A/Bo B\nKiel;Cilla C/Dag D\n",
    ],
)
def test_a_list_of_teams_is_read_as_pages_read_it(api, text):
    league = announced(api, format="team_league", settings={"boards": 2})
    answer = send_csv(api, league, text, register=1)
    assert answer.status_code == 201, answer.json
    teams = {entry["name"]: [member["name"] for member in entry["members"]] for entry in answer.json["entries"]}
    assert teams == {"Vasa": ["Anna A", "Bo B"], "Kiel": ["Cilla C", "Dag D"]}


def test_a_list_sent_to_a_tournament_that_does_not_exist_is_404(api):
    assert send_csv(api, "/v1/tournaments/t_aaaaaaaaaa", "Anna A\n").status_code == 404


# ── the player with the bye in the place of one who leaves ───────────────────────────────────────────────────────────
def started(api, cup, players=5):
    """The first round of a Swiss of so many: its first match, and the id of the player with the bye."""
    api.post(f"{cup}/entries?register=1", [f"Spelare {number}" for number in range(1, players + 1)])
    first = api.post(f"{cup}/start", {"seed": "midsummer"}).json["rounds"][0]
    return first["matches"][0], first["bye"]


@pytest.mark.parametrize("left", [False, True])
def test_the_player_with_the_bye_plays_in_the_place_of_one_who_leaves_or_has_left(api, cup, left):
    match, bye = started(api, cup)
    if left:
        assert api.post(f"{cup}/withdrawals", {"player": match["white"]["id"]}).status_code == 201
    body = {"player": match["white"]["id"], "bye_plays": True, "reason": "ill"}
    answers = [api.post(f"{cup}/withdrawals", body, headers={"Idempotency-Key": "k"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201], answers[0].json
    (round_,) = answers[0].json["rounds"]
    new = round_["matches"][-1]
    assert (round_["bye"], new["white"]["id"], new["black"]["id"]) == (None, bye, match["black"]["id"])
    (why,) = (each for each in api.get(f"{cup}/pairings/1/explain").json["matches"] if each["id"] == new["id"])
    said = f"{match['white']['name']} withdrew, and the player with the bye plays"
    assert (said in why["why"]["text"], why["anew"]["by_hand"], why["anew"]["reason"]) == (True, True, said)
    assert new["white"]["name"] in api.get(f"/v1/matches/{new['id']}").json["players"].values()


def test_a_match_that_has_begun_keeps_its_players(api, cup, judge):
    match, _bye = started(api, cup)
    api.deps.log.append(match["id"], [OpeningRolled(6, 1)], by="vasa.r", at=api.deps.clock())
    judge()
    before = api.get(cup).json["version"]
    refused = api.post(f"{cup}/withdrawals", {"player": match["white"]["id"], "bye_plays": True})
    assert (refused.status_code, refused.json["detail"].partition(" in ")[0]) == (409, "There is play already")
    assert api.get(cup).json["version"] == before


@pytest.mark.parametrize("more", [{"force": True}, {"bye_plays": 1}, {"bye_plays": None}, {"bye_plays": "yes"}])
def test_what_is_no_choice_of_the_bye_is_refused_by_name(api, cup, more):
    match, _bye = started(api, cup)
    refused = api.post(f"{cup}/withdrawals", {"player": match["white"]["id"], **more})
    assert (refused.status_code, set(refused.json["errors"])) == (422, set(more))


def test_the_bye_is_no_part_of_a_withdrawal_taken_back(api, cup):
    match, _bye = started(api, cup)
    assert api.post(f"{cup}/withdrawals", {"player": match["white"]["id"]}).status_code == 201
    refused = api.post(f"{cup}/withdrawals/undo", {"player": match["white"]["id"], "bye_plays": True})
    assert (refused.status_code, set(refused.json["errors"])) == (422, {"bye_plays"})
