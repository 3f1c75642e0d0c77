"""Workbooks and drawings as readers that others wrote see them: calamine, and libxml2."""

import io
from collections.abc import Iterable

import pytest
import python_calamine
from lxml import etree

from core.tournament import Tournament
from service.exports import EXPORTS, ExportOptions
from tests.support.proving import some
from tests.support.readers.workbooks import load_workbook
from tests.support.tournament.of_every_format import KEYS, entered, on_paper, played

SVG = "{http://www.w3.org/2000/svg}svg"


def made(tournament: Tournament, name: str) -> bytes:
    return EXPORTS[name].make(on_paper(tournament), ExportOptions(lang="sv"))


@pytest.mark.parametrize("form", some(KEYS, "swiss", "groups_then_knockout"))
@pytest.mark.parametrize("name", ["standings.xlsx", "crosstable.xlsx"])
def test_calamine_finds_in_a_workbook_what_openpyxl_finds(form: str, name: str) -> None:
    data = made(played(entered(form, 9)), name)
    book, other = load_workbook(data), python_calamine.load_workbook(io.BytesIO(data))
    assert other.sheet_names == book.sheetnames
    for sheet in book:
        cells = other.get_sheet_by_name(sheet.title).to_python()
        assert [_plain(row) for row in cells] == [_plain(row) for row in sheet.values]


def _plain(row: Iterable[object]) -> list[object]:
    """A row in which an empty text and no cell are the same: the two readers name them otherwise."""
    return [None if cell == "" else cell for cell in row]


@pytest.mark.parametrize("form", some(KEYS, "single_elimination", "swiss_then_knockout"))
def test_libxml2_reads_every_drawing_and_finds_no_entity_and_no_other_address(form: str) -> None:
    for state in (entered(form, 9), played(entered(form, 9), most=4), played(entered(form, 9))):
        drawing = etree.fromstring(made(state, "bracket.svg"), etree.XMLParser(resolve_entities=False, no_network=True))
        assert drawing.tag == SVG
        assert drawing.getroottree().docinfo.doctype == ""
        assert [each for each in drawing.iter() if each.get("href") or each.tag == "script"] == []
