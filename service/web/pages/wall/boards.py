"""Boards of the wall: the tables in play, the one with the most advanced match first and largest."""

from collections.abc import Sequence
from typing import Any

from service.handlers.desk.desk import MatchCard
from service.web.i18n import tournament_labels
from service.web.pages.shared import card_boards

Json = dict[str, Any]
FIRST, EACH = 5, 8
"""The tables of the first slide, one of which is large, and of each further one."""


def pages(tables: Sequence[MatchCard]) -> list[list[MatchCard]]:
    """The tables in play that have begun, by slides: first the most advanced matches, then the others by table."""
    begun = [table for table in tables if not table.over and table.turn is not None]
    first = sorted(begun, key=_advanced, reverse=True)[:FIRST]
    rest = [match_card for match_card in begun if match_card not in first]
    return [first, *(rest[place : place + EACH] for place in range(0, len(rest), EACH))] if first else []


def _advanced(table: MatchCard) -> tuple[float, float]:
    """The progress of a match: the points of both together, of as many as it is played to, and how close they are."""
    scores, (length,) = list(table.state.score.values()), table.state.length.values()
    return sum(scores) / length, -(max(scores) - min(scores)) / length


def drawn(tables: Sequence[MatchCard]) -> Json:
    """The cards of a slide; the first of up to five is large."""
    large = 0 < len(tables) <= FIRST
    return {
        "cards": [_card(table, large=large and place == 0) for place, table in enumerate(tables)],
        "size": len(tables),
    }


def _card(table: MatchCard, *, large: bool) -> Json:
    state = table.state
    return {
        "match": table.match,
        "version": table.head,
        "place": tournament_labels.place(table),
        "large": large,
        "board": card_boards.board(table),
        "length": state.length,
        "seats": [
            {
                "seat": seat,
                "name": state.players[seat],
                "score": state.score[seat],
                "turn": seat == state.to_move,
            }
            for seat in state.seats
        ],
    }
