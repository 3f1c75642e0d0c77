"""Tie-breaks by the strength of the opponents: Buchholz and its variants (see `core.tournament.standings.tie_breaks`).

A match counts once, however many games it had. Every round that a player did not play (a bye, a match decided without
play, an absence) counts by the rule of the tournament (`core.tournament.standings.unplayed`).
"""

from collections.abc import Callable
from itertools import accumulate

from core.tournament.model.memoize import memoized
from core.tournament.standings.tie_break_input import Operand, TieBreakInput, operand_alone, operand_of


def buchholz(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The score of each opponent, beaten or not."""
    played = [table.strength(player_id, meeting) for meeting in table.meetings[player_id]]
    away = [table.round_alone(player_id, number) for number in table.absences.get(player_id, ())]
    return sorted([*played, *away], key=lambda operand: operand.round)


def buchholz_cut1(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Buchholz without the lowest."""
    return _without(buchholz(player_id, table), min)


def median_buchholz(player_id: str, table: TieBreakInput) -> list[Operand]:
    """Buchholz without the lowest and the highest."""
    return _without(_without(buchholz(player_id, table), min), max)


def sonneborn_berger(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The score of each opponent beaten."""
    return [table.strength(player_id, meeting) for meeting in table.meetings[player_id] if meeting.won]


def koya(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The points won against each opponent with at least half of the points that their matches could have brought.

    A bye is no match: neither its points nor its round counts here.
    """
    strong = _strong(table)
    return [operand_of(meeting, meeting.points) for meeting in table.meetings[player_id] if meeting.opponent in strong]


@memoized
def _strong(table: TieBreakInput) -> frozenset[str]:
    """The players with at least half of the points that their matches could have brought."""
    matches = {
        player: [meeting.points for meeting in met if not meeting.is_bye] for player, met in table.meetings.items()
    }
    most = max((points for mine in matches.values() for points in mine), default=0)
    return frozenset(player for player, mine in matches.items() if 2 * sum(mine) >= most * len(mine))


def opponents_ratings(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The rating of each opponent played who has one."""
    played = [meeting for meeting in table.meetings[player_id] if meeting.played and meeting.opponent in table.ratings]
    return [operand_of(meeting, table.ratings[meeting.opponent]) for meeting in played]


def progressive(player_id: str, table: TieBreakInput) -> list[Operand]:
    """The score after each round, up to the last one of which there is a result."""
    last = _last_round(table)
    mine = {meeting.round: meeting for meeting in table.meetings[player_id]}
    scores = accumulate(mine[number].points if number in mine else 0 for number in range(1, last + 1))
    return [
        operand_of(mine[number], score) if number in mine else operand_alone(score, number)
        for number, score in enumerate(scores, 1)
    ]


@memoized
def _last_round(table: TieBreakInput) -> int:
    """The last round of which a match has a result; 0 without any."""
    return max((meeting.round for met in table.meetings.values() for meeting in met if not meeting.is_bye), default=0)


def _without(operands: list[Operand], which: Callable[..., int]) -> list[Operand]:
    """The operands with one more dropped: the lowest or the highest, and of equal ones that of the earliest round."""
    counted = [place for place, operand in enumerate(operands) if not operand.dropped]
    cut = which(counted, key=lambda place: operands[place].numbers) if counted else -1
    return [operand._replace(dropped=True) if place == cut else operand for place, operand in enumerate(operands)]
