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
_WIDE, _LETTER, _BESIDE = 527.0, 0.62, 1.0
"""The width of an upright sheet in points; that of a letter and of the room beside a cell, in heights of letters."""
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
    tables = () if tournament.seed is None else crosstables(tournament)
    title = language.word("crosstable")
    return [
        Sheets(
            title, _alike([_crosstable(crossed(each, tournament, language), language) for each in alike]), turned=turned
        )
        for turned, alike in groupby(tables, key=lambda each: len(each.columns) > _UPRIGHT)
    ]


def _crosstable(table: CrossTableShown, language: Language) -> Table:
    columns = [
        Column(language.word("number"), _RIGHT),
        Column(language.word("name"), wide=True, strong=True),
        *(Column(each, _CENTER) for each in table.columns),
        *(Column(language.word(each), _RIGHT) for each in ("won", "points", "rank")),
    ]
    rows = [_cross_line(row) for row in table.rows]
    name = language.section(table.name) if table.name else ""
    return Table(columns, rows, name, size=max(_LEAST, min(SIZE, _ROOM / max(1, len(table.columns)))))


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
    texts = [[column.head, *(_text(row[place]) for row in table.rows)] for place, column in enumerate(table.columns)]
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
