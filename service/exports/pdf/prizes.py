"""The prizes on paper: a table for all players, for each class and for each side pool, with the winners at the end."""

from core.tournament import Tournament
from core.tournament.money.account import account
from core.tournament.money.prize_tables import PrizeLine, PrizeTable, prize_tables
from service.exports.pdf.document import Column, Sheets, Table
from service.translations.amounts import amount_in_words
from service.translations.export_words import Language

_LEAST = 11.0
"""The least height of letters of a sheet that is hung up, in points."""


def prizes_part(tournament: Tournament, language: Language) -> Sheets | None:
    """The tables of prizes; `None` where no money is planned."""
    money = account(tournament)
    tables = prize_tables(tournament, money) if money else []
    if money is None or not tables:
        return None
    shown = [_table(table, money.plan.currency, language, won=money.final) for table in tables]
    return Sheets(language.word("prizes"), shown, least=_LEAST)


def _table(table: PrizeTable, currency: str, language: Language, *, won: bool) -> Table:
    columns = [
        Column(language.word("place", "").strip(), "right"),
        Column(language.word("prize"), "right", strong=True),
        Column(language.word("name") if won else "", wide=True),
        Column(language.word("prize_won") if won else "", "right"),
    ]
    rows = [row for line in table.lines for row in _rows(line, currency, language)]
    return Table(columns, rows, table.pool or table.player_class)


def _rows(line: PrizeLine, currency: str, language: Language) -> list[list[str]]:
    """A row for each winner of a place, the place and its prize in the first."""
    worth = amount_in_words(line.amount, currency, language.key) if line.has_prize else ""
    first = [str(line.place), worth]
    if not line.winners:
        return [[*first, "", ""]]
    winners = [[name, amount_in_words(amount, currency, language.key)] for name, amount in line.winners]
    return [[*(first if row == 0 else ["", ""]), *winner] for row, winner in enumerate(winners)]
