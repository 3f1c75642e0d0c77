"""A match told from its log: every fact with its verdict, and the match before and after it as it counts in the end.

What a referee voided, and what was refused, is told too, but does not count: the matches before and after the facts
that count are those in which the others had never been.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.errors import UnknownEvent
from core.eventlog.newer_version import Newer, newer
from core.events import GameResult, MatchOpened, Recorded
from core.match.conduct_rules import ever_ruled
from core.match.judging import NOTHING, Known, fold, judge
from core.match.rulings import Earlier
from core.match.state import REFUSED, Match, Verdict
from core.match.voiding import is_void
from core.messages import say


class ReplayedFact(NamedTuple):
    """A fact with its verdict. `counts`: it was not refused, and no ruling took it back (`voided`)."""

    recorded: Recorded
    verdict: Verdict
    before: Match
    after: Match
    counts: bool
    voided: bool = False

    @property
    def ends(self) -> GameResult | None:
        """The result of the game that this fact ended, if it counts and did."""
        ended = self.verdict.game_finished
        return ended.result if ended and self.counts else None


class ReplayedMatch(NamedTuple):
    """A match as it stands, and all that was recorded of it.

    `began` is in Unix ms. `newer` is the fact where it ends for this version of brade, since a newer one recorded it.
    """

    match: Match
    facts: tuple[ReplayedFact, ...]
    began: int
    newer: Newer | None = None


def replay_all(stream: str, log: Iterable[Recorded], known: Known = NOTHING) -> ReplayedMatch:
    """The story of a log that begins with `MatchOpened`; what is `known` is believed.

    Raises `UnknownEvent` for what is no log of a match.
    """
    log, newest = _understood(stream, log)
    if not log or not isinstance(log[0].event, MatchOpened):
        raise UnknownEvent(say("{stream} does not begin with MatchOpened", stream=stream))
    # Thousands of states are held: each without what grows with every refusal.
    judged = [(after._replace(refused=()), verdict) for after, verdict in fold(stream, log, known)]
    match = judged[-1][0]
    return ReplayedMatch(match, tuple(_facts(log, judged, match)), log[0].at, newest)


def _understood(stream: str, log: Iterable[Recorded]) -> tuple[list[Recorded], Newer | None]:
    """The events before the first that is of a newer version of brade, and where that is."""
    read: list[Recorded] = []
    for recorded in log:
        if read and (found := newer(stream, recorded)):
            return read, found
        read.append(recorded)
    return read, None


def _facts(log: Sequence[Recorded], judged: Sequence[tuple[Match, Verdict]], last: Match) -> Iterator[ReplayedFact]:
    facts = ((recorded, *after) for recorded, after in zip(log[1:], judged[1:], strict=True))
    return as_counted(facts, last, before_all(judged[0][0], last), lambda: log)


def before_all(opened: Match, last: Match) -> Match:
    """The match that counts before the first fact, of a match that stands as `last`."""
    return opened._replace(conduct=ever_ruled(last))


def as_counted(
    facts: Iterable[tuple[Recorded, Match, Verdict]], last: Match, before: Match, earlier: Earlier
) -> Iterator[ReplayedFact]:
    """Some facts one after the other, each with the match and the verdict as it was judged, as they count in the end.

    `last` is the match after the whole log, `before` the match that counts before the first of these facts. That after
    a fact is that before the next one.
    """
    for recorded, after, verdict in facts:
        voided = any(first <= recorded.version <= final for _, first, final in last.voids)
        ruled = is_void(recorded.event)
        if voided or ruled or verdict.verdict == REFUSED:
            yield ReplayedFact(recorded, verdict, before, before, False, voided)
            continue
        if last.voids:
            after, verdict = judge(before, recorded, earlier)
        yield ReplayedFact(recorded, verdict, before, after, True)
        before = after
