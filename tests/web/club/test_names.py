"""Names through the API: one spelling is one player, and a name that only looks like another is asked about."""

import json
from pathlib import Path

import pytest

from core.club.club import TAKEN
from core.events import PlayerRegistered

TWINS = json.loads(Path("tests/data/lists/names-twins.json").read_text("utf-8"))
CYRILLIC = "\u0410nna Berg"
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "swiss", "published": True}


def announce(api):
    """A published tournament without entries; its path."""
    return f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', CUP).json['id']}"


def change(api, player, **changes):
    return api.send("PATCH", f"/v1/clubs/vasa/players/{player}", "organiser", json=changes)


def test_equal_spellings_of_a_name_are_one_player_of_the_club(api):
    answers = [api.post("/v1/clubs/vasa/players", body) for body in TWINS["bodies"]]
    assert [answer.status_code for answer in answers] == [201, 422, 201, 422, 422]
    assert {tuple(answer.json["errors"]["players.0.name"]) for answer in answers if answer.status_code == 422} == {
        (TAKEN,)
    }
    names = [player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]]
    assert names == ["Zoë Åkerlöf", "Tor Twice"]


def test_equal_spellings_in_one_list_are_refused_by_their_places(api):
    answer = api.post("/v1/clubs/vasa/players", ["Tor Twice", "TOR  twice", "Bo"])
    assert (answer.status_code, list(answer.json["errors"])) == (422, ["players.1.name"])


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "Bo\u034f", "Bo \u0301Ek", "Bo\U000e0041", "\ue000", "\ufe0f"])
@pytest.mark.parametrize(
    ("way", "body", "field"),
    [
        ("/v1/clubs/vasa/players", lambda name: [name], "players.0.name"),
        ("/v1/clubs/vasa/players", lambda name: {"players": [{"name": "Bo", "group": name}]}, "players.0.group"),
        ("{cup}/entries?register=1", lambda name: [name], "players.0.player"),
        ("{cup}/entry-requests", lambda name: {"name": name}, "name"),
        ("/v1/clubs/vasa/people", lambda name: {"name": name, "role": "referee"}, "name"),
        (
            "/v1/matches",
            lambda name: {
                "club": "vasa",
                "game": "swedish",
                "length": {"games": 3},
                "players": {"white": name, "black": "Bo"},
            },
            "players.white",
        ),
        ("/v1/clubs/vasa/tokens", lambda name: {"role": "scorer", "note": name}, "note"),
        ("{cup}/tables", lambda name: {"tables": [name]}, "tables.0.table"),
        ("{cup}/tables", lambda name: {"tables": [{"table": "1", "group": name}]}, "tables.0.group"),
    ],
    ids=["players", "groups", "entries", "entry form", "members", "matches", "keys", "tables", "tables of a group"],
)
def test_a_name_that_is_not_seen_is_refused_at_every_door(api, way, body, field, name):
    cup = announce(api) if "{cup}" in way else ""
    if "requests" in way:
        api.send("PUT", f"{cup}/entry-form", "organiser", json={"open": True})
    answer = api.send("PUT" if "tables" in way else "POST", way.format(cup=cup), "organiser", json=body(name))
    assert (answer.status_code, list(answer.json["errors"])) == (422, [field]), answer.json


def test_a_twin_is_asked_about_and_registered_as_another_person(api):
    api.post("/v1/clubs/vasa/players", ["Anna Berg"])
    refused = api.post("/v1/clubs/vasa/players", [CYRILLIC])
    (message,) = refused.json["errors"]["players.0.name"]
    assert (refused.status_code, "looks like Anna Berg" in message, "another to true" in message) == (422, True, True)
    assert api.post("/v1/clubs/vasa/players", [{"name": CYRILLIC, "another": True}]).status_code == 201


def test_a_rename_to_a_twin_or_to_the_same_name_is_no_way_around(api):
    api.post("/v1/clubs/vasa/players", ["Anna Berg", "Bo Ek"])
    assert change(api, "Bo Ek", name="ANNA  berg").json["errors"] == {"name": [TAKEN]}
    assert list(change(api, "Bo Ek", name=CYRILLIC).json["errors"]) == ["name"]
    assert change(api, "Bo Ek", name="bo ek").status_code == 200
    assert change(api, "BO EK", name=CYRILLIC, another=True).json["name"] == CYRILLIC


def test_a_player_is_found_by_every_spelling_of_the_name(api):
    api.post("/v1/clubs/vasa/players", ["Zoë Åkerlöf", "Bo"])
    path = announce(api)
    entered = api.post(f"{path}/entries", ["zoe\u0308  A\u030akerlo\u0308f", "bo"])
    assert [entry["name"] for entry in entered.json["entries"]] == ["Zoë Åkerlöf", "Bo"]
    assert api.post(f"{path}/withdrawals", {"player": "ZOË\u00a0åkerlöf"}).status_code == 201


def test_a_new_name_is_registered_once_however_it_is_written(api):
    cup = announce(api)
    answer = api.post(f"{cup}/entries?register=1", ["Tor Twice", "Tor\u00a0Twice"])
    assert answer.status_code in (409, 422)
    assert api.get("/v1/clubs/vasa/players").json["players"] == []
    api.post(f"{cup}/entries?register=1", ["Anna Berg"])
    twin = api.post(f"{cup}/entries?register=1", [CYRILLIC])
    assert (twin.status_code, list(twin.json["errors"])) == (422, ["players.0"])
    row = {"player": CYRILLIC, "another": True}
    assert api.post(f"{cup}/entries?register=1", [row]).status_code == 201


def test_names_of_an_old_log_are_read_as_they_are(api):
    old = [PlayerRegistered("p_aaaaaaaaaa", "Tor  Twice"), PlayerRegistered("p_bbbbbbbbbb", "tor\u3164 twice")]
    api.deps.log.append("c_vasa", old, by="organiser", at=1)
    names = {player["id"]: player["name"] for player in api.get("/v1/clubs/vasa/players").json["players"]}
    assert names == {"p_aaaaaaaaaa": "Tor  Twice", "p_bbbbbbbbbb": "tor\u3164 twice"}
    cup = announce(api)
    both = api.post(f"{cup}/entries", ["TOR TWICE"])
    assert (both.status_code, "several are called" in both.json["errors"]["players.0"][0]) == (422, True)
    assert api.post(f"{cup}/entries", list(names)).status_code == 201
