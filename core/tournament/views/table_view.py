"""View of the tables of the hall, and of the matches that wait for one."""

from typing import NamedTuple

from core.tournament.decisions.seating import playing, waiting
from core.tournament.model.state import Tournament
from core.tournament.views.tournament_view import PairedMatch, match_view


class HallTable(NamedTuple):
    """A table and its match. `group` is the stage or group of players whose matches it is kept for."""

    table: str
    group: str
    match: PairedMatch | None


class Tables(NamedTuple):
    """The tables of the hall, and the matches that could be played and have none."""

    tournament: str
    version: int
    tables: tuple[HallTable, ...]
    waiting: tuple[PairedMatch, ...]


def table_view(tournament: Tournament) -> Tables:
    """The match at each table, the free tables, and the matches that wait for one."""
    numbers = {pairing.match: round_.number for round_ in tournament.rounds for pairing in round_.pairings}
    seated = {
        tournament.seated[pairing.match]: match_view(tournament, numbers[pairing.match], pairing)
        for pairing in playing(tournament)
        if pairing.match in tournament.seated
    }
    return Tables(
        tournament.id,
        tournament.version,
        tuple(HallTable(name, group, seated.get(name)) for name, group in tournament.tables),
        tuple(match_view(tournament, round_.number, pairing) for round_, pairing in waiting(tournament)),
    )
