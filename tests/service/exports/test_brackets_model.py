"""The tables of brackets-model: whole, true to the tournament, and drawn by brackets-viewer."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from core.events import PlayerEntered, TournamentCreated
from core.tournament import Tournament, opened
from core.tournament.views.brackets_model import brackets_model
from schemas.dump import dumper
from schemas.views.brackets import BracketsModel
from tests.support.proving import prove, some
from tests.support.readers.npm import installed
from tests.support.tournament.of_every_format import KEYS, KINDS, entered, on_paper, played
from tests.support.tournament.written_results import after

OF_STAGES = tuple(
    key for key in KEYS if key not in ("swiss", "elimination_by_losses", "team_league", "team_knockout", "team_swiss")
)
SIDES = ("opponent1", "opponent2")
PACKAGES = ("brackets-viewer@1.9.1", "jsdom@26.1.0")
DRAW = """
const {JSDOM} = require("jsdom"), fs = require("fs");
const {stage, match, match_game, participant} = JSON.parse(fs.readFileSync(0, "utf8"));
const viewer = fs.readFileSync(require.resolve("brackets-viewer/dist/brackets-viewer.min.js"), "utf8");
(async () => {
  const drawn = {};
  for (const one of stage) {
    const {window} = new JSDOM('<div class="brackets-viewer"></div>', {runScripts: "outside-only"});
    const text = {get() { return this.textContent; }, set(text) { this.textContent = text; }};
    Object.defineProperty(window.HTMLElement.prototype, "innerText", text); // which jsdom lacks
    window.eval(viewer);
    const matches = match.filter(each => each.stage_id === one.id);
    await window.bracketsViewer.render({stages: [one], matches, matchGames: match_game, participants: participant});
    const names = [...window.document.querySelectorAll(".match .name")].map(each => each.textContent);
    const shown = [...window.document.querySelectorAll(".match")], games = {};
    for (const each of shown) {
      each.querySelector(".opponents > span")?.dispatchEvent(new window.MouseEvent("click", {bubbles: true}));
      const told = [...window.document.querySelectorAll("[popover] .match")];
      if (each.textContent.includes("Bo")) games[each.dataset.matchId] = told.map(one => +one.dataset.matchGameId);
    }
    drawn[one.name] = [shown.length, names, games];
  }
  console.log(JSON.stringify(drawn));
})();
"""


"""Reads tables, draws each stage, and prints for each how many matches and which names are drawn, and the games that a
click on a match shows.
"""


def tables(tournament: Tournament) -> dict[str, Any]:
    paper = on_paper(tournament)
    return dumper(BracketsModel)(brackets_model(paper.tournament, paper.brackets))


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_every_row_belongs_to_rows_that_are_there(form: str) -> None:
    for state in (entered(form, 9), played(entered(form, 9), most=5), played(entered(form, 9))):
        found = tables(state)
        for name, rows in found.items():
            assert [row["id"] for row in rows] == list(range(len(rows))), name
        for row in found["match"]:
            round_ = found["round"][row["round_id"]]
            assert {key: round_[key] for key in ("stage_id", "group_id")} == {
                key: row[key] for key in ("stage_id", "group_id")
            }
            assert found["group"][row["group_id"]]["stage_id"] == row["stage_id"]
            for side in (row["opponent1"], row["opponent2"]):
                assert side is None or side["id"] is None or found["participant"][side["id"]]


@pytest.mark.parametrize(
    ("form", "more"), [*((form, {}) for form in OF_STAGES), ("single_elimination", {"settings": {"placement": 16}})]
)
def test_every_result_of_brackets_and_groups_is_told(form: str, more: dict[str, Any]) -> None:
    state = played(entered(form, 9 if not more else 14, **more))
    found = tables(state)
    ids = [each["player_id"] for each in found["participant"]]
    told = {
        row["match_id"]: (ids[row["opponent1"]["id"]], ids[row["opponent2"]["id"]], row["opponent1"]["result"] == "win")
        for row in found["match"]
        if row["status"] == 4
    }
    swiss = {"swiss_then_knockout": state.format.table_stage, "stages": "stage_2"}.get(form)
    counted = [
        pairing for round_ in state.rounds for pairing in round_.pairings if swiss is None or round_.stage != swiss
    ]
    assert told == {
        each.match: (each.white, each.black, state.results[each.match].winner == "white")
        for each in counted
        if not each.is_bye and each.match in state.results
    }


def test_every_game_is_told_with_its_points_and_its_match_with_the_announced_number() -> None:
    state = played(entered("groups_then_knockout", 9, terms=[{"stage": "main", "length": {"games": 5}}]))
    found = tables(state)
    assert found["match_game"]
    stages = [each["name"] for each in found["stage"]]
    for row in found["match"]:
        both = row["opponent1"] is not None and row["opponent2"] is not None
        assert row["child_count"] == (both and (5 if stages[row["stage_id"]] == "main" else 3))
        games = [each for each in found["match_game"] if each["parent_id"] == row["id"]]
        assert [game["number"] for game in games] == list(range(1, len(games) + 1))
        assert {game["stage_id"] for game in games} <= {row["stage_id"]}
        result = state.results.get(row["match_id"])
        assert [(game["opponent1"]["result"], game["opponent1"]["score"]) for game in games] == [
            ("win", 1) if game.winner == "white" else ("loss", 0) for game in (result.games if result else ())
        ]
        for each in games:
            assert [each[side]["id"] for side in SIDES] == [row[side]["id"] for side in SIDES]


def test_a_match_to_points_announces_no_number_of_games() -> None:
    state = opened("t_cup", TournamentCreated("vasa", "Cup", "swedish", {"points": 7}, "single_elimination"))
    state = played(after(state, [PlayerEntered(f"p{number}", f"Player {number}") for number in range(4)]))
    assert {row["child_count"] for row in tables(state)["match"]} == {0}


def test_a_walkover_is_a_forfeit_without_points_of_who_did_not_come() -> None:
    state = played(entered("single_elimination", 16))
    walkovers = {match for match, result in state.results.items() if result.kind == "walkover"}
    assert walkovers
    rows = {row["match_id"]: row for row in tables(state)["match"]}
    for match in walkovers:
        loser = next(rows[match][side] for side in ("opponent1", "opponent2") if rows[match][side]["result"] == "loss")
        assert loser["forfeit"] is True
        assert "score" not in loser


def test_brackets_that_belong_together_are_one_stage() -> None:
    [stage] = tables(entered_and_drawn("double_elimination"))["stage"]
    assert (stage["type"], stage["settings"]["grandFinal"], stage["settings"]["size"]) == (
        "double_elimination",
        "double",
        16,
    )
    [stage] = tables(entered_and_drawn("single_elimination", settings={"bronze": True}))["stage"]
    assert (stage["type"], stage["settings"]["consolationFinal"]) == ("single_elimination", True)
    groups, main = tables(entered_and_drawn("groups_then_knockout"))["stage"]
    assert (groups["type"], groups["settings"]["groupCount"], main["type"]) == ("round_robin", 3, "single_elimination")


def test_brackets_for_places_are_stages_of_their_own() -> None:
    stages = tables(entered_and_drawn("single_elimination", settings={"placement": 16}))["stage"]
    assert [(stage["name"], stage["settings"]["size"]) for stage in stages] == [
        ("main", 16),
        ("placement_5_8", 4),
        ("placement_7_8", 2),
    ]
    assert stages[0]["settings"]["consolationFinal"] is True


def entered_and_drawn(form: str, **more: object) -> Tournament:
    return played(entered(form, 9, **more), most=0)


@pytest.fixture(scope="session")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a program that draws tables from its input by brackets-viewer, and prints what it drew."""
    folder = installed(tmp_path_factory.mktemp("viewer"), *PACKAGES)
    (folder / "draw.js").write_text(DRAW, encoding="utf-8")
    return folder


def without_reset(stage: dict[str, Any], finals: list[dict[str, Any]]) -> bool:
    """True if the second final of a double elimination is not played, or not known to be: it is not drawn then."""
    return stage["settings"]["grandFinal"] == "double" and (finals[0]["opponent2"] or {}).get("result") != "win"


@prove
@pytest.mark.parametrize("form", OF_STAGES)
def test_brackets_viewer_draws_every_match_and_name(viewer: Path, form: str) -> None:
    states = [entered_and_drawn(form), played(entered(form, 9), most=5), played(entered(form, 11))]
    if form == "single_elimination":
        states.append(played(entered(form, 14, settings={"placement": 16}), most=20))
    for state in states:
        found = tables(state)
        ran = subprocess.run(
            ["node", "draw.js"],
            cwd=viewer,
            input=json.dumps(found),
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        drawn = json.loads(ran.stdout)
        for stage in found["stage"]:
            matches = [each for each in found["match"] if each["stage_id"] == stage["id"]]
            finals = [match for match in matches if match["group_id"] == matches[-1]["group_id"]]
            count, names, games = drawn[stage["name"]]
            assert count == len(matches) - without_reset(stage, finals)
            there = {side["id"] for match in matches for side in (match["opponent1"], match["opponent2"]) if side}
            assert {found["participant"][each]["name"] for each in there if each is not None} <= {
                re.sub(r"^#\d+ ", "", name) for name in names
            }
            told = [each["id"] for each in found["match_game"] if each["stage_id"] == stage["id"]]
            assert [game for match in matches for game in games.get(str(match["id"]), ())] == told
