"""The results of a table: a list of pairings, a cross-table by rounds, or the table of a round robin."""

from collections.abc import Iterator
from typing import NamedTuple

from core.imports import cells
from core.imports.cells import ResultCell
from core.imports.headings import BLACK, RESULT, ROUND, WHITE
from core.imports.players import spoken
from core.imports.tables import TableRow, TextTable
from core.imports.text import wrong_file
from core.imports.values import (
    BOTH_ABSENT,
    BYE,
    MOST_RESULTS,
    UNCLEAR,
    UNFINISHED,
    UNPLAYED_WIN,
    ImportedPlayer,
    ImportedResult,
    WrongLine,
)
from core.messages import say


class _Seen(NamedTuple):
    """A result as the row of one of the two players shows it: that player is at place 0."""

    line: int
    round: int | None
    player: ImportedPlayer
    opponent: ImportedPlayer
    result: ResultCell
    is_white: bool | None
    written: str


def results_of(
    table: TextTable, players: tuple[ImportedPlayer, ...]
) -> tuple[tuple[ImportedResult, ...], tuple[WrongLine, ...]]:
    """The results of a table, in the order of the rounds, and the lines with cells that cannot be read."""
    found, wrong = _of_list(table) if table.is_list else _of_crosstable(table, players)
    if len(found) > MOST_RESULTS:
        raise wrong_file(say("the file has more than {most} results", most=MOST_RESULTS))
    return tuple(sorted(found, key=lambda imported_result: (imported_result.round or 0, imported_result.line))), tuple(
        wrong
    )


def people_of_list(results: tuple[ImportedResult, ...]) -> tuple[ImportedPlayer, ...]:
    """The players whom a list of pairings names, in the order in which it does; two stand on one line."""
    names = dict.fromkeys(name for result in results for name in result.players if name)
    return tuple(ImportedPlayer(place, name, name) for place, name in enumerate(names, 1))


def _of_list(table: TextTable) -> tuple[list[ImportedResult], list[WrongLine]]:
    found, wrong = [], []
    for row in table.rows:
        names = [table.cell(row, each) for each in (WHITE, BLACK)]
        cell, number = table.cell(row, RESULT), table.cell(row, ROUND)
        round_ = int(number) if number.isdecimal() and len(number) < 4 else row.round
        if all(cells.is_no_opponent(each) for each in names):
            wrong.append(WrongLine(row.line, (say("there is no name"),)))
        elif any(cells.is_no_opponent(each) for each in names):
            name = next(each for each in names if not cells.is_no_opponent(each))
            found.append(ImportedResult(row.line, round_, (spoken(name), ""), BYE, written=cell))
        else:
            kind, winner, sets = cells.of_list(cell)
            found.append(
                ImportedResult(row.line, round_, (spoken(names[0]), spoken(names[1])), kind, winner, sets, cell)
            )
    return found, wrong


def _of_crosstable(
    table: TextTable, players: tuple[ImportedPlayer, ...]
) -> tuple[list[ImportedResult], list[WrongLine]]:
    by_line = {imported_player.line: imported_player for imported_player in players}
    by_number = {imported_player.key: imported_player for imported_player in players if imported_player.key}
    seen: dict[tuple[int | None, frozenset[str]], list[_Seen]] = {}
    found, wrong = [], []
    for row in table.rows:
        player, messages = by_line.get(row.line), []
        for round_, opponent_number, result, is_white, written in _row_cells(table, row):
            if player is None or result.kind == UNFINISHED:
                continue
            opponent = by_number.get(str(opponent_number)) if opponent_number else None
            if result.kind == BYE:
                found.append(ImportedResult(row.line, round_, (player.name, ""), BYE, written=written))
            elif opponent is None or opponent is player:
                messages.append(say("the result “{cell}” is of no player of this table", cell=written))
            else:
                key = round_, frozenset((player.key or player.name, opponent.key or opponent.name))
                seen.setdefault(key, []).append(_Seen(row.line, round_, player, opponent, result, is_white, written))
        if messages:
            wrong.append(WrongLine(row.line, tuple(messages)))
    return found + [_together(both) for both in seen.values()], wrong


def _row_cells(table: TextTable, row: TableRow) -> Iterator[tuple[int | None, int, ResultCell, bool | None, str]]:
    """The results of a row: round, the opponent's number, result, if the player was white, and the cell."""
    for place, meaning in enumerate(table.meanings):
        kind, _, number = meaning.partition(" ")
        cell = row.cells[place] if place < len(row.cells) else ""
        if kind == "rounds":
            opponent, result, is_white = cells.of_round(cell)
            yield int(number), opponent, result, is_white, cell
        elif kind == "opponents":
            yield None, int(number), cells.of_meeting(cell), None, cell


def _together(seen: list[_Seen]) -> ImportedResult:
    """The result that both rows show; unclear where they contradict each other."""
    first = seen[0]
    result, written = first.result, first.written
    if len(seen) > 1:
        other = seen[1].result
        losses = [each.result for each in seen if each.result.kind == UNPLAYED_WIN and each.result.winner == 1]
        if len(losses) == 2:
            result = ResultCell(BOTH_ABSENT)
        elif other.kind != result.kind or (result.winner is not None and other.winner != 1 - result.winner):
            result = ResultCell(UNCLEAR)
        written = f"{first.written} / {seen[1].written}" if first.written != seen[1].written else first.written
    names, winner = (first.player.name, first.opponent.name), result.winner
    if first.is_white is False:
        names, winner = (names[1], names[0]), None if winner is None else 1 - winner
    return ImportedResult(first.line, first.round, names, result.kind, winner, result.sets, written)
