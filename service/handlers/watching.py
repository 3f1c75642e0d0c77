"""Use case of whoever watches a match: all that happened, and how it stood after any of it."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core import match as rules
from core.errors import Unknown
from core.events import CheckersMoved, DiceRolled, Landing, Recorded, RulingMade, TurnPassed
from core.records.spelling import text_of
from core.sheet import REFUSED, Match, Verdict
from service.access import Principal
from service.bootstrap import House
from service.handlers import matches
from service.store import views

Json = dict[str, Any]


RULED, PLAYED_ON = "ruled", "played_on"


class Line(NamedTuple):
    """A fact as it is listed: with its verdict, the match before and after it, its turn as text, its game's number.

    `pending`: the workers have not judged it yet. `voided`: a ruling took it back. `stands`: why an illegal play counts
    nevertheless, by a ruling (`RULED`) or because it was played on (`PLAYED_ON`).
    """

    recorded: Recorded
    verdict: Verdict
    before: Match
    after: Match
    text: str | None
    pending: bool
    voided: bool
    stands: str = ""

    @property
    def game_number(self) -> int:
        """The number of the game that the fact belongs to."""
        return len(self.before.results) + 1

    @property
    def counts(self) -> bool:
        """Neither refused nor taken back."""
        return self.verdict.verdict != REFUSED and not self.voided

    @property
    def changes_others(self) -> bool:
        """Whether facts before it are another matter since: a ruling, or a roll that accepts an illegal play."""
        return isinstance(self.recorded.event, RulingMade) or any(_let_stand(self.before, self.after))


class Turn(NamedTuple):
    """The last turn that led to a position."""

    by: str
    dice: tuple[int, ...]
    moves: tuple[Landing, ...]


class Watched(NamedTuple):
    """A match as watched: its lines, the version shown with the match then, the position and the turn to show.

    Where a fact ended a game, the position is the one it ended in, not the next game's first. `judged` is how far the
    workers are.
    """

    match: Match
    lines: Sequence[Line]
    version: int
    judged: int
    began: int
    position: Any
    last: Turn | None

    @property
    def head(self) -> int:
        """The last fact's version."""
        return len(self.lines)

    def at(self, version: int) -> "Watched":
        """The same match as it stood after another version, of those that there are."""
        shown = self.lines[version - 1].after if version else self.lines[0].before if self.lines else self.match
        return self._replace(
            match=shown, version=version, position=_position(self.lines[version - 1]) if version else shown.position,
            last=_last_turn(self.lines[:version], shown),
        )  # fmt: skip

    @property
    def now(self) -> Line | None:
        """The fact that is shown; none before the first."""
        return self.lines[self.version - 1] if self.version else None


def watch(house: House, principal: Principal | None, match: str, version: int | None = None) -> Watched:
    """A match as it stood after a version, else as far as it is judged. Raises `Unknown` for one that has not been."""
    matches.may_read(house, principal, match)
    log = list(house.log.read(match))
    judged = max(0, min(views.judged_version(house.client, match), len(log) - 1))
    if version is None:
        version = judged
    if not 0 <= version < len(log):
        raise Unknown("version", str(version), (f"0 to {len(log) - 1}",))
    folded = list(rules.fold(match, log))
    voids = folded[-1][0].voids
    lines = [
        Line(
            recorded, verdict, folded[place - 1][0], after, text_of(folded[place - 1][0], recorded.event),
            recorded.version > judged, any(first <= recorded.version <= last for _, first, last in voids),
        )
        for place, (recorded, (after, verdict)) in enumerate(zip(log, folded, strict=True))
        if place
    ]  # fmt: skip
    first = folded[0][0]
    lines = _with_faults(lines)
    return Watched(first, lines, 0, judged, log[0].at, first.position, None).at(version)


def _let_stand(before: Match, after: Match) -> Iterator[int]:
    """The illegal plays that wait for nothing any more from one state to the next."""
    waited = {fault.version for fault in before.faults if fault.status == "open"}
    return (fault.version for fault in after.faults if fault.version in waited and fault.status != "open")


def _with_faults(lines: list[Line]) -> list[Line]:
    """The lines, of which those that are illegal say why they stand if they do."""
    if not lines:
        return lines
    stands: dict[int, str] = {}
    for line in lines:
        how = RULED if isinstance(line.recorded.event, RulingMade) else PLAYED_ON
        stands |= dict.fromkeys(_let_stand(line.before, line.after), how)
    done = {fault.version for fault in lines[-1].after.faults if fault.status != "open"}
    return [
        line._replace(stands=stands.get(line.recorded.version, "")) if line.recorded.version in done else line
        for line in lines
    ]


def _position(line: Line) -> Any:
    """The position that a fact left, that in which it ended a game included."""
    event, before = line.recorded.event, line.before
    if line.verdict.game_finished is None or line.verdict.verdict == REFUSED:
        return line.after.position
    if isinstance(event, DiceRolled):
        return before.game.check(before.position, event.by, event.dice, (), before.options).position
    if isinstance(event, CheckersMoved | TurnPassed):
        moves = event.moves if isinstance(event, CheckersMoved) else ()
        carried = before.game.carry_out(before.position, event.by, moves, before.options)
        return before.position if carried is None else carried[0]
    return before.position


def _last_turn(lines: Sequence[Line], shown: Match) -> Turn | None:
    """The last turn that counted then, in the same game."""
    for place, line in enumerate(reversed(lines)):
        event = line.recorded.event
        gone = any(first <= line.recorded.version <= last for _, first, last in shown.voids)
        if gone or line.verdict.verdict == REFUSED:
            continue
        if line.verdict.game_finished is not None and place:
            return None
        if isinstance(event, CheckersMoved):
            return Turn(event.by, line.before.dice or (), event.moves)
        if isinstance(event, TurnPassed):
            return Turn(event.by, line.before.dice or (), ())
        if isinstance(event, DiceRolled) and shown.game.throw_is_play:
            return Turn(event.by, event.dice, ())
    return None
