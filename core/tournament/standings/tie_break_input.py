"""Input and output of a tie-break."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.tournament.model.values import NO_PLAYER, Meeting


class Counted(NamedTuple):
    """The score that a round counts. `why` is the sentence of one without play, where it is no score in the table.

    `instead_of` is the opponent's score in the table, where that is not what counts.
    """

    score: int
    why: str = ""
    instead_of: int | None = None


class CountedScores(NamedTuple):
    """The scores that are counted in place of those in the table (`core.tournament.standings.unplayed`).

    `opponents` are those of players as opponents, by player id. `rounds` are those of the opponents in rounds that were
    not played, by player id and round.
    """

    opponents: Mapping[str, Counted] = {}
    rounds: Mapping[tuple[str, int], Counted] = {}


class Operand(NamedTuple):
    """The numbers that one meeting, or one round, adds to a tie-break's value.

    `opponent` is a player id, or `NO_PLAYER` without one; `match` is empty and `round` 0 where there is none. A
    `dropped` one is shown and not added. `why` and `instead_of` are those of a `Counted` score. `kind` says how
    it came about, where that is not the match's own kind of result.
    """

    opponent: str
    numbers: tuple[int, ...]
    match: str = ""
    round: int = 0
    dropped: bool = False
    why: str = ""
    instead_of: int | None = None
    kind: str = ""


class TieBreakInput(NamedTuple):
    """Input of a tie-break: the meetings of all players by player id, and the players to separate.

    `scores` are the points of all players in the table without their penalties, `reached` the round reached in a
    bracket, `ratings` of those who have one. `seed` is that of the lots, `None` until it is published. `absences` are
    the rounds for which a player was not paired at all. `counted` are the scores that the rule for rounds not played
    puts in place of the real ones. `carried` are points from stages before.
    """

    meetings: Mapping[str, Sequence[Meeting]]
    tied: frozenset[str] = frozenset()
    scores: Mapping[str, int] = {}
    reached: Mapping[str, int] = {}
    ratings: Mapping[str, int] = {}
    seed: str | None = None
    absences: Mapping[str, Sequence[int]] = {}
    counted: CountedScores = CountedScores()
    carried: Mapping[str, int] = {}

    def among_tied(self, player_id: str) -> list[Meeting]:
        """A player's matches against the others who are tied."""
        return [meeting for meeting in self.meetings[player_id] if meeting.opponent in self.tied]

    def strength(self, player_id: str, meeting: Meeting) -> Operand:
        """The score of the opponent, or for a bye and a match not played that of the round."""
        opponent, match, round_ = meeting.opponent, meeting.match, meeting.round
        if not meeting.played:
            return self.round_alone(player_id, round_)._replace(opponent=opponent, match=match)
        if known := self.counted.opponents.get(opponent):
            return Operand(opponent, (known.score,), match, round_, instead_of=known.instead_of)
        return Operand(opponent, (self.scores[opponent],), match, round_)

    def round_alone(self, player_id: str, round_: int) -> Operand:
        """The score that a round counts which the player did not play: their own, unless another rule holds."""
        if known := self.counted.rounds.get((player_id, round_)):
            return Operand(NO_PLAYER, (known.score,), "", round_, why=known.why)
        return operand_alone(self.scores[player_id], round_)


def operand_of(meeting: Meeting, *numbers: int) -> Operand:
    """The numbers that a meeting adds."""
    return Operand(meeting.opponent, numbers, meeting.match, meeting.round)


def operand_alone(number: int, round_: int = 0) -> Operand:
    """The numbers added without an opponent."""
    return Operand(NO_PLAYER, (number,), "", round_)


class TieBreak(NamedTuple):
    """A tie-break. `operands` answers `None` where it does not apply; `parts` names the numbers of each of them.

    One `among_tied` is asked of two or more who are tied, and where it splits them, again of each part still tied.
    `unless` says for people when it does not apply. `short` is the name without what explains it, if that is shorter.
    The value is the sum of the operands; of one `averaged` it is their mean, rounded, and a half is rounded up.
    """

    code: str
    name: str
    operands: Callable[[str, TieBreakInput], list[Operand] | None]
    short: str = ""
    parts: tuple[str, ...] = ()
    among_tied: bool = False
    unless: str = ""
    averaged: bool = False

    @property
    def title(self) -> str:
        """The name without what explains it: `Buchholz cut 1`."""
        return self.short or self.name

    @property
    def numbers(self) -> int:
        """The number of values in each operand."""
        return len(self.parts) or 1

    def value(self, counted: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The value of operands, each with the numbers of this tie-break; 0 without any."""
        sums = tuple(map(sum, zip(*counted, strict=True))) if counted else (0,) * self.numbers
        if not self.averaged or not counted:
            return sums
        return tuple((2 * total + len(counted)) // (2 * len(counted)) for total in sums)
