"""The players of a table with a heading: a list of Sharly Chess or chess-results, a cross-table, a club's own list."""

from core.csv_text import is_formula, read_text
from core.imports.headings import FIRST_NAME, LAST_NAME, NUMBER
from core.imports.tables import TableRow, TextTable
from core.imports.text import wrong_file
from core.imports.values import CLUB, COUNTRY, MOST_PLAYERS, NAME, RATING, SEED, ImportedPlayer, WrongLine
from core.messages import say

_UNRATED = ("", "0", "-", "0000")


def players_of(table: TextTable) -> tuple[tuple[ImportedPlayer, ...], tuple[WrongLine, ...]]:
    """The players of a table, and the lines that name none. Raises `Invalid` for too many."""
    if len(table.rows) > MOST_PLAYERS:
        raise wrong_file(say("the file has more than {most} players", most=MOST_PLAYERS))
    players, wrong = [], []
    for row in table.rows:
        player = _player(table, row)
        if messages := unfit(player):
            wrong.append(WrongLine(row.line, tuple(messages)))
        else:
            players.append(player)
    return tuple(players), tuple(wrong)


def unfit(player: ImportedPlayer) -> list[str]:
    """The reasons why a player of a file is not taken: no name, or cells that a spreadsheet would compute."""
    messages = [] if player.name else [say("there is no name")]
    formulas = [each for each in (player.written, player.club, player.country) if is_formula(each)]
    return messages + [
        say("“{cell}” begins like a formula of a spreadsheet", cell=formula[:40]) for formula in formulas
    ]


def spoken(name: str) -> str:
    """A name in the order of speech: chess federations write the family name first, with a comma behind.

    >>> spoken("Öberg, Åsa"), spoken("Åsa Öberg"), spoken("Smith, John, Jr")
    ('Åsa Öberg', 'Åsa Öberg', 'Smith, John, Jr')
    """
    family, comma, given = name.partition(",")
    if not comma or "," in given or not family.strip() or not given.strip():
        return name.strip()
    return f"{given.strip()} {family.strip()}"


def _player(table: TextTable, row: TableRow) -> ImportedPlayer:
    if NAME in table.meanings:
        written = read_text(table.cell(row, NAME))
        name = spoken(written)
    else:
        family, given = (read_text(table.cell(row, each)) for each in (LAST_NAME, FIRST_NAME))
        written = ", ".join(filter(None, (family, given)))
        name = " ".join(filter(None, (given, family)))
    return ImportedPlayer(
        row.line,
        name,
        written,
        table.cell(row, RATING, _UNRATED),
        read_text(table.cell(row, CLUB)),
        read_text(table.cell(row, COUNTRY)),
        table.cell(row, SEED),
        table.cell(row, NUMBER),
    )
