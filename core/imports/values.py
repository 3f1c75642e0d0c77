"""The values that a file of another program becomes: columns, players, results, and lines that cannot be read."""

from typing import NamedTuple

SHARLY_CHESS, CHESS_RESULTS, CHALLONGE, STARTGG, FIDE_REPORT, BRADE, TABLE = (
    "sharly_chess",
    "chess_results",
    "challonge",
    "startgg",
    "fide_report",
    "brade",
    "table",
)
SOURCES = (SHARLY_CHESS, CHESS_RESULTS, CHALLONGE, STARTGG, FIDE_REPORT, BRADE, TABLE)
"""The programs whose files are read; FIDE's tournament reports of any program; another club's brade; any other list
whose heading names its columns."""

NAME, RATING, CLUB, COUNTRY, SEED = "name", "rating", "club", "country", "seed"
KEPT = (NAME, RATING, CLUB, SEED)
"""Fields of a player that are kept. The country is shown beside the name, and is not kept."""

PLAYED, UNPLAYED_WIN, BOTH_ABSENT = "played", "unplayed_win", "both_absent"
BYE, DRAWN, UNFINISHED, DISQUALIFIED, FORFEITED, UNCLEAR = (
    "bye",
    "drawn",
    "unfinished",
    "disqualified",
    "forfeited",
    "unclear",
)
"""Kinds of results as a file has them: played; won because the other did not play; lost by both, since neither came; a
bye; drawn; not finished; won because the other was disqualified, or gave up: the file does not say when; unclear."""

MOST_PLAYERS, MOST_RESULTS = 1000, 2000
"""The most players of a file, and the most results."""


class Column(NamedTuple):
    """A column of a table, or a field of a player in JSON. `meaning` is empty where the column is not understood."""

    heading: str
    meaning: str


class WrongLine(NamedTuple):
    """A line that cannot be read, and why. In JSON it is the place in the list, from 1 on.

    So it is for the players of a list of pairings: two of them stand on one line.
    """

    line: int
    messages: tuple[str, ...]


class ImportedPlayer(NamedTuple):
    """A player of a file. `name` is in the order of speech, `written` as the file has it.

    `rating` and `seed` are as they are written, empty where the file has none. `key` is the file's own id or number,
    `federation_id` that of a federation.
    `line` is as in `WrongLine`.
    """

    line: int
    name: str
    written: str
    rating: str = ""
    club: str = ""
    country: str = ""
    seed: str = ""
    key: str = ""
    federation_id: str = ""


class ImportedResult(NamedTuple):
    """A result of a file, between two names of its players; a bye has one name and an empty one.

    `round` is the file's number, `None` without one. `winner` is the place of the winner, 0 or 1. `sets` are the points
    of both in each game, or one pair for the whole match. `written` is the result as the file has it. `games` are known
    from brade alone: the place of the winner, the ending, and the value of the cube.
    """

    line: int
    round: int | None
    players: tuple[str, str]
    kind: str
    winner: int | None = None
    sets: tuple[tuple[int, int], ...] = ()
    written: str = ""
    games: tuple[tuple[int, str, int], ...] = ()


class ImportedFile(NamedTuple):
    """A file that was read. `is_json`: its lines are places in lists. `encoding` is the one that it was read in.

    `wrong_players` are the lines that name no player who can be taken, `wrong_results` those with unreadable results.
    `remarks` say what the file itself leaves out.
    """

    source: str
    encoding: str
    is_json: bool
    columns: tuple[Column, ...]
    players: tuple[ImportedPlayer, ...]
    results: tuple[ImportedResult, ...]
    wrong_players: tuple[WrongLine, ...]
    wrong_results: tuple[WrongLine, ...]
    remarks: tuple[str, ...] = ()
