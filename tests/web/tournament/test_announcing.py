"""Announcing a tournament: what may be said, and what is said about what may not."""

import pytest

from core.options import stored_options
from core.tournament.formats import FORMATS
from core.tournament.model.byes import BYE_KINDS
from core.tournament.standings.scoring import KINDS

CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
PATH = "/v1/clubs/vasa/tournaments"


@pytest.mark.parametrize("format_", FORMATS, ids=lambda each: each.key)
def test_every_format_can_be_announced_and_tells_its_settings(api, format_):
    shown = {each["key"]: each for each in api.get("/v1/formats", role=None).json["formats"]}[format_.key]
    answer = api.post(PATH, {**CUP, "format": format_.key})
    assert answer.status_code == 201, answer.json
    usual = {name: setting["default"] for name, setting in shown["settings"].items()}
    assert answer.json["settings"] == stored_options(format_.settings(**usual)), "what came later is there if chosen"
    assert shown["late_entry"] == format_.late_entry


def test_what_a_match_counts_is_said_once_and_shown_in_whole(api):
    answer = api.post(PATH, {**CUP, "scoring": {"win": 3, "double_no_show": -1}})
    assert answer.json["scoring"] == {
        "win": 3,
        "loss": 0,
        "bye": 0,
        "walkover": 3,
        "no_show": 3,
        "forfeit": 3,
        "adjudicated": 3,
        "walkover_loss": 0,
        "no_show_loss": 0,
        "forfeit_loss": 0,
        "adjudicated_loss": 0,
        "double_no_show": -1,
        "walkover_games": 0,
        "walkover_points": 0,
    }
    left_out = {*BYE_KINDS.values(), "penalty", "half_each"}
    assert answer.json["scoring"].keys() | left_out == KINDS.keys(), "no cup has byes on request, nor half each"
    assert KINDS.keys() == api.get("/v1/formats").json["scoring"].keys()


def test_check_in_drafts_and_confirmation_are_off_unless_asked_for(api):
    switches = ("check_in", "drafts", "confirm")
    plain, switched = api.post(PATH, CUP).json, api.post(PATH, {**CUP, **dict.fromkeys(switches, True)}).json
    assert [plain[switch] for switch in switches] == [False] * 3
    assert [switched[switch] for switch in switches] == [True] * 3


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"settings": {"nonsense": 1}}, "settings.nonsense"),
        ({"settings": []}, "settings"),
        ({"scoring": {"draw": 1}}, "scoring.draw"),
        ({"scoring": {"win": "3"}}, "scoring.win"),
        ({"scoring": {"win": 1001}}, "scoring.win"),
        ({"format": "chess"}, "format"),
        ({"drafts": "yes"}, "drafts"),
    ],
)
def test_every_wrong_field_is_named(api, wrong, path):
    before = api.everything_written()
    answer = api.post(PATH, {**CUP, **wrong})
    assert (answer.status_code, set(answer.json["errors"])) == (422, {path})
    assert api.everything_written() == before


def test_an_order_of_the_table_is_a_preset_or_a_list_of_codes_and_begins_with_the_score(api):
    words = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
    for asked, order in [
        ("league", ["points", "point_difference", "head_to_head"]),
        (["buchholz_cut1", "lots"], ["wins", "buchholz_cut1", "lots"]),
        (["points", "lots"], ["points", "lots"]),
    ]:
        answer = api.post("/v1/clubs/vasa/tournaments", {**words, "tie_breaks": asked})
        assert (answer.status_code, answer.json["tie_breaks"]) == (201, order)
    scored = api.post("/v1/clubs/vasa/tournaments", {**words, "scoring": {"win": 2, "loss": 1}})
    assert scored.json["tie_breaks"][:2] == ["points", "wins"]
    for asked, path in [("monrad", "tie_breaks"), (["wins", "coin"], "tie_breaks.1"), (7, "tie_breaks")]:
        answer = api.post("/v1/clubs/vasa/tournaments", {**words, "tie_breaks": asked})
        assert (answer.status_code, list(answer.json["errors"])) == (422, [path])
    assert "swiss_tables" in api.get("/v1/formats", role=None).json["presets"]
