"""Players who are called to two tables at the same time: here, and in another tournament of the club."""

from typing import NamedTuple

from core.games import game_of
from core.tournament.decisions.seating import at_tables, playing
from core.tournament.model.match_status import OPEN
from service.bootstrap import Dependencies
from service.handlers.desk.desk import DeskView, MatchCard
from service.handlers.other_tournaments import Elsewhere, elsewhere


class Clash(NamedTuple):
    """The player at `seat` is called elsewhere. `waits`: the match here has no table yet, though one may be free."""

    seat: str
    elsewhere: Elsewhere
    waits: bool


def clashes(deps: Dependencies, view: DeskView) -> dict[str, Clash]:
    """By match the player who is called to a table of another tournament, of the matches that are called here.

    A match is called if it has a table, or if it has begun. One that waits for a table is named while one is free.
    """
    state = view.tournament
    called = [table for table in view.tables if table.status == OPEN and not table.over and _is_called(view, table)]
    seats = game_of(state.created.game).seats[:2]
    players = {player for match_card in called for player in (match_card.pairing.white, match_card.pairing.black)}
    found = elsewhere(deps, state, players)
    clashing = {}
    for each in called:
        for seat, player in zip(seats, (each.pairing.white, each.pairing.black), strict=True):
            if player in found and each.match not in clashing:
                clashing[each.match] = Clash(seat, found[player], waits=each.table is None and each.head == 0)
    return clashing


def _is_called(view: DeskView, table: MatchCard) -> bool:
    state = view.tournament
    if table.table or table.head > 0:
        return True
    taken = {name for _match, name in at_tables(state).values()}
    is_free = any(name not in taken for name, _group in state.tables)
    return is_free and any(pairing.match == table.match for pairing in playing(state))
