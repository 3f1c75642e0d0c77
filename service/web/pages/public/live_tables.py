"""Matches that are played now: tables with their boards, matches without recorded turns as lines."""

from collections.abc import Mapping
from typing import Any

from core.events import CheckersMoved, DiceRolled, OpeningRolled, TurnPassed
from core.tournament import Tournament
from schemas.match_states import read_match
from service.handlers.desk.desk import MatchCard, live_tables, tables_now
from service.store.read_models import states
from service.web.http.context import deps
from service.web.i18n import tournament_labels
from service.web.pages.public.rounds import match_row
from service.web.pages.shared import card_boards

MOST_BOARDS = 24
"""Boards on a page; the tables behind them are lines."""
_TURNS = (OpeningRolled, DiceRolled, CheckersMoved, TurnPassed)


def tables_in_play(state: Tournament, match_id: str | None = None) -> list[MatchCard]:
    """The tables whose turns are recorded, in the order of the tables; or that of one match alone."""
    return [live_table for live_table in live_tables(deps(), state, MOST_BOARDS, match_id) if _is_recorded(live_table)]


def _is_recorded(table: MatchCard) -> bool:
    return not table.over and any(isinstance(fact.event, _TURNS) for fact in table.last)


def scores_in_play(state: Tournament) -> dict[str, Mapping[str, int]]:
    """The points of each match that has begun and waits for its result, by match and seat."""
    waiting = [pairing.match for _, pairing in tables_now(state) if pairing in state.to_play]
    found = zip(waiting, states.load_many(deps().client, waiting) if waiting else (), strict=True)
    stored = {match: read_match(model.json) for match, model in found if model and model.judged_version > 0}
    return {match: stored_match.score for match, stored_match in stored.items() if not stored_match.settled}


def key_of(table: MatchCard, now: int) -> tuple[object, ...]:
    """Everything that a card follows from, beside its tournament; a running clock is right for a second."""
    clock = table.state.clock
    return table.match, table.head, table.state.judged_version, now // 1000 if clock and clock.running else 0


def card_of(table: MatchCard, now: int) -> dict[str, Any]:
    """A table as its card: board, names, score, clocks."""
    state = table.state
    running = card_boards.clocks(state, now)
    return {
        "match": table.match,
        "place": tournament_labels.place(table),
        "board": card_boards.board(table),
        "head": table.head,
        "clocks": bool(running),
        "state": tournament_labels.state_of(table, []),
        "seats": [
            {
                "seat": seat,
                "name": state.players[seat],
                "score": state.score[seat],
                "turn": seat == state.to_move,
                "clock": running.get(seat),
            }
            for seat in state.seats
        ],
        "length": card_boards.length(state),
        "game_number": card_boards.game_number(state),
    }


def now_of(state: Tournament, tables: list[MatchCard], now: int) -> dict[str, Any]:
    """Data of the tab: cards, lines of matches that wait for a result, lines of those that are over."""
    waiting = {pairing.match for pairing in state.to_play}
    carded = {table.match for table in tables}
    rows = [match_row(state, pairing, waiting) for _, pairing in tables_now(state) if pairing.match not in carded]
    return {
        "cards": [card_of(table, now) for table in tables],
        "others": [row for row in rows if row["open"]],
        "done": [row for row in rows if not row["open"]],
    }
