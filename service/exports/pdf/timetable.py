"""The timetable on paper, to hang up: a day on a sheet, a grid of tables by time; of many tables a list by time."""

from collections.abc import Sequence
from itertools import groupby

from babel.dates import format_date

from core.tournament import Tournament
from core.tournament.timetable.view import PlannedMatch, in_order, planned_matches
from service.exports.pdf.document import Column, Sheets, Table
from service.local_times import local
from service.translations.export_words import Language
from service.translations.timetable_words import match_title, round_title

_MOST_COLUMNS = 6
"""The most tables that stand beside each other on a sheet that lies across."""
_SIZES = ((8, 13.0), (14, 11.5), (24, 10.0), (40, 8.5))
"""The height of letters by the most lines of a sheet."""
_LEAST = 7.0


def timetable_parts(tournament: Tournament, language: Language) -> list[Sheets]:
    """The days, one after the other; none while no match has a time."""
    matches = in_order(planned_matches(tournament))
    return [
        _sheet(tournament, list(own), language)
        for _, own in groupby(matches, key=lambda match: _day(tournament, match))
    ]


def _sheet(tournament: Tournament, matches: Sequence[PlannedMatch], language: Language) -> Sheets:
    moment = local(matches[0].starts or 0, tournament.created.details)
    title = f"{language.word('timetable')} – {format_date(moment, 'EEEE d MMMM', locale=language.key)}"
    tables = [name for name, _ in tournament.tables if any(match.table == name for match in matches)]
    times = {_clock(tournament, match.starts) for match in matches}
    fits = tables and len(tables) <= _MOST_COLUMNS and all(match.table for match in matches)
    alone = len({(match.starts, match.table) for match in matches}) == len(matches)
    if fits and alone:
        return Sheets(title, [_grid(tournament, matches, tables, language, len(times))], turned=True)
    return Sheets(title, [_list(tournament, matches, language)])


def _grid(
    tournament: Tournament, matches: Sequence[PlannedMatch], tables: Sequence[str], language: Language, lines: int
) -> Table:
    columns = [
        Column(language.word("time"), strong=True),
        *(Column(language.word("table_", name), wide=True) for name in tables),
    ]
    rows = []
    for clock, own in groupby(matches, key=lambda match: _clock(tournament, match.starts)):
        at = {planned_match.table: _cell(planned_match, language) for planned_match in own}
        rows.append([clock, *(at.get(name, "") for name in tables)])
    return Table(columns, rows, size=_size(2 * lines))


def _cell(each: PlannedMatch, language: Language) -> str:
    title = match_title(language, each)
    return f"{title} ({round_title(language, each)})" if each.players else title


def _list(tournament: Tournament, matches: Sequence[PlannedMatch], language: Language) -> Table:
    columns = [
        Column(language.word("time"), strong=True),
        Column(language.word("table")),
        Column(language.word("match", "").strip(), wide=True),
        Column(language.word("round", "").strip()),
    ]
    rows = [
        [
            f"{_clock(tournament, match.starts)}–{_clock(tournament, match.ends)}",
            match.table,
            match_title(language, match),
            round_title(language, match) if match.players else "",
        ]
        for match in matches
    ]
    return Table(columns, rows, size=_size(len(matches)))


def _size(lines: int) -> float:
    return next((size for most, size in _SIZES if lines <= most), _LEAST)


def _day(tournament: Tournament, each: PlannedMatch) -> str:
    return local(each.starts or 0, tournament.created.details).strftime("%Y-%m-%d")


def _clock(tournament: Tournament, at: int | None) -> str:
    return local(at or 0, tournament.created.details).strftime("%H:%M")
