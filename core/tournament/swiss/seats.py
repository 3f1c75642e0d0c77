"""Seats of a pair: who sits white and by which rule, and the limit on one seat for too long (SW9)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.messages import say
from core.tournament.swiss.round_input import BLACK, WHITE, PlayerHistory

BALANCED, LIMITED = "balanced", "limited"
SEATS: Mapping[str, Any] = {
    "choices": (BALANCED, LIMITED),
    "sentence": say(
        "Who sits white: who has less often (balanced); with a limit no player sits three times in a row in one seat, "
        "or three times more often in one than in the other (limited)."
    ),
}
"""The setting of who sits where, as metadata of a field."""
MOST_IN_A_ROW, MOST_DIFFERENCE = 2, 2
LIMIT, BALANCE, LAST, TABLE = "limit", "balance", "last", "table"
"""The rules by which a seat is given: the limit, the balance, the last seat, and the table."""


class Seating(NamedTuple):
    """The players of a match at their seats, and the rule by which they sit so."""

    white: PlayerHistory
    black: PlayerHistory
    rule: str


def due(player: PlayerHistory) -> int:
    """The only seat that the limit leaves to a player; 0 if they may sit in both.

    >>> due(PlayerHistory("anna", seats=(WHITE, BLACK, BLACK))), due(PlayerHistory("anna", seats=(BLACK, WHITE)))
    (1, 0)
    """
    last = player.seats[-MOST_IN_A_ROW:]
    if len(last) == MOST_IN_A_ROW and len(set(last)) == 1:
        return -last[0]
    if abs(player.balance) >= MOST_DIFFERENCE:
        return BLACK if player.balance > 0 else WHITE
    return 0


def seating(better: PlayerHistory, other: PlayerHistory, table: int = 0, *, limited: bool = False) -> Seating:
    """White is whose balance of white and black is lower; else who was black last; else the better at odd tables.

    `limited`: first of all, who may sit in one seat only sits there, unless both may sit in that seat only.
    """
    if limited and due(better) != due(other):
        rule, turned = LIMIT, (due(better) or -due(other)) == BLACK
    elif better.balance != other.balance:
        rule, turned = BALANCE, better.balance > other.balance
    elif better.sat != other.sat:
        rule, turned = LAST, better.sat > other.sat
    else:
        rule, turned = TABLE, table % 2 == 1
    return Seating(other, better, rule) if turned else Seating(better, other, rule)
