"""Tournaments through the API: from the announcement to the table."""

import csv
import io

import pytest

from core.events import RoundPaired

WON = {"winner": "white", "outcome": "jan"}
LOST = {"winner": "black", "outcome": "bearing_off"}


@pytest.fixture
def running(api):
    """A started round robin of three."""
    tournament = api.tournament(3, name="Midsummer Cup")
    answer = api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    assert answer.status_code == 200, answer.json
    return tournament


def test_a_tournament_is_announced_with_what_was_asked(api):
    words = {
        "name": "Cup",
        "game": "swedish",
        "length": {"games": 5},
        "format": "round_robin",
        "tie_breaks": ["wins"],
        "check": "advisory",
        "stop": "when_decided",
        "options": {},
        "published": True,
    }
    answer = api.post("/v1/clubs/vasa/tournaments", words)
    assert answer.status_code == 201
    assert answer.json | words == answer.json
    assert answer.headers["Location"] == f"/v1/tournaments/{answer.json['id']}"
    shown = api.get(answer.headers["Location"])
    assert (shown.json, shown.headers["ETag"]) == (answer.json, '"v0"')
    assert (shown.json["status"], shown.json["entries"], shown.json["rounds"]) == ("open", [], [])


def test_the_start_pairs_all_rounds_and_opens_their_matches(api, running):
    shown = api.get(f"/v1/tournaments/{running}").json
    assert (shown["status"], shown["seed"], len(shown["rounds"])) == ("running", "midsummer", 3)
    matches = api.get(f"/v1/tournaments/{running}/matches").json["matches"]
    assert [match["id"] for match in matches] == [f"{running}.{number}" for number in (1, 2, 3)]
    for match in matches:
        state = api.get(f"/v1/matches/{match['id']}").json
        assert (state["tournament"], state["round"]) == (running, match["round"])
        assert state["players"] == {"white": match["white"]["name"], "black": match["black"]["name"]}


def test_without_a_seed_one_is_taken_and_published(api):
    tournament = api.tournament(2)
    answer = api.send("POST", f"/v1/tournaments/{tournament}/start", "organiser")
    assert (answer.status_code, bool(answer.json["seed"])) == (200, True)


def test_a_bracket_is_the_rounds(api, running):
    shown = api.get(f"/v1/tournaments/{running}").json
    for path in ("bracket", "bracket.json"):
        assert api.get(f"/v1/tournaments/{running}/{path}").json["rounds"] == shown["rounds"]


def test_a_format_that_pairs_everything_at_the_start_has_no_next_round(api, running):
    answer = api.post(f"/v1/tournaments/{running}/rounds", {})
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    assert "at the start" in answer.json["detail"]
    assert api.post(f"/v1/tournaments/{api.tournament(2)}/rounds").status_code == 409


def test_a_result_without_rolls_is_a_fact_of_its_match_and_moves_the_table(api, running, judge):
    results = [WON, LOST, WON]
    body = {"match": f"{running}.1", "results": results}
    answer = api.post(f"/v1/tournaments/{running}/results", body, role="scorer")
    assert (answer.status_code, answer.json["verdicts"]) == (202, [])
    assert (answer.json["winner"], answer.json["score"]) == ("white", {"white": 8, "black": 1})
    judge()
    event = api.get(f"/v1/matches/{running}.1/events").json["events"][0]
    assert (event["type"], event["results"]) == ("ResultReported", results)
    assert event["verdict"]["match_settled"]["winner"] == "white"
    table = api.get(f"/v1/tournaments/{running}/standings").json
    assert (table["standings"][0]["wins"], table["standings"][0]["points_won"]) == (1, 8)
    assert api.get(f"/v1/tournaments/{running}/standings.json").json == table
    result = api.get(f"/v1/tournaments/{running}/matches").json["matches"][0]["result"]
    assert (result["winner"], result["games"]) == ("white", results)


@pytest.mark.parametrize(
    ("match", "results", "status"),
    [
        (".1", [WON], 422),
        (".1", [WON, WON, WON, WON], 422),
        (".9", [WON, WON, WON], 404),
        (".1", [], 422),
    ],
)
def test_a_result_that_is_no_whole_match_is_not_written(api, running, match, results, status):
    before = api.everything_written()
    body = {"match": f"{running}{match}", "results": results}
    answer = api.post(f"/v1/tournaments/{running}/results", body)
    assert answer.status_code == status
    assert api.everything_written() == before


def test_a_match_that_is_recorded_takes_no_reported_result(api, running):
    api.post(f"/v1/matches/{running}.1/events", {"type": "OpeningRolled", "white": 1, "black": 2})
    answer = api.post(f"/v1/tournaments/{running}/results", {"match": f"{running}.1", "results": [WON] * 3})
    assert (answer.status_code, answer.json["code"]) == (409, "refused")


def test_a_match_of_another_tournament_is_unknown_here(api, running):
    other = api.tournament(2)
    api.post(f"/v1/tournaments/{other}/start")
    answer = api.post(f"/v1/tournaments/{running}/results", {"match": f"{other}.1", "results": [WON] * 3})
    assert answer.status_code == 404


def test_the_table_comes_as_a_spreadsheet(api, running):
    answer = api.get(f"/v1/tournaments/{running}/standings.csv")
    assert answer.mimetype == "text/csv"
    for_excel = api.get(f"/v1/tournaments/{running}/standings.csv?bom=1")
    assert for_excel.data == b"\xef\xbb\xbf" + answer.data
    rows = list(csv.DictReader(io.StringIO(answer.data.decode())))
    assert [row["name"] for row in rows] == ["Player 1", "Player 2", "Player 3"]
    assert running in answer.headers["Content-Disposition"]


def test_a_name_that_a_spreadsheet_would_run_is_disarmed(api):
    api.post("/v1/clubs/vasa/players", [{"name": "=cmd()"}])
    tournament = api.tournament(2)
    assert api.post(f"/v1/tournaments/{tournament}/entries", {"players": ["=cmd()"]}).status_code == 201
    assert b"'=cmd()" in api.get(f"/v1/tournaments/{tournament}/standings.csv").data


def test_who_withdraws_is_marked_and_what_was_played_stands(api, running):
    player = api.get(f"/v1/tournaments/{running}").json["entries"][0]["player"]
    body = {"player": player, "reason": "ill"}
    answer = api.post(f"/v1/tournaments/{running}/withdrawals", body)
    assert (answer.status_code, answer.json["entries"][0]["withdrawn"]) == (201, True)
    assert api.post(f"/v1/tournaments/{running}/withdrawals", body).status_code == 409
    assert api.post(f"/v1/tournaments/{running}/withdrawals", {"player": "p_nobody"}).status_code == 404


def test_who_withdraws_may_be_named_as_on_the_list_of_entries(api, running):
    body = {"player": "Player 2", "reason": "ill"}
    answer = api.post(f"/v1/tournaments/{running}/withdrawals", body)
    assert answer.status_code == 201
    assert [entry["name"] for entry in answer.json["entries"] if entry["withdrawn"]] == ["Player 2"]
    unknown = api.post(f"/v1/tournaments/{running}/withdrawals", {"player": "Player 9"})
    assert (unknown.status_code, "'Player 9'" in unknown.json["detail"]) == (404, True)


def test_a_table_that_has_not_changed_is_not_sent_again(api, running):
    for path in ("", "/standings", "/bracket", "/matches", "/events"):
        etag = api.get(f"/v1/tournaments/{running}{path}").headers["ETag"]
        assert api.get(f"/v1/tournaments/{running}{path}", headers={"If-None-Match": etag}).status_code == 304


def test_a_mistyped_result_is_voided_by_a_referee_and_reported_anew(api, running):
    match, path = f"{running}.1", f"/v1/tournaments/{running}/results"
    assert api.post(path, {"match": match, "results": [WON] * 3}).status_code == 202
    again = {"match": match, "results": [{"winner": "black", "outcome": "jan"}] * 3}
    assert api.post(path, again).status_code == 409
    void = {"type": "RulingMade", "kind": "void", "reason": "mistyped", "from_version": 1}
    assert api.post(f"/v1/matches/{match}/events", void, "referee").status_code == 202
    assert api.post(path, again).json["winner"] == "black"
    assert api.post(path, again).status_code == 409


def test_a_refused_fact_and_a_note_keep_no_result_from_being_reported(api, running):
    match = f"{running}.1"
    note = {"type": "RulingMade", "kind": "note", "reason": "tea"}
    facts = [{"type": "DiceRolled", "by": "white", "dice": [1, 2]}, note]
    assert api.post(f"/v1/matches/{match}/events", facts, "referee").status_code == 202
    answer = api.post(f"/v1/tournaments/{running}/results", {"match": match, "results": [WON] * 3})
    assert (answer.status_code, answer.json["winner"]) == (202, WON["winner"])


def test_a_stale_if_match_reports_nothing(api, running):
    body, path = {"match": f"{running}.1", "results": [WON] * 3}, f"/v1/tournaments/{running}/results"
    assert api.post(path, body, headers={"If-Match": '"9"'}).status_code == 412
    assert api.post(path, body, headers={"If-Match": '"0"'}).status_code == 202


def test_a_match_that_was_paired_this_moment_can_be_played_before_anybody_opened_its_log(api, running):
    shown = api.get(f"/v1/tournaments/{running}").json
    white, black = (entry["player"] for entry in shown["entries"][:2])
    match = f"{running}.9"
    api.deps.log.append(running, [RoundPaired(4, ((match, white, black),))], by="pump", at=1, expected=shown["version"])
    answer = api.post(f"/v1/tournaments/{running}/results", {"match": match, "results": [WON] * 3}, role="scorer")
    assert answer.status_code == 202, answer.json
    assert api.get(f"/v1/matches/{match}").json["player_ids"] == {"white": white, "black": black}
    assert api.get(f"/v1/matches/{running}.10").status_code == 404


def test_the_repository_opens_no_log_and_a_fact_opens_that_of_its_match(api, running):
    shown = api.get(f"/v1/tournaments/{running}").json
    white, black = (entry["player"] for entry in shown["entries"][:2])
    match = f"{running}.9"
    api.deps.log.append(running, [RoundPaired(4, ((match, white, black),))], by="pump", at=1, expected=shown["version"])
    written = api.everything_written()
    seen = api.deps.repository.match(match)
    assert api.everything_written() == written
    rolled = {"type": "OpeningRolled", "white": 5, "black": 2}
    assert api.post(f"/v1/matches/{match}/events", rolled, role="scorer").status_code == 202
    opened, fact = api.deps.log.read(match)
    assert (opened.event, fact.version) == (seen, 1)


def test_a_reader_of_a_match_that_was_paired_this_moment_finds_its_log_open(api, running):
    shown = api.get(f"/v1/tournaments/{running}").json
    white, black = (entry["player"] for entry in shown["entries"][:2])
    match = f"{running}.9"
    api.deps.log.append(running, [RoundPaired(4, ((match, white, black),))], by="pump", at=1, expected=shown["version"])
    assert api.get(f"/v1/matches/{match}/events", role="viewer").json["events"] == []
    assert api.get(f"/v1/matches/{match}/transcript.txt", role="viewer").status_code == 200
    assert [each.version for each in api.deps.log.read(match)] == [0]
