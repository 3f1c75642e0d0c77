"""Files of a tournament over HTTP: who may see them, how they are sent, and that they say what JSON says."""

import csv
import io
import re

import pytest

from service.exports import CSV, EXPORTS, HTML, PDF, SVG, XLSX
from service.exports.html import style_hash
from service.repository import Repository
from service.store.maintenance import daily_number
from service.store.maintenance.daily_number import Number
from tests.support.pictures.prints import texts
from tests.support.proving import some
from tests.support.readers.workbooks import load_workbook

WITHOUT_WITHDRAWN = {
    "bracket.csv",
    "matches.csv",
    "pairings.csv",
    "crosstable.pdf",
    "programme.pdf",
    "certificates.pdf",
    "pairings.pdf",
    "slips.pdf",
    "everything.pdf",
}
"""Files that say nothing about who is still there."""
ROUNDS = {name for name, export in EXPORTS.items() if export.of_round}
A_FEW = ("standings.csv", "standings.html", "bracket.svg", "pairings.csv", "slips.pdf", "standings.xlsx")
"""One file of each kind, and of a round; `make prove` has the others."""


def address(tournament, name):
    middle = "rounds/1/" if name in ROUNDS else ""
    return f"/v1/tournaments/{tournament}/{middle}{name}"


def begun(api, players=4, **more):
    """A tournament that has started, each of its matches opened; its id."""
    tournament = api.tournament(players, **more)
    answer = api.post(f"/v1/tournaments/{tournament}/start", {"seed": "midsummer"})
    assert answer.status_code == 200, answer.json
    return tournament


def rows(answer):
    return list(csv.DictReader(io.StringIO(answer.get_data(as_text=True), newline=""), strict=True))


@pytest.mark.parametrize("name", some(EXPORTS, *A_FEW))
def test_a_file_is_sent_once_and_again_when_something_changed(api, name):
    cup = api.begin_with("a cup with files", lambda: begun(api))
    answer = api.get(address(cup, name))
    assert (answer.status_code, answer.mimetype) == (200, EXPORTS[name].media)
    assert answer.headers["Cache-Control"] == "private, no-cache"
    tag = {"If-None-Match": answer.headers["ETag"]}
    again = api.get(address(cup, name), headers=tag)
    assert (again.status_code, again.data) == (304, b"")
    assert api.post(f"/v1/tournaments/{cup}/withdrawals", {"player": "Player 1", "reason": "ill"}).status_code == 201
    if name not in WITHOUT_WITHDRAWN:
        assert api.get(address(cup, name), headers=tag).status_code == 200


def test_the_matches_of_brackets_are_in_the_rounds_although_more_are_paired_meanwhile(api, monkeypatch):
    cup = begun(api, 4, format="single_elimination")
    read = Repository.tournament

    def read_then_play(self, tournament_id, **options):
        found = read(self, tournament_id, **options)
        monkeypatch.undo()  # what follows is played and paired after the first reading
        for match in found.to_play:
            body = {"match": match.match, "kind": "walkover", "winner": "white", "reason": "ill"}
            assert api.post(f"/v1/tournaments/{cup}/decisions", body).status_code == 201
        return found

    monkeypatch.setattr(Repository, "tournament", read_then_play)
    shown = api.get(f"/v1/tournaments/{cup}/bracket").json
    assert api.get(f"/v1/tournaments/{cup}").json["version"] > shown["version"]
    paired = {match["id"] for round_ in shown["rounds"] for match in round_["matches"]}
    slots = [slot for tree in shown["brackets"] for round_ in tree["rounds"] for slot in round_["slots"]]
    assert {slot["match"] for slot in slots} - {None} == paired
    assert [slot["status"] for slot in slots] == ["ready", "ready", "waiting"]


@pytest.mark.parametrize("name", some(EXPORTS, *A_FEW))
def test_pages_and_drawings_are_shown_the_others_are_saved(api, name):
    cup = api.begin_with("a cup of two with files", lambda: begun(api, 2))
    answer = api.get(address(cup, name))
    shown = EXPORTS[name].media in (HTML, SVG, PDF)
    file_name = f"{cup}-{'round-1-' if name in ROUNDS else ''}{name}"
    disposition = f'{"inline" if shown else "attachment"}; filename="{file_name}"'
    assert answer.headers["Content-Disposition"] == disposition
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert (style_hash() in policy) is (EXPORTS[name].media == HTML)


@pytest.mark.parametrize("name", some(EXPORTS, *A_FEW))
def test_callers_who_may_not_read_the_tournament_may_not_read_its_files(api, name):
    def two_cups_and_another_club():
        api.found("uppsala")
        return begun(api, 2), begun(api, 2, published=True), dict(api.tokens)

    cup, shown, api.tokens = api.begin_with("two cups and another club", two_cups_and_another_club)
    assert api.get(address(cup, name), role=None).status_code == 401
    assert api.get(address(cup, name), role="uppsala organiser").status_code == 404
    assert api.get(address(shown, name), role=None).status_code == 200


@pytest.mark.parametrize("name", some([*EXPORTS, "bracket", "crosstable", "standings"], *A_FEW, "bracket", "standings"))
@pytest.mark.parametrize("form", some(["swiss", "single_elimination", "round_robin"], "swiss"))
def test_only_referees_learn_of_a_drafted_round(api, form, name):
    cup = api.begin_with(f"drafts {form}", lambda: begun(api, 4, format=form, drafts=True, published=True))
    matches = {match["id"] for match in api.get(f"/v1/tournaments/{cup}/matches", role="referee").json["matches"]}
    assert matches
    for role in (None, "viewer", "scorer"):
        answer = api.get(address(cup, name), role=role)
        if name in ROUNDS:
            assert answer.status_code == 404
        elif EXPORTS.get(name) and EXPORTS[name].media == XLSX:
            book = load_workbook(answer.data)
            said = {cell.value for sheet in book for row in sheet.iter_rows() for cell in row}
            assert not matches & said
        elif EXPORTS.get(name) and EXPORTS[name].media == PDF:
            assert "Round 1" not in " ".join(texts(answer.data))
        else:
            assert not [match for match in matches if f'"{match}"' in answer.text or f"{match}," in answer.text]
    told = api.get(address(cup, name), role="referee")
    assert told.status_code == 200
    if name in ("matches.csv", "pairings.csv", "bracket"):
        assert f"{cup}.1" in told.text
    number = api.post(f"/v1/tournaments/{cup}/rounds/1/publish", {})
    assert number.status_code == 200, number.json
    if name in ROUNDS:
        assert api.get(address(cup, name), role=None).status_code == 200


def test_the_bracket_keeps_its_rounds_and_tells_every_slot(api):
    cup = begun(api, 5, format="single_elimination")
    words = api.get(f"/v1/tournaments/{cup}/bracket").json
    assert words == api.get(f"/v1/tournaments/{cup}/bracket.json").json
    assert words["rounds"] == api.get(f"/v1/tournaments/{cup}").json["rounds"]
    slots = [slot for tree in words["brackets"] for round_ in tree["rounds"] for slot in round_["slots"]]
    lines = rows(api.get(f"/v1/tournaments/{cup}/bracket.csv"))
    assert [line["slot"] for line in lines] == [slot["slot"] for slot in slots]
    assert [line["status"] for line in lines] == [slot["status"] for slot in slots]
    drawn = api.get(f"/v1/tournaments/{cup}/bracket.svg").text
    paired = [slot["match"] for slot in slots if slot["match"]]
    assert sorted(re.findall(r'data-match-id="([^"]+)"', drawn)) == sorted(paired)
    assert api.get(f"/v1/tournaments/{begun(api, 3)}/bracket").json["brackets"] == []


def test_the_crosstable_is_the_same_as_json_and_as_csv(api, judge):
    cup = begun(api, 3)
    games = [
        {"winner": "white", "outcome": "jan"},
        {"winner": "white", "outcome": "bearing_off"},
        {"winner": "black", "outcome": "bearing_off"},
    ]
    answer = api.post(f"/v1/tournaments/{cup}/results", {"match": f"{cup}.1", "results": games}, role="scorer")
    assert answer.status_code == 202, answer.json
    judge()
    [table] = api.get(f"/v1/tournaments/{cup}/crosstable").json["crosstables"]
    assert [table] == api.get(f"/v1/tournaments/{cup}/crosstable.json").json["crosstables"]
    assert (table["by"], table["columns"]) == ("opponents", [1, 2, 3])
    told = [cell for row in table["rows"] for cells in row["cells"] for cell in cells if cell["kind"]]
    assert {cell["match"] for cell in told} == {f"{cup}.1"}
    assert sorted(cell["won"] for cell in told) == [False, True]
    lines = rows(api.get(f"/v1/tournaments/{cup}/crosstable.csv"))
    assert [line["name"] for line in lines] == [row["name"] for row in table["rows"]]
    played = [line for line in rows(api.get(f"/v1/tournaments/{cup}/matches.csv")) if line["result_code"] == "played"]
    assert [(line["match_id"], line["games1"], line["games2"]) for line in played] == [(f"{cup}.1", "2", "1")]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", played[0]["finished_at"])
    events = api.get(f"/v1/tournaments/{cup}/events").json["events"]
    assert events[int(played[0]["event_version"]) - 1]["type"] == "MatchSettled"


def test_a_page_speaks_english_or_swedish_and_nothing_else(api):
    cup = begun(api, 2)
    assert '<html lang="sv">' in api.get(f"/v1/tournaments/{cup}/standings.html?lang=sv").text
    assert '<html lang="en">' in api.get(f"/v1/tournaments/{cup}/standings.html").text
    refused = api.get(f"/v1/tournaments/{cup}/standings.html?lang=tlh")
    assert (refused.status_code, "en, sv" in refused.text) == (422, True)


def test_a_table_in_full_has_more_columns(api):
    cup = begun(api, 3)
    assert "byes" in api.get(f"/v1/tournaments/{cup}/standings.csv?columns=all").text.split("\r\n")[0].split(",")
    assert api.get(f"/v1/tournaments/{cup}/standings.csv?bom=1").data.startswith(b"\xef\xbb\xbf")
    assert api.get(f"/v1/tournaments/{cup}/standings.csv").mimetype == CSV


def test_a_table_for_a_country_of_decimal_commas_separates_by_semicolons(api):
    cup = begun(api, 3)
    usual = api.get(f"/v1/tournaments/{cup}/standings.csv").text.splitlines()
    apart = api.get(f"/v1/tournaments/{cup}/standings.csv?separator=;&bom=1").data.decode("utf-8-sig").splitlines()
    assert apart == api.get(f"/v1/tournaments/{cup}/standings.csv?separator=%3B").text.splitlines()
    assert apart[0].split(";") == usual[0].split(",")
    assert len(apart) == len(usual)
    assert api.get(f"/v1/tournaments/{cup}/standings.csv?separator=tab").status_code == 422


@pytest.mark.parametrize("path", ["", "/standings", "/bracket", "/crosstable.xlsx", "/rounds/1/pairings.csv"])
def test_a_parameter_that_an_address_does_not_know_is_named(api, path):
    refused = api.get(f"/v1/tournaments/{begun(api, 3)}{path}?colums=all")
    assert refused.status_code == 422
    assert list(refused.json["errors"]) == ["colums"]


def test_a_round_that_is_not_there_has_no_pairings(api):
    cup = begun(api, 3)
    for name in ROUNDS:
        assert api.get(f"/v1/tournaments/{cup}/rounds/99/{name}").status_code == 404


def test_the_number_of_the_day_is_beside_files_and_not_in_them(api):
    tournament = api.tournament(3, published=True)
    addresses = [f"/v1/tournaments/{tournament}/{name}" for name in ("standings.csv", "standings.json", "events")]
    before = [api.get(address, None) for address in addresses]
    assert ["Brade-Number" in each.headers for each in before] == [False] * 3
    daily_number.show(api.deps.client, Number(1_700_000_000_000, "3f" * 32))
    after = [api.get(address, None) for address in addresses]
    number = f'{"3f" * 32}; at="2023-11-14T22:13:20.000Z"'
    assert [each.headers["Brade-Number"] for each in after] == [number] * 3
    assert [each.get_data() for each in after] == [each.get_data() for each in before]
    assert api.client.head(addresses[0]).headers["Brade-Number"] == number
    assert "Brade-Number" not in api.get(f"/v1/tournaments/{tournament}", None).headers
