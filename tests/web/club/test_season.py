"""A season of eight evenings, corrected and merged on the way, whose every cell is computed again from the exports."""

import pytest

from tests.support.proving import prove
from tests.support.series.recomputed import hold
from tests.support.series.season import add, announce, season, table, turn_around

RULE = {
    "tables": [{"points": [10, 7.5, 5, 3, 2, 1]}, {"players": 8, "points": [15, 12, 9, 7, 5, 4, 3, 2, 1]}],
    "participation": "1/2",
    "matches": {"any": 2, "consolation": 1},
    "games_won": {"main": "0.25"},
    "bonuses": {"jan": 3, "tower": 1},
    "own": "0.1",
    "best": 6,
    "least": 2,
    "withdrawn": "participation",
}
WITHOUT = {**RULE, "best": None, "without": 2, "shared": "highest", "places": "pool", "walkovers": False}


@pytest.fixture
def played(api):
    return api.begin_with("a season of eight evenings", lambda: season(api))


@pytest.mark.parametrize("rule", [RULE, WITHOUT], ids=["best", "without"])
def test_every_cell_is_what_the_exports_come_to(api, played, rule):
    _ids, tournaments = played
    series = announce(api, **rule)
    add(api, series, *tournaments[:7])
    add(api, series, tournaments[7], factor=2)
    hold(api, series, rule, tournaments, {tournaments[7]: 2})


def test_a_correction_after_the_sixth_evening_and_merged_players_flow_through(api, played):
    ids, tournaments = played
    series = announce(api, **RULE)
    add(api, series, *tournaments[:6])
    hold(api, series, RULE, tournaments[:6])
    corrected = tournaments[3]
    before = table(api, series)
    turn_around(api, corrected, ids)
    assert table(api, series) != before
    hold(api, series, RULE, tournaments[:6])
    add(api, series, *tournaments[6:])
    gone, kept = ids[-1], ids[0]
    merged = api.post(f"/v1/clubs/vasa/players/{gone}/merge", {"into": kept})
    assert merged.status_code == 200, merged.json
    hold(api, series, RULE, tournaments, merged={gone: kept})
    renamed = api.send("PATCH", f"/v1/clubs/vasa/players/{kept}", "organiser", json={"name": "Åsa Åkesson"})
    assert renamed.status_code == 200
    assert table(api, series)[kept]["name"] == "Åsa Åkesson"


@prove
@pytest.mark.parametrize("seed", range(2, 8))
def test_every_cell_of_other_seasons_is_what_the_exports_come_to(api, seed):
    _ids, tournaments = season(api, seed=seed)
    for rule in (RULE, WITHOUT):
        series = announce(api, **rule)
        add(api, series, *tournaments)
        hold(api, series, rule, tournaments)
