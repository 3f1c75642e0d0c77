"""Background thread. Every two seconds it re-queues streams that have unjudged facts.

Most of what can be lost is lost with a process: a pump that was killed, a queue that was emptied, feed entries that
were read under a lease that had just run out. All of it shows in one place, the store's list of unjudged streams.
"""

import logging
import random
import threading

from redis.exceptions import RedisError

from service.handlers import prepared_files as files
from service.handlers.club import restores
from service.handlers.forgetting import Forgetter
from service.handlers.registration import entry_form
from service.store import deliveries, feed, leases, prepared_files, repeats
from service.store.cluster.servers import servers, shards_at
from service.store.maintenance import club_restores, erasures
from service.store.match_files import sheet_parts
from service.store.read_models import failed_streams
from service.store.steady_clock import SteadyClock
from workers.context import WorkerContext
from workers.settlement import seat_due

TICK_SECONDS = 2.0
FAILED_AGAIN_TICKS = 5
"""A stream that could not be judged is tried again every so many ticks."""

_STREAMS_A_SHARD = 100
_CLEAN_TICKS = 30
_SEAT_TICKS = 5

_log = logging.getLogger(__name__)


class Sweeper(threading.Thread):
    """Sweeps at once and then every tick, until the worker stops."""

    def __init__(self, worker_context: WorkerContext, tick: float = TICK_SECONDS) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._worker_context, self._tick = worker_context, tick
        self._steady = SteadyClock(worker_context.deps.client, worker_context.deps.clock)
        self._forgetter = Forgetter(worker_context.deps, worker_context.stopping, worker_context.forget_models)
        self._seen: dict[str, int] = {}
        self._ticks = 0

    def run(self) -> None:
        """See `threading.Thread.run`."""
        while True:
            try:
                self.sweep()
            except RedisError as error:
                _log.warning("nothing is swept, the store is away: %s", error)
            except Exception:  # noqa: BLE001 - nothing else would handle it; the next sweep may do better
                _log.exception("the sweep failed; it is tried again")
            if self._worker_context.stopping.wait(self._tick):
                return

    def sweep(self) -> None:
        """Feed again what waited for a whole tick and did not move; ask for a pump if none is at work.

        Failed jobs whose pause is over are put back into their queues.
        """
        self._worker_context.jobs.retry_due()
        client = self._worker_context.deps.client
        waiting, failing = self._unjudged()
        stuck = [stream for stream, last in waiting.items() if self._seen.get(stream) == last]
        self._seen = waiting
        self._ticks += 1
        if self._ticks % FAILED_AGAIN_TICKS == 0:
            stuck += failing
        for stream in stuck:
            feed.feed_again(client, stream)
        if stuck:
            _log.warning("%d streams waited too long and are fed again, %s first", len(stuck), stuck[0])
        self._ask_for_a_pump(even_so=bool(stuck))
        self._go_on_with_restores()
        self._go_on_with_erasures()
        self._forgetter.look()
        self._ask_for_deliveries()
        self._go_on_with_files()
        self._keep_time()
        if self._ticks % _SEAT_TICKS == 0:
            seat_due(self._worker_context.deps, self._worker_context.deps.clock())
        if self._ticks == 1:
            self._renew_sheets()

    def _renew_sheets(self) -> None:
        """Ask for the parts of the sheets of long matches: this may be another version of brade than before."""
        for match_id in sheet_parts.long_matches(self._worker_context.deps.client):
            self._worker_context.jobs.ask("keep_sheet", match_id, name=f"{match_id}:again")

    def _keep_time(self) -> None:
        """Keep the steady clock, and now and then forget idempotency keys whose day is over, and old contacts."""
        self._steady.keep()
        if self._ticks % _CLEAN_TICKS == 1:
            repeats.forget_old(self._worker_context.deps.client, self._shards(), self._steady.running())
            entry_form.remove_old_requests(self._worker_context.deps, self._shards())

    def _ask_for_deliveries(self) -> None:
        """Ask for jobs that work on the webhooks whose time has come."""
        deps = self._worker_context.deps
        for club, webhook_id, until in deliveries.claim(deps.client, deps.clock()):
            self._worker_context.jobs.ask(
                "deliver_webhook", club, webhook_id, until, name=f"{club}:{webhook_id}:{until}"
            )

    def _go_on_with_restores(self) -> None:
        """Ask again for what a worker left of a backup, and now and then remove files of no use any more."""
        deps = self._worker_context.deps
        now = deps.clock()
        came = club_restores.every(deps.client)
        for restore in came:
            kind = club_restores.JOBS.get(restore.state)
            if kind and now - restore.beat > club_restores.STALE_MS:
                # All sweepers ask in the same words, as above.
                self._worker_context.jobs.ask(kind, restore.id, name=f"{restore.id}:{now // club_restores.STALE_MS}")
        if self._ticks % _CLEAN_TICKS == 1:
            restores.remove_forgotten(deps, came)

    def _go_on_with_erasures(self) -> None:
        """Ask again for what a worker left of an erasure."""
        now = self._worker_context.deps.clock()
        for stored_erasure in erasures.unfinished(self._worker_context.deps.client):
            if now - stored_erasure.beat > erasures.STALE_MS:
                # All sweepers ask in the same words, as above.
                self._worker_context.jobs.ask(
                    "erase_player", stored_erasure.id, name=f"{stored_erasure.id}:{now // erasures.STALE_MS}"
                )

    def _go_on_with_files(self) -> None:
        """Ask again for files that a worker left, and now and then remove those that are no longer kept."""
        deps = self._worker_context.deps
        now = deps.clock()
        for prepared_file in prepared_files.every(deps.client):
            if prepared_file.state in prepared_files.UNFINISHED and now - prepared_file.beat > prepared_files.STALE_MS:
                # All sweepers ask in the same words, as above.
                name = f"{prepared_file.id}:{now // prepared_files.STALE_MS}"
                self._worker_context.jobs.ask("prepare_file", prepared_file.id, name=name)
        if self._ticks % _CLEAN_TICKS == 1:
            files.remove_forgotten(deps)

    def _shards(self) -> list[int]:
        """The shards whose server answers: the others are swept when they are back."""
        found: list[int] = []
        for server in servers(self._worker_context.deps.client):
            try:
                server.ping()
            except RedisError as error:
                _log.warning("its shards are not swept, a server is away: %s", error)
            else:
                found += shards_at(self._worker_context.deps.client, server)
        return sorted(found)

    def _unjudged(self) -> tuple[dict[str, int], list[str]]:
        """Some unjudged streams of each shard, with the version of their last fact, and some that could not be judged.

        A shard with many more has a pump that is behind, or none. The same streams are looked at until they are judged.
        Those that could not be judged are not among them: they may never be, and others would not be reached.
        """
        client, waiting, failing = self._worker_context.deps.client, dict[str, int](), list[str]()
        for shard in self._shards():
            unjudged = feed.unjudged(client, shard)
            failed = unjudged.keys() & failed_streams.reasons(client, [shard]).keys() if unjudged else set[str]()
            failing += random.sample(sorted(failed), min(len(failed), _STREAMS_A_SHARD))
            others = sorted(unjudged.keys() - failed)[:_STREAMS_A_SHARD]
            waiting |= {stream: unjudged[stream] for stream in others}
        return waiting, failing

    def _ask_for_a_pump(self, *, even_so: bool) -> None:
        """Ask for a pump if none lives; `even_so`: also if one seems to, which may hang. In vain it leaves at once.

        A process that is there to judge asks if it has none at work: the others then give up a part of the shards.
        """
        idle = self._worker_context.pumps and not self._worker_context.pumping.is_set()
        if not (even_so or idle) and any(leases.owned(self._worker_context.deps.client)):
            return
        if self._worker_context.jobs.waiting("pump") != 0:
            return
        # All sweepers ask in the same words: the job that several ask for in one tick is one job. One that asks for its
        # own process has words of its own.
        number = int(self._worker_context.deps.clock() / (1000 * self._tick))
        self._worker_context.jobs.ask(
            "pump", number, name=f"{self._worker_context.token}-{number}" if idle else str(number)
        )
