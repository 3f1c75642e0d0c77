"""Sizes of letters of a sheet: as few sheets as letters that can be read allow, and then as large letters as have room.

Heights and widths are those with which `print.typ` sets a sheet, in points. What grows with the letters is in ems.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import NamedTuple

from service.exports.fonts import BOLD, REGULAR
from service.exports.pdf.document import SIZE, Cell, Column, Passage, Sheets, Table
from service.exports.svg.text_metrics import printed_width

MOST = 28.0
"""The height of the largest letters in points."""
_STEP = 0.97
_LONG, _SHORT = 841.9, 595.3
_BESIDE, _ABOVE, _FOOT = 2 * 45.4, 39.7, 45.4
"""The margins of a sheet: those at both sides, above and below."""
_HEAD, _LATER_HEAD, _TITLE = 42.6, 16.4, 28.0
"""The heights of the head of a print, of that of a further part, and of a title with the room around it."""
_NAME_SIZE, _TITLE_SIZE, _BELOW_TITLE = 20.0, 15.0, 10.0
_CAPITAL, _LEADING, _AIR, _MOST_AIR = 0.66, 0.5, 0.4, 0.8
"""The height of a line, the room to the next one, and the least and most room above and below the text of a cell."""
_GAP, _NAME, _NOTE, _LINE = 1.4, 1.2 * _CAPITAL + 0.7, 0.9 * _CAPITAL + 0.6, 0.6
"""The room above a block, a name with the room below it, a note and a line with the room above them."""
_AROUND = 1.0
"""The room at both sides of a cell."""
_TOGETHER = 450.0
"""The height up to which a block stays on one sheet, unless it is the first of its part."""
_FEW = 5 * (_CAPITAL + 2 * _AIR)
"""A last sheet that is filled less is as bad as a further one."""
_TURNED_GAIN, _SAFE, _EXACT = 1.2, 0.985, 0.998
"""So much larger letters must be to turn a sheet, and the parts of its width and of its height that are used."""


class _Room(NamedTuple):
    """The room of the sheets of a part, in points: their width, the height of the first and that of the others."""

    wide: float
    first: float
    others: float


class _Choice(NamedTuple):
    """Letters of a size on so many sheets, and how much of the last one they fill."""

    sheets: int
    size: float
    filled: float


def sized(part: Sheets, name: str, about: str, *, is_first: bool) -> Sheets:
    """The part with its letters as large as they may be; one that may be turned lies across if they are larger so.

    `name` and `about` are those of the document; the first part has them in its head.
    """
    if not part.least or not part.blocks:
        return part
    turned, room, (number, size, filled) = _laid_out(part, name, about, is_first=is_first)
    rows = sum(len(block.rows) + 1 for block in part.blocks if isinstance(block, Table))
    spare = (room.first * _EXACT - filled) / (2 * size * rows) if number == 1 and rows else 0
    blocks = [replace_size(block, size) for block in part.blocks]
    return replace(part, blocks=blocks, turned=turned, air=_AIR + max(0.0, min(spare, _MOST_AIR - _AIR)))


def number_of_sheets(part: Sheets, name: str, about: str, *, is_first: bool) -> int:
    """The number of sheets of a part whose letters are sized, before it is printed."""
    return _laid_out(part, name, about, is_first=is_first)[2].sheets if part.blocks else 1


def _laid_out(part: Sheets, name: str, about: str, *, is_first: bool) -> tuple[bool, _Room, _Choice]:
    """True for sheets that lie across, their room, and the letters on them."""
    ways = (False, True) if part.may_turn else (part.turned,)
    rooms = {turned: _room(part, name, about, turned=turned, is_first=is_first) for turned in ways}
    found = {turned: _chosen(part, room) for turned, room in rooms.items()}
    turned = part.turned
    if part.may_turn:
        upright, across = found[False], found[True]
        turned = across.sheets == 1 and across.size > upright.size * _TURNED_GAIN
    return turned, rooms[turned], found[turned]


def replace_size(block: Table | Passage, size: float) -> Table | Passage:
    """The block with letters of a size, of which its own is a part."""
    own = size * block.size / SIZE
    return replace(block, size=own) if isinstance(block, Table) else block._replace(size=own)


def width_in_ems(table: Table) -> float:
    """The width of a table of which no cell is broken into lines, in heights of its letters."""
    own = _column_widths(table)
    wide = [width for column, width in zip(table.columns, own, strict=True) if column.wide]
    return sum(own) - sum(wide) + len(wide) * max(wide, default=0)


def largest_size(table: Table, *, turned: bool) -> float:
    """The largest letters with which no cell of a table is broken into lines, in points."""
    return _SAFE * ((_LONG if turned else _SHORT) - _BESIDE) / max(width_in_ems(table), 1)


def _room(part: Sheets, name: str, about: str, *, turned: bool, is_first: bool) -> _Room:
    wide, high = (_LONG, _SHORT) if turned else (_SHORT, _LONG)
    wide, high = wide - _BESIDE, high - _ABOVE - _FOOT
    head = _LATER_HEAD
    if is_first:
        further = _lines(name, _NAME_SIZE, wide) - 1, _lines(about, SIZE, wide, REGULAR) - 1
        head = _HEAD + (_CAPITAL + _LEADING) * (_NAME_SIZE * further[0] + SIZE * further[1])
    if part.title:
        head += _TITLE + (_CAPITAL + _LEADING) * _TITLE_SIZE * (_lines(part.title, _TITLE_SIZE, wide) - 1)
    return _Room(wide, high - head, high)


class _Measured(NamedTuple):
    """A block with its widths in ems: of a table those of the columns and of the widest text of each row."""

    block: Table | Passage
    columns: Sequence[float]
    texts: Sequence[float]


def _measured(block: Table | Passage) -> _Measured:
    if isinstance(block, Passage):
        return _Measured(block, (), ())
    wide = [place for place, column in enumerate(block.columns) if column.wide]
    texts = [max((text_ems(_text(row[place])) for place in wide if place < len(row)), default=0) for row in block.rows]
    return _Measured(block, _column_widths(block), texts)


def _chosen(part: Sheets, room: _Room) -> _Choice:
    """The letters of the fewest sheets, and of those the largest. Cells are broken into lines only of the least."""
    tables = [block for block in part.blocks if isinstance(block, Table)]
    most = min([MOST, *(_SAFE * room.wide / width_in_ems(table) * SIZE / table.size for table in tables)])
    measured, size, found = [_measured(block) for block in part.blocks], max(most, part.least), []
    while size >= part.least - 0.001:
        found.append(_filled(measured, size, room))
        size *= _STEP
    return min(
        found,
        key=lambda choice: (choice.sheets + (choice.sheets > 1 and choice.filled < _FEW * choice.size), -choice.size),
    )


def _filled(blocks: Sequence[_Measured], size: float, room: _Room) -> _Choice:
    """The sheets that blocks fill with letters of a size, block below block."""
    sheets, used, most = 1, 0.0, room.first * _EXACT
    for number, block in enumerate(blocks):
        own = size * block.block.size / SIZE
        gap = _GAP * own if number else max(0.0, _GAP * own - _BELOW_TITLE)
        parts = [own * ems for ems in _heights(block, own, room.wide)]
        if number and sum(parts) <= _TOGETHER:
            parts = [sum(parts)]
        head = _head_row(block.block) * own if isinstance(block.block, Table) and len(parts) > 1 else 0
        for height in parts:
            if used + gap + height > most:
                sheets, used, most, gap = sheets + 1, head, room.others * _EXACT, 0.0
            used, gap = used + gap + height, 0.0
    return _Choice(sheets, size, used)


def _heights(measured: _Measured, size: float, room: float) -> Iterator[float]:
    """The heights of what stays together in a block, in ems: a name with the first row, a row, a line, the notes."""
    block, above = measured.block, _NAME if measured.block.name else 0.0
    if isinstance(block, Passage):
        for line in block.lines:
            yield above + _LINE + _text_height(_lines(line, size, room, REGULAR))
            above = 0.0
        return
    narrow = sum(width for column, width in zip(block.columns, measured.columns, strict=True) if not column.wide)
    share = max(1.0, (room / size - narrow) / max(1, sum(column.wide for column in block.columns)) - _AROUND)
    above += _head_row(block)
    for width in measured.texts:
        yield above + _text_height(ceil(width / share) or 1) + 2 * _AIR
        above = 0.0
    if block.notes:
        notes = [_lines(note, 0.9 * size, room, REGULAR) for note in block.notes]
        yield sum(_NOTE + 0.9 * _text_height(lines) - 0.9 * _CAPITAL for lines in notes)


def _lines(text: str, size: float, room: float, weight: str = BOLD) -> int:
    """The number of lines of a text, broken between its words."""
    if printed_width(text, size, weight) <= room:
        return 1
    lines, used, space = 1, 0.0, printed_width(" ", size, weight)
    for word in text.split():
        width = printed_width(word, size, weight)
        if used and used + space + width > room:
            lines, used = lines + 1, width
        else:
            used += space + width
    return lines


def _text_height(lines: int) -> float:
    return lines * (_CAPITAL + _LEADING) - _LEADING


def _column_widths(table: Table) -> list[float]:
    return [_column_width(column, place, table.rows) for place, column in enumerate(table.columns)]


def _column_width(column: Column, place: int, rows: Sequence[Sequence[str | Cell]]) -> float:
    heads = [0.85 * text_ems(line) for line in _head_lines(column)]
    cells = [text_ems(_text(row[place])) for row in rows if len(row) > 1 and place < len(row)]
    return max([*heads, *cells]) + _AROUND


def _head_row(table: Table) -> float:
    lines = max(len(_head_lines(column)) for column in table.columns)
    return 0.85 * _text_height(lines) + 2 * _AIR


def _head_lines(column: Column) -> list[str]:
    return (column.head.split() if column.stacked else []) or [column.head]


def _text(cell: str | Cell) -> str:
    return cell if isinstance(cell, str) else cell.text


def text_ems(text: str) -> float:
    """The width of a text in bold letters, in ems."""
    return printed_width(text, 1)
