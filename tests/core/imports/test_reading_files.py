"""Tables of other programs: what each of them says of players and results, and what is refused as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import Invalid
from core.imports import read
from core.imports.text import DEEPEST
from core.imports.values import MOST_PLAYERS

SHARLY = (
    "last_name,first_name,date_of_birth,gender,federation,club,fide_id,rating,mail,tournament\r\n"
    "ÖBERG,Åsa,1990-01-31,F,SWE,Vasa,1701234,1510,asa@example.org,Open\r\n"
    "EK,Bo,,M,SWE,,,,,Open\r\n"
)
STARTING_LIST = (
    "From the Tournament-Database of Chess-Results http://chess-results.com\n"
    "Midsummer Open\n"
    "Starting rank\n"
    "No.;;Name;FideID;FED;RtgI;Rtg;Club/City\n"
    "1;FM;Öberg, Åsa;1701234;SWE;1510;1510;Vasa\n"
    "2;;Ek, Bo;;SWE;0;0;\n"
    "Annotation: made up\n"
)
CROSSTABLE = (
    "Final Ranking crosstable after 3 Rounds\n"
    "Rk.;;Name;Rtg;FED;1.Rd;2.Rd;3.Rd;Pts.;TB1\n"
    "1;;Öberg, Åsa;1510;SWE;4w1;2b1;3w½;2,5;5\n"
    "2;;Ek, Bo;1490;SWE;3b1;1w0;4b+;2;4\n"
    "3;;Dahl, Cilla;1480;SWE;2w0;-1;1b½;1,5;4\n"
    "4;;Falk, Dag;0;SWE;1b0;-0;2w-;0;3\n"
)
ROUND_ROBIN = (
    "Rk.;;Name;Rtg;FED;1;2;3;Pts.\n"
    "1;;Öberg Åsa;1510;SWE;*;1;+;2\n"
    "2;;Ek Bo;1490;SWE;0;*;½;0,5\n"
    "3;;Dahl Cilla;1480;SWE;-;½;*;0,5\n"
)
PAIRINGS = (
    "Round 1 on 2026/06/20 at 10:00\n"
    "Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.\n"
    "1;1;;Öberg, Åsa;1510;0;1 - 0;0;;Ek, Bo;1490;2\n"
    "2;3;;Dahl, Cilla;1480;0;+ - -;0;;Falk, Dag;0;4\n"
    "Round 2 on 2026/06/20 at 13:00\n"
    "Bo.;No.;;White;Rtg;Pts.;Result;Pts.;;Black;Rtg;No.\n"
    "1;2;;Ek, Bo;1490;0;3 : 1;1;;Dahl, Cilla;1480;3\n"
    "2;1;;Öberg, Åsa;1510;1;1;;;bye;;\n"
    "3;4;;Falk, Dag;0;0;;;;Ek, Bo;1490;2\n"
)


def people(found):
    return [(player.name, player.rating, player.club, player.country, player.seed) for player in found.players]


def results(found):
    return [(result.round, result.players, result.kind, result.winner, result.sets) for result in found.results]


def meanings(found):
    return {column.heading: column.meaning for column in found.columns}


def test_a_list_of_sharly_chess_gives_names_in_the_order_of_speech_and_leaves_private_columns_aside() -> None:
    found = read(SHARLY.encode())
    assert found.source == "sharly_chess"
    assert people(found) == [("Åsa ÖBERG", "1510", "Vasa", "SWE", ""), ("Bo EK", "", "", "SWE", "")]
    assert [player.line for player in found.players] == [2, 3]
    assert {heading for heading, meaning in meanings(found).items() if not meaning} == {
        "date_of_birth",
        "gender",
        "mail",
        "tournament",
    }


def test_a_starting_list_of_chess_results_has_titles_above_it_and_a_remark_below() -> None:
    found = read(STARTING_LIST.encode("utf-8-sig"))
    assert (found.source, found.encoding, found.results) == ("chess_results", "UTF-8", ())
    assert people(found) == [("Åsa Öberg", "1510", "Vasa", "SWE", ""), ("Bo Ek", "", "", "SWE", "")]
    assert [player.line for player in found.players] == [5, 6]
    assert found.wrong_players == ()


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "UTF-8"), ("utf-8-sig", "UTF-8"), ("utf-16", "UTF-16"), ("cp1252", "Windows-1252")],
)
def test_a_list_is_read_in_the_encodings_that_spreadsheets_save(encoding, shown) -> None:
    found = read("Namn;Rating;Klubb\nÅsa Öberg;1510;Vasa\n".encode(encoding))
    assert (found.encoding, people(found)) == (shown, [("Åsa Öberg", "1510", "Vasa", "", "")])


@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_list_is_read_with_each_usual_separator_and_lines_of_one_name(separator) -> None:
    text = "name,rating,club\nÅsa Öberg,1510,Vasa\nBo Ek,,\n".replace(",", separator)
    assert people(read(text.encode())) == [("Åsa Öberg", "1510", "Vasa", "", ""), ("Bo Ek", "", "", "", "")]


def test_the_first_rating_that_is_one_counts() -> None:
    found = read(b"No.;Name;RtgI;RtgN\n1;Bo Ek;0;1510\n2;Eva Lind;1400;1300\n3;Dag Falk;0;-\n")
    assert [player.rating for player in found.players] == ["1510", "1400", ""]


def test_a_cross_table_says_each_result_once_and_the_byes() -> None:
    asa, bo, cilla, dag = "Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Falk"
    assert results(read(CROSSTABLE.encode())) == [
        (1, (asa, dag), "played", 0, ()),
        (1, (cilla, bo), "played", 1, ()),
        (2, (bo, asa), "played", 1, ()),
        (2, (cilla, ""), "bye", None, ()),
        (2, (dag, ""), "bye", None, ()),
        (3, (asa, cilla), "drawn", None, ()),
        (3, (dag, bo), "unplayed_win", 1, ()),
    ]


def test_a_cross_table_whose_rows_contradict_each_other_is_unclear() -> None:
    found = read(CROSSTABLE.replace("1b0;-0", "1b1;-0").encode())
    unclear = [result for result in found.results if result.kind == "unclear"]
    assert [(each.line, each.players, each.written) for each in unclear] == [
        (3, ("Åsa Öberg", "Dag Falk"), "4w1 / 1b1")
    ]


def test_a_cell_of_no_player_is_a_wrong_line() -> None:
    found = read(CROSSTABLE.replace("4w1", "9w1").replace("2w0", "2x0").encode())
    assert [(wrong_result.line, len(wrong_result.messages)) for wrong_result in found.wrong_results] == [(3, 1), (5, 1)]


def test_the_table_of_a_round_robin_says_who_won_against_whom() -> None:
    assert results(read(ROUND_ROBIN.encode())) == [
        (None, ("Öberg Åsa", "Ek Bo"), "played", 0, ()),
        (None, ("Öberg Åsa", "Dahl Cilla"), "unplayed_win", 0, ()),
        (None, ("Ek Bo", "Dahl Cilla"), "drawn", None, ()),
    ]


def test_a_list_of_pairings_has_the_round_in_the_line_above() -> None:
    found = read(PAIRINGS.encode())
    assert results(found) == [
        (1, ("Åsa Öberg", "Bo Ek"), "played", 0, ()),
        (1, ("Cilla Dahl", "Dag Falk"), "unplayed_win", 0, ()),
        (2, ("Bo Ek", "Cilla Dahl"), "played", 0, ((3, 1),)),
        (2, ("Åsa Öberg", ""), "bye", None, ()),
        (2, ("Dag Falk", "Bo Ek"), "unfinished", None, ()),
    ]
    assert [player.name for player in found.players] == ["Åsa Öberg", "Bo Ek", "Cilla Dahl", "Dag Falk"]


@pytest.mark.parametrize(
    ("name", "club", "wrong"),
    [("=1+1", "", 1), ("@cmd", "+46", 2), ("", "Vasa", 1), ("'=1+1", "", 1), ("O'Neill", "", 0), ("'Åsa", "", 0)],
)
def test_a_cell_that_a_spreadsheet_would_compute_is_a_wrong_line(name, club, wrong) -> None:
    found = read(f"No.;Name;Club\n1;{name};{club}\n2;Bo;\n".encode())
    assert sum(len(wrong_player.messages) for wrong_player in found.wrong_players) == wrong
    assert all(wrong_player.line == 2 for wrong_player in found.wrong_players)


DEEP = b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1)
MANY = "Name;Rating\n" + "Åsa;1\n" * (MOST_PLAYERS + 1)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf  \n", "empty"),
        (b"PK\x03\x04rest", "ZIP"),
        (b"PK\x03\x04..xl/workbook.xml", "Excel (XLSX)"),
        (b"\xd0\xcf\x11\xe0", "Excel (XLS)"),
        (b"%PDF-1.7", "PDF"),
        (b"a\0b", "no text"),
        (b"rating;club\n1500;Vasa\n", "no column of names"),
        (b"{", "no JSON"),
        (b"{}", "neither"),
        (b'{"tournament": {"name": "x"}}', "neither"),
        (b'{"data": null, "errors": [{"message": "Rate limit exceeded"}]}', "Rate limit"),
        (DEEP, "deeper"),
        (b'[{"participant": {"id": ' + b"9" * 5000 + b"}}]", "digits"),
        (b'[{"participant": {"id": 1.' + b"0" * 27 + b"e5}}]", "digits"),
        (b'[{"participant": {"id": NaN}}]', "no number"),
        (MANY.encode(), "more than"),
        (("Name;" + ";" * 200).encode(), "columns"),
        (b"Name;Club\n" + b"a" * 2000 + b";b\n", "letters"),
    ],
)
def test_a_file_that_cannot_be_read_as_a_whole_is_refused_with_a_reason(data, word) -> None:
    with pytest.raises(Invalid) as refused:
        read(data)
    assert word in " ".join(refused.value.problems["file"])


def refused_or_read(data):
    """The problems of a file that was refused, or what is odd about one that was read."""
    try:
        found = read(data)
    except Invalid as refused:
        return set(refused.problems) - {"file"}
    return {"a player without a name" for player in found.players if not player.name}


@given(st.binary(max_size=300) | st.text(alphabet="Name;Rtg\n1.Rd-½+w'\"{}[]:,", max_size=200).map(str.encode))
def test_whatever_bytes_come_are_read_or_refused(data) -> None:
    assert refused_or_read(data) == set()


@given(st.lists(st.lists(st.sampled_from(["1", "2", "5w1", "1b0", "-1", "+", "*", "½", "Åsa", ""]), max_size=6)))
def test_whatever_cells_stand_in_a_cross_table_are_read_or_refused(rows) -> None:
    table = "\n".join(";".join(row) for row in [["Rk.", "Name", "1.Rd", "2.Rd", "1", "2"], *rows])
    assert refused_or_read(table.encode()) == set()
