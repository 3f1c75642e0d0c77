"""Round robin (*alla möter alla*): everyone meets everyone once, in the order of the Berger tables (RR1–RR6)."""

from core.events import RoundPaired
from core.tournament.format import Format
from core.tournament.state import Tournament, paired
from core.tournament.tiebreaks import PRESETS


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


def next_round(tournament: Tournament, _seed: str) -> RoundPaired | None:
    """The round that follows in the table; whoever should meet the number that an odd field lacks sits out."""
    players, number = tournament.starters, len(tournament.rounds) + 1
    if number > _rounds(tournament):
        return None
    pairs, bye = [], None
    for one, other in berger(_rounds(tournament) + 1, number):
        if max(one, other) > len(players):
            bye = players[min(one, other) - 1]
        else:
            pairs.append((players[one - 1], players[other - 1]))
    return paired(tournament, pairs, bye)


def is_over(tournament: Tournament) -> bool:
    """All rounds are paired and no match waits for a result."""
    return len(tournament.rounds) == _rounds(tournament) and not tournament.to_play


def _rounds(tournament: Tournament) -> int:
    players = len(tournament.starters)
    return players - 1 + players % 2


FORMAT = Format(
    key="round_robin",
    name="Round robin",
    rule="Everyone meets everyone once, in the order of the Berger tables.",
    default_tie_breaks=PRESETS["round_robin"],
    next_round=next_round,
    is_over=is_over,
)
