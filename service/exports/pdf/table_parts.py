"""Parts of a print that are tables: standings, cross-tables, rounds, participants, the grid of a round robin."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from core.tournament import Tournament
from core.tournament.details import prize_lines
from core.tournament.model.values import Round
from core.tournament.standings.close_places import close_places
from core.tournament.standings.crosstable import OPPONENTS, crosstables
from service.exports.pdf.document import MEETING, Cell, Column, Passage, Sheets, Table
from service.exports.pdf.letter_sizes import largest_size
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
_READABLE, _PLAIN, _WALL = 7.0, 9.0, 11.0
"""The least letters in points: of a cross-table, of a table, and of what is read from some steps away."""
_LONG_NAME = 34
"""Names with more signs, such as those of players with their teams, may have letters of a plain table on the wall."""
_BESIDE_RESULTS = ("number", "name", "won", "points", "rank")
"""The columns of a cross-table that are no results."""


def standings_part(tournament: Tournament, language: Language, *, whole: bool = False, title: str = "") -> Sheets:
    """The standings, and those of groups; the `whole` of it has what decided between equals, and the prizes."""
    shown = standings_tables(tournament, language)
    explained = legend(tournament, language)
    tables = [
        _standings(standings_table, language, [explained] if explained and standings_table is shown[-1] else [])
        for standings_table in shown
    ]
    more = [*_prizes(tournament, language), *_reasons(tournament, language)] if whole else []
    return Sheets(title or language.word("standings"), [*tables, *more], least=_PLAIN, may_turn=True)


def _standings(table: StandingsTable, language: Language, notes: Sequence[str]) -> Table:
    columns = [
        Column(language.word("rank"), _RIGHT),
        Column(language.word("name"), wide=True, strong=True),
        *(Column(column, _RIGHT) for column in table.columns),
    ]
    rows = [
        [
            f"{row.rank}{'=' if row.shared else ''}",
            f"{row.name} ({language.word('withdrawn')})" if row.withdrawn else row.name,
            *(signed(str(cell)) for cell in row.cells),
        ]
        for row in table.rows
    ]
    name = language.section(table.name) if table.name else ""
    return Table(columns, rows, name, notes)


def _reasons(tournament: Tournament, language: Language) -> list[Passage]:
    """Reasons for the order of players who were level at first, in each table of its own."""
    reasons = []
    for section, places in groupby(close_places(tournament), key=lambda close_place: close_place.section):
        sentences = [(name, translated(below.sentence, language.key).rpartition(": ")) for _, name, below in places]
        lines = [f"{name}: {before}{colon}{signed(numbers)}." for name, (before, colon, numbers) in sentences]
        title = language.word("reasons")
        reasons.append(Passage(f"{title} – {language.section(section)}" if section else title, lines))
    return reasons


def _prizes(tournament: Tournament, language: Language) -> list[Passage]:
    lines = prize_lines(tournament.created.details)
    return [Passage(language.word("prizes"), lines)] if lines else []


def crosstable_parts(tournament: Tournament, language: Language) -> list[Sheets]:
    """The cross-tables, wide ones on sheets that lie across; before the start none."""
    found = () if tournament.seed is None else crosstables(tournament)
    tables = [_crosstable(crossed(cross_table, tournament, language), language) for cross_table in found]
    title = language.word("crosstable")
    sheets = []
    for turned, grouped in groupby(tables, key=_is_wide):
        fitted = [_fitting(table) if turned else [table] for table in grouped]
        apart = max(map(len, fitted)) > 1  # the parts of a table stand beside each other, each on sheets of its own
        groups = [[part] for parts in fitted for part in parts] if apart else [[part for (part,) in fitted]]
        sheets += [
            Sheets(title, group, turned=turned, least=_READABLE if turned else _PLAIN, may_turn=not turned)
            for group in groups
        ]
    return sheets


def _is_wide(table: Table) -> bool:
    """True if a cross-table needs a sheet that lies across, for its columns or for the names beside them."""
    return len(table.columns) - len(_BESIDE_RESULTS) > _UPRIGHT or largest_size(table, turned=False) < _PLAIN


def _crosstable(table: CrossTableShown, language: Language) -> Table:
    columns = [
        Column(language.word("number"), _RIGHT),
        Column(language.word("name"), wide=True, strong=True),
        *(Column(column, _CENTER) for column in table.columns),
        *(Column(language.word(beside_result), _RIGHT) for beside_result in _BESIDE_RESULTS[2:]),
    ]
    rows = [_cross_line(row) for row in table.rows]
    return Table(columns, rows, language.section(table.name) if table.name else "")


def _fitting(table: Table) -> list[Table]:
    """A table of results that has room on a sheet across, so that no name stands over a result.

    Where that is needed its headings have a word in each line. Where its letters would still be too small, the rounds
    are split over several tables.
    """
    if largest_size(table, turned=True) < _PLAIN:
        table = replace(table, columns=[column._replace(stacked=True) for column in table.columns])
    found, parts = [table], 1
    while min(largest_size(each, turned=True) for each in found) < _READABLE and parts < len(table.columns):
        parts += 1
        found = _split(table, parts)
    return found


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


def _cross_line(row: CrossLine) -> list[str | Cell]:
    line, cells = row.line, [_crossing(cell) for cell in row.cells]
    rank = f"{line.rank}{'=' if line.shared else ''}"
    return [str(row.number), line.name, *cells, str(line.wins), f"{line.points_won}–{line.points_lost}", rank]


def _crossing(cell: Crossed) -> Cell:
    if cell.own:
        return Cell("", "own")
    return Cell(
        " ".join(result.text for result in cell.results),
        WON if {result.look for result in cell.results} == {WON} else LOST,
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
    by_name = [
        Column(language.word("name"), wide=True, strong=True),
        *group,
        Column(language.word("table"), _RIGHT),
        Column(language.word("opponent"), wide=True),
    ]
    sheets = [
        ("by_table", Table(by_table, _boards(rows, grouped=grouped))),
        ("by_name", Table(by_name, [_guest(row, grouped=grouped) for row in guests(rows)])),
    ]
    round_ = timed_round(tournament, number, language)
    least = _PLAIN if any(len(name) > _LONG_NAME for row in rows for name in row.names) else _WALL
    return [Sheets(f"{round_} · {language.word(name)}", [table], least=least, may_turn=True) for name, table in sheets]


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


def participants_part(tournament: Tournament, language: Language) -> Sheets:
    """The players or teams by their names."""
    entries = sorted(tournament.field, key=lambda entry: alphabetical(entry.name))
    columns = [
        Column(language.word("name"), wide=True, strong=True),
        Column(language.word("club")),
        Column(language.word("rating"), _RIGHT),
    ]
    rows = [[entry.name, entry.group or "", "" if entry.rating is None else str(entry.rating)] for entry in entries]
    return Sheets(language.word("participants"), [Table(columns, rows)], least=_PLAIN)


def grid_part(tournament: Tournament, language: Language) -> Sheets | None:
    """The Berger grid of a round robin: by numbers who meets whom in which round; `None` in another format."""
    form = tournament.format
    tables = () if tournament.seed is None else crosstables(tournament)
    if form.on_command or form.teams or len(tables) != 1 or tables[0].by != OPPONENTS or tables[0].name:
        return None
    numbers = {player: number for number, player in enumerate(tournament.starters, 1)}
    rows = [[str(round_.number), *_meetings(round_, numbers)] for round_ in tournament.rounds]
    widest = max(map(len, rows), default=1)
    filled = [row + [""] * (widest - len(row)) for row in rows]
    columns = [Column(language.word("rounds"), _RIGHT, strong=True), *[Column("", _CENTER)] * (widest - 1)]
    grid = Table(columns, filled)
    names = [Column(language.word("number"), _RIGHT), Column(language.word("name"), wide=True)]
    listed = [[str(number), tournament.name_of(player)] for player, number in numbers.items()]
    return Sheets(language.word("grid"), [grid, Table(names, listed)], turned=widest > _UPRIGHT, least=_READABLE)


def _meetings(round_: Round, numbers: Mapping[str, int]) -> list[str]:
    return [f"{numbers[pairing.white]}–{numbers[pairing.black]}" for pairing in round_.pairings if not pairing.is_bye]


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
            _boards(boards(tournament, round_.number, language)),
            round_title(language, tournament, round_),
        )
        for round_ in tournament.rounds
    ]
    return Sheets(language.word("rounds"), tables, least=_PLAIN)
