"""What orders a table, one small function each. The value of a tie-break is the sum of its operands: more is better.

| code | official name |
|---|---|
| `wins` | Matches won |
| `mini_table` | Mini-table among the tied: wins, then game difference, then point difference |
| `game_difference` | Games won minus games lost, in all matches |
| `point_difference` | Points won minus points lost, in all matches |
| `sonneborn_berger` | Sonneborn-Berger: the sum of the scores of beaten opponents |
| `head_to_head` | Head-to-head: wins among the tied, if all of them have met |

No match is drawn, so a player's score is the number of matches won. A list of codes is the whole order of a table,
from the first to the last; what it leaves equal shares a place.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from core.errors import Malformed, Unknown


class Operand(NamedTuple):
    """An opponent's player id and what the match against him adds to each number of a tie-break's value."""

    opponent: str
    numbers: tuple[int, ...]


class Meeting(NamedTuple):
    """A settled match as one of its players sees it."""

    opponent: str
    won: bool
    games_won: int
    games_lost: int
    points_won: int
    points_lost: int

    @property
    def game_difference(self) -> int:
        """Games won minus games lost."""
        return self.games_won - self.games_lost

    @property
    def point_difference(self) -> int:
        """Points won minus points lost."""
        return self.points_won - self.points_lost


class Table(NamedTuple):
    """What a tie-break looks at: everybody's settled matches by player id, and those whom it is to tell apart."""

    meetings: Mapping[str, Sequence[Meeting]]
    tied: frozenset[str]

    def score(self, player: str) -> int:
        """The matches that a player won."""
        return sum(meeting.won for meeting in self.meetings[player])

    def among_tied(self, player: str) -> list[Meeting]:
        """A player's matches against the others who are tied."""
        return [meeting for meeting in self.meetings[player] if meeting.opponent in self.tied]


def wins(player: str, table: Table) -> list[Operand]:
    """One for each opponent beaten."""
    return [Operand(meeting.opponent, (1,)) for meeting in table.meetings[player] if meeting.won]


def mini_table(player: str, table: Table) -> list[Operand]:
    """Each match among the tied: won or not, game difference, point difference."""
    return [
        Operand(each.opponent, (int(each.won), each.game_difference, each.point_difference))
        for each in table.among_tied(player)
    ]


def game_difference(player: str, table: Table) -> list[Operand]:
    """Each match's games won minus games lost."""
    return [Operand(each.opponent, (each.game_difference,)) for each in table.meetings[player]]


def point_difference(player: str, table: Table) -> list[Operand]:
    """Each match's points won minus points lost."""
    return [Operand(each.opponent, (each.point_difference,)) for each in table.meetings[player]]


def sonneborn_berger(player: str, table: Table) -> list[Operand]:
    """The score of each opponent beaten."""
    return [Operand(each.opponent, (table.score(each.opponent),)) for each in table.meetings[player] if each.won]


def head_to_head(player: str, table: Table) -> list[Operand] | None:
    """Each match among the tied, won or not; `None` while two of them have not met."""
    for one in table.tied:
        if not table.tied <= {one, *(meeting.opponent for meeting in table.meetings[one])}:
            return None
    return [Operand(meeting.opponent, (int(meeting.won),)) for meeting in table.among_tied(player)]


class TieBreak(NamedTuple):
    """A tie-break. `operands` answers `None` where it does not apply; `numbers` is how many each of them holds.

    One `among_tied` is asked of two or more who are tied, and where it splits them, again of each part still tied.
    """

    code: str
    name: str
    operands: Callable[[str, Table], list[Operand] | None]
    numbers: int = 1
    among_tied: bool = False


TIE_BREAKS: tuple[TieBreak, ...] = (
    TieBreak("wins", "Matches won", wins),
    TieBreak("mini_table", "Mini-table among the tied: wins, then game difference, then point difference", mini_table,
             numbers=3, among_tied=True),
    TieBreak("game_difference", "Games won minus games lost, in all matches", game_difference),
    TieBreak("point_difference", "Points won minus points lost, in all matches", point_difference),
    TieBreak("sonneborn_berger", "Sonneborn-Berger: the sum of the scores of beaten opponents", sonneborn_berger),
    TieBreak("head_to_head", "Head-to-head: wins among the tied, if all of them have met", head_to_head,
             among_tied=True),
)  # fmt: skip
_BY_CODE = {each.code: each for each in TIE_BREAKS}

PRESETS: dict[str, tuple[str, ...]] = {
    "round_robin": ("wins", "mini_table", "game_difference", "sonneborn_berger"),
}


def tie_break_of(code: str) -> TieBreak:
    """The tie-break of that code. Raises `Unknown`, which names the known ones."""
    if code not in _BY_CODE:
        raise Unknown("tie-break", code, tuple(_BY_CODE))
    return _BY_CODE[code]


def check_tie_breaks(codes: Sequence[str]) -> tuple[str, ...]:
    """The codes, if a table can be ordered by them. Raises `Malformed` naming every one that is unknown or repeated.

    >>> check_tie_breaks(["wins", "head_to_head"])
    ('wins', 'head_to_head')
    """
    problems = {}
    for place, code in enumerate(codes):
        if code not in _BY_CODE:
            problems[f"tie_breaks.{place}"] = [f"there is no tie-break {code!r}; known are {', '.join(_BY_CODE)}"]
        elif code in codes[:place]:
            problems[f"tie_breaks.{place}"] = [f"{code!r} stands in the list before"]
    if problems:
        raise Malformed(problems)
    return tuple(codes)
