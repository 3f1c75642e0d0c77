"""Compares the stored folds of streams with their logs: many streams in few round trips."""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError, NewerVersion, UnknownEvent
from core.eventlog.hash_chain import Follower
from core.eventlog.log import NEW, Head, Log
from core.events import Recorded
from core.match import checkpoint
from core.match.judging import RULES
from core.match.state import Match
from core.messages import is_same
from service.backups.verification import ChainBroken, prove_stored
from service.store import bulk_read, feed
from service.store.keys import shard_of
from service.store.maintenance import stored_models
from service.store.maintenance.stored_models import StoredModel
from service.store.read_models import states
from service.store.read_models.club import dice_counts, game_lengths, latest_rows
from service.store.read_models.club.dice_counts import MatchDice
from service.store.read_models.club.game_lengths import MatchLengths
from service.store.read_models.club.latest_rows import Row
from workers.comparison.refold import refold
from workers.dice import dice_of, refused_versions
from workers.projections import Json, to_json
from workers.rule_checks import JudgedMatch
from workers.settlement import lengths_of

_UNREADABLE = (BradeError, ValueError, LookupError, TypeError, AttributeError, ResponseError)


class Difference(NamedTuple):
    """A difference between the store and the log: `what` is `state`, `verdict`, `checkpoint`, `lengths of games`,
    `dice` or `not judged`.

    Of a log that was `altered`, or is `unreadable`, nothing else is said, and `rebuilt` gives the reason. `rules` are
    those by which a match was judged and those by which it was folded now, where they differ.
    """

    stream: str
    what: str
    version: int
    stored: Any
    rebuilt: Any
    rules: tuple[int, int] | None = None


_BATCH_FACTS, _BATCH_STREAMS = 4000, 100
"""The facts and the streams that are compared at once, at most; a longer log is one batch."""
Heads = Mapping[str, Head]
Compared = tuple[str, int, tuple[Difference, ...]]
"""A stream, the number of its facts that were folded, and its differences."""


def batches(heads: Heads) -> Iterator[Heads]:
    batch, facts = dict[str, Head](), 0
    for stream, head in sorted(heads.items()):
        if batch and (facts + head.version >= _BATCH_FACTS or len(batch) >= _BATCH_STREAMS):
            yield batch
            batch, facts = {}, 0
        batch[stream] = head
        facts += head.version + 1
    if batch:
        yield batch


def compare_batch(client: Redis, log: Log, batch: Heads) -> list[Compared]:
    """Compare some streams: what is stored of all is read at once, and so are the first pages of their logs."""
    stored = stored_models.load(client, list(batch))  # before the logs, which only grow
    logs = _logs(client, batch)
    compared = [
        _compare(log, stream, head, stored_model, logs[stream])
        for (stream, head), stored_model in zip(batch.items(), stored, strict=True)
    ]
    sheets = [comparison.sheet for comparison in compared if comparison.sheet]
    rows = [row for sheet in sheets for row in sheet.rows]
    are_stored = latest_rows.are_stored(client, rows)
    changed = {row.match_id for row, is_stored in zip(rows, are_stored, strict=True) if not is_stored}
    found = []
    for stream, each in zip(batch, compared, strict=True):
        differences = each.differences
        if each.sheet and stream in changed:
            differences = [*differences, *each.sheet.differing(client)]
        if each.waits and not differences and _is_lost(client, stream, each.judged):
            differences = [Difference(stream, "not judged", each.judged, None, None)]
        if differences and each.rules not in (None, RULES):
            differences = [difference._replace(rules=(each.rules, RULES)) for difference in differences]
        found.append((stream, each.facts, tuple(differences)))
    return found


def _logs(client: Redis, batch: Heads) -> Mapping[str, Iterator[Sequence[Recorded]]]:
    try:
        return bulk_read.pages(client, dict.fromkeys(batch, NEW))
    except ResponseError:  # of one of them: each is read alone, and that one is named
        return {stream: bulk_read.tail_pages(client, stream) for stream in batch}


class _Comparison(NamedTuple):
    """Facts folded, differences, and the last judged version. `waits`: later facts are in the log.

    `rules` are those by which a match was judged, where known. `sheet` has what is kept of a match for its club.
    """

    facts: int
    differences: list[Difference]
    judged: int
    waits: bool = False
    rules: int | None = None
    sheet: "_ClubRows | None" = None


class _ClubRows(NamedTuple):
    """The lengths of a match's games and its dice, as its log has them: they are kept for its club."""

    match: Match
    lengths: MatchLengths | None
    dice: MatchDice | None

    @property
    def rows(self) -> tuple[Row, Row]:
        """Both as they are stored."""
        opened, match_id = self.match.opened, self.match.id
        return (
            game_lengths.row_of(opened.club, opened.game, match_id, self.lengths),
            dice_counts.row_of(opened.club, match_id, self.dice),
        )

    def differing(self, client: Redis) -> Iterator[Difference]:
        """The differences between those that are kept and these."""
        opened, match_id, version = self.match.opened, self.match.id, self.match.version
        if lengths := game_lengths.differing(client, opened.club, opened.game, match_id, self.lengths):
            yield Difference(match_id, "lengths of games", version, *lengths)
        if dice := dice_counts.differing(client, opened.club, match_id, self.dice):
            yield Difference(match_id, "dice", version, *dice)


def _compare(
    log: Log, stream: str, head: Head, stored: StoredModel, pages: Iterable[Sequence[Recorded]]
) -> _Comparison:
    """The comparison of one stream with what is stored of it."""
    judged, follower = stored.judged, Follower(stream)
    read = chain.from_iterable(_followed(follower, pages))
    try:
        model, made, folded, states_due, changes = refold(list(islice(read, judged + 1)), stream)
        deque(read, maxlen=0)  # what is not judged yet belongs to the chain too
    except (UnknownEvent, NewerVersion) as error:
        return _Comparison(0, [Difference(stream, "unreadable", judged, None, _error_text(error))], judged)
    except _UNREADABLE as error:
        unreadable = Difference(stream, "unreadable", judged, None, _error_text(error))
        return _Comparison(0, [_altered(log, stream) or unreadable], judged)
    if Head(follower.version, follower.head) != head and (altered := _altered(log, stream)):
        return _Comparison(len(folded), [altered], judged)
    found = [
        Difference(stream, "verdict", version, _read(stored.verdicts.get(version)), made.get(version))
        for version in sorted(stored.verdicts.keys() | made.keys())
        if version <= judged and _differ(stored.verdicts.get(version), made.get(version))
    ]
    if stored.state:
        rebuilt = None if model is None else to_json(model)
        if model is None or model.version != judged or _differ(stored.state, rebuilt):
            found.append(Difference(stream, "state", judged, _read(stored.state), rebuilt))
    found += [
        Difference(stream, "checkpoint", each.version, each.text, _written(states_due.get(each.version)))
        for each in stored.checkpoints
        if each.version <= judged and not checkpoint.is_of(each.text, states_due.get(each.version))
    ]
    sheet = None
    if isinstance(model, JudgedMatch):
        dice = dice_of(changes, folded, refused_versions(made.values()))
        sheet = _ClubRows(model.match, lengths_of(changes), dice)
    return _Comparison(len(folded), found, judged, follower.version > judged, stored.rules, sheet)


def _followed(follower: Follower, pages: Iterable[Sequence[Recorded]]) -> Iterator[Sequence[Recorded]]:
    for page in pages:
        follower.follow(page)
        yield page


def _written(match: Match | None) -> str | None:
    return None if match is None else checkpoint.write(match)


def _altered(log: Log, stream: str) -> Difference | None:
    """The first alteration of a log whose chain does not lead to its head; `None` if it only grew meanwhile."""
    head = log.head(stream)
    try:
        if head is None:
            raise ChainBroken(stream, 0, "the head of the log is gone")
        prove_stored(log, stream, head)
    except ChainBroken as error:
        return Difference(stream, "altered", error.version, None, error.reason)
    return None


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _is_lost(client: Redis, stream: str, judged: int) -> bool:
    """True if facts wait to be judged without a job for them, and were not judged meanwhile."""
    return stream not in feed.unjudged(client, shard_of(stream)) and states.judged_version(client, stream) == judged


def _read(stored: str | None) -> Any:
    return json.loads(stored) if stored else None


def _differ(stored: str | None, rebuilt: Json | None) -> bool:
    """True if what is stored says something else. Where the text is the same, nothing is read."""
    if not stored or rebuilt is None:
        return bool(stored) != (rebuilt is not None)
    read = None if stored == states.as_text(rebuilt) else _read(stored)
    return read is not None and not is_same(json.loads(json.dumps(rebuilt)), read)
