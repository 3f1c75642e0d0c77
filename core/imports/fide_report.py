"""FIDE's tournament reports, of 2006, 2016 and 2026 (TRF), as tables: a row for each player, a column for each round.

Source: FIDE C.04 Annex 2, and Tournament Report File, version 2026: records `001` (columns 1 to 89, then ten for
each round), `013`, `310`. A round's cell is written as in a cross-table of chess-results, and read like one.
"""

import re

from core.imports.headings import FEDERATION_ID, NUMBER, TITLE
from core.imports.tables import LONGEST_CELL, MOST_COLUMNS, MOST_LINES, TableRow, TextTable
from core.imports.text import wrong_file
from core.imports.values import COUNTRY, NAME, RATING, WrongLine
from core.messages import say

_FIELDS = (
    ("No.", NUMBER, 4, 8),
    ("", TITLE, 10, 13),
    ("Name", NAME, 14, 47),
    ("Rtg", RATING, 48, 52),
    ("FED", COUNTRY, 53, 56),
    ("FideID", FEDERATION_ID, 57, 68),
)
"""The heading and the meaning of each field that is read, and its columns in the record, from 0 on."""
_PLAYER = "001"
_TEAMS = ("013", "310")
_FIRST_ROUND, _ROUND_COLUMNS = 91, 10
_MOST_ROUNDS = MOST_COLUMNS - len(_FIELDS)
_LINE_END = re.compile(r"\r\n|\r|\n")
_RESULTS = {
    "1": "1",
    "W": "1",
    "0": "0",
    "L": "0",
    "=": "=",
    "D": "=",
    "+": "+",
    "-": "-",
}
"""Results of a column with an opponent, as a cell has them. A game of less than a move was won all the same."""
_ALONE = {"H": "-=", "F": "-1", "U": "-1", "+": "-1", "Z": "-0", "-": "-0", "": ""}
"""Results of a column without an opponent: byes, and absences."""


def read_report(text: str) -> tuple[TextTable, tuple[WrongLine, ...]]:
    """The players and rounds of a report, and the records whose cells are out of their columns.

    Raises `Invalid` for too many lines or rounds, and for a report without players.
    """
    lines = _LINE_END.split(text)
    records = [(number, line) for number, line in enumerate(lines, 1) if line.startswith(_PLAYER)]
    if len(lines) > 2 * MOST_LINES:
        raise wrong_file(say("the file has more than {most} lines", most=2 * MOST_LINES))
    if not records:
        raise wrong_file(say("the file has no player"))
    longest = max(len(line) for _, line in records)
    rounds = max(0, -(-(longest - _FIRST_ROUND) // _ROUND_COLUMNS))
    if rounds > _MOST_ROUNDS or longest > LONGEST_CELL + _FIRST_ROUND:
        raise wrong_file(say("the report has more than {most} rounds", most=_MOST_ROUNDS))
    rows, wrong = [], []
    for number, line in records:
        fields = [" ".join(line[begin:end].split()) for _, _, begin, end in _FIELDS]
        if not fields[0].isdecimal():
            wrong.append(WrongLine(number, (say("the number of the player is not in columns 5 to 8"),)))
            continue
        cells = [_cell(line, place) for place in range(rounds)]
        rows.append(TableRow(number, (str(int(fields[0])), *fields[1:], *cells), None))
    headings = [*(heading for heading, *_ in _FIELDS), *(f"{place}.Rd" for place in range(1, rounds + 1))]
    meanings = [*(meaning for _, meaning, *_ in _FIELDS), *(f"rounds {place}" for place in range(1, rounds + 1))]
    return TextTable(tuple(headings), tuple(meanings), tuple(rows), False), tuple(wrong)


def remarks(text: str) -> tuple[str, ...]:
    """Sentences on what a report has and a list of players has not."""
    if any(line.startswith(_TEAMS) for line in _LINE_END.split(text)):
        return (say("the report is of a tournament of teams: their players are taken, the teams are not"),)
    return ()


def _cell(line: str, place: int) -> str:
    """The cell of a round: the opponent's number, colour and result, as in `5w1`; an unknown result stays as it is."""
    begin = _FIRST_ROUND + _ROUND_COLUMNS * place
    opponent, colour, result = line[begin : begin + 4].strip(), line[begin + 5 : begin + 6], line[begin + 7 : begin + 8]
    result = result.strip().upper()
    if not opponent.strip("0"):
        return _ALONE.get(result, result)
    if not result:
        return ""  # paired, and not played yet
    seat = colour.lower() if colour.lower() in ("w", "b") else ""
    return f"{opponent.lstrip('0')}{seat}{_RESULTS.get(result, result)}"
