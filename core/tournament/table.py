"""What a tie-break looks at, and what it answers with."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.meetings import Meeting
from core.tournament.state import NOBODY


class Operand(NamedTuple):
    """What one meeting, or one round, adds to each number of a tie-break's value.

    `opponent` is a player id, or `NOBODY` where there was none; `match` is empty and `round` 0 where it is about none.
    One that is `dropped` is shown and not added.
    """

    opponent: str
    numbers: tuple[int, ...]
    match: str = ""
    round: int = 0
    dropped: bool = False


class Table(NamedTuple):
    """What a tie-break looks at: everybody's meetings by player id, and those whom it is to tell apart.

    `scores` are everybody's points in the table, `reached` how far everybody came in a bracket, `ratings` of those who
    have one. `seed` is that of the drawing of lots, `None` until it is published. `absences` are the rounds for which
    somebody was not paired at all.
    """

    meetings: Mapping[str, Sequence[Meeting]]
    tied: frozenset[str] = frozenset()
    scores: Mapping[str, int] = {}
    reached: Mapping[str, int] = {}
    ratings: Mapping[str, int] = {}
    seed: str | None = None
    absences: Mapping[str, Sequence[int]] = {}

    def among_tied(self, player: str) -> list[Meeting]:
        """A player's matches against the others who are tied."""
        return [meeting for meeting in self.meetings[player] if meeting.opponent in self.tied]

    def strength(self, player: str, meeting: Meeting) -> int:
        """The score of whom a player met; for a bye and a match not played, his own, as of a virtual opponent."""
        return self.scores[meeting.opponent if meeting.played else player]


def of(meeting: Meeting, *numbers: int) -> Operand:
    """What a meeting adds."""
    return Operand(meeting.opponent, numbers, meeting.match, meeting.round)


def alone(number: int, round_: int = 0) -> Operand:
    """What is added without anybody being met."""
    return Operand(NOBODY, (number,), "", round_)


class TieBreak(NamedTuple):
    """A tie-break. `operands` answers `None` where it does not apply; `numbers` is how many each of them holds.

    One `among_tied` is asked of two or more who are tied, and where it splits them, again of each part still tied.
    `unless` says for people when it does not apply.
    """

    code: str
    name: str
    operands: Callable[[str, Table], list[Operand] | None]
    numbers: int = 1
    among_tied: bool = False
    unless: str = ""
