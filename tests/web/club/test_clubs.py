"""Clubs through the API: founding, players, tokens, lists."""

import re

import pytest

from tests.support.paths import ROOT


def test_a_club_is_founded_with_its_first_organiser_token(api):
    answer = api.post("/v1/clubs", {"slug": "huk", "name": "Huk & Co"}, role="operator")
    assert answer.status_code == 201
    assert answer.json.keys() == {"slug", "name", "token"}
    assert answer.headers["Location"] == "/v1/clubs/huk"
    api.tokens["huk"] = answer.json["token"]
    assert api.get("/v1/clubs/huk", role="huk").json == {
        "slug": "huk",
        "name": "Huk & Co",
        "players": 0,
        "closed": None,
    }


def test_a_slug_is_taken_once(api):
    answer = api.post("/v1/clubs", {"slug": "vasa", "name": "Another"}, role="operator")
    assert (answer.status_code, answer.json["code"]) == (409, "refused")


def test_players_are_registered_from_a_list_and_shown_in_its_order(api):
    people = [{"name": "Åsa", "rating": 1500}, {"name": "Bo", "rating": None}, "Cilla"]
    answer = api.post("/v1/clubs/vasa/players", people)
    assert answer.status_code == 201
    assert [(player["name"], player["rating"]) for player in answer.json["players"]] == [
        ("Åsa", 1500),
        ("Bo", None),
        ("Cilla", None),
    ]
    assert api.get("/v1/clubs/vasa/players").json["players"] == answer.json["players"]
    assert all(re.fullmatch(r"p_[a-z2-7]{10}", player["id"]) for player in answer.json["players"])


@pytest.mark.parametrize(
    "text",
    [
        "name,rating\r\nÅsa,1500\r\nBo,\r\n",
        "Åsa,1500\nBo\n",
        "name;rating\nÅsa;1500\nBo;\n",
        "rating\tname\n1500\tÅsa\n\tBo\n",
        '\ufeffName,Rating\n\n"Åsa", 1500 \nBo,\n,\n',
        "Namn;Ranking\nÅsa;1500\nBo;\n",
        "RATING,SPELARE\n1500,Åsa\n,Bo\n",
        "Player\tRating\nÅsa\t1500\nBo\n",
        "namn;rating;klubb\nÅsa;1500;Huk\nBo;;\n",
        "name,club,rating,Group\nÅsa,Huk,1500,A\nBo\n",
    ],
)
def test_players_are_registered_from_a_spreadsheet(api, text):
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(), content_type="text/csv; charset=utf-8")
    assert answer.status_code == 201, answer.json
    assert [(player["name"], player["rating"]) for player in answer.json["players"]] == [("Åsa", 1500), ("Bo", None)]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("name,rating\nÅsa,high\n,7\n", ["players.0.rating", "players.1.name"]),
        ("name,town\nÅsa,Visby\n", ["players.0.town"]),
        ("Åsa,1500,Vasa,1,x\n", ["players.0.column 5"]),
        ("name,rating\n", ["players"]),
        ("Åsa,99999\n", ["players.0.rating"]),
        ("name,line\nÅsa,7\n", ["players.0.column 2"]),
    ],
)
def test_a_wrong_cell_is_named_by_its_row_and_column(api, text, fields):
    before = api.everything_written()
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(), content_type="text/csv")
    assert (answer.status_code, sorted(answer.json["errors"])) == (422, fields)
    assert api.everything_written() == before


def test_a_name_that_looks_like_a_formula_comes_back_from_the_file_as_it_was(api):
    names = ["=1+1", "'=1+1", "@Åsa", "'Alla", "Bo;=2"]
    assert api.post("/v1/clubs/vasa/players", names).status_code == 201
    file = api.get("/v1/clubs/vasa/players.csv").get_data(as_text=True)
    assert "\n=1+1" not in file
    answer = api.post("/v1/clubs/vasa/players", data=file.encode(), content_type="text/csv")
    assert (answer.status_code, len(answer.json["errors"])) == (422, len(names)), "all of them are there already"


def test_what_is_wrong_in_a_spreadsheet_is_said_with_its_line(api):
    text = "namn;rating;klubb\nÅsa;1500;Huk\n\nBo;hög;Huk\n"
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(), content_type="text/csv")
    assert answer.json["errors"]["players.1.rating"][0].startswith("line 4: ")
    assert api.post("/v1/clubs/vasa/players", ["Åsa"]).status_code == 201
    answer = api.post("/v1/clubs/vasa/players", data="Bo\nÅsa\n".encode(), content_type="text/csv")
    assert {path: said[0][:8] for path, said in answer.json["errors"].items()} == {"players.1.name": "line 2: "}


def test_players_are_registered_under_their_name_too(api):
    answer = api.post("/v1/clubs/vasa/players", {"players": ["Åsa", {"name": "Bo", "rating": 1400}]})
    assert [player["name"] for player in answer.json["players"]] == ["Åsa", "Bo"]
    assert api.post("/v1/clubs/vasa/players", {"players": ["Ulla"], "also": 1}).status_code == 422
    assert api.post("/v1/clubs/vasa/players", {"players": "Ulla"}).status_code == 422


@pytest.mark.parametrize("text", ["rating,club\n1,huk\n", "Klubb;Elo\nVasa;1500\n"])
def test_a_heading_without_a_column_of_names_is_answered_with_the_known_columns(api, text):
    before = api.everything_written()
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(), content_type="text/csv")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["players"])
    said = answer.json["errors"]["players"][0]
    assert text.split("\n", 1)[0] in said
    assert "known headings are name, namn, player, spelare" in said
    assert api.everything_written() == before


LISTS = ROOT / "tests" / "data" / "lists"


@pytest.mark.parametrize(
    ("data", "people"),
    [
        ((LISTS / "players-1-title-line.csv").read_bytes(), [("Dag Falkman", None, "Vasa")]),
        ((LISTS / "players-2-sep-line.csv").read_bytes(), [("Dag Falk", None, None)]),
        (
            "Deltagare\n1. Öberg, Åsa (Vasa) 1500\n• Bo Ek\tKiel".encode(),
            [("Åsa Öberg", 1500, "Vasa"), ("Bo Ek", None, "Kiel")],
        ),
    ],
)
def test_a_list_is_read_alike_by_the_clubs_list_and_the_entries(api, data, people):
    cup = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
    path = f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', cup).json['id']}/entries?register=1"
    entered = api.post(path, data=data, content_type="text/csv")
    assert [(entry["name"], entry["rating"], entry["group"]) for entry in entered.json["entries"]] == people
    api.found("huk")
    listed = api.post("/v1/clubs/huk/players", data=data, content_type="text/csv", role="huk organiser")
    assert [(player["name"], player["rating"], player["group"]) for player in listed.json["players"]] == people


def test_two_people_of_one_name_in_a_file_are_named_and_nothing_is_written(api):
    before = api.everything_written()
    data = (LISTS / "homonyms.csv").read_bytes()
    answer = api.post("/v1/clubs/vasa/players", data=data, content_type="text/csv")
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["players.1.name"])
    assert api.everything_written() == before


def test_a_line_that_can_be_read_in_two_ways_is_asked_about_by_its_line(api):
    answer = api.post("/v1/clubs/vasa/players", data=b"Bo Ek\nAnna Berg 1987\n", content_type="text/csv")
    assert answer.json["errors"] == {
        "players.1.name": ["line 2: “Anna Berg 1987”: is 1987 a rating, or a part of the name?"]
    }


@pytest.mark.parametrize("names", [["Player A", "Player B"], ["Anna", "Spelare"], ["Namnlös", "Nameless"]])
def test_a_list_without_a_heading_is_not_taken_to_have_one(api, names):
    text = "".join(f"{name},1500\n" for name in names)
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(), content_type="text/csv")
    assert [player["name"] for player in answer.json["players"]] == names


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16"])
def test_a_spreadsheet_in_another_encoding_is_told_about_csv_and_utf_8(api, encoding):
    text = "namn;rating\nÅsa;1500\n"
    answer = api.post("/v1/clubs/vasa/players", data=text.encode(encoding), content_type="text/csv")
    assert (answer.status_code, answer.json["code"]) == (400, "malformed-csv")
    assert "UTF-8" in answer.json["detail"]
    assert "CSV UTF-8" in api.get(answer.json["type"], role=None).get_data(as_text=True)


@pytest.mark.parametrize("data", [b"\xff\xfeA", b'name\n"\x00', b"name\n" + b'"' + b"x" * 200_000])
def test_what_is_no_spreadsheet_is_refused(api, data):
    assert api.post("/v1/clubs/vasa/players", data=data, content_type="text/csv").status_code in (400, 422)


def test_too_many_players_at_once_are_refused(api):
    answer = api.post("/v1/clubs/vasa/players", [{"name": f"P{number}"} for number in range(1001)])
    assert answer.status_code == 413


def test_a_list_is_read_in_pages(api):
    api.post("/v1/clubs/vasa/players", [{"name": f"P{number}"} for number in range(5)])
    seen, path = [], "/v1/clubs/vasa/players?limit=2"
    while path:
        answer = api.get(path)
        assert len(answer.json["players"]) <= 2
        seen += [player["name"] for player in answer.json["players"]]
        found = re.search(r'<(.*)>; rel="next"', answer.headers.get("Link", ""))
        path = found and found[1]
        assert (answer.json["total"], answer.json["next"]) == (5, path)
    assert seen == ["P0", "P1", "P2", "P3", "P4"]


def test_a_token_is_shown_once_and_listed_without_its_secret(api):
    answer = api.post("/v1/clubs/vasa/tokens", {"role": "scorer", "note": "table 4"})
    assert answer.status_code == 201
    listed = api.get("/v1/clubs/vasa/tokens", role="organiser")
    assert {"id": answer.json["id"], "role": "scorer", "note": "table 4"} in listed.json["tokens"]
    assert answer.json["token"].rpartition("_")[2] not in listed.get_data(as_text=True)


def test_the_last_organiser_cannot_lock_the_club(api):
    tokens = api.get("/v1/clubs/vasa/tokens", role="organiser").json["tokens"]
    last = next(token["id"] for token in tokens if token["role"] == "organiser")
    answer = api.send("DELETE", f"/v1/clubs/vasa/tokens/{last}", "organiser")
    assert (answer.status_code, answer.json["code"]) == (409, "refused")


def test_a_list_that_has_not_changed_is_not_sent_again(api):
    etag = api.get("/v1/clubs/vasa/players").headers["ETag"]
    assert api.get("/v1/clubs/vasa/players", headers={"If-None-Match": etag}).status_code == 304


def test_the_matches_and_tournaments_of_a_club_are_listed_once_they_are_judged(api, judge):
    matches, cup = [api.friendly() for _ in range(3)], api.tournament(2)
    api.post(f"/v1/matches/{matches[0]}/events", {"type": "OpeningRolled", "white": 2, "black": 5})
    judge()
    listed = api.get("/v1/clubs/vasa/matches").json["matches"]
    assert [each["id"] for each in listed] == matches
    assert (listed[0]["phase"], listed[0]["version"], listed[0]["judged_version"]) == ("roll", 1, 1)
    page = api.get("/v1/clubs/vasa/matches?limit=2&cursor=2")
    assert [match["id"] for match in page.json["matches"]] == matches[2:]
    assert [tournament["id"] for tournament in api.get("/v1/clubs/vasa/tournaments").json["tournaments"]] == [cup]


# ── the list changes ─────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_renamed_player_keeps_the_old_name_in_earlier_tournaments(api):
    tournament = api.tournament(2)
    player = api.get("/v1/clubs/vasa/players").json["players"][0]
    path = f"/v1/clubs/vasa/players/{player['id']}"
    answer = api.send("PATCH", path, "organiser", json={"name": "Åsa", "rating": 1550})
    assert (answer.status_code, answer.json) == (200, {**player, "name": "Åsa", "rating": 1550})
    assert api.send("PATCH", "/v1/clubs/vasa/players/Åsa", "organiser", json={"rating": None}).json["rating"] is None
    assert api.get("/v1/clubs/vasa/players").json["players"][0]["name"] == "Åsa"
    assert api.get(f"/v1/tournaments/{tournament}").json["entries"][0]["name"] == player["name"]


def test_a_repeated_renaming_by_name_is_answered_again(api):
    api.post("/v1/clubs/vasa/players", ["Bo"])
    sent = [
        api.send(
            "PATCH", "/v1/clubs/vasa/players/Bo", "organiser", json={"name": "Bosse"}, headers={"Idempotency-Key": "k"}
        )
        for _ in range(2)
    ]
    assert [each.status_code for each in sent] == [200, 200]
    assert sent[0].json == sent[1].json


@pytest.mark.parametrize(
    ("body", "paths"), [({}, {"name"}), ({"name": "Cilla"}, {"name"}), ({"rating": -1, "name": ""}, {"name", "rating"})]
)
def test_a_change_of_a_player_that_cannot_be_is_named(api, body, paths):
    api.post("/v1/clubs/vasa/players", ["Bo", "Cilla"])
    answer = api.send("PATCH", "/v1/clubs/vasa/players/Bo", "organiser", json=body)
    assert (answer.status_code, set(answer.json["errors"])) == (422, paths)


def test_a_player_is_taken_off_the_list_and_their_entries_stand(api):
    tournament = api.tournament(2)
    first, second = api.get("/v1/clubs/vasa/players").json["players"]
    path = f"/v1/clubs/vasa/players/{first['id']}"
    assert api.send("DELETE", path, "organiser").status_code == 204
    assert api.send("DELETE", path, "organiser").status_code == 404
    assert api.get("/v1/clubs/vasa/players").json["players"] == [second]
    assert api.post(f"/v1/tournaments/{tournament}/start").status_code == 200
    assert api.post("/v1/clubs/vasa/players", [first["name"]]).status_code == 201


def test_the_operator_sees_every_club(api):
    api.found("huk")
    api.post("/v1/clubs/vasa/players", ["Bo"])
    assert api.get("/v1/clubs", "operator").json["clubs"] == [
        {"slug": "huk", "name": "Huk", "players": 0, "closed": None},
        {"slug": "vasa", "name": "Vasa", "players": 1, "closed": None},
    ]
    assert api.get("/v1/clubs", "organiser").status_code == 403
