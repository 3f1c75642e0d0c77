"""Every stream folded once more from its log, and compared with what the store says it comes to.

States and verdicts are caches: where they differ from the log the log is right, and `repair` has them made again. That
holds for a log whose chain of hashes is whole. One that was altered is named and left alone: what was judged before may
be right where the log is not any more.
"""

import json
import time
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from core.errors import BradeError, NewerVersion, UnknownEvent
from core.eventlog.hash_chain import Follower
from core.eventlog.log import NEW, Head, Log
from core.events import Recorded
from core.match import checkpoint
from core.match.judging import RULES
from core.messages import as_stored
from service.backups.verification import ChainBroken, prove_stored
from service.store import bulk_read, feed
from service.store.keys import shard_of
from service.store.maintenance import all_streams
from service.store.read_models import dice_counts, failed_streams, game_lengths, match_checkpoints, states
from service.store.read_models.dice_counts import MatchDice
from workers.context import WorkerContext
from workers.dice import dice_of, refused_versions
from workers.projections import Json, Model, apply_fact, start_model, to_json
from workers.pump import Pump
from workers.rule_checks import JudgedMatch, SettlementChange
from workers.settlement import lengths_of

REPAIR_SECONDS = 60.0
LEFT_ALONE = ("altered", "unreadable")
"""Differences of logs that are not written, because their cause is unknown."""

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


class Progress(NamedTuple):
    """Progress of a rebuild: streams done of those there are, facts folded, and the differences of the last stream."""

    streams: int
    of: int
    facts: int
    differences: tuple[Difference, ...]


class Refolded(NamedTuple):
    """A stream's model, `None` if it has no event, those of its verdicts that say something, its events, its
    checkpoints, and how its settlement changed.
    """

    model: Model | None
    verdicts: dict[int, Json]
    events: list[Recorded]
    checkpoints: dict[int, str | None]
    changes: list[SettlementChange]


def rebuild(worker_context: WorkerContext, *, repair: bool = False) -> Iterator[Progress]:
    """Compare every stream, telling after each how far it is; with `repair` have those that differ judged again.

    Streams may grow meanwhile: each is compared up to where it is judged. Repairing forgets what is stored and leaves
    the rest to the pump that holds the shard; if none lives, one is run here.
    """
    log, client = worker_context.deps.log, worker_context.deps.client
    heads = all_streams.heads(client)
    facts, wrong = 0, []
    for done, (stream, events) in enumerate(bulk_read.all_of(client, sorted(heads)), 1):
        count, differences = _compare(client, log, stream, heads[stream], events)
        facts += count
        if differences and not any(each.what in LEFT_ALONE for each in differences):
            wrong.append(stream)
        yield Progress(done, len(heads), facts, differences)
    if repair and wrong:
        _repair(worker_context, wrong)


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
        if isinstance(model, JudgedMatch) and checkpoint.is_due(model.match):
            checkpoints[recorded.version] = checkpoint.write(model.match)
    return Refolded(model, verdicts, read, checkpoints, changes)


def _compare(
    client: Redis, log: Log, stream: str, head: Head, events: Iterable[Recorded]
) -> tuple[int, tuple[Difference, ...]]:
    """The number of facts folded, and the differences."""
    state, verdicts = states.load_with_verdicts(client, stream)
    judged = NEW if state is None else state.judged_version
    chain = Follower(stream)
    read = chain.through(events)
    try:
        model, made, folded, checkpoints, changes = refold(read, stream, judged)
        if len(folded) <= judged:  # what was read ahead is older than the state
            chain = Follower(stream)
            read = chain.through(bulk_read.tail(client, stream))
            model, made, folded, checkpoints, changes = refold(read, stream, judged)
        deque(read, maxlen=0)  # what is not judged yet belongs to the chain too
    except (UnknownEvent, NewerVersion) as error:
        return 0, (Difference(stream, "unreadable", judged, None, _error_text(error)),)
    except _UNREADABLE as error:
        return 0, (_altered(log, stream) or Difference(stream, "unreadable", judged, None, _error_text(error)),)
    if Head(chain.version, chain.head) != head and (altered := _altered(log, stream)):
        return len(folded), (altered,)
    found = [
        Difference(stream, "verdict", version, verdicts.get(version), made.get(version))
        for version in sorted(verdicts.keys() | made.keys())
        if version <= judged and _differ(verdicts.get(version), made.get(version))
    ]
    if state is not None and (model is None or model.version != judged or _differ(state.json, to_json(model))):
        found.append(Difference(stream, "state", judged, state.json, None if model is None else to_json(model)))
    found += [
        Difference(stream, "checkpoint", stored.version, stored.text, checkpoints.get(stored.version))
        for stored in match_checkpoints.all_of(client, stream)
        if stored.version <= judged and not checkpoint.is_same(stored.text, checkpoints.get(stored.version))
    ]
    if isinstance(model, JudgedMatch):
        found += _other_lengths(client, model, changes)
        found += _other_dice(client, model, dice_of(changes, folded, refused_versions(made.values())))
    if not found and _is_lost(client, stream, judged):
        found.append(Difference(stream, "not judged", judged, None, None))
    rules = _other_rules(client, stream) if found else None
    return len(folded), tuple(each._replace(rules=rules) for each in found)


def _other_lengths(client: Redis, sheet: JudgedMatch, changes: list[SettlementChange]) -> list[Difference]:
    """The difference between the lengths of a match's games that are kept for its club and those that its log has."""
    opened, match_id = sheet.match.opened, sheet.match.id
    different = game_lengths.differing(client, opened.club, opened.game, match_id, lengths_of(changes))
    return [Difference(match_id, "lengths of games", sheet.version, *different)] if different else []


def _other_dice(client: Redis, sheet: JudgedMatch, made: MatchDice | None) -> list[Difference]:
    """The difference between the counts of a match's dice that are kept for its club and those that its log has."""
    different = dice_counts.differing(client, sheet.match.opened.club, sheet.match.id, made)
    return [Difference(sheet.match.id, "dice", sheet.version, *different)] if different else []


def _other_rules(client: Redis, stream: str) -> tuple[int, int] | None:
    """The rules by which a match was judged and those of now; `None` where they are the same, or not known."""
    ((_, whole),) = states.wholes(client, [stream])
    judged_by = json.loads(whole)["rules"] if whole else RULES
    return None if judged_by == RULES else (judged_by, RULES)


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


def explain_failure(worker_context: WorkerContext, stream: str) -> None:
    """Fold once more, writing nothing, a stream that could not be judged: what that raises is this job's failure."""
    folded = refold(bulk_read.tail(worker_context.deps.client, stream), stream)
    if folded.model is not None:
        to_json(folded.model)
    feed.feed_again(worker_context.deps.client, stream)


def _is_lost(client: Redis, stream: str, judged: int) -> bool:
    """True if facts wait to be judged without a job for them."""
    following = next(bulk_read.tail(client, stream, judged, page=1), None)
    return following is not None and stream not in feed.unjudged(client, shard_of(stream))


def _differ(stored: Json | None, rebuilt: Json | None) -> bool:
    return stored != as_stored(json.loads(json.dumps(rebuilt)), stored)


def _repair(worker_context: WorkerContext, streams: list[str]) -> None:
    """Forget what is stored of these streams and wait until they are judged again."""
    client = worker_context.deps.client
    for stream in streams:
        states.forget(client, stream)
    deadline = time.monotonic() + REPAIR_SECONDS
    pump = Pump(worker_context)
    try:
        while time.monotonic() < deadline and not worker_context.stopping.is_set():
            waiting = set().union(*(feed.unjudged(client, shard) for shard in {shard_of(each) for each in streams}))
            if not waiting.intersection(streams) - failed_streams.reasons(client).keys():
                return
            pump.run(time.monotonic() + 0.2)
    finally:
        pump.release()
