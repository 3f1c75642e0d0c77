"""`brade rating-list` over the files of several clubs, as a federation types it."""

import csv
import json

import pytest

from service.commands.ratings import rating_list as module
from service.commands.ratings.rating_list import rating_list
from tests.support.ratings.decided import LIST, begin, decide, set_rule, table
from tests.support.readers.workbooks import load_workbook

RULE = {"tournaments": True, "shortest": 1}


def filed(club, players, matches, **more):
    return {
        "form": "brade-ratings 1",
        "club": club,
        "club_name": club.title(),
        "game": "swedish",
        "rule": RULE,
        "players": [{"id": each, "name": name, "group": group} for each, name, group in players],
        "matches": [
            {
                "id": f"t_{club}.{n}",
                "tournament": f"t_{club}",
                "decided_at": f"2026-11-2{n}T18:00:00.000Z",
                "player1": one,
                "player2": other,
                "winner": 1,
                "points": 3,
            }
            for n, one, other in matches
        ],
    } | more


VASA = filed("vasa", [("p_a", "Åsa", None), ("p_b", "=Bo", None)], [(1, "p_a", "p_b"), (3, "p_b", "p_a")])
HUK = filed("huk", [("p_x", "åsa", "Vasa"), ("p_b", "Bo", None)], [(2, "p_b", "p_x")])


@pytest.fixture
def write(tmp_path):
    """Write files; their paths."""

    def written(*files):
        paths = [tmp_path / f"{number}.json" for number, _ in enumerate(files)]
        for path, data in zip(paths, files, strict=True):
            path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
        return [str(path) for path in paths]

    return written


def test_the_files_of_two_clubs_become_one_list(run, write, tmp_path):
    sheet, book = tmp_path / "list.csv", tmp_path / "list.xlsx"
    made = run(rating_list, *write(VASA, HUK), "--provisional", "3", "--csv", str(sheet), "--xlsx", str(book))
    assert made.exit_code == 0, made.output
    head, first, *others = made.stdout.splitlines()
    assert head == "Swedish Tables: 3 players, 3 matches"
    assert first.split()[0] == "1"
    assert first.endswith("    3  Åsa (Vasa)")
    assert [line.split()[0] for line in others] == ["–", "–"]
    assert made.stderr == ""
    rows = list(csv.DictReader(sheet.read_text(encoding="utf-8-sig").splitlines()))
    assert [rows[0][name] for name in ("rank", "club", "name", "played")] == ["1", "Vasa", "Åsa", "3"]
    assert "'=Bo" in {row["name"] for row in rows}
    read = load_workbook(book)
    assert read.sheetnames == ["Ratings", "Matches"]
    assert len(list(read["Matches"].values)) == 4


def test_what_clashes_is_told_beside_the_list_and_ends_a_strict_run(run, write):
    paths = write(VASA, filed("huk", [("p_x", "Åsa", None), ("p_b", "Bo", None)], [(2, "p_b", "p_x")]))
    made = run(rating_list, *paths)
    assert (made.exit_code, made.stderr) == (0, "Åsa counts as 2 people, of Vasa, Huk.\n")
    assert run(rating_list, *paths, "--strict").exit_code == 1
    assert run(rating_list, *paths, "--strict", "--join", "name").exit_code == 0


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("nonsense", "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ([], "an object is expected"),
        (VASA | {"form": "brade-ratings 2"}, "form: "),
        (VASA | {"game": "chess"}, "game: "),
        (VASA | {"players": VASA["players"][:1]}, "matches.0: a player of this match is not among the players"),
        (VASA | {"matches": [VASA["matches"][0] | {"player2": "p_a"}]}, "plays against themselves"),
        (VASA | {"matches": [VASA["matches"][0] | {"decided_at": "soon", "points": 0}]}, "matches.0.points: "),
    ],
)
def test_a_file_that_is_none_is_named_with_what_is_wrong(run, write, data, told):
    made = run(rating_list, *write(VASA, data))
    assert made.exit_code == 1
    assert "1.json is no rating list of a club" in made.stderr
    assert told in made.stderr
    assert made.stdout == ""


def test_files_of_several_games_are_refused(run, write):
    made = run(rating_list, *write(VASA, HUK | {"game": "backgammon"}))
    assert (made.exit_code, "one list is of one game" in made.stderr) == (1, True)


def test_too_large_files_and_too_many_are_refused_before_they_are_read(run, write, monkeypatch):
    paths = write(VASA, HUK)
    for name, most, told in (
        ("MOST_BYTES", 100, "100 is the most"),
        ("MOST_BYTES_OF_ALL", 900, "bytes together: 900 is the most"),
        ("MOST_FILES", 1, "2 files are too many: 1 is the most"),
    ):
        with monkeypatch.context() as bounded:
            bounded.setattr(module, name, most)
            bounded.setattr(module, "_json", lambda path: pytest.fail("read"))
            made = run(rating_list, *paths)
        assert (made.exit_code, told in made.stderr) == (1, True), made.stderr


def test_what_a_club_exports_is_read(api, run, tmp_path):
    tournament, matches = begin(api)
    for match in matches:
        decide(api, tournament, match)
    set_rule(api)
    path = tmp_path / "vasa.json"
    path.write_bytes(api.get(f"{LIST}/list.json").data)
    made = run(rating_list, str(path))
    assert made.exit_code == 0, made.output
    for name, row in table(api).items():
        assert f"{row['rating']:8.2f}  {row['played']:5}  {name} (Vasa)" in made.stdout
