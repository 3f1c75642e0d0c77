"""The final of a series over the API: its field, and the field entered into a tournament in the order of the table."""

import pytest

from tests.support.pictures.prints import faults, texts
from tests.support.readers.workbooks import load_workbook
from tests.support.series.season import add, announce, evening, players, start, table

FIVE = [{"points": [9, 7, 5, 3, 1]}]


@pytest.fixture
def played(api):
    """Five players, and an evening that they finished in their order."""

    def make():
        ids = players(api, 5)
        return ids, evening(api, ids, 1)

    return api.begin_with("an evening of five", make)


@pytest.fixture
def series(api, played):
    """A series whose final has two players."""
    found = announce(api, tables=FIVE, final=2, public=True)
    add(api, found, played[1])
    return found


def final(api, ids=(), **more):
    """An announced tournament that these players have entered; its address."""
    words = {"name": "Final", "game": "swedish", "length": {"games": 3}, "format": "single_elimination", **more}
    path = f"/v1/tournaments/{api.post('/v1/clubs/vasa/tournaments', words).json['id']}"
    if ids:
        assert api.post(f"{path}/entries", {"players": list(ids)}).status_code == 201
    return path


def entered(api, path, series, **asked):
    answer = api.post(f"{path}/series-field", {"series": series.rpartition("/")[2], **asked})
    assert answer.status_code == 201, answer.json
    return answer.json["seeding"]["players"]


def test_the_field_is_the_first_of_the_table_with_those_who_may_follow(api, played, series):
    ids, tournament = played
    found = api.get(f"{series}/field").json
    assert (found["places"], found["level"]) == (2, [])
    assert [(player["rank"], player["player"], player["exact"]) for player in found["players"]] == [
        (1, ids[0], "9"),
        (2, ids[1], "7"),
    ]
    assert [each["player"] for each in found["following"]] == ids[2:4]
    assert len(api.get(f"{series}/field?places=4").json["players"]) == 4
    assert api.get(f"{series}/field?places=1").status_code == 422
    api.post(f"/v1/tournaments/{tournament}/publication", {"published": True})
    assert api.client.get(f"{series}/field").json["players"] == found["players"]


def test_the_field_enters_a_tournament_in_the_order_of_the_table(api, played, series):
    ids, _tournament = played
    path = final(api)
    assert entered(api, path, series, places=4) == ids[:4]
    start(api, path.rpartition("/")[2])
    matches = api.get(f"{path}/matches").json["matches"]
    assert [{match["white"]["id"], match["black"]["id"]} for match in matches if match["black"]] == [
        {ids[0], ids[3]},
        {ids[1], ids[2]},
    ]


def test_the_next_one_follows_in_the_place_of_a_player_who_cannot_come(api, played, series):
    ids, _tournament = played
    path = final(api)
    assert entered(api, path, series, players=[ids[2], ids[0]]) == [ids[0], ids[2]]


def test_sent_again_it_enters_only_who_is_missing_and_others_come_behind(api, played, series):
    ids, _tournament = played
    path = final(api, [ids[4], ids[1]])
    assert entered(api, path, series) == [ids[0], ids[1], ids[4]]
    assert entered(api, path, series, places=3) == [*ids[:3], ids[4]]
    assert len(api.get(path).json["entries"]) == 4


def test_a_player_taken_off_the_list_is_passed_over(api, played, series):
    ids, _tournament = played
    assert api.send("DELETE", f"/v1/clubs/vasa/players/{ids[0]}", "organiser").status_code in (200, 204)
    assert [player["player"] for player in api.get(f"{series}/field").json["players"]] == ids[1:3]
    assert entered(api, final(api), series) == ids[1:3]


def test_a_merged_player_enters_under_the_present_id(api, played, series):
    ids, _tournament = played
    (other,) = players(api, 1)
    assert api.post(f"/v1/clubs/vasa/players/{ids[0]}/merge", {"into": other}).status_code == 200
    assert entered(api, final(api), series, players=[ids[0], ids[1]]) == [other, ids[1]]


def test_what_cannot_be_entered_is_refused_and_writes_nothing(api, played, series):
    ids, _tournament = played
    (stranger,) = players(api, 1)
    path, begun, teams = final(api), final(api, ids), final(api, format="team_league", settings={"boards": 2})
    start(api, begun.rpartition("/")[2])
    own, empty = series.rpartition("/")[2], announce(api).rpartition("/")[2]
    before = api.everything_written()
    for address, asked, status, told in (
        (path, {"series": own, "players": [ids[0], stranger]}, 422, "players.1"),
        (path, {"series": "s_aaaaaaaaaa"}, 404, "series"),
        (path, {"series": empty}, 409, "No player has a place"),
        (path, {"series": own, "places": 1}, 422, "places"),
        (begun, {"series": own}, 409, "has started"),
        (teams, {"series": own}, 409, "eams play"),
    ):
        answer = api.post(f"{address}/series-field", asked)
        assert (answer.status_code, told in answer.text) == (status, True), answer.json
    assert api.everything_written() == before


def test_an_announcement_has_the_final_and_the_prizes_of_the_year(api):
    prizes = [{"place": 1, "text": "Cup"}, {"text": "Best junior: hat"}]
    series = announce(api, final=8, prizes=prizes)
    found = api.get(series).json["announcement"]
    assert (found["final"], found["prizes"]) == (8, prizes)
    assert api.post("/v1/clubs/vasa/series", {"name": "x", "final": 1, "prizes": [{}]}).json["errors"].keys() == {
        "final",
        "prizes.0.text",
    }


# ── the end of the year ──────────────────────────────────────────────────────────────────────────────────────────────
def test_the_sheet_to_hang_up_and_the_workbook_have_the_prizes(api, played):
    prizes = [{"place": 1, "text": "Vandringspokal"}, {"text": "Bästa junior: bok"}]
    series = announce(api, tables=FIVE, prizes=prizes)
    add(api, series, played[1])
    print_ = api.get(f"{series}/table.pdf?lang=sv").data
    assert faults(print_) == []
    assert all(each in " ".join(texts(print_)) for each in ("1. Vandringspokal", "Bästa junior: bok"))
    rule = load_workbook(api.get(f"{series}/table.xlsx").data)["Rule"]
    assert [row[1].value for row in rule.iter_rows() if row[0].value == "prizes"] == [
        "1. Vandringspokal",
        "Bästa junior: bok",
    ]


def test_the_first_three_have_certificates_once_the_series_is_over(api, played):
    ids, tournament = played
    series = announce(
        api, name="Hösten", tables=FIVE, begins="2026-09-01", ends="2026-12-01", prizes=[{"place": 1, "text": "Pokal"}]
    )
    add(api, series, tournament)
    refused = api.get(f"{series}/certificates.pdf")
    assert (refused.status_code, "end it first" in refused.json["detail"]) == (409, True)
    assert api.post(f"{series}/end").status_code == 200
    names = [table(api, series)[id_]["name"] for id_ in ids]
    print_ = api.get(f"{series}/certificates.pdf?lang=sv").data
    pages = texts(print_)
    assert (faults(print_), len(pages)) == ([], 3)
    assert [name in page for name, page in zip(names, pages, strict=False)] == [True] * 3
    assert all("Hösten" in page and "1 september – 1 december 2026" in page for page in pages)
    assert ["Pokal" in page for page in pages] == [True, False, False]
