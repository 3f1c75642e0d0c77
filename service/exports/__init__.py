"""Files of a tournament: what can be asked for, and what each of them is made with.

The web and the workers both take them from `EXPORTS`: another kind of file is another line there.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from core.csv_text import Cell
from core.tournament.views.csv_rows import (
    ALL_STANDINGS,
    STANDINGS,
    bracket_rows,
    crosstable_rows,
    matches_rows,
    pairings_rows,
    standings_rows,
)
from core.tournament.views.trf import TRF16, TRF26, trf
from service.exports.html import crosstable_html, newspaper_html, pairings_html, standings_html
from service.exports.newspaper import newspaper_text
from service.exports.pdf import prints
from service.exports.request import ExportOptions, Paper, paper, settled
from service.exports.svg.bracket import bracket_svg
from service.exports.xlsx import crosstable_xlsx, standings_xlsx
from service.translations.export_words import language

__all__ = [
    "CSV",
    "EXPORTS",
    "HTML",
    "PDF",
    "SVG",
    "TEXT",
    "XLSX",
    "Export",
    "ExportOptions",
    "Paper",
    "file_name",
    "paper",
]

CSV, HTML, SVG, PDF, TEXT = "text/csv", "text/html", "image/svg+xml", "application/pdf", "text/plain"
_READ_BY_PEOPLE = (HTML, SVG, PDF)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class Export(NamedTuple):
    """A kind of file: its media type, what it is about, and what makes its bytes. `of_round`: it is about one round.

    `inline`: it is shown rather than saved. `with_rulings`: it has the rulings made at tables. `sheets` reckons
    those of a print. Raises `NotFound` for a round that is not there.
    """

    media: str
    about: str
    make: Callable[[Paper, ExportOptions], bytes]
    of_round: bool = False
    inline: bool = False
    with_rulings: bool = False
    sheets: Callable[[Paper, ExportOptions], int] | None = None


Rows = Iterable[Sequence[Cell]]


def _csv(about: str, rows: Callable[[Paper, ExportOptions], Rows], *, of_round: bool = False) -> Export:
    def make(given: Paper, asked: ExportOptions) -> bytes:
        return asked.csv.encoded(rows(given, asked))

    return Export(CSV, about, make, of_round)


def _text(media: str, about: str, text: Callable[[Paper, ExportOptions], str], *, of_round: bool = False) -> Export:
    return Export(media, about, lambda given, asked: text(given, asked).encode(), of_round, inline=True)


def _print(
    title: str, about: str, parts: prints.Parts, *, of_round: bool = False, with_rulings: bool = False
) -> Export:
    made, sheets = prints.printed(title, parts), prints.sheets_of(parts)
    return Export(PDF, about, made, of_round, inline=True, with_rulings=with_rulings, sheets=sheets)


def _report(about: str, profile: str) -> Export:
    return Export(TEXT, about, lambda given, _: trf(given.tournament, profile).encode())


def _standings(given: Paper, asked: ExportOptions) -> Rows:
    return standings_rows(given.tournament, ALL_STANDINGS if asked.every else STANDINGS)


EXPORTS: dict[str, Export] = {
    "bracket.csv": _csv(
        "Every slot of the brackets, a line each; of a format without brackets the heading alone.",
        lambda given, _: bracket_rows(given.brackets),
    ),
    "bracket.svg": _text(
        SVG,
        "The brackets drawn for paper; without brackets the cross-tables, or the rounds.",
        lambda given, asked: bracket_svg(given.tournament, given.brackets, language(asked.lang)),
    ),
    "standings.csv": _csv(
        "The table for a spreadsheet; for Excel with `bom=1`, with all that is known with `columns=all`.",
        _standings,
    ),
    "standings.xlsx": Export(
        XLSX,
        "A workbook: the table, the cross-tables, every result, the players.",
        lambda given, asked: standings_xlsx(given.tournament, settled(given.events()), language(asked.lang)),
    ),
    "standings.html": _text(
        HTML,
        "The table, and those of groups, as a page to print.",
        lambda given, asked: standings_html(given.tournament, language(asked.lang)),
    ),
    "crosstable.csv": _csv(
        "The cross-tables for a spreadsheet: `W5-2` won by 5 points to 2; by rounds, `12W5-2` against row 12.",
        lambda given, _: crosstable_rows(given.tournament),
    ),
    "crosstable.xlsx": Export(
        XLSX,
        "The cross-tables as a workbook.",
        lambda given, asked: crosstable_xlsx(given.tournament, language(asked.lang)),
    ),
    "crosstable.html": _text(
        HTML,
        "The cross-tables as a page to print.",
        lambda given, asked: crosstable_html(given.tournament, language(asked.lang)),
    ),
    "newspaper.txt": _text(
        TEXT,
        "Text for a newspaper: who won and how it was decided, the places, every result.",
        lambda given, asked: newspaper_text(given.tournament, language(asked.lang)),
    ),
    "newspaper.html": _text(
        HTML,
        "The text for a newspaper as a page.",
        lambda given, asked: newspaper_html(given.tournament, language(asked.lang)),
    ),
    "matches.csv": _csv(
        "Every match with its result, how it came about, when it was written and as which event.",
        lambda given, _: matches_rows(given.tournament, settled(given.events())),
    ),
    "pairings.csv": _csv(
        "Who meets whom in a round, in the order of the tables.",
        lambda given, asked: pairings_rows(given.tournament, asked.round),
        of_round=True,
    ),
    "pairings.html": _text(
        HTML,
        "A round for the wall: by table, and on another sheet by name.",
        lambda given, asked: pairings_html(given.tournament, language(asked.lang), asked.round),
        of_round=True,
    ),
    "everything.pdf": _print(
        "whole_round",
        "All that is printed for a round: pairings by table and by name, slips, the table before it.",
        prints.whole_round,
        of_round=True,
    ),
    "bracket.pdf": _print(
        "bracket",
        "The brackets as a poster: on one sheet, or on several with marks to cut and join them.",
        prints.bracket,
    ),
    "standings.pdf": _print(
        "standings",
        "The table, what decided between players who were level, and the prizes.",
        prints.standings,
    ),
    "crosstable.pdf": _print(
        "crosstable",
        "The cross-tables, and of a round robin the Berger grid.",
        prints.crosstable,
    ),
    "programme.pdf": _print(
        "programme",
        "The announcement on a sheet: when and where, the times of the day, the prizes.",
        prints.programme,
    ),
    "timetable.pdf": _print(
        "timetable",
        "The timetable to hang up, a day on a sheet: tables by time, of many tables a list by time.",
        prints.timetable,
    ),
    "prizes.pdf": _print(
        "prizes",
        "The prizes in money: what each place is worth, and once it is over who has won what.",
        prints.prizes,
    ),
    "rulings.pdf": _print(
        "rulings", "Every decision of a referee with its reason and time.", prints.rulings, with_rulings=True
    ),
    "certificates.pdf": _print(
        "certificates",
        "A certificate for each of the best players, once the tournament is over.",
        prints.certificates,
    ),
    "booklet.pdf": _print(
        "booklet",
        "The whole tournament: programme, participants, tables, every round, the brackets, rulings.",
        prints.booklet,
        with_rulings=True,
    ),
    "pairings.pdf": _print(
        "pairings",
        "A round for the wall: by table, and on another sheet by name.",
        prints.pairings,
        of_round=True,
    ),
    "slips.pdf": _print(
        "slips",
        "A slip for each match of a round, to be filled in, with a code that leads to the match.",
        prints.slips,
        of_round=True,
    ),
    "trf16.trf": _report("A FIDE tournament report (TRF16), with the records of JaVaFo's TRF(x).", TRF16),
    "trf26.trf": _report("A FIDE tournament report (TRF26), with the points of each match as comments.", TRF26),
}


def file_name(tournament_id: str, name: str, asked: ExportOptions, join: str = "-") -> str:
    """The name of a file.

    >>> file_name("t_cup", "pairings.csv", ExportOptions(round=3))
    't_cup-round-3-pairings.csv'
    """
    parts = [tournament_id, *([f"round-{asked.round}"] if EXPORTS[name].of_round else []), name]
    return join.join(parts)


def is_on_paper(name: str) -> bool:
    """True for a file that people read on paper or in a newspaper; others are for programs and spreadsheets."""
    return EXPORTS[name].media in _READ_BY_PEOPLE or name.startswith("newspaper")
