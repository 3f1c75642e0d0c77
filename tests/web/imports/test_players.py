"""Players of another program's file over HTTP: looked at first, then entered exactly as looked at, once."""

import json

import pytest

from tests.support.paths import ROOT

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss"}
LIST = (
    "Midsummer Open\n"
    "No.;;Name;FideID;FED;Rtg;Club/City\n"
    "1;;Öberg, Åsa;17;SWE;1510;Vasa\n"
    "2;;Ek, Bo;;SWE;0;\n"
    "3;;Dahl, Cilla;;NOR;;Huk\n"
)


@pytest.fixture
def cup(api):
    api.post("/v1/clubs/vasa/players", [{"name": "Åsa Öberg", "rating": 1500}, {"name": "Bertil Ek"}])
    return api.post("/v1/clubs/vasa/tournaments", CUP).json["id"]


def ask(api, cup, data, **query):
    """Send a file of CSV, or of JSON where it is no text, with a query."""
    kind, body = ("text/csv", data) if isinstance(data, str | bytes) else ("application/json", json.dumps(data))
    body = body.encode() if isinstance(body, str) else body
    path = f"/v1/tournaments/{cup}/imports/players"
    return api.post(path, query_string=query, data=body, content_type=kind)


def look(api, cup, data, **query):
    answer = ask(api, cup, data, dry_run="true", **query)
    assert answer.status_code == 200, answer.json
    return answer.json


def becomes(preview):
    return {row["line"]: row["becomes"] for row in preview["rows"]}


def entered(api, cup):
    rows = api.get(f"/v1/tournaments/{cup}").json["entries"]
    return [(row["name"], row["rating"], row["group"]) for row in rows]


def test_a_preview_says_what_each_line_becomes_and_writes_nothing(api, cup):
    before = api.everything_written()
    found = look(api, cup, LIST)
    assert becomes(found) == {3: "known", 4: "new", 5: "new"}
    assert (found["source"], found["entered"], found["new"], found["unclear"]) == ("chess_results", 3, 2, 0)
    first = found["rows"][0]
    assert (first["name"], first["written"], first["country"], first["known_as"]["name"]) == (
        "Åsa Öberg",
        "Öberg, Åsa",
        "SWE",
        "Åsa Öberg",
    )
    meanings = {column["heading"]: column["meaning"] for column in found["columns"]}
    assert meanings == {
        "No.": "number",
        "Name": "name",
        "FideID": "federation_id",
        "FED": "country",
        "Rtg": "rating",
        "Club/City": "club",
    }
    assert api.everything_written() == before


def test_the_digest_of_the_preview_enters_exactly_that_and_only_once(api, cup):
    digest = look(api, cup, LIST)["digest"]
    answer = ask(api, cup, LIST, digest=digest)
    assert answer.status_code == 201
    wanted = [("Åsa Öberg", 1510, "Vasa"), ("Bo Ek", None, None), ("Cilla Dahl", None, "Huk")]
    assert entered(api, cup) == wanted
    written = api.everything_written()
    again = ask(api, cup, LIST, digest=digest)
    assert (again.status_code, again.json, again.headers["Idempotent-Replayed"]) == (201, answer.json, "true")
    assert api.everything_written() == written


def test_another_file_or_a_changed_tournament_is_not_what_was_looked_at(api, cup):
    digest = look(api, cup, LIST)["digest"]
    before = api.everything_written()
    assert ask(api, cup, LIST.replace("1510", "1520"), digest=digest).status_code == 409
    assert api.everything_written() == before
    api.post(f"/v1/tournaments/{cup}/entries", {"players": ["Bertil Ek"]})
    before = api.everything_written()
    assert ask(api, cup, LIST, digest=digest).status_code == 409
    assert api.everything_written() == before


def test_without_a_look_nothing_is_written(api, cup):
    refused = ask(api, cup, LIST)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["digest"])


WRONG = "Name;Rating\n;1500\n=1+1;\nBo Ek;abc\nBertil Ekk;\n" + "x" * 101 + ";\nÅsa Öberg;\n"


def test_every_wrong_or_unclear_line_is_named_and_nothing_is_written(api, cup):
    found = look(api, cup, WRONG)
    assert [each["line"] for each in found["wrong"]] == [2, 3]
    assert becomes(found) == {4: "wrong", 5: "choose", 6: "wrong", 7: "known"}
    before = api.everything_written()
    refused = ask(api, cup, WRONG, digest=found["digest"])
    assert refused.status_code == 422
    assert sorted(refused.json["errors"]) == ["lines.2", "lines.3", "lines.4", "lines.5", "lines.6"]
    assert api.everything_written() == before


def test_choices_leave_lines_out_and_say_who_is_meant(api, cup):
    known = next(row for row in look(api, cup, WRONG)["rows"] if row["line"] == 5)["choices"]
    assert [each["name"] for each in known] == ["Bertil Ek"]
    choices = f"2:leave,3:leave,4:leave,5:{known[0]['player']},6:leave"
    found = look(api, cup, WRONG, choices=choices)
    assert (becomes(found)[5], becomes(found)[4], found["wrong"]) == ("known", "left_out", [])
    assert ask(api, cup, WRONG, choices=choices, digest=found["digest"]).status_code == 201
    assert entered(api, cup) == [("Bertil Ek", None, None), ("Åsa Öberg", 1500, None)]


@pytest.mark.parametrize(
    ("names", "doubtful"),
    [
        (("Cilla Dahl", "Dahl Cilla"), True),
        (("Cilla Dahl", "Cilla Dahll"), True),
        (("Cilla Dahl", "Cilla Dähl"), True),
        (("Bo Ek", "Bo Ok"), False),
        (("Cilla Dahl", "Cilla Berg"), False),
    ],
)
def test_two_new_players_who_may_be_one_wait_for_a_choice(api, cup, names, doubtful):
    file = f"Name;Rating\n{names[0]};\n{names[1]};\n"
    found = look(api, cup, file)
    assert (becomes(found)[3], found["rows"][1]["double"]) == (("choose", 2) if doubtful else ("new", 0))
    assert becomes(look(api, cup, file, choices="3:new"))[3] == "new"
    assert becomes(look(api, cup, file, choices="3:leave"))[3] == "left_out"


@pytest.mark.parametrize("wrong", ["1:new", "x", "3:new,3:leave", "3:p_x"])
def test_a_choice_for_no_line_of_the_file_is_refused(api, cup, wrong):
    refused = ask(api, cup, LIST, dry_run="true", choices=wrong)
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["choices"])


def test_seeds_of_challonge_are_kept_where_everybody_has_one(api, cup):
    names = ("Dag Falk", "Cilla Dahl", "Åsa Öberg")
    body = [{"participant": {"id": seed, "name": name, "seed": 4 - seed}} for seed, name in enumerate(names, 1)]
    found = look(api, cup, body)
    assert (found["source"], found["keeps_seeds"]) == ("challonge", True)
    answer = ask(api, cup, body, digest=found["digest"])
    assert [entry["name"] for entry in answer.json["entries"]] == list(names)
    seeding = api.get(f"/v1/tournaments/{cup}/events").json["events"][-1]
    by_id = {entry["player"]: entry["name"] for entry in answer.json["entries"]}
    assert [by_id[player] for player in seeding["players"]] == list(reversed(names))
    assert not look(api, cup, [{"participant": {"id": 9, "name": "Eva", "seed": 1}}])["keeps_seeds"]


@pytest.mark.parametrize("seed", [0, -1, "x", 10**9, None])
def test_a_seed_that_is_none_is_passed_over(api, cup, seed):
    found = look(api, cup, [{"participant": {"id": 9, "name": "Eva Lind", "seed": seed}}])
    assert (becomes(found), found["keeps_seeds"]) == ({1: "new"}, False)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"rating;club\n1500;Vasa\n", b"a\0"])
def test_a_file_that_cannot_be_read_is_refused_as_a_whole(api, cup, data):
    refused = ask(api, cup, data, dry_run="true")
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["file"])


def test_a_file_of_a_spreadsheet_on_an_older_computer_is_read(api, cup):
    found = look(api, cup, LIST.encode("cp1252"))
    assert (found["encoding"], found["rows"][0]["name"]) == ("Windows-1252", "Åsa Öberg")


def test_teams_are_not_imported_as_players(api):
    league = {"name": "League", "game": "swedish", "length": {"games": 3}, "format": "team_league"}
    tournament = api.post("/v1/clubs/vasa/tournaments", league).json["id"]
    assert ask(api, tournament, LIST, dry_run="true").status_code == 409


def test_a_tournament_that_takes_no_late_players_refuses_and_registers_none(api):
    started = api.tournament(4, format="single_elimination")
    api.post(f"/v1/tournaments/{started}/start")
    digest = look(api, started, LIST)["digest"]
    before = api.everything_written()
    assert ask(api, started, LIST, digest=digest).status_code == 409
    assert api.everything_written() == before


# ── two people of one name ───────────────────────────────────────────────────────────────────────────────────────────
HOMONYMS = (ROOT / "tests" / "data" / "lists" / "homonyms.csv").read_bytes()


def test_two_people_of_one_name_are_asked_about(api, cup):
    found = look(api, cup, HOMONYMS)
    assert (becomes(found), found["unclear"]) == ({2: "new", 3: "choose", 4: "new"}, 1)
    assert {row["line"]: row["double"] for row in found["rows"]} == {2: 0, 3: 2, 4: 0}
    refused = ask(api, cup, HOMONYMS, digest=found["digest"])
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["lines.3"])
    assert entered(api, cup) == []


@pytest.mark.parametrize(
    ("choice", "names"),
    [
        ("3:new", ["Eva Persson", "Eva Persson (Kiel)", "Bo Ek"]),
        ("3:leave", ["Eva Persson", "Bo Ek"]),
    ],
)
def test_a_choice_about_two_of_one_name_is_carried_out(api, cup, choice, names):
    found = look(api, cup, HOMONYMS, choices=choice)
    assert found["unclear"] == 0
    written = ask(api, cup, HOMONYMS, digest=found["digest"], choices=choice)
    assert (written.status_code, [entry["name"] for entry in written.json["entries"]]) == (201, names)


@pytest.mark.parametrize(
    ("second", "name"),
    [
        ("Persson, Eva;;SWE;1190;", "Eva Persson (1190)"),
        ("Persson, Eva;17002;SWE;1510;", "Eva Persson (17002)"),
    ],
)
def test_two_of_one_name_are_told_apart_by_what_the_file_says_of_them(api, cup, second, name):
    data = f"Name;FideID;FED;Rtg;Club/City\nPersson, Eva;17001;SWE;1510;Vasa\n{second}\n".encode()
    found = look(api, cup, data, choices="3:new")
    assert [row["name"] for row in found["rows"]] == ["Eva Persson", name]
    assert becomes(look(api, cup, data)) == {2: "new", 3: "choose"}


def test_the_same_line_twice_is_one_person(api, cup):
    data = b"Name;Rtg;Club/City\nPersson, Eva;1510;Vasa\nPersson, Eva;1510;Vasa\nPersson, Eva;;\n"
    assert becomes(look(api, cup, data)) == {2: "new", 3: "twice", 4: "twice"}


def test_a_choice_that_is_not_carried_out_is_refused(api, cup):
    other = api.post("/v1/clubs/vasa/players", ["Eva Persson", "Dag Falk"]).json["players"]
    by_name = {each["name"]: each["id"] for each in other}
    same = b"Name;Rtg\nPersson, Eva;1510\nPersson, Eva;1510\nLind, Ida;1400\n"
    for choices, lines in [
        ("2:new", ["lines.2"]),
        (f"2:{by_name['Dag Falk']}", ["lines.2"]),
        ("3:new", ["lines.3"]),
        (f"4:{by_name['Dag Falk']}", ["lines.4"]),
    ]:
        found = look(api, cup, same, choices=choices)
        refused = ask(api, cup, same, digest=found["digest"], choices=choices)
        assert (refused.status_code, list(refused.json["errors"])) == (422, lines), choices
    found = look(api, cup, HOMONYMS, choices=f"3:{by_name['Eva Persson']}")
    refused = ask(api, cup, HOMONYMS, digest=found["digest"], choices=f"3:{by_name['Eva Persson']}")
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["lines.3"])
    third = HOMONYMS + b"4;;Persson, Eva;17002;SWE;1190;Kiel\n"
    found = look(api, cup, third, choices="3:new,5:new")
    refused = ask(api, cup, third, digest=found["digest"], choices="3:new,5:new")
    assert (refused.status_code, list(refused.json["errors"])) == (422, ["lines.5"]), "no two are told apart alike"
    assert entered(api, cup) == []


def test_a_page_of_start_gg_is_told_as_one(api, cup):
    nodes = [{"id": 31, "name": "Åsa Öberg", "initialSeedNum": 1}]
    for info in ({"page": 1, "totalPages": 2, "perPage": 1, "total": 2}, {"total": 2, "perPage": 1}):
        event = {"entrants": {"pageInfo": info, "nodes": nodes}, "sets": {"pageInfo": info, "nodes": []}}
        found = look(api, cup, {"data": {"event": event}})
        assert found["remarks"][0] == "this is page 1 of 2 of the players: the others are missing"
    whole = {"entrants": {"pageInfo": {"page": 1, "totalPages": 1, "total": 1}, "nodes": nodes}}
    assert look(api, cup, {"data": {"event": whole}})["remarks"] == []


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"PK\x03\x04....xl/workbook.xml", "Excel (XLSX)"),
        (b"%PDF-1.7", "PDF"),
    ],
)
def test_a_file_that_is_no_list_is_named_at_every_door(api, cup, data, word):
    for path in (
        "/v1/clubs/vasa/players",
        f"/v1/tournaments/{cup}/entries?register=1",
        f"/v1/tournaments/{cup}/imports/players?dry_run=1",
    ):
        refused = api.post(path, data=data, content_type="text/csv")
        assert (refused.status_code, word in str(refused.json["errors"])) == (422, True), path


def test_a_report_of_fide_is_taken_over_as_a_file_and_named_where_a_list_is_wanted(api, cup):
    data = b"012 Vasa Open\r\n001    1      Ek, Bo\r\n"
    for path in ("/v1/clubs/vasa/players", f"/v1/tournaments/{cup}/entries?register=1"):
        refused = api.post(path, data=data, content_type="text/csv")
        assert (refused.status_code, "TRF" in str(refused.json["errors"])) == (422, True), path
    seen = api.post(f"/v1/tournaments/{cup}/imports/players?dry_run=1", data=data, content_type="text/csv")
    assert (seen.status_code, seen.json["source"], [row["name"] for row in seen.json["rows"]]) == (
        200,
        "fide_report",
        ["Bo Ek"],
    )
