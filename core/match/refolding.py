"""A match folded whole, with all that the judge keeps of its facts.

It judges as `core.match.judging.fold`, without a value for each fact: most of them change nothing that is kept.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.events import Recorded
from core.match.checkpoint import is_due
from core.match.game_times import NO_TIMES, GameTimes, timed
from core.match.judging import judge, resettled
from core.match.state import Match, Verdict
from core.match.turns import is_plain


class Settling(NamedTuple):
    """A fact that settled a match, settled it differently or reopened it, with the match and its times after it."""

    match: Match
    recorded: Recorded
    times: GameTimes


class Refolded(NamedTuple):
    """A match after all facts and the times of its games; the verdicts that say more than that a fact counts; the
    changes of its settlement; and the states of which a checkpoint is due.
    """

    match: Match
    times: GameTimes
    verdicts: list[Verdict]
    settlings: list[Settling]
    checkpoints: list[Match]


def refold(match: Match, log: Sequence[Recorded]) -> Refolded:
    """Fold the facts that follow a log's opening. `match` is the match after that. Raises as `judge`."""
    times, verdicts, settlings, checkpoints = NO_TIMES, list[Verdict](), list[Settling](), list[Match]()

    def earlier() -> Iterator[Recorded]:
        return islice(log, match.version + 1)

    for recorded in islice(log, 1, None):
        before = match
        match, verdict = judge(before, recorded, earlier)
        times = timed(times, before, match, recorded, verdict)
        if not is_plain(verdict):
            verdicts.append(verdict)
        if resettled(before, match):
            settlings.append(Settling(match, recorded, times))
        if is_due(match):
            checkpoints.append(match)
    return Refolded(match, times, verdicts, settlings, checkpoints)
