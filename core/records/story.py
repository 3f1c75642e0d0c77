"""A match told from its log: every fact with its verdict, and the match before and after it as it counts in the end.

What a referee voided, and what was refused, is told too, but does not count: the matches before and after the facts
that count are those in which the others had never been.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from core.errors import UnknownEvent
from core.events import GameResult, MatchOpened, Recorded, RulingMade
from core.match import NOTHING, Known, fold, judge
from core.refereeing import ever_ruled
from core.sheet import REFUSED, Match, Verdict


class Told(NamedTuple):
    """A fact with its verdict. `counts`: it was not refused, and no ruling took it back (`voided`)."""

    recorded: Recorded
    verdict: Verdict
    before: Match
    after: Match
    counts: bool
    voided: bool = False

    @property
    def ends(self) -> GameResult | None:
        """How the fact ended a game, if it counts and did."""
        return self.verdict.game_finished if self.counts else None


class Story(NamedTuple):
    """A match as it stands, and all that was recorded of it."""

    match: Match
    told: tuple[Told, ...]
    began: int
    """Unix ms."""

    def games(self) -> Iterator[tuple[int, list[Told]]]:
        """The facts of each game that has any, with its number in the match; a void one has that of the next."""
        told: list[Told] = []
        for each in self.told:
            told.append(each)
            if each.ends:
                yield len(each.before.results) + 1, told
                told = []
        if told:
            yield len(told[0].before.results) + 1, told


def story(stream: str, log: Iterable[Recorded], known: Known = NOTHING) -> Story:
    """The story of a log that begins with `MatchOpened`; what is `known` is believed.

    Raises `UnknownEvent` for what is no log of a match.
    """
    log = list(log)
    if not log or not isinstance(log[0].event, MatchOpened):
        raise UnknownEvent(f"{stream} does not begin with MatchOpened")
    # Thousands of states are held: each without what grows with every refusal.
    judged = [(after._replace(refused=()), verdict) for after, verdict in fold(stream, log, known)]
    match = judged[-1][0]
    return Story(match, tuple(_told(log, judged, match)), log[0].at)


def _told(log: Sequence[Recorded], judged: Sequence[tuple[Match, Verdict]], last: Match) -> Iterator[Told]:
    before = judged[0][0]._replace(conduct=ever_ruled(last))
    for recorded, (after, verdict) in zip(log[1:], judged[1:], strict=True):
        voided = any(first <= recorded.version <= final for _, first, final in last.voids)
        ruled = isinstance(recorded.event, RulingMade) and recorded.event.kind == "void"
        if voided or ruled or verdict.verdict == REFUSED:
            yield Told(recorded, verdict, before, before, False, voided)
            continue
        if last.voids:
            after, verdict = judge(before, recorded, lambda: log)
        yield Told(recorded, verdict, before, after, True)
        before = after
