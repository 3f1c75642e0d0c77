"""The files of `demo/`: whose the recorded matches are, what is refused in them, what the whole results say."""

import json
import re

import pytest

from core.games import game_of
from core.match.judging import fold
from core.match.state import REFUSED
from service.demo.scenario import PARTS, recorded
from tests.support.matches.match_logs import fact, numbered, opening, recorded_match
from tests.support.paths import ROOT

DEMO = ROOT / "demo"
FROM = {
    "1-jan-and-forced-jan": "three_games",
    "2-eleven-refusals": "refusals_three",
    "3-slips-of-the-scorer": "seven_games",
    "4-tie-break-by-a-monk": "tie_break_three",
    "5-tie-break-by-a-jan": "tie_break_five",
    "6-six-refusals": "refusals_five",
}


def facts_of(name):
    return [fact(json.loads(line)) for line in (DEMO / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()]


def judged(name):
    return list(fold("m_demo", numbered(opening(), facts_of(name))))


def test_every_file_is_the_record_of_one_pairing():
    words = json.loads((DEMO / "tournament.json").read_text(encoding="utf-8"))
    assert [each["file"] for each in words["recorded"]] == sorted(f"{name}.ndjson" for name in FROM)
    met = [frozenset((each["white"], each["black"])) for each in words["recorded"]]
    assert len(set(met)) == len(met) == 6
    assert len(set().union(*met)) == 4


@pytest.mark.parametrize("name", FROM)
def test_a_match_is_over_with_its_last_fact(name):
    states = judged(name)
    assert states[-1][0].settled is not None
    assert states[-2][0].settled is None


@pytest.mark.parametrize("name", [name for name in FROM if name != "3-slips-of-the-scorer"])
def test_a_match_is_the_recorded_one_up_to_its_third_game(name):
    mine, (_, theirs, _, _) = facts_of(name), recorded_match(FROM[name])
    assert mine == theirs[: len(mine)]


def test_the_slips_are_all_that_was_put_in():
    name = "3-slips-of-the-scorer"
    given = [verdict for _, verdict in judged(name)][1:]
    kept = [fact for fact, verdict in zip(facts_of(name), given, strict=True) if verdict.verdict != REFUSED]
    assert kept == recorded_match(FROM[name])[1][: len(kept)]
    assert [verdict.rule for verdict in given if verdict.verdict == REFUSED] == [
        "M4",
        "§4",
        "M3",
        "S2",
        "§1",
        "§3",
        "S6",
    ]


def test_refusals_and_tie_breaks_are_where_the_names_say():
    refused = {name: sum(verdict.verdict == REFUSED for _, verdict in judged(name)) for name in FROM}
    assert list(refused.values()) == [0, 11, 7, 0, 0, 6]
    decided = [judged(name)[-1][0].settled.decided_by for name in FROM]
    assert decided == ["points", "points", "points", "highest_game", "highest_game", "points"]


def test_the_readme_names_every_file():
    text = (DEMO / "README.md").read_text(encoding="utf-8")
    assert {path.name for path in DEMO.iterdir()} - {"README.md"} == set(
        re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)
    )


def test_the_weekend_finds_its_files():
    programme = recorded()
    assert [len(record.facts) for record in programme.records] == [675, 1122, 1115, 1017, 785, 1163]
    assert len(programme.players) == 24
    assert {part: len(results) for part, results in programme.results.items()} == dict(
        zip(PARTS, (20, 9, 7, 16), strict=True)
    )


def test_everybody_of_the_weekend_is_on_the_list_of_entries():
    programme = recorded()
    places = [place for part in PARTS for place in programme.results[part]]
    assert {name for _, *names in places for name in names} <= set(programme.players)
    assert {programme.withdrawal["player"], programme.correction.place.white} <= set(programme.players)
    assert len({name.split()[0] for name in programme.players}) == 24, "the tree names them without surnames"


def test_no_match_is_reported_twice_but_the_one_that_is_corrected_is_there():
    programme = recorded()
    places = [place for part in PARTS for place in programme.results[part]]
    assert len(set(places)) == len(places)
    assert programme.correction.place in places


@pytest.mark.parametrize("part", PARTS)
def test_every_whole_result_is_a_match_of_swedish_tables(part):
    final = ("main", "Arvid Blom", "Karin Åberg")
    game = game_of("swedish")
    for place, results in recorded().results[part].items():
        assert len(results) == (5 if place == final else 3)
        assert {result["winner"] for result in results} <= set(game.seats)
        assert {result["outcome"] for result in results} <= {outcome.key for outcome in game.outcomes}
