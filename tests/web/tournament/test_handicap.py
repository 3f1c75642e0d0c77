"""A handicap through the API: announced, in the terms and the log of a match, settled, exported, and changed."""

import csv
import io

import pytest

from tests.support.pages.form_fields import fields_of
from tests.support.pages.forms import hidden, words
from tests.support.pictures.prints import texts
from tests.support.signed_in import signed_in

TABLE = {"by": "rating", "table": [{"difference": 100, "start": 1}, {"difference": 200, "start": 2}]}
PLAIN = {"outcome": "bearing_off"}
SAYS = {"headers": {"Accept-Language": "en", "Sec-Fetch-Site": "same-origin"}}


def announced(api, rule=TABLE, ratings=(1800, 1560), **more):
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin", "published": True}
    cup = api.post("/v1/clubs/vasa/tournaments", {**body, "handicap": rule, **more})
    assert cup.status_code == 201, cup.json
    path = f"/v1/tournaments/{cup.json['id']}"
    for name, rating in zip(("Anna", "Bo"), ratings, strict=True):
        assert api.post("/v1/clubs/vasa/players", [{"name": name, "rating": rating}]).status_code < 300
        assert api.post(f"{path}/entries", {"players": [name]}).status_code < 300
    return path


@pytest.fixture
def cup(api):
    """The address of a tournament of two in which Bo begins with two points, started."""
    path = announced(api)
    assert api.post(f"{path}/start", {"seed": "x"}).status_code == 200
    return path


def match_of(api, cup):
    (row,) = api.get(f"{cup}/matches", role="organiser").json["matches"]
    return api.get(f"/v1/matches/{row['id']}", role="organiser").json


def test_the_start_is_in_the_terms_of_the_match_and_in_its_log_and_its_score(api, cup):
    match = match_of(api, cup)
    (seat,) = (seat for seat, name in match["players"].items() if name == "Bo")
    assert match["start"] == {seat: 2}
    assert match["score"] == {seat: 2, ("white" if seat == "black" else "black"): 0}
    opened = api.get(f"/v1/matches/{match['id']}/events?after=-1", role="viewer").json["events"][0]
    assert (opened["schema"], opened["start"]) == (3, {seat: 2})
    assert api.get(cup).json["handicap"] == {**TABLE, "counted": "with_start", "rated": "no"}


def test_without_a_handicap_nothing_of_it_is_said(api):
    path = announced(api, None)
    api.post(f"{path}/start", {"seed": "x"})
    assert "handicap" not in api.get(path).json
    assert "start" not in match_of(api, path)
    assert "start1" not in api.get(f"{path}/matches.csv").text


@pytest.mark.parametrize("way", ["results", "decisions"])
def test_a_whole_result_is_settled_with_the_start_and_every_file_says_it(api, cup, judge, way):
    match = match_of(api, cup)
    bo, anna = ("white", "black") if match["players"]["white"] == "Bo" else ("black", "white")
    games = [{"winner": each, **PLAIN} for each in (anna, bo, anna)]
    body = {"match": match["id"], "results": games}
    if way == "decisions":
        body |= {"kind": "played", "reason": "from the sheet"}
    assert api.post(f"{cup}/{way}", body).status_code in (201, 202)
    judge()
    result = api.get(cup).json["rounds"][0]["matches"][0]["result"]
    assert (result["winner"], result["score"]) == (bo, {bo: 3, anna: 2})
    table = api.get(f"{cup}/standings").json["standings"]
    assert [each["name"] for each in table] == ["Bo", "Anna"]
    (row,) = csv.DictReader(io.StringIO(api.get(f"{cup}/matches.csv").text))
    numbers = {row[f"player{place}_name"]: (row[f"points{place}"], row[f"start{place}"]) for place in (1, 2)}
    assert numbers == {"Bo": ("3", "2"), "Anna": ("2", "0")}
    report = api.get(f"{cup}/trf26.trf").text
    assert any(
        line.startswith("### match") and (" start 2:0" in line or " start 0:2" in line) for line in report.splitlines()
    )
    assert "begins with 2 points" in words(api.client.get(f"/matches/{match['id']}", **SAYS))
    assert "Bo begins with 2 points" in api.get(f"/v1/matches/{match['id']}/transcript.txt").text
    slip = " ".join(texts(api.get(f"{cup}/rounds/1/slips.pdf?lang=sv").data))
    assert "Bo börjar med 2" in slip


def test_a_handicap_is_changed_until_the_start_and_taken_away(api):
    path = announced(api)
    wrong = api.send("PATCH", path, "organiser", json={"handicap": {"by": "class"}})
    assert (wrong.status_code, list(wrong.json["errors"])) == (422, ["handicap.classes"])
    other = {"by": "class", "classes": [{"name": "junior", "start": 1}]}
    assert api.send("PATCH", path, "organiser", json={"handicap": other}).json["handicap"]["by"] == "class"
    assert "handicap" not in api.send("PATCH", path, "organiser", json={"handicap": None}).json
    assert api.send("PATCH", path, "organiser", json={"handicap": TABLE}).status_code == 200
    api.post(f"{path}/start", {"seed": "x"})
    assert api.send("PATCH", path, "organiser", json={"handicap": None}).status_code == 409


@pytest.mark.parametrize(
    ("rule", "field"),
    [
        ({"by": "rating"}, "handicap"),
        ({**TABLE, "step": 50}, "handicap"),
        ({"by": "rating", "step": 0}, "handicap.step"),
        ({"by": "rating", "table": [{"difference": 100, "start": 100}]}, "handicap.table.0.start"),
        ({"by": "luck"}, "handicap.by"),
    ],
)
def test_a_wrong_rule_is_named_by_its_field_and_nothing_is_written(api, rule, field):
    written = api.everything_written()
    body = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "handicap": rule}
    answer = api.post("/v1/clubs/vasa/tournaments", body)
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field])
    assert api.everything_written() == written


def test_a_match_record_of_backgammon_says_the_start(api):
    path = announced(api, {**TABLE, "rated": "as_played"}, game="backgammon", length={"points": 3})
    api.post(f"{path}/start", {"seed": "x"})
    match = match_of(api, path)
    text = api.get(f"/v1/matches/{match['id']}.mat").text
    place = 1 if match["players"]["white"] == "Bo" else 2
    assert f'; [Start "{place} 2"]' in text


def test_a_copy_has_the_handicap(api, cup):
    copy = api.post(f"{cup}/copies", {}).json
    assert copy["handicap"] == api.get(cup).json["handicap"]


def test_the_form_of_an_announcement_has_the_handicap_and_keeps_it(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    path = announced(api, {**TABLE, "most": 5, "counted": "played", "rated": "allowed_for"})
    page = path.removeprefix("/v1")
    shown = organiser.get(f"{page}/announcement", **SAYS).get_data(as_text=True)
    assert 'value="100: 1, 200: 2"' in shown
    said = words(api.client.get(page, **SAYS))
    assert "by the difference of ratings: 100: 1, 200: 2. At most 5." in said
    assert "Ratings allow for the start." in said
    assert hidden(organiser.get(f"{page}/announcement"))


def test_classes_are_set_at_the_entries_until_a_player_has_a_match_and_give_the_start(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    path = announced(api, {"by": "class", "classes": [{"name": "junior", "start": 2}]}, (None, None))
    page = path.removeprefix("/v1")
    bo = next(entry["player"] for entry in api.get(path).json["entries"] if entry["name"] == "Bo")
    shown = organiser.get(f"{page}/entries", **SAYS).get_data(as_text=True)
    assert shown.count('name="classes"') == 2
    sent = {"name": "Bo", "seen_name": "Bo", "classes": " junior , nybörjare"}
    assert organiser.fill(f"{page}/entries/{bo}", **sent).status_code == 303
    assert 'value="junior, nybörjare"' in organiser.get(f"{page}/entries").get_data(as_text=True)
    assert organiser.fill(f"{page}/entries/{bo}", **{**sent, "classes": "x" * 31}).status_code == 422
    api.post(f"{path}/start", {"seed": "x"})
    match = match_of(api, path)
    assert list(match["start"].values()) == [2]
    assert match["players"][next(iter(match["start"]))] == "Bo"
    late = api.post(f"{path}/classes", {"player": "Bo", "classes": []})
    assert (late.status_code, "its start goes by their classes" in late.json["detail"]) == (409, True)


def test_without_classes_for_anything_the_entries_do_not_ask_for_them(api):
    organiser = signed_in(api, "Anna Berg", "organiser")
    page = announced(api).removeprefix("/v1")
    assert 'name="classes"' not in organiser.get(f"{page}/entries").get_data(as_text=True)


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"by": "rating", "lines": "100: 1, 200: 2"}, TABLE),
        ({"by": "step", "lines": "50: 1", "most": "4"}, {"by": "rating", "step": 50, "start": 1, "most": 4}),
        (
            {"by": "class", "lines": "junior: 2, under 18: 3"},
            {"by": "class", "classes": [{"name": "junior", "start": 2}, {"name": "under 18", "start": 3}]},
        ),
        ({"by": "", "lines": "100: 1"}, None),
    ],
)
def test_a_form_announces_and_changes_the_rule(api, fields, rule):
    organiser = signed_in(api, "Anna Berg", "organiser")
    page = announced(api, None).removeprefix("/v1")
    form = fields_of(organiser.get(f"{page}/announcement").get_data(as_text=True))
    typed = {f"handicap.{name}": value for name, value in fields.items()}
    answer = organiser.fill(f"{page}/announcement", **{**form, **typed, "step": "write"})
    assert answer.status_code == 303, words(answer)
    found = api.get(f"/v1{page}").json.get("handicap")
    assert found == (rule and {**rule, "counted": "with_start", "rated": "no"})
    again = fields_of(organiser.get(f"{page}/announcement").get_data(as_text=True))
    assert again["handicap.by"] == fields["by"]
    wrong = organiser.fill(
        f"{page}/announcement", **{**again, "handicap.by": "step", "handicap.lines": "x", "step": "write"}
    )
    assert wrong.status_code == 422
