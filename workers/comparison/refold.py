"""The fold of a stream from its opening on, with all that the judge writes of it."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from core.events import Recorded
from core.match import checkpoint
from workers.projections import Json, Model, apply_fact, start_model
from workers.rule_checks import JudgedMatch, SettlementChange


class Refolded(NamedTuple):
    """A stream's model, `None` if it has no event, those of its verdicts that say something, its events, its
    checkpoints, and how its settlement changed.
    """

    model: Model | None
    verdicts: dict[int, Json]
    events: list[Recorded]
    checkpoints: dict[int, str | None]
    changes: list[SettlementChange]


def refold(events: Iterable[Recorded], stream: str, last: int | None = None) -> Refolded:
    """Fold a stream's events from its opening on, up to the version `last`. Raises what judging it raises."""
    model: Model | None = None
    read: list[Recorded] = []
    verdicts: dict[int, Json] = {}
    checkpoints: dict[int, str | None] = {}
    changes: list[SettlementChange] = []

    def earlier() -> Iterator[Recorded]:
        return islice(read, len(read) - 1)

    for recorded in events:
        if last is not None and recorded.version > last:
            break
        read.append(recorded)
        model, verdict, change = (
            start_model(stream, recorded) if model is None else apply_fact(model, recorded, earlier)
        )
        if verdict is not None:
            verdicts[recorded.version] = verdict
        if change is not None:
            changes.append(change)
        if type(model) is JudgedMatch and checkpoint.is_due(model.match):
            checkpoints[recorded.version] = checkpoint.write(model.match)
    return Refolded(model, verdicts, read, checkpoints, changes)
