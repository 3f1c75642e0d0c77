"""Jobs: their names, and how to enqueue one.

A job is named here by its dotted name, so that the caller need not import it. The worker passes its first argument, the
context. Correctness never depends on a job: the workers' sweeper finds lost work again in the store.
"""

import json
import logging
import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from redis import ConnectionPool, DriverInfo, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry as Again
from rq import Queue, Retry
from rq.exceptions import AbandonedJobError, DeserializationError, InvalidJobOperation, NoSuchJobError
from rq.job import Job as QueuedJob
from rq.registry import FailedJobRegistry
from rq.scheduler import RQScheduler
from rq.serializers import JSONSerializer

from core.messages import say
from service import tracing
from service.store import observed_reads

QUEUES = ("pump", "jobs")
FAILED_SECONDS = 6 * 3600
"""The time for which a failed job is kept."""

_FAILED_AT_ONCE = 100
_log = logging.getLogger(__name__)
_ANSWER_SECONDS = 5.0
_DRIVER = DriverInfo()
"""Made once: the client would look its own version up on the disk for every connection."""


class Job(NamedTuple):
    """A kind of job: its function's dotted name, the queue it waits in, and the seconds it may take.

    `pauses` are the seconds before each further try of one that failed; without any it is tried once. A job goes
    `first`, before those that wait, if a person waits for it.
    """

    function: str
    queue: str
    seconds: int
    pauses: tuple[int, ...] = ()
    first: bool = False


_PAUSES = (3, 30, 300)
"""A store or a disk that was away for a moment is back after seconds, one that was started anew after minutes."""

JOBS = {
    # Its length says nothing about its health: one that hangs loses its lease in a second and a half.
    "pump": Job("workers.pump.pump", "pump", 120),
    "explain_failure": Job("workers.rebuild.explain_failure", "jobs", 60),
    "back_up_club": Job("workers.club_backups.back_up_club", "jobs", 600, first=True),
    "read_backup": Job("workers.club_restores.read_backup", "jobs", 3600, _PAUSES, first=True),
    "restore_backup": Job("workers.club_restores.restore_backup", "jobs", 3600, _PAUSES, first=True),
    "erase_player": Job("workers.erasure.erase_player", "jobs", 3600, _PAUSES, first=True),
    # A webhook whose job is lost, or fails, is claimed again (`service.store.deliveries`).
    "deliver_webhook": Job("workers.webhooks.delivery.deliver_webhook", "jobs", 60),
    "prepare_file": Job("workers.exports.prepare_file", "jobs", 3600, _PAUSES),
    "export_match": Job("workers.exports.export_match", "jobs", 60, _PAUSES),
    "keep_sheet": Job("workers.exports.keep_sheet", "jobs", 60, _PAUSES),
    "export_standings": Job("workers.exports.export_standings", "jobs", 60, _PAUSES),
    "export_tournament": Job("workers.exports.export_tournament", "jobs", 60, _PAUSES),
}


TELLS_BY_FAILING = "explain_failure"
"""Its failure is its answer, and shown where it belongs: with the stream that cannot be judged."""


class Failed(NamedTuple):
    """A job that was tried as often as it may be: its kind, what it works with, since when (Unix ms), what it said."""

    id: str
    kind: str
    args: tuple[str | int, ...]
    since: int
    error: str
    is_abandoned: bool = False

    @property
    def stream(self) -> str:
        """The stream that it works on; nothing for a pump, which works on all."""
        return str(self.args[0]) if self.args and self.kind != "pump" else ""

    @property
    def tournament(self) -> str:
        """The tournament that its stream belongs to; nothing for friendly matches and pumps."""
        return self.stream.partition(".")[0] if self.stream.startswith("t_") else ""

    @property
    def work(self) -> str:
        """The key of its work: jobs with the same key do the same work."""
        return _work(self.kind, self.args)


def connect_queue(url: str) -> Redis:
    """A client for the queue's server. It repeats nothing by itself: one lost answer would take two jobs."""
    pool = ConnectionPool.from_url(
        url,
        socket_connect_timeout=2.0,
        socket_timeout=_ANSWER_SECONDS,
        retry=Again(NoBackoff(), 0),
        protocol=2,
        driver_info=_DRIVER,
    )
    return Redis(connection_pool=pool)


class Jobs:
    """Requests of jobs."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._queues = {name: Queue(name, connection=client, serializer=JSONSerializer) for name in QUEUES}
        self._scheduler = RQScheduler(QUEUES, client, serializer=JSONSerializer, logging_level=logging.WARNING)
        self._scheduler.prepare_registries(QUEUES)

    def ask(self, kind: str, *args: str | int, name: str) -> bool:
        """Ask for a job under a name of its own; `False` if the queue is away, which is not the asker's trouble.

        A name that waits already is not done twice. Take a new name for new work: one that is just being done is
        forgotten when it ends, and with it what was asked meanwhile.
        """
        job = JOBS[kind]
        try:
            self._queues[job.queue].enqueue_call(
                job.function,
                args=args,
                timeout=job.seconds,
                result_ttl=0,
                failure_ttl=FAILED_SECONDS,
                job_id=job_id(kind, name),
                retry=Retry(len(job.pauses), job.pauses) if job.pauses else None,
                at_front=job.first,
                meta={"trace": trace} if (trace := tracing.carried()) else None,
            )
        except RedisError as error:
            _log.warning("%s is not asked for, the queue is away: %s", kind, error)
            return False
        return True

    def retry_due(self) -> None:
        """Put failed jobs whose pause is over back into their queues; later, if the queue is away.

        RQ's scheduler is used without its process and its lock. Two processes that do this at once may have a job done
        twice, which is allowed; a lock would be a write to the queue's server at every look.
        """
        try:
            self._scheduler.enqueue_scheduled_jobs()
        except RedisError as error:
            _log.warning("failed jobs are tried again later, the queue is away: %s", error)

    def waiting(self, queue: str) -> int | None:
        """The number of jobs that wait in a queue; `None` if it is away."""
        try:
            return len(self._queues[queue])
        except RedisError as error:
            _log.warning("the queue is away: %s", error)
            return None

    # ── what failed ──────────────────────────────────────────────────────────────────────────────────────────────────
    def failures(self) -> list[Failed] | None:
        """The work that failed and was not done since, the newest first, each once; `None` if the queue is away."""
        observed_reads.end("the queue")
        try:
            found = [failure for queue in self._queues.values() for failure in _failures(queue)]
        except RedisError as error:
            _log.warning("the queue is away: %s", error)
            return None
        newest = {each.work: each for each in sorted(found, key=lambda each: each.since)}
        return sorted(newest.values(), key=lambda each: each.since, reverse=True)

    def again(self, failed: Failed) -> bool:
        """Have failed work done again; `False` if nothing of it failed any more, or the queue is away."""
        try:
            _registry(self._queues[JOBS[failed.kind].queue]).requeue(failed.id)
        except (NoSuchJobError, InvalidJobOperation):
            return False
        except RedisError as error:
            _log.warning("%s is not done again, the queue is away: %s", failed.id, error)
            return False
        return True

    def done(self, kind: str, *args: str | int, since: datetime) -> None:
        """Record that work is done by a run that began at `since`: failures of jobs asked for before it are over."""
        try:
            self._client.set(_work(kind, args), int(1000 * since.timestamp()), ex=FAILED_SECONDS)
        except RedisError as error:
            _log.warning("what failed of %s before is still called a failure: %s", kind, error)


def _work(kind: str, args: Sequence[str | int]) -> str:
    """The key under which the queue's server keeps when work was done last. All pumps do the same work."""
    return f"brade:done:{kind}:{json.dumps([] if kind == 'pump' else list(args))}"


def _registry(queue: Queue) -> FailedJobRegistry:
    return FailedJobRegistry(queue=queue, job_class=QueuedJob, serializer=JSONSerializer)


def _failures(queue: Queue) -> list[Failed]:
    """The failed jobs of a queue that are brade's, without those whose work was done after they were asked for."""
    kinds = {job.function: kind for kind, job in JOBS.items() if kind != TELLS_BY_FAILING}
    ids = _registry(queue).get_job_ids(-_FAILED_AT_ONCE, -1, cleanup=False)
    jobs = QueuedJob.fetch_many(ids, queue.connection, serializer=JSONSerializer) if ids else []
    failures = []
    for job in filter(None, jobs):
        kind = kinds.get(_function(job))
        if kind and (result := job.latest_result()):
            since, error = int(1000 * result.created_at.timestamp()), (result.exc_string or "").strip()
            is_abandoned = AbandonedJobError.__name__ in error
            failed = Failed(job.id, kind, tuple(job.args), since, _cause(error, is_abandoned), is_abandoned)
            if not _is_over(job, failed, queue.connection):
                failures.append(failed)
    return failures


def _is_over(job: QueuedJob, failed: Failed, client: Redis) -> bool:
    """True if the work of a failed job was done by a run that began after the job was enqueued.

    A worker that is killed between the end of a job and RQ's bookkeeping leaves a job that is done, and that RQ calls
    abandoned. An abandoned pump left no work of its own: the next one judges the rest, and `/readyz` says if none does.
    """
    if failed.kind == "pump" and failed.is_abandoned:
        return True
    done: bytes | None = client.get(failed.work)  # type: ignore[assignment]
    return done is not None and job.created_at is not None and int(done) >= int(1000 * job.created_at.timestamp())


def _cause(error: str, is_abandoned: bool) -> str:
    """The last line of a traceback. RQ's words for a job whose worker was killed tell readers nothing."""
    return say("the worker process was killed or hung meanwhile") if is_abandoned else error.rpartition("\n")[2]


def _function(job: QueuedJob) -> str:
    """The dotted name of what a job calls; nothing where it was written in a way that is not read here."""
    try:
        return job.func_name or ""
    except DeserializationError:
        return ""


def job_id(kind: str, name: str) -> str:
    """The id of a job, in the letters that RQ allows.

    >>> job_id("export_match", "t_abc.1:17")
    'export_match-t_abc-1-17'
    """
    return f"{kind}-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}"
