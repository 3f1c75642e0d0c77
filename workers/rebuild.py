"""Every stream folded once more from its log, and compared with what the store says it comes to.

States and verdicts are caches: where they differ from the log the log is right, and `repair` has them made again. That
holds for a log whose chain of hashes is whole. One that was altered is named and left alone: what was judged before may
be right where the log is not any more.
"""

import time
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from service.store import bulk_read, feed
from service.store.keys import shard_of
from service.store.maintenance import all_streams
from service.store.read_models import failed_streams, states
from workers.comparison.compare import Difference, batches, compare_batch
from workers.comparison.processes import compare_in_processes, few_collections
from workers.comparison.refold import refold
from workers.context import WorkerContext
from workers.projections import to_json
from workers.pump import Pump

REPAIR_SECONDS = 60.0
FACTS_A_PROCESS = 100_000
"""To start one more process takes about as long as to fold two thirds of these."""
LEFT_ALONE = ("altered", "unreadable")
"""Differences of logs that are not written, because their cause is unknown."""


class Progress(NamedTuple):
    """Progress of a rebuild: streams done of those there are, facts folded, and the differences of the last stream."""

    streams: int
    of: int
    facts: int
    differences: tuple[Difference, ...]


def rebuild(worker_context: WorkerContext, *, repair: bool = False, processes: int = 1) -> Iterator[Progress]:
    """Compare every stream, telling after each how far it is; with `repair` have those that differ judged again.

    At most so many processes share the streams, as far as they have enough to do. Streams may grow meanwhile: each is
    compared up to where it is judged. Repairing forgets what is stored and leaves the rest to the pump that holds the
    shard; if none lives, one is run here.
    """
    deps = worker_context.deps
    heads = all_streams.heads(deps.client)
    facts, wrong = 0, []
    parts = list(batches(heads))
    processes = min(processes, 1 + sum(head.version + 1 for head in heads.values()) // FACTS_A_PROCESS)
    compared = (
        compare_in_processes(deps.client, deps.log, deps.settings.store_url or "", parts, processes)
        if processes > 1
        else (compare_batch(deps.client, deps.log, part) for part in parts)
    )
    with few_collections():
        for done, (stream, count, differences) in enumerate(chain.from_iterable(compared), 1):
            facts += count
            if differences and not any(difference.what in LEFT_ALONE for difference in differences):
                wrong.append(stream)
            yield Progress(done, len(heads), facts, differences)
    if repair and wrong:
        _repair(worker_context, wrong)


def explain_failure(worker_context: WorkerContext, stream: str) -> None:
    """Fold once more a stream that could not be judged: what that raises is this job's failure.

    A stream that can be folded now is given to the pump again.
    """
    folded = refold(list(bulk_read.tail(worker_context.deps.client, stream)), stream)
    if folded.model is not None:
        to_json(folded.model)
    feed.feed_again(worker_context.deps.client, stream)


def _repair(worker_context: WorkerContext, streams: list[str]) -> None:
    """Forget what is stored of these streams and wait until they are judged again."""
    client = worker_context.deps.client
    for stream in streams:
        states.forget(client, stream)
    deadline = time.monotonic() + REPAIR_SECONDS
    pump = Pump(worker_context)
    try:
        while time.monotonic() < deadline and not worker_context.stopping.is_set():
            waiting = set().union(*(feed.unjudged(client, shard) for shard in {shard_of(stream) for stream in streams}))
            if not waiting.intersection(streams) - failed_streams.reasons(client).keys():
                return
            pump.run(time.monotonic() + 0.2)
    finally:
        pump.release()
