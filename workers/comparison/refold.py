"""The fold of a stream from its opening on, with all that the judge writes of it."""

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from core.events import Recorded
from core.match import checkpoint
from core.match.state import Match
from workers.projections import Json, Model, apply_fact, start_model, verdict_json
from workers.rule_checks import JudgedMatch, SettlementChange, check, is_plain


class Refolded(NamedTuple):
    """A stream's model, `None` if it has no event, those of its verdicts that say something, its events, the states of
    which a checkpoint is due, and how its settlement changed.
    """

    model: Model | None
    verdicts: dict[int, Json]
    events: list[Recorded]
    checkpoints: dict[int, Match]
    changes: list[SettlementChange]


def refold(events: Iterable[Recorded], stream: str, last: int | None = None) -> Refolded:
    """Fold a stream's events from its opening on, up to the version `last`. Raises what judging it raises."""
    folded = Refolded(None, {}, [], {}, [])
    read = folded.events

    def up_to_last() -> Iterator[Recorded]:
        for recorded in events:
            if last is not None and recorded.version > last:
                return
            read.append(recorded)
            yield recorded

    def earlier() -> Iterator[Recorded]:
        return islice(read, len(read) - 1)

    known = up_to_last()
    for recorded in known:
        model, _, _ = start_model(stream, recorded)
        if isinstance(model, JudgedMatch):
            return folded._replace(model=_refold_match(model, known, earlier, folded))
        for following in known:
            model, _, _ = apply_fact(model, following, earlier)
        return folded._replace(model=model)
    return folded


def _refold_match(
    sheet: JudgedMatch, events: Iterable[Recorded], earlier: Callable[[], Iterator[Recorded]], folded: Refolded
) -> JudgedMatch:  # fmt: skip
    """The match after these events. What the judge writes of them is added to `folded`."""
    for recorded in events:
        sheet, verdict, change = check(sheet, recorded, earlier)
        if not is_plain(verdict):
            folded.verdicts[recorded.version] = verdict_json(verdict)
        if change is not None:
            folded.changes.append(change)
        if checkpoint.is_due(sheet.match):
            folded.checkpoints[recorded.version] = sheet.match
    return sheet
