"""The pages of a club's players: the list, lists from files, a player's history, and two players who are one."""

import io

import pytest

from service.handlers.registration import participation
from tests.pages.entries.test_entries_page import fields, states, words
from tests.support.signed_in import FORMS, signed_in

LIST = "/clubs/vasa/players"
CUP = {"name": "Vårcupen", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
WON = [{"winner": "white", "outcome": "bearing_off"}] * 3


@pytest.fixture
def organiser(api):
    """An organiser of the club in a browser."""
    api.post(LIST.replace("/clubs", "/v1/clubs"), [{"name": "Åsa Öberg", "rating": 1500}, {"name": "Bo Ek"}])
    return signed_in(api, "Anna Berg", "organiser")


def players(api):
    return {player["name"]: player for player in api.get("/v1/clubs/vasa/players").json["players"]}


def ids(api):
    return {name: player["id"] for name, player in players(api).items()}


def cup(api, judge, *names, name="Vårcupen", start=True):
    """A tournament of these players, known to the workers; its id."""
    tournament = api.post("/v1/clubs/vasa/tournaments", {**CUP, "name": name}).json["id"]
    assert api.post(f"/v1/tournaments/{tournament}/entries", list(names)).status_code == 201
    if start:
        assert api.post(f"/v1/tournaments/{tournament}/start", {"seed": "x"}).status_code == 200
    judge()
    return tournament


# ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_list_is_searched_and_shows_what_is_found(api, organiser):
    api.post("/v1/clubs/vasa/players", [f"Person {number}" for number in range(201)])
    found = words(organiser.get(f"{LIST}?q=ÖBERG"))
    assert ("Åsa Öberg" in found, "Bo Ek" in found) == (True, False)
    assert "Person 99" not in words(organiser.get(LIST))
    assert "Person 99" in words(organiser.get(f"{LIST}?from=200"))
    assert "No name on the list holds “zz”" in words(organiser.get(f"{LIST}?q=zz"))


def test_a_player_is_added_changed_and_removed(api, organiser):
    assert organiser.fill(LIST, name=" Cilla  Ek ", rating="1450", group="Huk").status_code == 303
    assert players(api)["Cilla Ek"] | {"id": ""} == {"id": "", "name": "Cilla Ek", "rating": 1450, "group": "Huk"}
    taken = organiser.fill(LIST, name="Cilla Ek", rating="", group="")
    assert (taken.status_code, "of this name already" in words(taken)) == (422, True)
    path, seen = f"{LIST}/{ids(api)['Cilla Ek']}", {"seen_name": "Cilla Ek", "seen_rating": "1450", "seen_group": "Huk"}
    assert organiser.fill(path, name="Cilla Å", rating="", group="", **seen).status_code == 303
    assert players(api)["Cilla Å"]["rating"] is None
    late = organiser.fill(path, name="Cilla Z", rating="", group="", **seen)
    assert (late.status_code, "changed meanwhile" in words(late)) == (409, True)
    assert organiser.fill(f"{path}/removal").status_code == 303
    assert players(api).keys() == {"Åsa Öberg", "Bo Ek"}


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "X", "rating": "high"}, {"name": "X", "rating": "10000"}])
def test_a_player_who_cannot_be_is_told_and_not_written(api, organiser, form):
    before = api.everything_written()
    assert organiser.fill(LIST, **form).status_code == 422
    assert api.everything_written() == before


def test_the_list_goes_to_a_spreadsheet_and_comes_back_with_new_people_and_ratings(api, organiser):
    organiser.fill(LIST, name="Örjan Ås", rating="1700", group="Huk")
    file = organiser.client.get("/clubs/vasa/players.csv", headers=FORMS)
    text = file.get_data(as_text=True)
    assert text.splitlines() == ["\ufeffname,rating,group", "Bo Ek,,", "Åsa Öberg,1500,", "Örjan Ås,1700,Huk"]
    assert api.get("/v1/clubs/vasa/players.csv").get_data(as_text=True) == text.removeprefix("\ufeff")
    changed = text.replace("Bo Ek,,", "Bo Ek,1600,Vasa\r\nNy Person,x,").encode()
    upload = {"file": (io.BytesIO(changed), "players.csv"), "list": ""}
    seen = organiser.client.post(f"{LIST}/list", data=upload, headers=FORMS)
    assert states(seen) == ["known", "wrong", "known", "known"]
    assert "rating 1600 instead of –" in words(seen)
    form = fields(seen)
    assert organiser.fill(f"{LIST}/import", **form).status_code == 422
    assert "Ny Person" not in players(api)
    for _ in range(2):
        assert organiser.fill(f"{LIST}/import", **form | {"rating.2": "1300"}).status_code == 303
    now = players(api)
    assert [(now[name]["rating"], now[name]["group"]) for name in ("Bo Ek", "Ny Person", "Örjan Ås", "Åsa Öberg")] == [
        (1600, "Vasa"),
        (1300, None),
        (1700, "Huk"),
        (1500, None),
    ]


def test_a_name_that_looks_like_a_formula_is_known_when_the_file_comes_back(api, organiser):
    assert organiser.fill(LIST, name="=1+1").status_code == 303
    file = organiser.client.get("/clubs/vasa/players.csv", headers=FORMS).get_data()
    with_lines = file.replace(b",group\r\n", b",line\r\n")
    for each in (file, with_lines):
        upload = {"file": (io.BytesIO(each), "players.csv"), "list": ""}
        assert states(organiser.client.post(f"{LIST}/list", data=upload, headers=FORMS)) == ["known"] * 3


def test_the_group_of_the_list_is_that_of_the_entry_unless_another_is_named(api, organiser, judge):
    organiser.fill(LIST, name="Örjan Ås", group="Huk")
    tournament = cup(api, judge, "Örjan Ås", {"player": "Bo Ek", "group": "Vasa"}, start=False)
    assert [entry["group"] for entry in api.get(f"/v1/tournaments/{tournament}").json["entries"]] == ["Huk", "Vasa"]


# ── history ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_players_page_tells_tournaments_places_and_matches(api, organiser, judge):
    first = cup(api, judge, "Åsa Öberg", "Bo Ek")
    cup(api, judge, "Bo Ek", name="Höstcupen", start=False)
    match = api.get(f"/v1/tournaments/{first}/matches").json["matches"][0]
    api.post(f"/v1/tournaments/{first}/results", {"match": match["id"], "results": WON})
    judge()
    path = f"/v1/clubs/vasa/players/{ids(api)['Bo Ek']}/history"
    told = api.get(path).json
    assert [
        (tournament["name"], tournament["rank"], len(tournament["matches"])) for tournament in told["tournaments"]
    ] == [
        ("Höstcupen", None, 0),
        ("Vårcupen", told["tournaments"][1]["rank"], 1),
    ]
    played = told["tournaments"][1]["matches"][0]
    white = match["white"]["name"] == "Bo Ek"
    assert (played["opponent"], played["won"], played["id"]) == ("Åsa Öberg", white, match["id"])
    page = words(organiser.get(f"{LIST}/{ids(api)['Bo Ek']}"))
    assert "Vårcupen" in page
    assert ("won" if white else "lost") in page
    page = api.get(f"{path}?limit=1").json
    assert (len(page["tournaments"]), page["total"], "cursor=1" in page["next"]) == (1, 2, True)
    assert api.get(f"{path}?limit=51").status_code == 422


# ── two who are one ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_two_players_become_one_and_the_old_id_still_leads_there(api, organiser, judge):
    api.post("/v1/clubs/vasa/players", [{"name": "Bosse Ek", "rating": 1400, "group": "Huk"}])
    cup(api, judge, "Bosse Ek", "Åsa Öberg")
    old, new = ids(api)["Bosse Ek"], ids(api)["Bo Ek"]
    before = api.everything_written()
    seen = organiser.fill(f"{LIST}/{old}/merge", into="Bo Ek")
    assert (seen.status_code, "1 tournament of Bosse Ek counts for Bo Ek: Vårcupen" in words(seen)) == (200, True)
    assert api.everything_written() == before
    form = fields(seen)
    assert [organiser.fill(f"{LIST}/{old}/merge", **form).status_code for _ in range(2)] == [303, 303]
    assert players(api)["Bo Ek"] == {"id": new, "name": "Bo Ek", "rating": 1400, "group": "Huk"}
    assert "Bosse Ek" not in players(api)
    assert api.get(f"/v1/clubs/vasa/players/{old}").json["id"] == new
    assert [
        tournament["name"] for tournament in api.get(f"/v1/clubs/vasa/players/{new}/history").json["tournaments"]
    ] == ["Vårcupen"]
    assert organiser.get(f"{LIST}/{old}").status_code == 200


def test_a_merged_player_is_not_entered_twice_and_comes_back_as_the_same_entry(api, organiser, judge):
    api.post("/v1/clubs/vasa/players", ["Bosse Ek"])
    tournament = cup(api, judge, "Bosse Ek", "Åsa Öberg", start=False)
    old = ids(api)["Bosse Ek"]
    assert api.post(f"/v1/clubs/vasa/players/{old}/merge", {"into": "Bo Ek"}).status_code == 200
    part = f"/v1/tournaments/{tournament}"
    for who in ("Bo Ek", old, ids(api)["Bo Ek"]):
        assert api.post(f"{part}/entries", [who]).status_code == 409
    assert states(organiser.fill(f"/tournaments/{tournament}/entries/list", list="bo ek")) == ["entered"]
    api.post(f"{part}/withdrawals", {"player": "Bosse Ek"})
    assert api.post(f"{part}/entries", ["Bo Ek"]).status_code == 201
    assert [entry["player"] for entry in api.get(part).json["entries"] if entry["name"] == "Bo Ek"] == [old]


@pytest.mark.parametrize("start", [True, False])
def test_two_who_take_part_in_one_tournament_are_two(api, organiser, judge, start):
    cup(api, judge, "Bo Ek", "Åsa Öberg", start=start)
    before = api.everything_written()
    refused = organiser.fill(f"{LIST}/{ids(api)['Bo Ek']}/merge", into="Åsa Öberg", step="write")
    assert (refused.status_code, "they are two people" in words(refused)) == (409, True)
    assert api.post(f"/v1/clubs/vasa/players/{ids(api)['Bo Ek']}/merge", {"into": "Åsa Öberg"}).status_code == 409
    assert api.everything_written() == before


def test_two_who_take_part_in_a_tournament_that_no_worker_has_seen_are_two(api, organiser, judge):
    api.post("/v1/clubs/vasa/players", ["Cilla Ek"])
    old = cup(api, judge, "Bo Ek", "Åsa Öberg", start=False)
    cup(api, lambda: None, "Cilla Ek", "Åsa Öberg", name="Höstcupen", start=False)
    path = f"/v1/clubs/vasa/players/{ids(api)['Cilla Ek']}/merge"
    assert api.post(path, {"into": "Åsa Öberg"}).status_code == 409
    api.post(f"/v1/tournaments/{old}/entries", ["Cilla Ek"])
    assert "Vårcupen" in api.post(path, {"into": "Bo Ek"}).json["detail"]
    api.post(f"/v1/tournaments/{old}/withdrawals", {"player": "Bo Ek"})
    assert api.post(path, {"into": "Bo Ek"}).status_code == 200


def test_a_merge_reads_a_bounded_number_of_logs_and_the_next_try_goes_on(api, organiser, judge, monkeypatch):
    monkeypatch.setattr(participation, "FOLDED", 2)
    cup(api, judge, "Bo Ek", "Åsa Öberg", start=False)
    for number in range(2):
        cup(api, judge, "Bo Ek", name=f"Cup {number}", start=False)
    path = f"/v1/clubs/vasa/players/{ids(api)['Bo Ek']}/merge"
    told = [api.post(path, {"into": "Åsa Öberg"}).json["detail"] for _ in range(2)]
    assert ["still to be looked through" in told[0], "Vårcupen" in told[1]] == [True, True]


@pytest.mark.parametrize(("into", "status"), [("Bo Ek", 409), ("Nobody", 404), ("", 422)])
def test_a_merge_that_cannot_be_is_refused(api, organiser, into, status):
    path = f"/v1/clubs/vasa/players/{ids(api)['Bo Ek']}/merge"
    assert api.post(path, {"into": into}).status_code == status
    assert organiser.fill(f"{LIST}/{ids(api)['Bo Ek']}/merge", into=into).status_code == {422: 404}.get(status, status)


# ── rights ───────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_clubs_people_read_and_only_organisers_change(api, organiser):
    viewer, path = signed_in(api, "Carl", "viewer"), f"{LIST}/{ids(api)['Bo Ek']}"
    before = api.everything_written()
    for page in (LIST, path, "/clubs/vasa/players.csv"):
        assert viewer.get(page).status_code == 200
        assert api.client.get(page, headers=FORMS).status_code == 401
    assert "Add a player" not in words(viewer.get(LIST))
    for part, form in (("", {"name": "x"}), ("/removal", {}), ("/merge", {"into": "Åsa Öberg", "step": "write"})):
        assert viewer.fill(f"{path}{part}", **form).status_code == 403
    for part, form in (("", {"name": "x"}), ("/list", {"list": "x"}), ("/import", {"lines": "1", "name.1": "x"})):
        assert viewer.fill(f"{LIST}{part}", **form).status_code == 403
    assert api.everything_written() == before
