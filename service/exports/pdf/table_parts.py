"""Parts of a print that are tables: standings, cross-tables, rounds, participants, the grid of a round robin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from core.tournament import Tournament
from core.tournament.details import prize_lines
from core.tournament.model.values import Round
from core.tournament.standings.close_places import close_places
from core.tournament.standings.crosstable import OPPONENTS, crosstables
from service.exports.pdf.document import MEETING, SIZE, Cell, Column, Passage, Sheets, Table
from service.exports.svg.text_metrics import alphabetical
from service.exports.tables import (
    LOST,
    WON,
    Board,
    Crossed,
    CrossLine,
    CrossTableShown,
    Guest,
    StandingsTable,
    boards,
    crossed,
    guests,
    legend,
    seat_names,
    standings_tables,
    timed_round,
)
from service.translations import translated
from service.translations.export_words import Language, signed
from service.translations.round_titles import round_title

_RIGHT, _CENTER = "right", "center"
_UPRIGHT = 9
"""The most columns of results on an upright sheet."""
_ROOM, _LEAST = 190.0, 5.0
"""Letters of a cross-table: their height times the number of columns, and their least height in points."""
_WALL_SIZES = ((12, 16.0), (20, 13.0), (28, 11.5))
"""The height of letters of a round on the wall, by the most rows."""
_WIDE, _ACROSS, _LETTER, _BESIDE = 527.0, 750.0, 0.62, 1.0
"""The widths of a sheet in points; that of a letter and of the room beside a cell, in heights of letters."""
_TURNED, _LINE, _ROW_ROOM = (425.0, 490.0), 0.7, 8.0
"""The heights for rows of the first sheet across and of the others, that of a line in heights of letters, and the room
around a line; in points."""
_INSET, _READABLE = 10.0, 7.0
"""The room beside a cell in points, whatever its letters are; the least letters for which a table is not split."""
_SMALLER, _FEW_ROWS = (1.0, 0.95, 0.9, 0.85, 0.8), 5
"""The sizes that are tried so that the last sheet has this many rows at least."""
_BESIDE_RESULTS = ("number", "name", "won", "points", "rank")
"""The columns of a cross-table that are no results."""
_HEAD_ROWS = 3
"""The rows that the name and the heading of a further table take."""
_LONG_NAME, _FOR_LONG_NAMES = 34, 13.0
"""A name of more signs, such as that of a player with the team, has letters of this height at most."""


def standings_part(tournament: Tournament, language: Language, *, whole: bool = False, title: str = "") -> Sheets:
    """The standings, and those of groups; the `whole` of it has what decided between equals, and the prizes."""
    shown = standings_tables(tournament, language)
    explained = legend(tournament, language)
    tables = [_standings(each, language, [explained] if explained and each is shown[-1] else []) for each in shown]
    more = [*_reasons(tournament, language), *_prizes(tournament, language)] if whole else []
    return Sheets(title or language.word("standings"), [*_alike(tables), *more])


def _standings(table: StandingsTable, language: Language, notes: Sequence[str]) -> Table:
    columns = [
        Column(language.word("rank"), _RIGHT),
        Column(language.word("name"), wide=True, strong=True),
        *(Column(each, _RIGHT) for each in table.columns),
    ]
    rows = [
        [
            f"{row.rank}{'=' if row.shared else ''}",
            f"{row.name} ({language.word('withdrawn')})" if row.withdrawn else row.name,
            *(signed(str(each)) for each in row.cells),
        ]
        for row in table.rows
    ]
    name = language.section(table.name) if table.name else ""
    return Table(columns, rows, name, notes)


def _reasons(tournament: Tournament, language: Language) -> list[Passage]:
    """Reasons for the order of players who were level at first, in each table of its own."""
    found = []
    for section, places in groupby(close_places(tournament), key=lambda each: each.section):
        sentences = [(name, translated(below.sentence, language.key).rpartition(": ")) for _, name, below in places]
        lines = [f"{name}: {before}{colon}{signed(numbers)}." for name, (before, colon, numbers) in sentences]
        title = language.word("reasons")
        found.append(Passage(f"{title} – {language.section(section)}" if section else title, lines))
    return found


def _prizes(tournament: Tournament, language: Language) -> list[Passage]:
    lines = prize_lines(tournament.created.details)
    return [Passage(language.word("prizes"), lines)] if lines else []


def crosstable_parts(tournament: Tournament, language: Language) -> list[Sheets]:
    """The cross-tables, wide ones on sheets that lie across; before the start none."""
    found = () if tournament.seed is None else crosstables(tournament)
    tables = [_crosstable(crossed(each, tournament, language), language) for each in found]
    title = language.word("crosstable")
    sheets = []
    for turned, grouped in groupby(tables, key=_is_wide):
        fitted = [_fitting(each) if turned else [each] for each in grouped]
        apart = max(map(len, fitted)) > 1  # the parts of a table stand beside each other, each on sheets of its own
        groups = [[part] for parts in fitted for part in parts] if apart else [[part for (part,) in fitted]]
        sheets += [Sheets(title, _alike(group), turned=turned) for group in groups]
    return sheets


def _is_wide(table: Table) -> bool:
    """True if a cross-table needs a sheet that lies across: for its columns, or for names beside those of rounds."""
    results = [each.head for each in table.columns[2 : 2 - len(_BESIDE_RESULTS)]]
    by_rounds = not all(head.isdecimal() for head in results)
    return len(results) > _UPRIGHT or (by_rounds and _ems(table) * table.size > _WIDE)


def _crosstable(table: CrossTableShown, language: Language) -> Table:
    columns = [
        Column(language.word("number"), _RIGHT),
        Column(language.word("name"), wide=True, strong=True),
        *(Column(each, _CENTER) for each in table.columns),
        *(Column(language.word(each), _RIGHT) for each in _BESIDE_RESULTS[2:]),
    ]
    rows = [_cross_line(row) for row in table.rows]
    name = language.section(table.name) if table.name else ""
    return Table(columns, rows, name, size=max(_LEAST, min(SIZE, _ROOM / max(1, len(table.columns)))))


def _fitting(table: Table) -> list[Table]:
    """A table of results that has room on a sheet across, so that no name stands over a result.

    Where that is needed its headings have a word in each line, then its letters are smaller. Where those would be too
    small the rounds are split over several tables. No sheet is left with a few rows alone.
    """
    if _ems(table) * table.size > _ACROSS:
        table = replace(table, columns=[each._replace(head="\n".join(each.head.split())) for each in table.columns])
    found, parts = [table], 1
    while min(map(_fitting_size, found)) < _READABLE and parts < len(table.columns) - len(_BESIDE_RESULTS):
        parts += 1
        found = _split(table, parts)
    most = max(_LEAST, min(table.size, *map(_fitting_size, found)))
    tried = [most * part for part in _SMALLER if most * part >= _LEAST] or [most]
    size = next((size for size in tried if _last_rows(len(table.rows), size) >= _FEW_ROWS), most)
    return [replace(each, size=size) for each in found]


def _fitting_size(table: Table) -> float:
    """The largest letters with which a table has room on a sheet across, in points."""
    return (_ACROSS - _INSET * len(table.columns)) / (_ems(table) - _BESIDE * len(table.columns))


def _split(table: Table, parts: int) -> list[Table]:
    """A table of results as several, each with the names, and the last one with what stands behind the results."""
    before, behind = 2, len(_BESIDE_RESULTS) - 2
    results = range(before, len(table.columns) - behind)
    long = -(-len(results) // parts)
    found = []
    for start in range(0, len(results), long):
        places = [*range(before), *results[start : start + long]]
        if start + long >= len(results):
            places += range(len(table.columns) - behind, len(table.columns))
        rows = [[row[place] for place in places] for row in table.rows]
        found.append(replace(table, columns=[table.columns[place] for place in places], rows=rows))
    return found


def _last_rows(rows: int, size: float) -> int:
    """About how many rows are on the last of the sheets that lie across, if a table has more than one."""
    on_first, on_other = (int(room / (_LINE * size + _ROW_ROOM)) for room in _TURNED)
    return _FEW_ROWS if rows <= on_first else (rows - on_first - 1) % on_other + 1


def _alike(tables: Sequence[Table]) -> list[Table]:
    """The tables of a part with letters of one height: larger ones where few rows leave room on the sheet."""
    least = min((table.size for table in tables), default=SIZE)
    if least < SIZE:
        return [replace(table, size=least) for table in tables]
    rows = sum(len(table.rows) + _HEAD_ROWS for table in tables) - _HEAD_ROWS
    size = max(SIZE, min([_wall(rows), *(_WIDE / _ems(table) for table in tables)]))
    return [replace(table, size=size) for table in tables]


def _ems(table: Table) -> float:
    """The width of a table in heights of its letters."""
    texts = [
        [*column.head.split("\n"), *(_text(row[place]) for row in table.rows)]
        for place, column in enumerate(table.columns)
    ]
    return sum(_LETTER * max(map(len, column)) + _BESIDE for column in texts)


def _text(cell: str | Cell) -> str:
    return cell if isinstance(cell, str) else cell.text


def _cross_line(row: CrossLine) -> list[str | Cell]:
    line, cells = row.line, [_crossing(each) for each in row.cells]
    rank = f"{line.rank}{'=' if line.shared else ''}"
    return [str(row.number), line.name, *cells, str(line.wins), f"{line.points_won}–{line.points_lost}", rank]


def _crossing(cell: Crossed) -> Cell:
    if cell.own:
        return Cell("", "own")
    return Cell(
        " ".join(each.text for each in cell.results), WON if {each.look for each in cell.results} == {WON} else LOST
    )


def pairings_parts(tournament: Tournament, number: int, language: Language) -> list[Sheets]:
    """A round by table, and on a sheet of its own by name; of one in groups with the group. Raises `NotFound`."""
    rows = boards(tournament, number, language)
    grouped = any(row.group for row in rows)
    group = [Column(language.word("in_group"), _CENTER)] if grouped else []
    by_table = [
        Column(language.word("table"), _RIGHT, strong=True),
        *group,
        Column(seat_names(tournament, language)[0], wide=True),
        Column(language.word("result"), _CENTER),
        Column(seat_names(tournament, language)[1], wide=True),
    ]
    size = _wall(len(rows), [name for row in rows for name in row.names])
    by_name = [
        Column(language.word("name"), wide=True, strong=True),
        *group,
        Column(language.word("table"), _RIGHT),
        Column(language.word("opponent"), wide=True),
    ]
    sheets = [
        ("by_table", Table(by_table, _boards(rows, grouped=grouped), size=size)),
        ("by_name", Table(by_name, [_guest(row, grouped=grouped) for row in guests(rows)], size=size)),
    ]
    round_ = timed_round(tournament, number, language)
    return [Sheets(f"{round_} · {language.word(name)}", [table]) for name, table in sheets]


def _boards(rows: Sequence[Board], *, grouped: bool = False) -> list[list[str | Cell]]:
    """The lines of a round, with those of the meetings of teams above their boards."""
    lines: list[list[str | Cell]] = []
    for row in rows:
        if row.meeting:
            lines.append([Cell(row.meeting, MEETING)])
        lines.append(_board(row, grouped=grouped))
    return lines


def _board(row: Board, *, grouped: bool = False) -> list[str | Cell]:
    first, second = (Cell(name, look) if look else name for name, look in zip(row.names, row.looks, strict=True))
    return [row.table, *([row.group] if grouped else []), first, row.result, second]


def _guest(row: Guest, *, grouped: bool) -> list[str | Cell]:
    group = [row.group] if grouped else []
    return [row.name, *group, row.table, Cell(row.opponent, LOST) if row.bye else row.opponent]


def _wall(rows: int, names: Sequence[str] = ()) -> float:
    """The height of letters that are read from some steps away: a round of few tables has large ones."""
    size = next((size for most, size in _WALL_SIZES if rows <= most), SIZE)
    return min(size, _FOR_LONG_NAMES) if any(len(name) > _LONG_NAME for name in names) else size


def participants_part(tournament: Tournament, language: Language) -> Sheets:
    """The players or teams by their names."""
    entries = sorted(tournament.field, key=lambda each: alphabetical(each.name))
    columns = [
        Column(language.word("name"), wide=True, strong=True),
        Column(language.word("club")),
        Column(language.word("rating"), _RIGHT),
    ]
    rows = [[each.name, each.group or "", "" if each.rating is None else str(each.rating)] for each in entries]
    return Sheets(language.word("participants"), [Table(columns, rows)])


def grid_part(tournament: Tournament, language: Language) -> Sheets | None:
    """The Berger grid of a round robin: by numbers who meets whom in which round; `None` in another format."""
    form = tournament.format
    tables = () if tournament.seed is None else crosstables(tournament)
    if form.on_command or form.teams or len(tables) != 1 or tables[0].by != OPPONENTS or tables[0].name:
        return None
    numbers = {player: number for number, player in enumerate(tournament.starters, 1)}
    rows = [[str(each.number), *_meetings(each, numbers)] for each in tournament.rounds]
    widest = max(map(len, rows), default=1)
    filled = [row + [""] * (widest - len(row)) for row in rows]
    columns = [Column(language.word("rounds"), _RIGHT, strong=True), *[Column("", _CENTER)] * (widest - 1)]
    grid = Table(columns, filled, size=_wall(max(len(rows), 2 * widest)))
    names = [Column(language.word("number"), _RIGHT), Column(language.word("name"), wide=True)]
    listed = [[str(number), tournament.name_of(player)] for player, number in numbers.items()]
    return Sheets(language.word("grid"), [grid, Table(names, listed)], turned=widest > _UPRIGHT)


def _meetings(round_: Round, numbers: Mapping[str, int]) -> list[str]:
    return [f"{numbers[each.white]}–{numbers[each.black]}" for each in round_.pairings if not each.is_bye]


def results_part(tournament: Tournament, language: Language) -> Sheets:
    """The results of every round, by table."""
    seats = seat_names(tournament, language)
    columns = [
        Column(language.word("table"), _RIGHT),
        Column(seats[0], wide=True),
        Column(language.word("result"), _CENTER),
        Column(seats[1], wide=True),
    ]
    tables = [
        Table(
            columns,
            _boards(boards(tournament, each.number, language)),
            round_title(language, tournament, each),
        )
        for each in tournament.rounds
    ]
    return Sheets(language.word("rounds"), tables)
