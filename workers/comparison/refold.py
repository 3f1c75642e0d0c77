"""The fold of a stream from its opening on, with all that the judge writes of it."""

from collections.abc import Iterable, Iterator
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
    read = list(events if last is None else islice(events, last + 1))
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
    """The match after these facts. What the judge writes of them is added to `folded`."""

    def earlier() -> Iterator[Recorded]:
        return islice(folded.events, sheet.version + 1)

    for recorded in facts:
        sheet, verdict, change = check(sheet, recorded, earlier)
        if not is_plain(verdict):
            folded.verdicts[recorded.version] = verdict_json(verdict)
        if change is not None:
            folded.changes.append(change)
        if checkpoint.is_due(sheet.match):
            folded.checkpoints[recorded.version] = sheet.match
    return sheet
