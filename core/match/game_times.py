"""Lengths of the games of a match, by the times at which its facts were recorded.

A game lasts from its first fact of play to the one that ends it. Breaks of a player and interruptions of the match are
taken off. The length is unknown if a referee ended the game, voided a fact during it or laid out the board. So it is if
no fact was recorded for `LONGEST_SILENCE` in between: then the record does not tell when the game was played. It stays
as it is where a scorer writes turns anew.
"""

from typing import NamedTuple

from core.events import (
    CheckersMoved,
    DiceRolled,
    DoubleDropped,
    DoubleOffered,
    DoubleTaken,
    Event,
    FactsTakenBack,
    GameResigned,
    OpeningRolled,
    PositionSet,
    Recorded,
    TurnPassed,
)
from core.match.conduct import NONE
from core.match.state import REFUSED, Match, Verdict

LONGEST_SILENCE = 20 * 60_000
"""Milliseconds between two facts of a game, beside breaks and interruptions, up to which its length is known."""
_PLAY: tuple[type[Event], ...] = (
    OpeningRolled,
    DiceRolled,
    CheckersMoved,
    TurnPassed,
    DoubleOffered,
    DoubleTaken,
    DoubleDropped,
    GameResigned,
)


class GameTimes(NamedTuple):
    """Seconds of each finished game, 0 for an unknown length. Of the game in play: the time of its last fact (Unix ms,
    `None` before its first), the milliseconds played so far, and if these are known.
    """

    seconds: tuple[int, ...] = ()
    last: int | None = None
    played: int = 0
    known: bool = True

    @property
    def lengths(self) -> tuple[int, ...]:
        """The known lengths (seconds)."""
        return tuple(second for second in self.seconds if second)


NO_TIMES = GameTimes()


def timed(times: GameTimes, before: Match, after: Match, recorded: Recorded, verdict: Verdict) -> GameTimes:
    """The times after one more fact, from the match before and after it."""
    seconds, last, played, known = times
    at, finished = recorded.at, len(after.results)
    is_rewritten = isinstance(recorded.event, FactsTakenBack) and finished == len(seconds)  # the game lasts as before
    is_changed = after.voids != before.voids and not is_rewritten
    if is_changed or (isinstance(recorded.event, PositionSet) and verdict.verdict != REFUSED):
        return GameTimes(_filled(seconds[:finished], finished), at, known=False)
    goes_on = finished == len(seconds)
    if last is None:
        if goes_on and not _is_play(recorded, verdict):
            return times
        last = at
    if at > last and not _is_paused(before):
        played, known = played + at - last, known and at - last <= LONGEST_SILENCE
    if goes_on:
        return tuple.__new__(GameTimes, (seconds, at, played, known))  # a third of the time of its constructor
    is_told = known and finished == len(seconds) + 1 and _is_play(recorded, verdict)
    return GameTimes(_filled((*seconds, played // 1000 if is_told else 0), finished))


def _is_play(recorded: Recorded, verdict: Verdict) -> bool:
    return isinstance(recorded.event, _PLAY) and verdict.verdict != REFUSED


def _is_paused(match: Match) -> bool:
    return match.conduct is not NONE and (match.conduct.suspended is not None or match.conduct.break_ is not None)


def _filled(seconds: tuple[int, ...], finished: int) -> tuple[int, ...]:
    return seconds + (0,) * (finished - len(seconds))
