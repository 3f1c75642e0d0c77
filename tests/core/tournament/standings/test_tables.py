"""standings.csv: what a spreadsheet reads."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.csv_text import csv_text, read_text
from core.events import PlayerEntered, PlayerWithdrew, RoundPaired, TournamentStarted
from core.tournament import Tournament, opened
from core.tournament.views.csv_rows import standings_rows
from tests.support.tournament.written_results import after, created, entered, played, started


def csv_of(tournament: Tournament) -> str:
    return csv_text(standings_rows(tournament))


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def test_standings_csv_has_one_line_a_player_and_two_columns_a_tie_break() -> None:
    tournament = played(started(["anna", "bo", "cilla"]), ["anna-bo 3:2 6:3", "bo-cilla 3:2 5:3", "cilla-anna 3:2 4:3"])
    assert csv_of(after(tournament, [PlayerWithdrew("cilla")])) == (
        "rank,shared,player_id,name,played,wins,losses,games_won,games_lost,points_won,points_lost,"
        "tb1_code,tb1_value,tb2_code,tb2_value,tb3_code,tb3_value,tb4_code,tb4_value,status\r\n"
        "1,false,anna,Anna,2,1,1,5,5,9,7,wins,1,mini_table,1 0 2,game_difference,0,sonneborn_berger,1,active\r\n"
        "2,false,bo,Bo,2,1,1,5,5,8,9,wins,1,mini_table,1 0 -1; 1 1 2,game_difference,0,sonneborn_berger,1,active\r\n"
        "3,false,cilla,Cilla,2,1,1,5,5,7,8,wins,1,mini_table,1 0 -1; 0 -1 -2,game_difference,0,sonneborn_berger,1,"
        "withdrawn\r\n"
    )


def test_a_shared_place_says_so_and_a_tie_break_that_was_not_asked_leaves_its_cell_empty() -> None:
    rows = read(csv_of(played(started(["anna", "bo"]), ["anna-bo"])))
    assert [(row[0], row[1], row[13], row[14]) for row in rows[1:]] == [
        ("1", "false", "mini_table", ""),
        ("2", "false", "mini_table", ""),
    ]
    assert [row[:3] for row in read(csv_of(started(["anna", "bo"])))[1:]] == [
        ["1", "true", "anna"],
        ["1", "true", "bo"],
    ]


def test_head_to_head_is_a_number_unless_it_was_asked_again() -> None:
    tournament = played(started(["anna", "bo"], ("head_to_head",)), ["bo-anna"])
    assert [row[11:13] for row in read(csv_of(tournament))[1:]] == [["head_to_head", "1"], ["head_to_head", "0"]]


def test_an_empty_tournament_has_a_header_only() -> None:
    assert len(read(csv_of(entered([])))) == 1


BEGINS = tuple("=+-@|\uff1d\uff0b\uff0d\uff20")  # the last four are those of full width
FORMULA = (*BEGINS, ";", "\t", "\r", "\n")


@pytest.mark.parametrize("start", FORMULA)
def test_text_that_a_spreadsheet_would_take_for_a_formula_gets_an_apostrophe(start: str) -> None:
    events = [PlayerEntered("a", f"{start}cmd|' /C calc'!A0"), PlayerEntered("b", "Bo"), TournamentStarted("seed")]
    tournament = after(opened("t_cup", created()), [*events, RoundPaired(1, (("t_cup.1", "a", "b"),))])
    assert read(csv_of(tournament))[1][3] == f"'{start}cmd|' /C calc'!A0"


def test_numbers_stay_numbers_and_nothing_stays_empty() -> None:
    assert csv_text([[-3, 0, None, True, False, ""]]) == "-3,0,,true,false,\r\n"


@pytest.mark.parametrize("name", ["Bo;=1+1;", "Bo;\uff1d1+1", ";=1+1", "Bo;|cmd", "=1;=2", "Bo\t@x"])
def test_a_spreadsheet_that_separates_by_other_marks_finds_no_formula_either(name: str) -> None:
    for separator in ";\t,":
        cells = [cell for row in csv.reader([csv_text([["1", name, 2]]).strip()], delimiter=separator) for cell in row]
        assert not [cell for cell in cells if cell.startswith(BEGINS)]


@pytest.mark.parametrize("name", ["Bo,=1+1,", "Bo;=1+1", "=1,=2", "Berg, Anna", 'Bo "B" Ek', "Bo\n=1"])
def test_between_semicolons_a_spreadsheet_that_separates_by_others_finds_no_formula_either(name: str) -> None:
    text = csv_text([["1", name, 2.5, -3]], ";")
    for separator in ";\t,":
        cells = [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) for cell in row]
        assert not [cell for cell in cells if cell.startswith(BEGINS) and cell not in ("-3", "-3\r\n")]
    (row,) = csv.reader(io.StringIO(text, newline=""), delimiter=";")
    assert [read_text(cell) for cell in row] == ["1", name, "2,5", "-3"]


def test_a_semicolon_between_words_stays_as_it_is() -> None:
    assert csv_text([["1 0 -1; 1 1 2", "Berg; Anna", "a-b|c=d"]]) == "1 0 -1; 1 1 2,Berg; Anna,a-b|c=d\r\n"


_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0") | st.sampled_from(FORMULA))


@given(st.lists(st.lists(_TEXTS, min_size=2)))
def test_any_text_is_read_back_with_at_most_apostrophes_in_it(rows) -> None:
    back = read(csv_text(rows))
    assert [[cell.replace("'", "") for cell in row] for row in back] == [
        [cell.replace("'", "") for cell in row] for row in rows
    ]
    assert not any(cell.startswith(FORMULA) for row in back for cell in row)
    assert [[read_text(cell) for cell in row] for row in back] == rows
    assert csv_text(rows).encode("utf-8").decode("utf-8") == csv_text(rows)
