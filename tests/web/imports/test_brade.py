"""Tournaments of another club's brade: taken over whole, they count in a series as they did there."""

import json
from random import Random

import pytest

from tests.support.series.machine import OtherClub
from tests.support.series.season import add, announce, announced, evening, start, table

NAMES = ("Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Falk", "Eva Lind", "Per Holm")
FORMS = (
    ("round_robin", {}),
    ("swiss", {"rounds": 3}),
    ("single_elimination", {"consolation": "auto", "bronze": True}),
    ("double_elimination", {}),
)
RULE = {
    "tables": [{"points": [10, 7, 5, 3, 2, 1]}],
    "matches": {"any": 2, "consolation": 1},
    "games_won": {"any": "0.25"},
    "bonuses": {"jan": 3, "tower": 1},
    "own": "0.1",
}


@pytest.fixture
def huk(api):
    """The API of another club."""
    return OtherClub(api, api.found("huk"))


def people(club, count):
    """So many players of a club, whose names are unlike each other; their ids."""
    rows = [{"name": name} for name in NAMES[:count]]
    return [player["id"] for player in club.post("/v1/clubs/vasa/players", rows).json["players"]]


def taken(api, tournament, what, data, **options):
    """Take over the players or the results of a file; what was looked at."""
    path = f"/v1/tournaments/{tournament}/imports/{what}"
    sent = {"data": data, "content_type": "application/json"}
    seen = api.post(path, query_string={"dry_run": "true", **options}, **sent)
    assert seen.status_code == 200, seen.json
    written = api.post(path, query_string={"digest": seen.json["digest"], **options}, **sent)
    assert written.status_code == 201, written.json
    return seen.json


def copied(api, huk, theirs, form, settings):
    """The tournament of the other club taken over by its export; its id here."""
    data = json.dumps(huk.get(f"/v1/tournaments/{theirs}").json).encode()
    words = {"name": "From Huk", "game": "swedish", "length": {"games": 3}, "format": form, "settings": settings}
    ours = api.post("/v1/clubs/vasa/tournaments", words).json["id"]
    seen = taken(api, ours, "players", data)
    assert seen["source"] == "brade"
    start(api, ours)
    seen = taken(api, ours, "results", data, **({"pair": "true"} if form == "swiss" else {}))
    assert [row["why"] for row in seen["rows"] if row["becomes"] == "left"] == []
    return ours


@pytest.mark.parametrize(("form", "settings"), FORMS, ids=[form for form, _ in FORMS])
def test_a_tournament_of_another_club_counts_as_it_did_there(api, huk, form, settings):
    lots = Random(form)
    theirs = evening(huk, people(huk, 6), 1, form, settings, lots)
    ours = copied(api, huk, theirs, form, settings)
    assert api.get(f"/v1/tournaments/{ours}").json["status"] == "finished"
    tables = []
    for club, tournament in ((huk, theirs), (api, ours)):
        series = announce(club, **RULE)
        add(club, series, tournament)
        rows = table(club, series).values()
        tables.append({row["name"]: (row["rank"], row["exact"]) for row in rows})
    assert tables[0] == tables[1]
    assert len(tables[0]) == 6


def test_players_whom_both_clubs_know_are_one_in_a_series_of_both(api, huk):
    ids, guests = people(api, 4), people(huk, 2)
    theirs = evening(huk, guests, 1)
    ours = copied(api, huk, theirs, "round_robin", {})
    series = announce(api, tables=[{"points": [3, 1]}])
    add(api, series, ours, evening(api, ids[1:3], 2))
    found = table(api, series)
    assert {player: row["evenings"] for player, row in found.items()} == {ids[0]: 1, ids[1]: 2, ids[2]: 1}


def test_what_was_decided_without_play_is_so_here(api, huk):
    theirs = announced(huk, people(huk, 3), 1)
    start(huk, theirs)
    matches = huk.get(f"/v1/tournaments/{theirs}/matches").json["matches"]
    for match, kind in zip(matches, ("walkover", "no_show", "double_no_show"), strict=True):
        asked = {"match": match["id"], "kind": kind, "reason": "away"}
        asked |= {} if kind == "double_no_show" else {"winner": "white"}
        assert huk.post(f"/v1/tournaments/{theirs}/decisions", asked).status_code == 201
    ours = copied(api, huk, theirs, "round_robin", {})
    kinds = [match["result"]["kind"] for match in api.get(f"/v1/tournaments/{ours}/matches").json["matches"]]
    assert sorted(kinds) == ["double_no_show", "walkover", "walkover"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda found: found["entries"][0].update(members=[{"player": "p_1", "name": "Anna"}]), "file"),
        (lambda found: found.update(entries=[], rounds=[]), "file"),
    ],
)
def test_a_file_without_players_and_one_of_teams_are_refused(api, huk, change, field):
    found = huk.get(f"/v1/tournaments/{announced(huk, people(huk, 2), 1)}").json
    change(found)
    sent = {"data": json.dumps(found).encode(), "content_type": "application/json"}
    ours = api.tournament(1)
    answer = api.post(f"/v1/tournaments/{ours}/imports/players", query_string={"dry_run": "true"}, **sent)
    assert (answer.status_code, set(answer.json["errors"])) == (422, {field})


@pytest.mark.parametrize(
    "damage", [None, 7, [], {}, "x", [None], {"winner": 1}, {"games": [None, 3], "winner": "white"}]
)
def test_a_result_that_is_damaged_is_not_guessed(api, huk, damage):
    theirs = evening(huk, people(huk, 2), 1)
    found = huk.get(f"/v1/tournaments/{theirs}").json
    found["rounds"][0]["matches"][0]["result"] = damage
    ours = announced(api, people(api, 2), 1)
    start(api, ours)
    sent = {"data": json.dumps(found).encode(), "content_type": "application/json"}
    answer = api.post(f"/v1/tournaments/{ours}/imports/results", query_string={"dry_run": "true"}, **sent)
    assert (answer.status_code, [row["becomes"] for row in answer.json["rows"]]) == (200, ["left"])
