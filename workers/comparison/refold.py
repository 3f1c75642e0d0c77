"""The fold of a stream from its opening on, with all that the judge writes of it."""

from collections.abc import Sequence
from typing import NamedTuple

from core.events import Recorded
from core.match import refolding
from core.match.state import Match
from workers.projections import Json, Model, apply_fact, start_model, verdict_json
from workers.rule_checks import JudgedMatch, SettlementChange, settlement_change


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
    if not read:
        return Refolded(None, {}, read, {}, [])
    model, _, _ = start_model(stream, read[0])
    if isinstance(model, JudgedMatch):
        return _refold_match(model, read)
    for recorded in read[1:]:
        model, _, _ = apply_fact(model, recorded, tuple)
    return Refolded(model, {}, read, {}, [])


def _refold_match(begun: JudgedMatch, read: Sequence[Recorded]) -> Refolded:
    match, times, verdicts, settlings, checkpoints = refolding.refold(begun.match, read)
    return Refolded(
        JudgedMatch(match, len(settlings), begun.rules, times),
        {verdict.version: verdict_json(verdict) for verdict in verdicts},
        read,
        {state.version: state for state in checkpoints},
        [settlement_change(number, *settling) for number, settling in enumerate(settlings, 1)],
    )
