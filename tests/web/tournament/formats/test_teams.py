"""Teams over HTTP: entered with their members, played, lined up anew; what is said about what may not be."""

import pytest

from tests.support.proving import some

CUP = {
    "name": "Lagserien",
    "game": "swedish",
    "length": {"games": 3},
    "format": "team_league",
    "settings": {"boards": 2},
}
TEAMS = {"Lag Vasa": ["Anna", "Bo"], "Lag Huk": ["Cilla", "Dag"], "Lag Åsö": ["Eva", "Fia"]}
WON = [{"winner": "white", "outcome": "bearing_off"}] * 3


@pytest.fixture
def league(api):
    """A league of three teams over two boards; its address."""
    api.post("/v1/clubs/vasa/players", [{"name": member} for members in TEAMS.values() for member in members])
    path = f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', CUP).json['id']}"
    for name, members in TEAMS.items():
        answer = api.post(f"{path}/teams", {"name": name, "members": members})
        assert answer.status_code == 201, answer.json
    return path


def boards(words, number):
    """The pairings on each board of a round."""
    (round_,) = (each for each in words["rounds"] if each["round"] == number)
    return {match["slot"]: (match["white"]["name"], match["black"]["name"]) for match in round_["matches"]}


def test_a_team_enters_with_its_members(api, league):
    entries = api.get(league).json["entries"]
    assert {entry["name"]: [member["name"] for member in entry["members"]] for entry in entries} == TEAMS
    assert len({entry["player"] for entry in entries}) == 3


def test_a_league_is_played_board_by_board(api, league, judge):
    words = api.post(f"{league}/start", {"seed": "midsummer"}).json
    assert boards(words, 1) == {"1.1/1": ("Cilla", "Eva"), "1.1/2": ("Fia", "Dag")}
    names = {entry["player"]: entry["name"] for entry in words["entries"]}
    assert [names[round_["bye"]] for round_ in words["rounds"]] == ["Lag Vasa", "Lag Åsö", "Lag Huk"]
    for match in [match["id"] for round_ in words["rounds"] for match in round_["matches"]]:
        assert api.post(f"{league}/results", {"match": match, "results": WON}, role="scorer").status_code in (201, 202)
        judge()
    assert api.get(league).json["status"] == "finished"
    table = api.get(f"{league}/standings").json["standings"]
    assert [(row["name"], row["rank"], row["points"], row["games_won"]) for row in table] == [
        ("Lag Vasa", 1, 2, 2),
        ("Lag Huk", 1, 2, 2),
        ("Lag Åsö", 1, 2, 2),
    ]
    for number in (1, 2, 3):
        assert api.get(f"{league}/pairings/{number}/explain").status_code == 200
    assert api.get(f"{league}/standings/explain/{table[0]['player_id']}").status_code == 200


@pytest.mark.parametrize(
    "what",
    some(
        [
            "standings.csv",
            "standings.xlsx",
            "standings.html",
            "crosstable.csv",
            "crosstable.xlsx",
            "bracket.svg",
            "crosstable.html",
            "crosstable.json",
            "matches.csv",
            "bracket",
            "bracket.json",
            "bracket.csv",
            "rounds/1/pairings.csv",
            "rounds/1/pairings.html",
        ],
        "standings.csv",
        "crosstable.html",
        "bracket.svg",
        "bracket.json",
        "rounds/1/pairings.csv",
    ),
)
def test_every_export_of_a_league_can_be_had(api, league, judge, what):
    words = api.post(f"{league}/start", {"seed": "midsummer"}).json
    api.post(f"{league}/results", {"match": words["rounds"][0]["matches"][0]["id"], "results": WON}, role="scorer")
    judge()
    answer = api.get(f"{league}/{what}")
    assert answer.status_code == 200, answer.json


def test_a_substitute_plays_from_the_round_on_that_is_said(api, league):
    words = api.post(f"{league}/start", {"seed": "midsummer"}).json
    api.post("/v1/clubs/vasa/players", [{"name": "Gun"}])
    asked = {"team": "Lag Huk", "round": 2, "members": ["Gun", "Dag"], "reason": "Cilla is ill"}
    changed = api.post(f"{league}/lineups", asked)
    assert changed.status_code == 200, changed.json
    assert boards(changed.json, 1) == boards(words, 1)
    assert boards(changed.json, 2) == {"2.1/1": ("Anna", "Gun"), "2.1/2": ("Dag", "Bo")}
    new = changed.json["rounds"][1]["matches"]
    opened = {each["id"]: api.get(f"/v1/matches/{each['id']}", role="viewer").json["players"] for each in new}
    assert ["Anna (Lag Vasa)", "Gun (Lag Huk)"] in [
        [seat["name"] if isinstance(seat, dict) else seat for seat in each.values()] for each in opened.values()
    ]


def test_a_board_in_play_keeps_its_players(api, league):
    started = api.post(f"{league}/start", {"seed": "midsummer"}).json
    match = started["rounds"][1]["matches"][0]["id"]
    roll = {"type": "OpeningRolled", "white": 6, "black": 1}
    assert api.post(f"/v1/matches/{match}/events", roll, role="scorer").status_code == 202
    api.post("/v1/clubs/vasa/players", [{"name": "Gun"}])
    asked = {"team": "Lag Huk", "round": 2, "members": ["Gun", "Dag"], "reason": "Cilla is ill"}
    written = api.everything_written()
    answer = api.post(f"{league}/lineups", asked)
    assert (answer.status_code, match in answer.json["detail"]) == (409, True), answer.json
    assert api.everything_written() == written


def test_the_same_request_is_answered_again(api, league):
    api.post(f"{league}/start", {"seed": "midsummer"})
    asked = {"team": "Lag Huk", "round": 1, "members": ["Dag", "Cilla"], "reason": "their order"}
    first, again = (api.post(f"{league}/lineups", asked, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert first.json == again.json
    assert again.headers["Idempotent-Replayed"] == "true"


@pytest.mark.parametrize(
    ("team", "path"),
    [
        ({"name": "Lag Ny", "members": ["Gösta"]}, "members.0"),
        ({"name": "Lag Ny", "members": []}, "members"),
        ({"name": "Lag Ny"}, "members"),
        ({"members": ["Anna"]}, "name"),
        ({"name": "Lag Ny", "members": ["Anna"], "boards": 2}, "boards"),
    ],
)
def test_what_is_wrong_about_a_team_is_named(api, league, team, path):
    before = api.everything_written()
    answer = api.post(f"{league}/teams", team)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {path})
    assert api.everything_written() == before


def test_a_player_of_another_team_cannot_enter_or_be_lined_up(api, league):
    answer = api.post(f"{league}/teams", {"name": "Lag Ny", "members": ["Anna"]})
    assert answer.status_code == 409
    assert "Anna" in answer.json["detail"]
    asked = {"team": "Lag Huk", "round": 1, "members": ["Anna"], "reason": "lent"}
    answer = api.post(f"{league}/lineups", asked)
    assert (answer.status_code, answer.json["errors"]) == (422, {"members.0": ["Anna plays for Lag Vasa"]})


def test_a_team_that_is_not_there_is_not_found(api, league):
    asked = {"team": "Lag X", "round": 1, "members": ["Anna"], "reason": "lent"}
    assert api.post(f"{league}/lineups", asked).status_code == 404


def test_people_who_are_new_may_be_put_on_the_clubs_list_with_their_team(api, league):
    answer = api.post(f"{league}/teams?register=1", {"name": "Lag Ny", "members": ["Gösta", "Hilda"]})
    assert answer.status_code == 201, answer.json
    assert {"Gösta", "Hilda"} <= {player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]}


def test_players_do_not_enter_a_league_and_teams_nothing_else(api, league):
    assert api.post(f"{league}/entries", {"players": ["Anna"]}).status_code == 422
    other = api.post("/v1/clubs/vasa/tournaments", {**CUP, "format": "round_robin", "settings": {}}).json["id"]
    answer = api.post(f"/v1/tournaments/{other}/teams", {"name": "Lag Vasa", "members": ["Anna"]})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {"members"})


def test_a_team_swiss_is_drawn_looked_at_and_played_round_by_round(api, judge):
    api.post("/v1/clubs/vasa/players", [{"name": member} for members in TEAMS.values() for member in members])
    words = {**CUP, "format": "team_swiss", "settings": {"boards": 2, "rounds": 2}, "drafts": True}
    path = f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', words).json['id']}"
    for name, members in TEAMS.items():
        api.post(f"{path}/teams", {"name": name, "members": members})
    drawn = boards(api.post(f"{path}/start", {"seed": "midsummer"}).json, 1)
    assert drawn == {"1.1/1": ("Anna", "Cilla"), "1.1/2": ("Dag", "Bo")}
    shown = api.get(f"{path.removeprefix('/v1')}/seeding", role="organiser").text
    assert "Swap the two that are marked" not in shown
    assert "Lag Vasa against Lag Huk, board 1." in shown
    ids = {entry["name"]: entry["player"] for entry in api.get(path, role="organiser").json["entries"]}
    by_hand = {"pairs": [[ids["Lag Åsö"], ids["Lag Huk"]]], "bye": ids["Lag Vasa"], "reason": "no"}
    refused = api.post(f"{path}/rounds/1/pairings", by_hand)
    assert refused.status_code == 409, refused.json
    assert "line a team up anew" in refused.text
    for number in (1, 2):
        assert api.post(f"{path}/rounds/{number}/publish", {}).status_code in (200, 201)
        for match in [
            match["id"] for round_ in api.get(path).json["rounds"][number - 1 :] for match in round_["matches"]
        ]:
            api.post(f"{path}/results", {"match": match, "results": WON}, role="scorer")
            judge()
        if number == 1:
            assert api.post(f"{path}/rounds", {}).status_code in (200, 201)
    assert api.get(path).json["status"] == "finished"
    table = api.get(f"{path}/standings").json["standings"]
    assert [(row["name"], row["points"], row["games_won"], row["byes"]) for row in table] == [
        ("Lag Huk", 3, 1, 1),
        ("Lag Åsö", 3, 1, 1),
        ("Lag Vasa", 2, 2, 0),
    ]
    for number in (1, 2):
        assert api.get(f"{path}/pairings/{number}/explain").status_code == 200


def test_a_draft_of_a_team_swiss_says_which_team_has_left_since_and_is_drawn_again(api):
    api.post("/v1/clubs/vasa/players", [{"name": member} for members in TEAMS.values() for member in members])
    words = {**CUP, "format": "team_swiss", "settings": {"boards": 2, "rounds": 2}, "drafts": True}
    path = f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', words).json['id']}"
    for name, members in TEAMS.items():
        api.post(f"{path}/teams", {"name": name, "members": members})
    ids = {entry["name"]: entry["player"] for entry in api.post(f"{path}/start", {"seed": "midsummer"}).json["entries"]}
    assert api.post(f"{path}/withdrawals", {"player": ids["Lag Huk"], "reason": "ill"}).status_code in (200, 201)
    shown = api.get(f"{path.removeprefix('/v1')}/seeding", role="organiser").text
    assert "Has left since: Lag Huk." in shown
    assert "Draw round 1 again" in shown
    assert api.post(f"{path}/rounds/1/unpair", {"reason": "Lag Huk has left"}).status_code in (200, 201)
    assert boards(api.post(f"{path}/rounds", {}).json, 1) == {"1.1/1": ("Anna", "Eva"), "1.1/2": ("Fia", "Bo")}


def test_a_team_or_group_that_only_looks_like_another_is_asked_about(api, league):
    api.post("/v1/clubs/vasa/players", [{"name": "Gun"}, {"name": "Hans"}])
    twin = {"name": "Lag V\u0430sa", "members": ["Gun"]}
    before = api.everything_written()
    refused = api.post(f"{league}/teams", twin)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["name"]), refused.json
    assert "looks like Lag Vasa, of other letters" in str(refused.json["errors"])
    assert api.everything_written() == before
    assert api.post(f"{league}/teams", {**twin, "another": True, "group": "Huk"}).status_code == 201
    other = {"name": "Lag Ek", "members": ["Hans"], "group": "\u041duk"}
    refused = api.post(f"{league}/teams", other)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["group"]), refused.json
