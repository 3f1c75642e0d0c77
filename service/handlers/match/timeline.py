"""Use case of a match's viewer: all events, and the state after any of them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from core.errors import NotFound
from core.events import CheckersMoved, DiceRolled, Landing, Recorded, RulingMade, TurnPassed
from core.match.state import REFUSED, Match, Verdict
from core.match.voiding import Gone, is_void
from core.notation.resolve_turn_text import text_of
from service.auth.authorization import Principal
from service.bootstrap import Dependencies
from service.handlers.match import matches, replay
from service.handlers.match.replay import JudgedFact
from service.store.read_models import states

Json = dict[str, Any]

LISTED = 800
"""The number of facts that are listed at once; of a longer match a part is."""
LOOK_BACK = 128
"""So many facts before the one that is shown are looked at for the last play of its board."""
_LOOK_AHEAD = 16
"""So many facts after a part are looked at for what became of its last ones."""

RULED, PLAYED_ON = "ruled", "played_on"


class TimelineEntry(NamedTuple):
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
        """True if earlier facts change by this one: a ruling, or a roll that accepts an illegal play."""
        return (
            is_void(self.recorded.event)
            or isinstance(self.recorded.event, RulingMade)
            or any(_let_stand(self.before, self.after))
        )


class Turn(NamedTuple):
    """The last turn that led to a position."""

    by: str
    dice: tuple[int, ...]
    moves: tuple[Landing, ...]


class MatchTimeline(NamedTuple):
    """A match as watched: some of its lines, the version shown with the match then, the position and the turn to show.

    Where a fact ended a game, the position is the one it ended in, not the next game's first. `judged` is how far the
    workers are; `head` is the last fact's version, and `end` the match after it.
    """

    match: Match
    lines: Sequence[TimelineEntry]
    version: int
    judged: int
    began: int
    head: int
    end: Match
    position: Any
    last: Turn | None

    def at(self, version: int) -> "MatchTimeline":
        """The same match as it stood after another version, of those in its lines or just before them."""
        if not self.lines:
            return self
        place = version - self.lines[0].recorded.version + 1
        state = self.lines[place - 1].after if place else self.lines[0].before
        return self._replace(
            match=state,
            version=version,
            position=_position(self.lines[place - 1]) if place else state.position,
            last=_last_turn(self.lines[:place], state),
        )

    @property
    def now(self) -> TimelineEntry | None:
        """The fact that is shown; none before the first."""
        found = (line for line in reversed(self.lines) if line.recorded.version == self.version)
        return next(found, None)


def until_shown(version: int, _head: int) -> tuple[int, int]:
    """The part of a timeline that a board needs: it ends with the fact that is shown."""
    return version - LOOK_BACK, version


def match_timeline(
    deps: Dependencies,
    principal: Principal | None,
    match_id: str,
    version: int | None = None,
    part: Callable[[int, int], tuple[int, int]] | None = None,
) -> MatchTimeline:
    """A match as it stood after a version, else as far as it is judged. Raises `NotFound` for one that has not been.

    Its lines are those of the `part` (first and last version) that is made of the version and the log's last one,
    `listed_with` if nothing else is said; never more than `LISTED`, whatever is asked for.
    """
    matches.may_read(deps, principal, match_id)
    head = replay.head_of(deps, match_id)
    judged = max(0, min(states.judged_version(deps.client, match_id), head))
    if version is None:
        version = judged
    if not 0 <= version <= head:
        raise NotFound("version", str(version), (f"0 to {head}",))
    first, last = (part or listed_with)(version, head)
    first = max(1, first)
    last = min(last, head, first + LISTED - 1)
    facts = list(map(_slim, replay.judged_facts(deps, match_id, first, last + _LOOK_AHEAD)))
    end = facts[-1].after if facts and facts[-1].recorded.version == head else replay.state_at(deps, match_id, head)
    gone = Gone(end.voided)
    lines = [
        TimelineEntry(
            recorded,
            verdict,
            before,
            after,
            text_of(before, recorded.event),
            recorded.version > judged,
            recorded.version in gone,
        )
        for recorded, before, after, verdict in facts
    ]
    lines = _with_faults(lines, end)[: last - first + 1]
    began = next(deps.log.read(match_id, limit=1)).at
    if first - 1 <= version <= last and lines:
        return MatchTimeline(end, lines, 0, judged, began, head, end, None, None).at(version)
    state = end if version == head else replay.state_at(deps, match_id, version)
    return MatchTimeline(state, lines, version, judged, began, head, end, state.position, None)


def listed_with(version: int, head: int) -> tuple[int, int]:
    """The part of a match's facts that is listed around one: all of them, or from the hundreds before its own on."""
    if head <= LISTED:
        return 1, head
    half = LISTED // 2
    before = max(0, (version - 1) // half - 1)
    return before * half + 1, before * half + LISTED


def _slim(fact: JudgedFact) -> JudgedFact:
    """A fact whose states are without what grows with every refusal: thousands of them are held at once."""
    return fact._replace(before=fact.before._replace(refused=()), after=fact.after._replace(refused=()))


def _let_stand(before: Match, after: Match) -> Iterator[int]:
    """The illegal play that waits for nothing any more from one state to the next: only the last one can have."""
    waited = {fault.version for fault in before.faults[-1:] if fault.status == "open"}
    return (fault.version for fault in after.faults[-2:] if fault.version in waited and fault.status != "open")


def _with_faults(lines: list[TimelineEntry], end: Match) -> list[TimelineEntry]:
    """The lines, of which those that are illegal say why they stand if they do in the end."""
    if not lines or not end.faults:
        return lines
    stands = {fault.version: PLAYED_ON for fault in lines[-1].after.faults[-1:] if fault.status == "open"}
    for line in lines:
        how = RULED if isinstance(line.recorded.event, RulingMade) else PLAYED_ON
        stands |= dict.fromkeys(_let_stand(line.before, line.after), how)
    done = {fault.version for fault in end.faults if fault.status != "open"}
    return [
        line._replace(stands=stands.get(line.recorded.version, "")) if line.recorded.version in done else line
        for line in lines
    ]


def _position(line: TimelineEntry) -> Any:
    """The position that a fact left, that in which it ended a game included."""
    event, before = line.recorded.event, line.before
    if line.verdict.game_finished is None or line.verdict.verdict == REFUSED:
        return line.after.position
    if isinstance(event, DiceRolled):
        return before.game.check(before.position, event.by, event.dice, (), before.options).position
    if isinstance(event, CheckersMoved | TurnPassed):
        moves = event.moves if isinstance(event, CheckersMoved) else ()
        carried = before.game.apply_moves(before.position, event.by, moves, before.options)
        return before.position if carried is None else carried[0]
    return before.position


def _last_turn(lines: Sequence[TimelineEntry], state: Match) -> Turn | None:
    """The last turn that counted then, in the same game."""
    for place, line in enumerate(reversed(lines)):
        event = line.recorded.event
        is_voided = any(first <= line.recorded.version <= last for _, first, last in state.voids)
        if is_voided or line.verdict.verdict == REFUSED:
            continue
        if line.verdict.game_finished is not None and place:
            return None
        if isinstance(event, CheckersMoved):
            return Turn(event.by, line.before.dice or (), event.moves)
        if isinstance(event, TurnPassed):
            return Turn(event.by, line.before.dice or (), ())
        if isinstance(event, DiceRolled) and state.game.throw_is_play:
            return Turn(event.by, event.dice, ())
    return None
