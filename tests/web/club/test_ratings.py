"""Rating lists over the API: the club's rule, the list, its matches, a player's history, and who may read them."""

import csv
import io

import pytest

from tests.support.ratings.decided import LIST, RULE, begin, decide, set_rule, table
from tests.support.readers.workbooks import load_workbook


# ── the rule ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_club_has_a_rating_list_of_a_game_once_an_organiser_sets_its_rule(api):
    assert api.get(LIST).status_code == api.get(RULE).status_code == 404
    said = set_rule(api, shortest=2)
    assert said["game"] == "swedish"
    assert (said["rule"]["shortest"], said["rule"]["start"], said["rule"]["provisional"]) == (2, 1500, 10)
    assert api.get(RULE).json == said
    assert api.get("/v1/clubs/vasa/rating-rules").json["rules"] == [said]
    found = api.get(LIST).json
    assert (found["players"], found["matches"], found["total"], found["club_name"]) == ([], 0, 0, "Vasa")


def test_a_rule_that_is_set_again_writes_nothing_and_one_that_is_removed_ends_the_list(api):
    set_rule(api)
    before = api.everything_written()
    set_rule(api)
    assert api.everything_written() == before
    assert api.send("DELETE", RULE, "organiser").status_code == 204
    assert api.get(LIST).status_code == 404
    assert api.send("DELETE", RULE, "organiser").status_code == 404


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ({"shortest": 0, "start": 10_000, "provisional": -1}, {"shortest", "start", "provisional"}),
        ({"friendly": "yes", "k": 1}, {"friendly", "k"}),
        ({"left_out": ["t_nothing", "p_x"]}, {"left_out.0", "left_out.1"}),
    ],
)
def test_a_wrong_rule_names_every_wrong_field_and_writes_nothing(api, rule, fields):
    before = api.everything_written()
    answer = api.send("PUT", RULE, "organiser", json=rule)
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == fields
    assert api.everything_written() == before


def test_only_organisers_set_the_rule(api):
    for method in ("PUT", "DELETE"):
        assert api.send(method, RULE, "referee", json={}).status_code == 403


def test_a_game_that_is_none_has_no_rule(api):
    assert api.send("PUT", "/v1/clubs/vasa/rating-rules/chess", "organiser", json={}).status_code == 404


# ── the list ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_list_follows_from_the_decided_matches(api, cup):
    set_rule(api, ramp=False, provisional=0)
    found = api.get(LIST).json
    assert found["matches"] == 3
    assert [player["rank"] for player in found["players"]] == [1, 2, 3]
    ratings = [player["rating"] for player in found["players"]]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(ratings) == pytest.approx(4500, abs=0.02)
    assert {player["experience"] for player in found["players"]} == {4}, "two matches of two points each"
    assert not any(player["provisional"] for player in found["players"])


def test_players_are_provisional_and_without_a_rank_before_enough_matches(api, cup):
    set_rule(api, provisional=3)
    assert [(player["rank"], player["provisional"]) for player in api.get(LIST).json["players"]] == [(None, True)] * 3


def test_a_corrected_result_changes_the_list_by_itself(api, cup):
    tournament, (first, *_) = cup
    set_rule(api, ramp=False)
    before = table(api)
    decide(api, tournament, first, "black")
    now = table(api)
    assert now != before
    matches = api.get(f"{LIST}/matches").json["matches"]
    assert [match["id"] for match in matches][-1] == first, "a correction keeps the place of the match"
    assert matches[-1]["players"][1]["won"]
    assert matches[-1]["players"][1]["after"] == pytest.approx(1502.83)


def test_an_undone_decision_takes_the_match_off_the_list(api):
    tournament, (first, *_) = begin(api, 2)
    set_rule(api)
    version = decide(api, tournament, first)["version"]
    assert api.get(LIST).json["matches"] == 1
    undone = api.post(f"/v1/tournaments/{tournament}/decisions/{version}/undo", {"reason": "the wrong match"})
    assert undone.status_code in (200, 201), undone.json
    assert (api.get(LIST).json["matches"], api.get(LIST).json["players"]) == (0, [])


def test_every_match_says_if_it_counts_and_why_not(api):
    set_rule(api)
    tournament, (one, two, three) = begin(api)
    decide(api, tournament, one)
    decide(api, tournament, two, kind="walkover")
    other, (four,) = begin(api, 2)
    decide(api, other, four)
    set_rule(api, left_out=[other])
    rows = {match["id"]: match for match in api.get(f"{LIST}/matches").json["matches"]}
    assert {row: rows[row]["why_not"] for row in rows} == {
        one: None,
        two: "it was not played",
        four: "the club has left this tournament out",
    }
    assert [rows[each]["counts"] for each in (one, two)] == [True, False]
    assert rows[two]["players"][0]["before"] is None
    assert three not in rows
    told = api.get(f"{LIST}/matches", headers={"Accept-Language": "sv"}).json["matches"]
    assert {each["id"]: each["why_not"] for each in told}[two] == "den spelades inte"


def test_a_match_that_is_too_short_does_not_count(api, cup):
    set_rule(api, shortest=3)
    assert api.get(LIST).json["matches"] == 0
    reasons = {match["why_not"] for match in api.get(f"{LIST}/matches").json["matches"]}
    assert reasons == {"it is too short: 2 of at least 3 points"}


# ── a player ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_match_of_a_bracket_has_the_name_of_its_round(api, judge):
    set_rule(api)
    tournament, _ = begin(api, 4, format="single_elimination")
    for _ in (1, 2, 3):
        rows = api.get(f"/v1/tournaments/{tournament}/matches").json["matches"]
        decide(api, tournament, next(row["id"] for row in rows if not row["result"]))
    names = ["final", "semi_final", "semi_final"]
    assert [match["round_name"] for match in api.get(f"{LIST}/matches").json["matches"]] == names
    other, (first, *_) = begin(api, 2)
    decide(api, other, first)
    found = api.get(f"{LIST}/matches").json["matches"]
    assert [each["round_name"] for each in found] == [None, *names]
    own = found[1]["players"][0]["id"]
    in_list = api.get(f"{LIST}/players/{own}").json["matches"]
    judge()
    history = api.get(f"/v1/clubs/vasa/players/{own}/history").json["tournaments"]
    played = next(entry for entry in history if entry["id"] == tournament)
    for rows in (in_list, played["matches"]):
        assert {row["round_name"] for row in rows if row["round_name"]} == {"final", "semi_final"}
    sheet = load_workbook(api.get(f"{LIST}/list.xlsx").data)["Matches"]
    place = [cell.value for cell in sheet[1]].index("round_name")
    assert [row[place].value for row in sheet.iter_rows(min_row=2)] == [*names[::-1], None]


def test_a_players_history_has_the_curve_and_each_match(api, cup):
    set_rule(api, provisional=0)
    best = api.get(LIST).json["players"][0]
    own = api.get(f"{LIST}/players/{best['id']}").json
    assert own["standing"] == best
    assert (own["total"], own["hidden"], own["next"]) == (2, 0, None)
    assert own["curve"][-1]["rating"] == best["rating"]
    newest = own["matches"][0]
    mine = next(player for player in newest["players"] if player["id"] == best["id"])
    assert mine["after"] == best["rating"] == pytest.approx(mine["before"] + mine["change"], abs=0.011)
    assert sum(player["chance"] for player in newest["players"]) == pytest.approx(1, abs=0.0002)
    assert api.get(f"{LIST}/players/{best['name']}").json == own
    assert api.get(f"{LIST}/players/Nobody").status_code == 404


def test_a_player_who_was_merged_has_the_matches_of_both(api):
    set_rule(api)
    for _ in range(2):
        tournament, (match,) = begin(api, 2)
        decide(api, tournament, match)
    one, other = (player["id"] for player in api.get(LIST).json["players"] if player["won"])
    assert api.post(f"/v1/clubs/vasa/players/{one}/merge", {"into": other}).status_code == 200
    assert api.get(f"{LIST}/players/{other}").json["standing"]["played"] == 2
    assert api.get(f"{LIST}/players/{one}").json["id"] == other


# ── who may read it ──────────────────────────────────────────────────────────────────────────────────────────────────
def test_strangers_read_a_list_only_if_its_rule_says_so(api, cup):
    set_rule(api)
    for path in (LIST, f"{LIST}/matches", f"{LIST}/list.csv", f"{LIST}/list.xlsx"):
        assert api.get(path, role=None).status_code == 401
    set_rule(api, public=True)
    assert api.get(LIST, role=None).json == api.get(LIST).json
    assert api.get(f"{LIST}/list.csv", role=None).data == api.get(f"{LIST}/list.csv").data
    assert api.get(f"{LIST}/list.json", role=None).status_code == 401
    assert api.get("/v1/clubs/nowhere/ratings/swedish", role=None).status_code == 401


def test_strangers_see_the_matches_of_published_tournaments_alone(api, cup):
    tournament, matches = cup
    set_rule(api, public=True)
    player = api.get(LIST).json["players"][0]["id"]
    own = api.get(f"{LIST}/players/{player}", role=None).json
    assert (own["matches"], own["hidden"], len(own["curve"])) == ([], 2, 2)
    assert api.get(f"{LIST}/matches", role=None).json["matches"] == []
    api.post(f"/v1/tournaments/{tournament}/publication", {"published": True})
    assert len(api.get(f"{LIST}/players/{player}", role=None).json["matches"]) == 2
    assert len(api.get(f"{LIST}/matches", role=None).json["matches"]) == len(matches)


def test_another_clubs_people_are_strangers(api, cup):
    api.found("huk")
    set_rule(api)
    assert api.get(LIST, role="huk viewer").status_code == 404
    set_rule(api, public=True)
    assert api.get(f"{LIST}/matches", role="huk viewer").json["matches"] == []


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_list_is_a_file_for_spreadsheets(api, cup):
    set_rule(api)
    rows = list(csv.DictReader(io.StringIO(api.get(f"{LIST}/list.csv").text), strict=True))
    shown = api.get(LIST).json["players"]
    assert [(row["name"], float(row["rating"]), row["provisional"]) for row in rows] == [
        (each["name"], each["rating"], "true") for each in shown
    ]
    assert api.get(f"{LIST}/list.csv?bom=1").data.startswith(b"\xef\xbb\xbf")
    book = load_workbook(api.get(f"{LIST}/list.xlsx").data)
    assert book.sheetnames == ["Ratings", "Matches", "Rule"]
    head, *lines = book["Ratings"].values
    assert [line[head.index("rating")] for line in lines] == [each["rating"] for each in shown]
    assert len(list(book["Matches"].values)) == 4


def test_the_file_for_a_federation_holds_the_matches_that_count(api, cup):
    _tournament, matches = cup
    set_rule(api)
    found = api.get(f"{LIST}/list.json").json
    assert (found["form"], found["club"], found["game"]) == ("brade-ratings 1", "vasa", "swedish")
    assert [match["id"] for match in found["matches"]] == sorted(matches, key=lambda match: int(match.split(".")[1]))
    assert {player["id"] for player in found["players"]} == {player["id"] for player in api.get(LIST).json["players"]}
    assert {match["winner"] for match in found["matches"]} == {1}
