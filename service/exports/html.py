"""Pages to be read on a screen and printed: each carries its own looks, so that a saved one stays as it was."""

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from core.tournament import Tournament
from core.tournament.details import prize_lines
from core.tournament.standings.crosstable import crosstables
from service.exports.newspaper import newspaper
from service.exports.svg.text_metrics import printable
from service.exports.tables import boards, crossed, guests, legend, seat_names, standings_tables, timed_round
from service.translations.dates import days_and_place
from service.translations.export_words import Language

_TEMPLATES = Path(__file__).parent / "templates"
STYLE = _TEMPLATES / "sheet.css"
"""The looks of every page that is saved and printed, in the materials of the service's own."""


@cache
def style() -> str:
    """The stylesheet."""
    return STYLE.read_text(encoding="utf-8")


@cache
def style_hash() -> str:
    """By which a browser that is told to run nothing else knows the stylesheet inside a page."""
    return "sha256-" + b64encode(sha256(style().encode()).digest()).decode()


@cache
def _templates() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )


def _page(template: str, title: str, tournament: Tournament, language: Language, **more: Any) -> str:
    form, status = language.format(tournament.format.name), language.word(tournament.status)
    about = " · ".join(filter(None, (form, status, days_and_place(tournament.created.details, language.key))))
    return (
        _templates()
        .get_template(template)
        .render(
            language=language,
            say=language.word,
            title=title,
            name=tournament.created.name,
            about=about,
            style=style(),
            **more,
        )
    )


def standings_html(tournament: Tournament, language: Language) -> str:
    """The table, and before it those of groups that have their own, behind it that of a Swiss."""
    return _page(
        "standings.html",
        language.word("standings"),
        tournament,
        language,
        tables=standings_tables(tournament, language),
        legend=legend(tournament, language),
        prizes=prize_lines(tournament.created.details),
    )


def crosstable_html(tournament: Tournament, language: Language) -> str:
    """Everybody's results against each opponent, or round by round."""
    tables = [crossed(table, tournament, language) for table in crosstables(tournament)]
    return _page("crosstable.html", language.word("crosstable"), tournament, language, tables=tables)


def pairings_html(tournament: Tournament, language: Language, number: int) -> str:
    """A round for the wall, by table and on a sheet of its own by name. Raises `NotFound`."""
    rows = boards(tournament, number, language)
    return _page(
        "pairings.html",
        timed_round(tournament, number, language),
        tournament,
        language,
        by_table=rows,
        seats=seat_names(tournament, language),
        by_name=guests(rows),
        grouped=any(row.group for row in rows),
    )


def newspaper_html(tournament: Tournament, language: Language) -> str:
    """The text for a newspaper as a page."""
    story = newspaper(tournament, language)
    return _page("newspaper.html", language.word("newspaper"), tournament, language, lead=story.lead, parts=story.parts)
