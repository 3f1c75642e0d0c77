"""Files of other programs as players and results: lists and cross-tables as CSV, FIDE's tournament reports, JSON.

The JSON is an answer of Challonge, of start.gg, or of another club's brade.

A file is read as far as it says something. A result that it does not say is not guessed. Nothing is compared with the
club's list or with a tournament here.
"""

from collections.abc import Sequence

from core.imports import brade, challonge, fide_report, startgg
from core.imports.crosstables import people_of_list, results_of
from core.imports.headings import FIRST_NAME, LAST_NAME
from core.imports.people_lists import read_people
from core.imports.players import players_of, spoken, unfit
from core.imports.tables import TextTable, read_table
from core.imports.text import decode, is_json, is_report, read_json, wrong_file
from core.imports.values import (
    BRADE,
    CHALLONGE,
    CHESS_RESULTS,
    FIDE_REPORT,
    MOST_PLAYERS,
    MOST_RESULTS,
    SHARLY_CHESS,
    SOURCES,
    STARTGG,
    TABLE,
    Column,
    ImportedFile,
    ImportedPlayer,
    ImportedResult,
    WrongLine,
)
from core.messages import say

__all__ = ["SOURCES", "Column", "ImportedFile", "ImportedPlayer", "ImportedResult", "WrongLine", "read", "spoken"]


def read(data: bytes) -> ImportedFile:
    """The players and results of a file. Raises `Invalid`, by `file`, for one that cannot be read as a whole."""
    text, encoding = decode(data)
    if is_json(text):
        return _of_json(text, encoding)
    return _of_report(text, encoding) if is_report(text) else _of_table(text, encoding)


def _of_report(text: str, encoding: str) -> ImportedFile:
    table, wrong_rows = fide_report.read_report(text)
    people, unnamed = players_of(table)
    results, wrong = results_of(table, people)
    unnamed = tuple(sorted((*unnamed, *wrong_rows)))
    remarks = fide_report.remarks(text)
    return ImportedFile(FIDE_REPORT, encoding, False, table.columns, people, results, unnamed, wrong, remarks)


def _of_table(text: str, encoding: str) -> ImportedFile:
    table = read_table(text)
    if table is None or not (table.is_list or _has_results(table)):
        return _of_people(text, encoding)
    if table.is_list:
        results, wrong = results_of(table, ())
        people = people_of_list(results)
        return ImportedFile(CHESS_RESULTS, encoding, False, table.columns, people, results, (), wrong)
    people, unnamed = players_of(table)
    results, wrong = results_of(table, people)
    return ImportedFile(CHESS_RESULTS, encoding, False, table.columns, people, results, unnamed, wrong)


def _of_people(text: str, encoding: str) -> ImportedFile:
    """A list of people alone. A line that may be read in two ways names no player."""
    people_list = read_people(text)
    if len(people_list.people) > MOST_PLAYERS:
        raise wrong_file(say("the file has more than {most} players", most=MOST_PLAYERS))
    if not people_list.people:
        raise wrong_file(say("the file has no player"))
    players, wrong = [], []
    for each in people_list.people:
        player = ImportedPlayer(
            each.line,
            each.name,
            each.written,
            each.rating,
            each.club,
            each.country,
            each.seed,
            each.key,
            each.federation_id,
        )
        if messages := [*unfit(player), *filter(None, [each.doubt])]:
            wrong.append(WrongLine(each.line, tuple(messages)))
        else:
            players.append(player)
    return ImportedFile(
        _program(people_list.columns), encoding, False, people_list.columns, tuple(players), (), tuple(wrong), ()
    )


def _has_results(table: TextTable) -> bool:
    return any(meaning.startswith(("rounds ", "opponents ")) for meaning in table.meanings)


def _program(columns: Sequence[Column]) -> str:
    """The program that writes such a heading."""
    headings = {column.heading.casefold() for column in columns}
    if {LAST_NAME, FIRST_NAME} <= headings:
        return SHARLY_CHESS
    known = {"rtg", "rtgi", "rtgn", "fideid", "fed", "rk.", "sno", "no."}
    return CHESS_RESULTS if len(headings & known) > 1 else TABLE


def _of_json(text: str, encoding: str) -> ImportedFile:
    value, remarks = read_json(text), tuple[str, ...]()
    if brade.is_tournament(value):
        columns, players, unnamed = brade.people(value)
        results, wrong = brade.results(value), list[WrongLine]()
        source = BRADE
    elif challonge.participants(value) or challonge.matches(value):
        if (several := challonge.tournaments(value)) > 1:
            raise wrong_file(say("the file has {count} tournaments of Challonge: send one", count=several))
        columns, players, unnamed = challonge.people(value)
        results, wrong = challonge.results(value, players)
        source = CHALLONGE
    else:
        startgg.refuse_errors(value)
        found = startgg.events(value)
        if not found:
            raise wrong_file(say("the JSON has neither participants of Challonge nor entrants or sets of start.gg"))
        columns, players, unnamed = startgg.people(found[0])
        results, wrong = startgg.results(found[0])
        source, remarks = STARTGG, startgg.remarks(found[0])
    if len(players) > MOST_PLAYERS:
        raise wrong_file(say("the file has more than {most} players", most=MOST_PLAYERS))
    if len(results) > MOST_RESULTS:
        raise wrong_file(say("the file has more than {most} results", most=MOST_RESULTS))
    return ImportedFile(source, encoding, True, columns, players, tuple(results), unnamed, tuple(wrong), remarks)
