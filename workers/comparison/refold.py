"""The fold of a stream from its opening on, with all that the judge writes of it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from core.events import Recorded
from core.match.checkpoint import is_due
from core.match.game_times import timed
from core.match.judging import judge, resettled
from core.match.state import Match
from workers.projections import Json, Model, apply_fact, start_model, verdict_json
from workers.rule_checks import JudgedMatch, SettlementChange, is_plain, settlement_change


class Refolded(NamedTuple):
    """A stream's model, `None` if it has no event, those of its verdicts that say something, its events, the states of
    which a checkpoint is due, and how its settlement changed.
    """

    model: Model | None
    verdicts: dict[int, Json]
    events: Sequence[Recorded]
    checkpoints: dict[int, Match]
    changes: list[SettlementChange]


def refold(read: Sequence[Recorded], stream: str) -> Refolded:
    """Fold a stream's events from its opening on. Raises what judging it raises."""
    folded = Refolded(None, {}, read, {}, [])
    if not read:
        return folded
    opening, *following = read
    model, _, _ = start_model(stream, opening)
    if isinstance(model, JudgedMatch):
        return folded._replace(model=_refold_match(model, following, folded))
    for recorded in following:
        model, _, _ = apply_fact(model, recorded, tuple)
    return folded._replace(model=model)


def _refold_match(sheet: JudgedMatch, facts: Iterable[Recorded], folded: Refolded) -> JudgedMatch:
    """The match after these facts. What the judge writes of them is added to `folded`.

    As `workers.rule_checks.check` does it for one fact, but without a sheet for each.
    """
    match, number, rules, times = sheet

    def earlier() -> Iterator[Recorded]:
        return islice(folded.events, match.version + 1)

    for recorded in facts:
        before = match
        match, verdict = judge(before, recorded, earlier)
        times = timed(times, before, match, recorded, verdict)
        if not is_plain(verdict):
            folded.verdicts[recorded.version] = verdict_json(verdict)
        if resettled(before, match):
            number += 1
            folded.changes.append(settlement_change(number, match, recorded, times))
        if is_due(match):
            folded.checkpoints[recorded.version] = match
    return JudgedMatch(match, number, rules, times)
