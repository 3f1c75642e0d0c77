"""The print of a series: one table to hang up, with a column for each evening, and the evenings below it."""

from fractions import Fraction

from core.series import exact
from core.series.announcement import stored_announcement
from core.series.table import Cell, Evening, Row, Table
from core.tournament.details import prize_lines
from service.exports.pdf import document
from service.exports.pdf.document import SIZE, Column, Document, Passage, Sheets
from service.exports.pdf.occasions import series_certificates
from service.exports.pdf.typesetting import typeset
from service.translations import translated
from service.translations.export_words import Language, language

_RIGHT = "right"
_UPRIGHT = 9
"""The most columns of evenings on an upright sheet."""
_ROOM, _LEAST = 190.0, 6.0
"""Letters of a wide table: their height times the number of columns, and their least height in points."""


def series_pdf(table: Table, club: str, key: str, *, ended: bool) -> bytes:
    """The table of a series in a language. Equal input gives equal bytes."""
    words = language(key)
    name = table.announcement.name
    blocks: list[document.Table | Passage] = [_table(table, words), _evenings(table, words), *_prizes(table, words)]
    sheets = Sheets(words.word("standings"), blocks, turned=_is_wide(table))
    page = words.word("page_of", "{page}", "{pages}")
    about = f"{club} · {_progress(table, words, ended=ended)}"
    return typeset(Document(key, name, name, about, page, words.word("nothing"), [sheets]))


def certificates_pdf(table: Table, club: str, key: str) -> bytes:
    """Certificates for the best players of a series, a sheet each, in a language."""
    words = language(key)
    name, page = table.announcement.name, words.word("page_of", "{page}", "{pages}")
    parts = [series_certificates(table, club, words)]
    return typeset(Document(key, name, name, club, page, words.word("nothing"), parts))


def _prizes(table: Table, words: Language) -> list[Passage]:
    """The prizes of the year, a line each."""
    if not table.announcement.prizes:
        return []
    return [Passage(words.word("prizes"), prize_lines(stored_announcement(table.announcement)))]


def _is_wide(table: Table) -> bool:
    return len(table.evenings) > _UPRIGHT


def _progress(table: Table, words: Language, *, ended: bool) -> str:
    if ended:
        return words.word("series_ended")
    return words.word("series_running", sum(evening.begun for evening in table.evenings), len(table.evenings))


def _table(table: Table, words: Language) -> document.Table:
    columns = [
        Column(words.word("rank"), _RIGHT),
        Column(words.word("name"), wide=True, strong=True),
        *(Column(str(number), _RIGHT) for number, _ in enumerate(table.evenings, 1)),
        Column(words.word("points"), _RIGHT, strong=True),
    ]
    size = max(_LEAST, min(SIZE, _ROOM * (1.4 if _is_wide(table) else 1) / max(1, len(columns))))
    notes = [words.word("best_of", table.kept)] if any(_is_left_out(cell) for cell in _cells(table)) else []
    return document.Table(columns, [_line(row, words) for row in table.rows], notes=notes, size=size)


def _line(row: Row, words: Language) -> list[str | document.Cell]:
    rank = "–" if row.rank is None else f"{row.rank}{'=' if row.shared else ''}"
    return [rank, row.name, *(_points(cell, words) for cell in row.cells), _shown(row.points, words)]


def _points(cell: Cell, words: Language) -> str | document.Cell:
    if cell.score is None:
        return ""
    points = _shown(cell.points, words)
    return f"({points})" if _is_left_out(cell) else points


def _shown(number: Fraction, words: Language) -> str:
    return translated(exact.shown(number), words.key)


def _is_left_out(cell: Cell) -> bool:
    return cell.score is not None and not cell.counts


def _cells(table: Table) -> list[Cell]:
    return [cell for row in table.rows for cell in row.cells]


def _evenings(table: Table, words: Language) -> Passage:
    lines = [_evening(number, evening, words) for number, evening in enumerate(table.evenings, 1)]
    return Passage(words.word("evenings"), lines)


def _evening(number: int, evening: Evening, words: Language) -> str:
    result = evening.result
    parts = [f"{number}: {result.name}", result.starts.replace("T", " ")]
    if evening.factor != 1:
        parts.append(words.word("evening_factor", _shown(evening.factor, words)))
    if evening.begun and result.status != "finished":
        parts.append(words.word("evening_running"))
    return " · ".join(part for part in parts if part)
