"""Cross-tables as grids, and rounds as columns: what a bracket's sheet shows where there is no tree."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from core.games import game_of
from core.tournament.model.state import Tournament
from core.tournament.model.values import Round
from core.tournament.standings.crosstable import Cell, CrossTable, Row
from core.tournament.teams.meeting_scores import Line, MeetingScore
from core.tournament.views.csv_rows import by_table
from service.exports.svg.canvas import FAINT, INK, SIZE, SMALL, SOFT, Drawing
from service.translations.export_words import Language
from service.translations.isolation import beside

_ROW, _CELL, _NUMBER, _GAP = 24, 38, 28, 40
_LEAST = 90
_IN_A_ROW, _BELOW = 2, 10.5
"""The results of two players for which a row has room, and the room of each further one."""
_TOTALS = (("played", 54), ("won", 42), ("lost", 42), ("points", 64))


class Room(NamedTuple):
    """The width of a name in a cross-table, and of a result, and the height of a row."""

    name: float
    cell: float
    row: float


def draw_grids(
    drawing: Drawing, tables: Sequence[CrossTable], language: Language, top: float, *, seen: set[str], most: float
) -> tuple[float, float]:
    """Draw cross-tables of opponents side by side, as many in a line as suit the paper; their width, and the end.

    A match is named where it is met first, and not at all if it is in `seen`. Names have at most `most` room.
    """
    names = [row.line.name for table in tables for row in table.rows]
    name = min(max([drawing.width(each, SIZE) + 8 for each in names] + [_LEAST]), most)
    met = [
        [cell for cell in cells if cell.kind is not None]
        for table in tables
        for row in table.rows
        for cells in row.cells
    ]
    wide = max([_CELL, *(drawing.width(score(cell, language), SIZE - 1) + 6 for cells in met for cell in cells)])
    most_met = max(map(len, met), default=0)
    room = Room(name, wide, _ROW if most_met <= _IN_A_ROW else _ROW + (most_met - _IN_A_ROW) * _BELOW)
    sizes = [(_width(table, room), _height(table, room)) for table in tables]
    across = _across([each for each, _ in sizes], [each for _, each in sizes])
    y, right = top, 0.0
    for start in range(0, len(tables), across):
        x, tallest = 0.0, 0.0
        for table, (wide, high) in list(zip(tables, sizes, strict=True))[start : start + across]:
            _draw_grid(drawing, table, language, x, y, room, seen)
            x, tallest = x + wide + _GAP, max(tallest, high)
        right, y = max(right, x - _GAP), y + tallest + _GAP
    return right, y - _GAP


def _across(widths: Sequence[float], heights: Sequence[float]) -> int:
    """The number of columns that comes nearest to the shape of a sheet."""

    def shape(number: int) -> float:
        wide = max(sum(widths[start : start + number]) + _GAP * (number - 1) for start in range(0, len(widths), number))
        high = sum(max(heights[start : start + number]) + _GAP for start in range(0, len(heights), number))
        ratio = wide / high / sqrt(2)
        return max(ratio, 1 / ratio)

    return min(range(1, len(widths) + 1), key=shape, default=1)


def _width(table: CrossTable, room: Room) -> float:
    return _NUMBER + room.name + len(table.columns) * room.cell + sum(wide for _, wide in _TOTALS)


def _height(table: CrossTable, room: Room) -> float:
    return _ROW + len(table.rows) * room.row + (_ROW if table.name else 0)


def _draw_grid(
    drawing: Drawing, table: CrossTable, language: Language, x: float, y: float, room: Room, seen: set[str]
) -> None:
    if table.name:
        drawing.text(x, y + 14, language.section(table.name), _width(table, room), size=16, bold=True)
        y += _ROW
    left = x + _NUMBER + room.name
    columns = [(str(number), room.cell) for number in table.columns]
    columns += [(language.word(key), wide) for key, wide in _TOTALS]
    for place, (heading, wide) in enumerate(columns):
        middle = left + sum(each for _, each in columns[:place]) + wide / 2
        drawing.text(middle, y + 16, heading, wide - 4, size=SMALL + 1, fill=SOFT, anchor="middle")
    y += _ROW
    for row in table.rows:
        _draw_row(drawing, table, row, language, x, y, room, seen)
        y += room.row
    drawing.line((x, y), (x + _width(table, room), y))


def _draw_row(
    drawing: Drawing, table: CrossTable, row: Row, language: Language, x: float, y: float, room: Room, seen: set[str]
) -> None:
    line, left = row.line, x + _NUMBER + room.name
    wide = _NUMBER + room.name + len(row.cells) * room.cell + sum(each for _, each in _TOTALS)
    drawing.line((x, y), (x + wide, y))
    drawing.text(x + _NUMBER - 8, y + 16, str(row.number), _NUMBER - 8, size=SMALL + 1, fill=FAINT, anchor="end")
    drawing.text(x + _NUMBER, y + 16.5, line.name, room.name - 6, fill=FAINT if line.withdrawn else INK)
    for place, cells in enumerate(row.cells):
        cell_x = left + place * room.cell
        if place == row.number - 1:
            drawing.box(cell_x + 0.5, y + 0.5, room.cell - 1, room.row - 1, look="none", fill="#e4ddd0")
        else:
            _draw_cells(
                drawing, cells, beside((line.name, table.rows[place].line.name)), language, (cell_x, room.cell), y, seen
            )
        drawing.line((cell_x, y), (cell_x, y + room.row), soft=True)
    totals = (str(line.played), str(line.wins), str(line.losses), f"{line.points_won}–{line.points_lost}")
    cell_x = left + len(row.cells) * room.cell
    drawing.line((cell_x, y), (cell_x, y + room.row))
    for total, (key, each) in zip(totals, _TOTALS, strict=True):
        drawing.text(cell_x + each / 2, y + 16.5, total, each - 4, bold=key == "won", anchor="middle")
        cell_x += each


def _draw_cells(
    drawing: Drawing,
    cells: Sequence[Cell],
    title: str,
    language: Language,
    across: tuple[float, float],
    y: float,
    seen: set[str],
) -> None:
    """The matches of two players, as the row's player sees them. A match is a group where it is met first."""
    x, wide = across
    settled = [cell for cell in cells if cell.kind is not None]
    size = SIZE - 1 if len(settled) < 2 else SMALL - 1
    for cell in cells:
        score_text = score(cell, language) if cell in settled else ""
        down = y + 16.5 if len(settled) < 2 else y + 10.5 + settled.index(cell) * _BELOW if cell in settled else y
        known = {} if cell.match in seen or not cell.match else {"data_match_id": cell.match}
        seen.add(cell.match)
        with drawing.group(f"{title} {score_text}".strip(), **known):
            drawing.text(
                x + wide / 2,
                down,
                score_text,
                wide - 4,
                size=size,
                bold=cell.won,
                anchor="middle",
                fill=INK if cell.won else SOFT,
            )


def score(cell: Cell, language: Language) -> str:
    """A settled match as its player sees it: `5–2`, or why there is no score."""
    if cell.is_scored or cell.kind == "played":
        return f"{cell.points_won}–{cell.points_lost}"
    if cell.kind in ("walkover", "no_show", "double_no_show"):
        return "+" if cell.won else "–"
    return language.cell(cell.kind) if cell.kind else language.word("nothing")


def meeting_heading(meeting: MeetingScore) -> str:
    """The two teams of a meeting, and how many boards each of them has won so far."""
    return f"{beside(meeting.teams)}: {'–'.join(map(str, meeting.won))}" if meeting.won else beside(meeting.teams)


# ── rounds ───────────────────────────────────────────────────────────────────────────────────────────────────────────
_LINE = 22
_LEAST_TABLE, _LEAST_SIDE, _MIDDLE = 26, 100, 60


class _Columns(NamedTuple):
    """The widths of the parts of a match's line: its table's name, and each of its players'."""

    table: float
    side: float

    @property
    def white(self) -> float:
        """The position of the first name."""
        return self.table + 8

    @property
    def result_x(self) -> float:
        """The position of the result."""
        return self.white + self.side

    @property
    def black(self) -> float:
        """The position of the second name."""
        return self.result_x + _MIDDLE

    @property
    def wide(self) -> float:
        """The width of all of it."""
        return self.black + self.side


def _columns(drawing: Drawing, tournament: Tournament, most: float) -> _Columns:
    """A line with room for any player and place; no name takes more than `most`."""
    names = [
        drawing.width(tournament.name_of(person), SIZE) + 4 for entry in tournament.field for person in entry.people
    ]
    tables = [drawing.width(each, SMALL) + 2 for each in tournament.seated.values()]
    return _Columns(min(max([_LEAST_TABLE, *tables]), most), min(max([_LEAST_SIDE, *names]), most))


def draw_rounds(
    drawing: Drawing, tournament: Tournament, rounds: Sequence[Round], language: Language, top: float, *, most: float
) -> tuple[float, float]:
    """Draw rounds as lists of their matches, as many side by side as suit the paper; their width, and the end."""
    columns = _columns(drawing, tournament, most)
    wide = columns.wide
    heights = [_LINE * (_lines(tournament, round_) + 1.5) for round_ in rounds]
    across = _across([wide] * len(rounds), heights) if rounds else 1
    y = top
    for start in range(0, len(rounds), across):
        for place, round_ in enumerate(rounds[start : start + across]):
            _draw_round(drawing, tournament, round_, language, place * (wide + _GAP), y, columns)
        y += max(heights[start : start + across]) + _GAP / 2
    return min(across, max(len(rounds), 1)) * (wide + _GAP) - _GAP, y


def _lines(tournament: Tournament, round_: Round) -> int:
    """The number of lines of a round: its matches, the headings of meetings, and who has a bye."""
    return sum(1 + bool(line.meeting) for line in by_table(tournament, round_)) + bool(round_.bye)


def _draw_round(
    drawing: Drawing, tournament: Tournament, round_: Round, language: Language, x: float, y: float, columns: _Columns
) -> None:
    drawing.text(x, y + 14, language.word("round", round_.number), columns.wide, size=16, bold=True)
    y += _LINE * 1.2
    for place, line in enumerate(by_table(tournament, round_), 1):
        if line.meeting:
            _draw_meeting(drawing, line.meeting, x, y, columns)
            y += _LINE
        drawing.line((x, y), (x + columns.wide, y), soft=True)
        _draw_pairing(drawing, tournament, line, language, place, x, y, columns)
        y += _LINE
    if round_.bye:
        drawing.line((x, y), (x + columns.wide, y), soft=True)
        drawing.text(x + columns.white, y + 15.5, tournament.name_of(round_.bye), columns.side, fill=SOFT)
        drawing.text(
            x + columns.result_x + _MIDDLE / 2,
            y + 15.5,
            language.cell("bye"),
            _MIDDLE,
            size=SMALL,
            fill=FAINT,
            anchor="middle",
            slanted=True,
        )


def _draw_meeting(drawing: Drawing, meeting: MeetingScore, x: float, y: float, columns: _Columns) -> None:
    """The teams that meet at the boards below, and to the right how many of these each has won so far."""
    with drawing.group(meeting_heading(meeting)):
        drawing.text(x, y + 15.5, beside(meeting.teams), columns.wide - _MIDDLE, bold=True)
        won = "–".join(map(str, meeting.won))
        drawing.text(x + columns.wide, y + 15.5, won, _MIDDLE - 8, bold=True, anchor="end")


def _draw_pairing(
    drawing: Drawing,
    tournament: Tournament,
    line: Line,
    language: Language,
    place: int,
    x: float,
    y: float,
    columns: _Columns,
) -> None:
    pairing, teams = line.pairing, line.teams
    seats, result = game_of(tournament.created.game).seats[:2], tournament.results.get(pairing.match)
    players: tuple[str, ...] = (pairing.white, pairing.black)
    if teams and tournament.team_of(pairing.white) != teams[0]:  # the home team's players stand below its name
        players, seats = players[::-1], seats[::-1]
    names = [tournament.name_of(player) if player else language.cell("bye") for player in players]
    scores = [str(result.score.get(seat, 0)) for seat in seats] if result and any(result.score.values()) else None
    result_text = "–".join(scores) if scores else language.cell(result.kind) if result else ""
    if pairing.is_bye:
        result_text = ""
    with drawing.group(f"{beside(names)} {result_text}".strip(), data_match_id=pairing.match):
        table = tournament.seated.get(pairing.match, "") or str(place)
        drawing.text(x + columns.table, y + 15.5, table, columns.table, size=SMALL, fill=FAINT, anchor="end")
        for number, (seat, name) in enumerate(zip(seats, names, strict=True)):
            won = result is not None and result.winner == seat and not pairing.is_bye
            at = x + (columns.black if number else columns.white)
            faint = not players[number]
            drawing.text(
                at,
                y + 15.5,
                name,
                columns.side - 2,
                bold=won,
                slanted=faint,
                fill=FAINT if faint else SOFT if result and not won else INK,
            )
        drawing.text(
            x + columns.result_x + _MIDDLE / 2,
            y + 15.5,
            result_text or "–",
            _MIDDLE - 8,
            anchor="middle",
            fill=INK if result_text else FAINT,
        )
