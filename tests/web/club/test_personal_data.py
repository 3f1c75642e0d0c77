"""Everything that a club has of a person, in one file for organisers."""

import json
import re

import pytest

from tests.support.judging import judge_all
from tests.support.signed_in import Browser, signed_in

CONTACT = "blenda@example.org"
RESULT = [{"winner": "white", "outcome": "bearing_off"}] * 3


@pytest.fixture
def blenda(api, worker_context):
    """A player with two names, a match, a note, a friendly match and a request that waits."""
    listed = api.post("/v1/clubs/vasa/players", ["Blenda", "Blenda Borg", "Isidor"]).json["players"]
    own, other, _ = (each["id"] for each in listed)
    path = f"/v1/clubs/vasa/players/{own}"
    setting = {"game": "swedish", "length": {"games": 3}, "format": "swiss", "published": True}
    cup, autumn = (
        api.post("/v1/clubs/vasa/tournaments", {**setting, "settings": {"rounds": 1}, "name": name}).json["id"]
        for name in ("Cup", "Autumn")
    )
    assert api.post(f"/v1/tournaments/{cup}/entries", [own, other]).status_code == 201
    assert api.send("PATCH", path, "organiser", json={"name": "Blenda Ek"}).status_code == 200
    assert api.post(f"/v1/tournaments/{cup}/start", {"seed": "x"}).status_code == 200
    judge_all(worker_context)
    match = api.get(f"/v1/tournaments/{cup}").json["rounds"][0]["matches"][0]["id"]
    note = {"match": match, "kind": "played", "results": RESULT, "reason": "Blenda Ek and Isidor agree"}
    assert api.post(f"/v1/tournaments/{cup}/decisions", note, "organiser").status_code < 300
    opened = {"club": "vasa", "game": "swedish", "length": {"games": 3}, "players": {"white": own, "black": "Isidor"}}
    friendly = api.post("/v1/matches", opened, "scorer").json["id"]
    assert api.send("PUT", f"/v1/tournaments/{autumn}/entry-form", "organiser", json={"open": True}).status_code == 200
    form = f"/tournaments/{autumn}/enter"
    assert Browser(api).fill(form, name="blenda ek", contact=CONTACT).status_code == 201
    judge_all(worker_context)
    return path, own, cup, match, friendly, autumn


def test_an_organiser_gets_everything_of_a_person_and_of_no_other(api, blenda):
    path, own, cup, match, friendly, autumn = blenda
    data = api.get(f"{path}/personal-data", "organiser").json
    assert (data["name"], data["former_names"], data["ids"], data["role"]) == ("Blenda Ek", ["Blenda"], [own], None)
    (played,) = data["tournaments"]
    assert (played["id"], [each["id"] for each in played["matches"]]) == (cup, [match])
    assert data["friendly_matches"] == [friendly]
    (asked,) = data["entry_requests"]
    assert (asked["tournament"], asked["contact"]) == (autumn, CONTACT)
    texts = {text for mention in data["mentions"] for text in mention["texts"]}
    assert texts == {"Blenda", "Blenda Ek", "Blenda Ek and Isidor agree"}
    kinds = {mention["what"] for mention in data["mentions"]}
    assert {"PlayerRegistered", "PlayerRenamed", "PlayerEntered", "ResultDecided"} <= kinds


def test_a_member_s_sign_ins_and_deeds_belong_to_the_person(api, blenda):
    path, *_ = blenda
    browser = signed_in(api, "Blenda Ek", "organiser")
    data = api.get(f"{path}/personal-data", "organiser").json
    assert data["role"] == "organiser"
    assert data["sign_ins"]
    assert browser.get(f"{path.removeprefix('/v1')}/personal-data.json").status_code == 200


def test_all_of_it_is_read_and_kept_two_presses_from_the_player_s_page(api, blenda):
    path, own, *_ = blenda
    browser = signed_in(api, "Hjalmar", "organiser")
    page = f"{path.removeprefix('/v1')}/personal-data"
    assert f'href="{page}"' in browser.get(path.removeprefix("/v1")).text
    words = browser.get(page).text
    assert all(each in words for each in ("Blenda Ek", CONTACT, "Cup", "and Isidor agree", "registered a player"))
    assert f'href="{page}.json"' in words
    file = browser.get(f"{page}.json")
    assert json.loads(file.text) == api.get(f"{path}/personal-data", "organiser").json
    assert file.headers["Content-Disposition"] == f'attachment; filename="{own}.json"'


def test_nothing_is_given_to_others(api, blenda):
    path, *_ = blenda
    for role in ("referee", "scorer", "viewer"):
        assert api.get(f"{path}/personal-data", role).status_code == 403
        for page in ("personal-data", "personal-data.json"):
            assert Browser(api).get(f"{path.removeprefix('/v1')}/{page}").status_code in (401, 403, 303)
    assert api.get("/v1/clubs/vasa/players/Unknown/personal-data", "organiser").status_code == 404


def test_fees_that_the_person_paid_and_their_classes_are_in_the_file_and_on_the_page(api, blenda):
    path, own, cup, *_ = blenda
    other = "Blenda Borg"
    plan = {"currency": "SEK", "fee": "100", "prizes": [{"class": "junior", "amount": "50"}]}
    assert api.send("PUT", f"/v1/tournaments/{cup}/money", "organiser", json=plan).status_code == 200
    for player, paid in ((own, "60"), (other, "99")):
        assert api.post(f"/v1/tournaments/{cup}/payments", {"player": player, "paid": paid}).status_code == 200
    assert api.post(f"/v1/tournaments/{cup}/classes", {"player": own, "classes": ["junior"]}).status_code == 200
    (money,) = api.get(f"{path}/personal-data", "organiser").json["money"]
    assert (money["tournament"], money["currency"], money["classes"]) == (cup, "SEK", ["junior"])
    assert [(payment["player"], payment["fee"], payment["paid"]) for payment in money["payments"]] == [
        (own, "100", "60")
    ]
    page = signed_in(api, "Olle", "organiser").client.get(f"/clubs/vasa/players/{own}/personal-data").text
    assert "60 of 100 SEK" in page
    assert "99" not in re.findall(r"(\d+) of 100 SEK", page)
