"""The form of a table that spreadsheets read in a language."""

from babel.numbers import get_decimal_symbol

from core.csv_text import COMMA, SEMICOLON, CsvForm


def spreadsheet_form(language: str) -> CsvForm:
    """The form for readers of this language: between semicolons where they write 2,5 for two and a half."""
    return CsvForm(bom=True, separator=SEMICOLON if get_decimal_symbol(language) == "," else COMMA)
