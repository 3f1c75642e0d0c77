"""Tie-breaks that ask how strong the opposition was: Buchholz and its kin (see `core.tournament.tiebreaks`).

A match counts once, however many games it had. Every round that a player did not play (a bye, a match decided without
play, a round for which he was not there) counts as one against a virtual opponent of his own score.
"""

from collections.abc import Callable
from itertools import accumulate

from core.tournament.table import Operand, Table, alone, of


def buchholz(player: str, table: Table) -> list[Operand]:
    """The score of each opponent, beaten or not."""
    played = [of(each, table.strength(player, each)) for each in table.meetings[player]]
    away = [alone(table.scores[player], number) for number in table.absences.get(player, ())]
    return sorted([*played, *away], key=lambda operand: operand.round)


def buchholz_cut1(player: str, table: Table) -> list[Operand]:
    """Buchholz without the lowest."""
    return _without(buchholz(player, table), min)


def median_buchholz(player: str, table: Table) -> list[Operand]:
    """Buchholz without the lowest and the highest."""
    return _without(_without(buchholz(player, table), min), max)


def sonneborn_berger(player: str, table: Table) -> list[Operand]:
    """The score of each opponent beaten."""
    return [of(each, table.strength(player, each)) for each in table.meetings[player] if each.won]


def koya(player: str, table: Table) -> list[Operand]:
    """What was won against each opponent who has at least half of the points that his matches could have brought.

    A bye is no match: neither what it brought nor its round counts here.
    """
    matches = {other: [each.points for each in met if not each.is_bye] for other, met in table.meetings.items()}
    most = max((points for mine in matches.values() for points in mine), default=0)
    strong = {other for other, mine in matches.items() if 2 * sum(mine) >= most * len(mine)}
    return [of(each, each.points) for each in table.meetings[player] if each.opponent in strong]


def opponents_ratings(player: str, table: Table) -> list[Operand]:
    """The rating of each opponent played; nobody's adds nothing."""
    played = [each for each in table.meetings[player] if each.played and each.opponent in table.ratings]
    return [of(each, table.ratings[each.opponent]) for each in played]


def progressive(player: str, table: Table) -> list[Operand]:
    """The score after each round, up to the last one of which there is a result."""
    last = max((each.round for met in table.meetings.values() for each in met if not each.is_bye), default=0)
    mine = {each.round: each for each in table.meetings[player]}
    scores = accumulate(mine[number].points if number in mine else 0 for number in range(1, last + 1))
    return [
        of(mine[number], score) if number in mine else alone(score, number) for number, score in enumerate(scores, 1)
    ]


def _without(operands: list[Operand], which: Callable[..., int]) -> list[Operand]:
    """The operands with one more dropped: the lowest or the highest, and of equal ones that of the earliest round."""
    kept = [place for place, each in enumerate(operands) if not each.dropped]
    gone = which(kept, key=lambda place: operands[place].numbers) if kept else -1
    return [each._replace(dropped=True) if place == gone else each for place, each in enumerate(operands)]
