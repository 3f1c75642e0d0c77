"""Tables, lists and pages as files: read back by others, added up again, the same bytes each time."""

import csv
import io
import re
from hashlib import sha256
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import NotFound
from core.events import (
    DecisionUndone,
    MatchReopened,
    MatchSettled,
    PlayerWithdrew,
    Recorded,
    ResultDecided,
    TournamentAmended,
)
from core.tournament import Tournament
from core.tournament.standings.standings import standings
from core.tournament.views.csv_rows import crosstable_rows
from service.exports import EXPORTS, ExportOptions, file_name
from service.exports.html import style_hash
from service.exports.request import settled
from service.exports.svg.text_metrics import printable
from service.exports.xlsx import workbook
from tests.support.proving import examples, some
from tests.support.readers.workbooks import load_workbook
from tests.support.tournament.of_every_format import KEYS, KINDS, NAMES, entered, on_paper, played
from tests.support.tournament.written_results import after

FORMULA = tuple("=+-@|;\t\r\n\uff1d\uff0b\uff0d\uff20")


def made(tournament: Tournament, name: str, **asked: object) -> bytes:
    return EXPORTS[name].make(on_paper(tournament), ExportOptions(**asked))  # type: ignore[arg-type]


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode(), newline=""), strict=True))


def plain(cell: str) -> str:
    """The cell without the guard."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA) else cell


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_matches_csv_adds_up_to_the_table(form: str) -> None:
    tournament = played(entered(form, 11), most=25)
    if tournament.format.teams:
        pytest.skip("a team's table counts meetings; its boards are added up by its own rules")
    lines = rows(made(tournament, "matches.csv"))
    assert len({line["match_id"] for line in lines if line["match_id"]}) == len(list(tournament.matches))
    for standing in standings(tournament):
        mine = [
            (line, place)
            for line in lines
            for place in ("1", "2")
            if line[f"player{place}_id"] == standing.player_id and line["result_code"] not in ("", "bye")
        ]
        assert len(mine) == standing.played
        assert sum(line["winner_id"] == standing.player_id for line, _ in mine) == standing.wins
        assert sum(int(line[f"points{place}"] or 0) for line, place in mine) == standing.points_won
        assert sum(int(line[f"games{place}"] or 0) for line, place in mine) == standing.games_won
        assert sum(line["result_code"] == "walkover" for line, _ in mine) == standing.walkovers


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_the_crosstable_adds_up_to_its_own_totals(form: str) -> None:
    for line in rows(made(played(entered(form, 9), most=20), "crosstable.csv")):
        cells = [cell for name, cell in line.items() if re.fullmatch(r"r?\d+", name) for cell in cell.split()]
        won = [re.fullmatch(r"\d*W(?:wo|(\d+)-(\d+))", cell) for cell in cells]
        lost = [re.fullmatch(r"\d*L(?:wo|(\d+)-(\d+))", cell) for cell in cells]
        assert sum(map(bool, won)) == int(line["wins"])
        assert sum(map(bool, lost)) == int(line["losses"])
        drawn = [re.fullmatch(r"\d*D(\d+)-(\d+)", cell) for cell in cells]
        found = [each for each in won + lost + drawn if each and each[1]]
        assert sum(int(each[1]) for each in found) == int(line["points_won"])
        assert sum(int(each[2]) for each in found) == int(line["points_lost"])


def test_by_opponent_a_result_stands_in_two_cells_that_mirror_each_other() -> None:
    lines = rows(made(played(entered("round_robin", 7), most=15), "crosstable.csv"))
    for row, line in enumerate(lines, 1):
        assert line[str(row)] == ""
        for column in range(1, row):
            cell, other = line[str(column)], lines[column - 1][str(row)]
            assert bool(cell) == bool(other)
            if cell and not cell.endswith("wo"):
                mine, his = (re.findall(r"\d+", each) for each in (cell, other))
                assert mine == his[::-1]
                assert {cell[0], other[0]} == {"W", "L"}


def test_the_usual_columns_of_the_table_stay_and_all_of_them_are_more() -> None:
    tournament = played(entered("swiss", 9), most=12)
    usual, every = rows(made(tournament, "standings.csv")), rows(made(tournament, "standings.csv", every=True))
    assert set(usual[0]) < set(every[0])
    assert {"walkovers", "byes", "seed", "rating", "group", "points"} <= set(every[0])
    assert [{name: line[name] for name in usual[0]} for line in every] == usual
    assert sum(int(line["byes"]) for line in every) == sum(row.byes for row in standings(tournament))


@pytest.mark.parametrize("name", [name for name in EXPORTS if name.endswith(".csv")])
@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_no_cell_of_any_csv_is_a_formula_and_every_line_is_as_long_as_the_heading(form: str, name: str) -> None:
    data = made(played(entered(form, 16), most=9), name, round=1)
    lines = list(csv.reader(io.StringIO(data.decode(), newline=""), strict=True))
    assert {len(line) for line in lines} == {len(lines[0])}
    assert not [cell for line in lines for cell in line if cell.startswith(FORMULA) and not re.fullmatch(r"-\d+", cell)]
    assert data.endswith(b"\r\n")


def test_a_workbook_and_a_printed_table_have_the_prizes_if_there_are_any() -> None:
    prizes, without = [{"place": 1, "text": "=500 kr"}, {"text": "Best junior: cup"}], entered("round_robin", 4)
    tournament = after(without, [TournamentAmended(details={"prizes": prizes})])
    book = load_workbook(made(tournament, "standings.xlsx"))
    assert list(book["Prizes"].values) == [("place", "prize"), (1, "=500 kr"), (None, "Best junior: cup")]
    assert b"<li>1. =500 kr</li>" in made(tournament, "standings.html")
    assert "Prizes" not in load_workbook(made(without, "standings.xlsx")).sheetnames
    assert b"<h2>Prizes</h2>" not in made(without, "standings.html")


@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_a_workbook_holds_what_the_files_hold_and_text_as_text(form: str) -> None:
    tournament = after(played(entered(form, 16), most=20), [PlayerWithdrew("p3", "ill")])
    book = load_workbook(made(tournament, "standings.xlsx"))
    assert book.sheetnames == ["Standings", "Crosstable", "Results", "Players"]
    for sheet, name in (("Standings", "standings.csv"), ("Crosstable", "crosstable.csv"), ("Results", "matches.csv")):
        expected = list(csv.reader(io.StringIO(made(tournament, name, every=True).decode(), newline="")))
        found = [[_written(cell.value) for cell in row] for row in book[sheet].iter_rows()]
        if sheet == "Standings" and "round_reached" in tournament.tie_breaks:  # here in words, there a number
            place = found[0].index(f"tb{tournament.tie_breaks.index('round_reached') + 1}_value")
            said = {row.pop(place) for row in found[1:]}
            assert not [each for each in said if each.isdecimal()]
            expected = [expected[0], *([*row[:place], *row[place + 1 :]] for row in expected[1:])]
        if sheet == "Crosstable":  # rounds of brackets have names here
            expected[0], found[0] = ([_unnamed(cell) for cell in row] for row in (expected[0], found[0]))
        assert found == [[printable(plain(cell)) for cell in row] for row in expected]
        assert book[sheet].freeze_panes == "A2"
        assert list(book[sheet].tables) == [sheet]
        assert book[sheet].tables[sheet].ref == book[sheet].dimensions
        assert book[sheet].print_title_rows == "$1:$1"
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
    assert {cell.value for cell in book["Players"]["B"]} >= {entry.name for entry in tournament.entries}
    assert {cell.data_type for cell in book["Standings"]["A"][1:]} == {"n"}
    assert {cell.data_type for cell in book["Standings"]["B"][1:]} == {"b"}


def _unnamed(heading: str) -> str:
    """A heading of a cross-table, without the name or number of a round."""
    return "a round" if heading[:1].isupper() or (heading[:1] == "r" and heading[1:].isdecimal()) else heading


@pytest.mark.parametrize("name", ["crosstable.xlsx", "standings.xlsx"])
@pytest.mark.parametrize(("lang", "names"), [("en", ["Semi-finals", "Final"]), ("sv", ["Semifinaler", "Final"])])
def test_a_cross_table_of_a_workbook_calls_the_rounds_of_a_bracket_by_their_names(name, lang, names) -> None:
    tournament = played(entered("single_elimination", 4), most=20)
    head = [cell.value for cell in load_workbook(made(tournament, name, lang=lang))["Crosstable"][1]]
    assert head[6 : 6 + len(names)] == names
    swiss = played(entered("swiss", 4), most=20)
    assert [cell.value for cell in load_workbook(made(swiss, name, lang=lang))["Crosstable"][1]][6] == "r1"


def test_each_heading_of_a_cross_table_is_another() -> None:
    tournament = played(entered("single_elimination", 8), most=20)
    assert crosstable_rows(tournament, {1: "Rank", 2: "Final", 3: "final"})[0][6:9] == ["r1", "r2", "r3"]
    assert crosstable_rows(tournament, {2: "Semi-finals", 3: "Final"})[0][6:9] == ["r1", "Semi-finals", "Final"]


def _written(value: object) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@given(
    st.lists(
        st.lists(st.one_of(st.text(max_size=40), st.integers(-9, 9), st.booleans(), st.none()), min_size=2, max_size=2),
        max_size=4,
    )
)
@settings(max_examples=examples(40), deadline=None)
def test_any_text_comes_back_from_a_workbook(lines: list[list[object]]) -> None:
    data = workbook({"Sheet": [["one", "two"], *lines]}, "title")  # type: ignore[list-item]
    assert data == workbook({"Sheet": [["one", "two"], *lines]}, "title")  # type: ignore[list-item]
    sheet = load_workbook(data)["Sheet"]
    for down, line in enumerate(lines, 2):
        for across, cell in enumerate(line, 1):
            expected = printable(cell) if isinstance(cell, str) else cell
            found = sheet.cell(down, across).value
            assert found == expected or {found, expected} == {"", None}


class Page(HTMLParser):
    """The texts, tags and attributes of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("name", [name for name in EXPORTS if name.endswith(".html") and name != "newspaper.html"])
@pytest.mark.parametrize("form", some(KEYS, *KINDS))
def test_a_page_names_everybody_repeats_its_heading_and_needs_nothing_else(form: str, name: str) -> None:
    tournament = played(entered(form, len(NAMES)), most=20)
    text = made(tournament, name, round=1, lang="sv").decode()
    page = Page(text)
    if not (tournament.format.teams and name == "pairings.html"):
        assert {entry.name for entry in tournament.field} <= set(page.texts)
    assert not {tag for tag, _ in page.tags} & {"script", "img", "link", "iframe", "form", "object", "base"}
    assert not [
        value
        for _, attributes in page.tags
        for key, value in attributes.items()
        if key in ("href", "src", "style") or key.startswith("on")
    ]
    assert "thead" in {tag for tag, _ in page.tags}
    assert ("html", {"lang": "sv"}) in page.tags
    assert "@import" not in text
    assert "url(" not in text
    assert re.search(r"@page\s*{[^}]*A4", text)
    style = re.search(r"<style>(.*?)</style>", text, re.DOTALL)
    assert style
    assert style_hash() == "sha256-" + __import__("base64").b64encode(sha256(style[1].encode()).digest()).decode()


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ("single_elimination", {"Winner", "Final", "Semi-finals", "Quarter-finals"}),
        ("double_elimination", {"Winner", "Grand final", "Lower bracket 2"}),
        ("groups_then_knockout", {"Winner", "Final", "Semi-finals"}),
        ("elimination_by_losses", {"Winner", "Round 4"}),
    ],
)
def test_how_far_they_came_is_said_in_words(form: str, words: set[str]) -> None:
    tournament = played(entered(form, 16))
    page = Page(made(tournament, "standings.html").decode())
    assert words <= set(page.texts)
    assert page.texts.count("Winner") == 1
    assert [
        line.tie_breaks[0].value
        for line in standings(tournament)
        if str(line.tie_breaks[0].value) in page.texts and int(str(line.tie_breaks[0].value)) > 99
    ] == []


def test_before_anybody_came_anywhere_nothing_is_said_of_it() -> None:
    page = Page(made(played(entered("groups_then_knockout", 16), most=3), "standings.html").decode())
    assert "Came to" not in page.texts


@pytest.mark.parametrize(
    ("lang", "head", "legend"), [("en", "Bh", "Bh = Buchholz: the sum of"), ("sv", "Bh", "Bh = Buchholz: summan av")]
)
def test_columns_of_tie_breaks_have_short_names_and_a_legend(lang: str, head: str, legend: str) -> None:
    page = Page(made(played(entered("swiss", 8)), "standings.html", lang=lang).decode())
    assert head in page.texts
    assert [text for text in page.texts if legend in text]


def test_who_withdrew_and_who_shares_a_place_are_marked_on_the_page() -> None:
    tournament = after(played(entered("round_robin", 4), most=0), [PlayerWithdrew("p1", "ill")])
    page = Page(made(tournament, "standings.html").decode())
    assert page.texts.count("withdrawn") == 1
    assert page.texts.count("=") == 4


def test_names_of_a_round_stand_in_the_order_of_a_swedish_list() -> None:
    names = ("Zorn", "Örn", "Ål", "Ärla", "Bo", "Éva")
    text = made(played(entered("swiss", 6, names.__getitem__), most=0), "pairings.html", round=1).decode()
    by_name = re.findall(r'<th scope="row"><bdi>(.*?)</bdi>', text)
    assert by_name == ["Bo", "Éva", "Zorn", "Ål", "Ärla", "Örn"]


def test_a_drafted_round_has_no_list_of_pairings_yet() -> None:
    tournament = played(entered("swiss", 6, drafts=True), most=0)
    for name in ("pairings.csv", "pairings.html"):
        with pytest.raises(NotFound):
            EXPORTS[name].make(on_paper(tournament), ExportOptions(round=1))
        assert EXPORTS[name].make(on_paper(tournament, drafts=True), ExportOptions(round=1))
    assert len(rows(made(tournament, "matches.csv"))) == 0


def test_a_result_is_of_the_event_that_gave_it() -> None:
    decided = ResultDecided("t_cup.1", "walkover", "ill", "white", {}, None, ())
    log = [
        MatchSettled("t_cup.1", "white", {}, "points", ()),
        MatchSettled("t_cup.2", "white", {}, "points", ()),
        MatchReopened("t_cup.2"),
        decided,
        DecisionUndone("t_cup.1", 4, "mistaken"),
    ]
    events = [Recorded(version, event, 1000 * version, "anna", "") for version, event in enumerate(log, 1)]
    assert settled(events[:4]) == {"t_cup.1": (4, 4000)}
    assert settled(events) == {"t_cup.1": (1, 1000)}, "after the undo all is as it was"


def test_a_file_is_named_after_its_tournament_and_round() -> None:
    assert file_name("t_cup", "standings.csv", ExportOptions()) == "t_cup-standings.csv"
    assert file_name("t_cup", "pairings.html", ExportOptions(round=2), ".") == "t_cup.round-2.pairings.html"
