"""Sheets that hang well: no letter over another or over a line, none nearly empty, letters as large as have room."""

import pypdfium2
import pypdfium2.raw
import pytest

from service.exports import EXPORTS, PDF, ExportOptions
from service.exports.pdf.document import Column, Document, Passage, Sheets, Table
from service.exports.pdf.letter_sizes import MOST, largest_size, number_of_sheets, sized
from service.exports.pdf.typesetting import sheets_in, typeset
from tests.support.pictures.prints import (
    largest_names,
    letters_of_sheets,
    letters_over_letters,
    letters_over_lines,
    texts,
)
from tests.support.proving import some
from tests.support.tournament.of_every_format import KEYS, KINDS, entered, on_paper, played

PRINTS = [name for name, export in EXPORTS.items() if export.media == PDF]
FULL = ("Wilhelmina Ankarsparre-Löwen", "Bo Ek", "Karl-Gustav Hjärta-Wallenstierna", "Siv Ö", "Örjan Nordenskjöld")
EVENT = {
    "starts": "2026-11-28T10:00",
    "ends": "2026-11-29T18:00",
    "place": "Vasamuseet, Galärvarvsvägen 14, Stockholm",
    "prizes": [{"place": place, "text": f"Pris {place}"} for place in (1, 2, 3)],
}
SIZES = (4, 8, 16, 24, 64, 256)
CASES = [
    (form, field, lang)
    for form in (*KEYS, "consolations")
    for field in SIZES
    for lang in ("en", "sv")
    if form != "round_robin" or field <= 64  # 256 players have 32,640 matches
]
KEPT = [
    ("swiss", 24, "en"),
    ("double_elimination", 8, "sv"),
    ("groups_then_knockout", 16, "sv"),
    ("team_league", 4, "en"),
]
CONSOLATIONS = {"groups": 4, "advance": 2, "losers": "A.B.|.", "last_chance": "a.|."}
ROOM_TO_SIGN = 25.0
"""The least room between the last game of a slip and what stands below the line to sign on, in points."""
HEAD, FEW = 130, 40
"""The most letters of a head without anything below it, and the letters that a sheet has at least below it."""


def name(number: int) -> str:
    return f"{FULL[number % len(FULL)]} {number}"


def held(form: str, field: int):
    if form == "consolations":
        return played(entered("groups_then_knockout", field, name, details=EVENT, settings=CONSOLATIONS))
    return played(entered(form, field, name, details=EVENT))


def made(state, print_: str, lang: str = "sv", number: int = 1) -> bytes:
    asked = ExportOptions(lang=lang, round=number, origin="https://brade.example/", club="Vasa Bräde")
    return EXPORTS[print_].make(on_paper(state), asked)


@pytest.mark.parametrize(("form", "field", "lang"), some(CASES, *KEPT))
def test_letters_stand_alone_on_every_print_and_no_sheet_is_nearly_empty(form: str, field: int, lang: str) -> None:
    state = held(form, field)
    names = {entry.name for entry in state.field}
    for print_ in PRINTS:
        pdf = made(state, print_, lang)
        assert letters_over_letters(pdf) == [], print_
        assert letters_over_lines(pdf) == [], print_
        letters = letters_of_sheets(pdf)
        assert min(letters) >= FEW, (print_, letters)
        if print_ in ("standings.pdf", "pairings.pdf", "crosstable.pdf"):
            assert min(letters) >= HEAD, (print_, letters)
            found = " ".join(texts(pdf))
            assert {name for name in names if name not in found} == set(), print_


@pytest.mark.parametrize(
    ("form", "field"),
    some([(form, field) for form in KEYS for field in (4, 13, 24, 47)], *((form, 13) for form in KINDS)),
)
def test_the_sheets_that_are_reckoned_are_those_of_the_print(form: str, field: int) -> None:
    state = held(form, field)
    for print_ in ("standings.pdf", "pairings.pdf", "slips.pdf", "everything.pdf"):
        asked = ExportOptions(lang="sv", round=len(state.rounds), origin="https://brade.example/")
        export = EXPORTS[print_]
        assert export.sheets(on_paper(state), asked) == sheets_in(export.make(on_paper(state), asked)), print_


@pytest.mark.parametrize(("players", "least"), [(4, 20), (8, 18), (16, 13), (24, 12)])
def test_few_players_have_large_letters(players: int, least: float) -> None:
    state = played(entered("swiss", players, lambda number: f"Spelare {number}", details=EVENT))
    for print_ in ("pairings.pdf", "crosstable.pdf"):
        assert largest_names(made(state, print_), "Spelare 1") >= min(least, MOST), print_
    assert largest_names(made(state, "standings.pdf"), "Spelare 1") >= min(least, 9)


@pytest.mark.parametrize("field", [5, 24, 40])
def test_prizes_are_on_one_sheet_and_before_what_decided(field: int) -> None:
    sheets = texts(made(held("swiss", field), "standings.pdf"))
    [with_prizes] = [sheet for sheet in sheets if "Priser" in sheet]
    assert all(f"Pris {place}" in with_prizes for place in (1, 2, 3))
    text = " ".join(sheets)
    assert "Vad som skilde" not in text[: text.index("Priser")]


def test_a_programme_tells_both_days_as_people_write_them_and_fills_its_sheet() -> None:
    swedish, english = (made(held("swiss", 4), "programme.pdf", lang) for lang in ("sv", "en"))
    assert "Lördag 28 november 2026 · 10:00 – söndag 29 november 2026 · 18:00" in " ".join(texts(swedish))
    assert "Saturday 28 November 2026 · 10:00 – Sunday 29 November 2026 · 18:00" in " ".join(texts(english))
    assert largest_names(swedish, "Vasamuseet") >= 18


def test_a_booklet_without_rulings_has_no_sheet_of_them() -> None:
    assert "Inget beslut" not in " ".join(texts(made(held("swiss", 4), "booklet.pdf")))


def test_lines_of_any_script_are_equally_high() -> None:
    mixed = ("محمد العربي", "יצחק בן-דוד", "สมชาย ใจดี", "李小龍", "Emil 😀🎲", "अमित शर्मा", "Nguyễn Thị Ánh", "ქეთი")
    for print_ in ("pairings.pdf", "standings.pdf", "crosstable.pdf"):
        latin, other = (
            sheets_in(made(played(entered("single_elimination", 16, names)), print_))
            for names in (lambda number: f"Spelare {number}", lambda number: f"{mixed[number % 8]} {number}")
        )
        assert latin == other, print_


def test_a_page_of_lines_that_is_as_full_as_it_may_be_stays_on_one_sheet() -> None:
    for rows in range(2, 45):
        table = Table(
            [Column("Nr"), Column("Namn", wide=True)], [[str(number), "Bo Ek"] for number in range(rows)], "T"
        )
        part = Sheets("Titel", [table, Passage("P", ["en rad"])], least=9, may_turn=True)
        document = Document("sv", "t", "Namn", "om", "{page}", "", [part])
        reckoned = number_of_sheets(part, "Namn", "om", is_first=True)
        assert sheets_in(typeset(document)) == reckoned, rows
        size = sized(part, "Namn", "om", is_first=True).blocks[0].size
        assert 9 <= size <= min(MOST, largest_size(table, turned=True))


@pytest.mark.parametrize(("form", "players"), [("swiss", 16), ("swiss", 12), ("team_league", 8)])
def test_a_slip_has_room_to_sign_below_its_last_game(form: str, players: int) -> None:
    pdf = made(held(form, players), "slips.pdf")
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        games, signatures = (_tops(text, each) for each in ("3", "Underskrift"))
        last_games = [top for top, size in games if size == pytest.approx(8.5)]
        assert signatures
        for top, _ in signatures:
            assert min(last_game - top for last_game in last_games if last_game > top) > ROOM_TO_SIGN


def _tops(text: pypdfium2.PdfTextPage, word: str) -> list[tuple[float, float]]:
    """The places of a word from below, and the height of its letters, in points."""
    found, search = [], text.search(word)
    while place := search.get_next():
        found.append((text.get_charbox(place[0])[3], pypdfium2.raw.FPDFText_GetFontSize(text.raw, place[0])))
    return found
