"""Berger tables: who meets whom in which round where everyone meets everyone."""

from collections.abc import Sequence
from typing import NamedTuple

from core.messages import say

LEGS = tuple(range(1, 9))
"""The numbers of times that two may meet."""


def berger(players: int, number: int) -> list[tuple[int, int]]:
    """One round of the Berger table for an even number of players, as pairs of numbers from 1; white is named first.

    This is the closed form of FIDE's tables (Handbook C.05, annex 1), good for any even number of players.

    >>> [berger(4, number) for number in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
    """
    circle = players - 1
    turn = (number - 1) * players // 2 % circle
    top = (turn + 1, players) if number % 2 else (players, turn + 1)
    return [top, *[((turn + j) % circle + 1, (turn - j) % circle + 1) for j in range(1, players // 2)]]


def meetings(players: int, legs: int = 1) -> int:
    """The number of times that two meet until so many players have met in every leg.

    >>> meetings(4), meetings(5, legs=2)
    (6, 20)
    """
    return players * (players - 1) // 2 * legs


class TableRound(NamedTuple):
    """A round of the table: pairs of players, white first, and who sits it out, if anyone does."""

    pairs: tuple[tuple[str, str], ...]
    bye: str | None


def rounds(players: int, legs: int = 1) -> int:
    """The number of rounds until so many players have met in every leg.

    >>> rounds(4), rounds(5), rounds(4, legs=2)
    (3, 5, 6)
    """
    return (players - 1 + players % 2) * legs


def table_round(players: Sequence[str], number: int) -> TableRound:
    """The round of that number. In the second leg (*returmöten*) it is that of the first with the seats swapped.

    In the third it is that of the first again, and so on.

    The player who should meet the missing number of an odd field sits out.

    >>> table_round(["anna", "bo", "cilla"], 4)
    TableRound(pairs=(('cilla', 'bo'),), bye='anna')
    """
    a_leg = rounds(len(players))
    leg, in_leg = divmod(number - 1, a_leg)
    pairs, bye = [], None
    for white, black in berger(a_leg + 1, in_leg + 1):
        if max(white, black) > len(players):
            bye = players[min(white, black) - 1]
        else:
            pair = players[white - 1], players[black - 1]
            pairs.append(pair[::-1] if leg % 2 else pair)
    return TableRound(tuple(pairs), bye)


def place_in_table(players: Sequence[str], number: int, one: str, other: str | None) -> str:
    """The place in words: which numbers of which round of the table these two are; `None`: one of them sits out.

    >>> place_in_table(["anna", "bo", "cilla"], 1, "bo", "cilla")
    'round 1 of the order in which all 4 meet each other (Berger table): 2 against 3'
    """
    a_leg = rounds(len(players))
    leg, in_leg = divmod(number - 1, a_leg)
    numbers = [players.index(each) + 1 for each in (one, other) if each is not None]
    where = say(
        "round {round} of the order in which all {count} meet each other (Berger table)",
        round=in_leg + 1,
        count=a_leg + 1,
    )
    if other is None:
        return say(
            "{where}: number {number} would meet number {missing}, which is missing, and sits out",
            where=where,
            number=numbers[0],
            missing=a_leg + 1,
        )
    met = say("{where}: {one} against {other}", where=where, one=numbers[0], other=numbers[1])
    if leg == 1:
        return say("{met}, second leg: the seats of the first swapped", met=met)
    if leg % 2:
        return say("{met}, leg {leg}: the seats of the first swapped", met=met, leg=leg + 1)
    return say("{met}, leg {leg}: the seats as in the first", met=met, leg=leg + 1) if leg else met
