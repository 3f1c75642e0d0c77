"""Work for later: which jobs there are, and how one is asked for.

A job is named here by its dotted name, so that whoever asks for it need not import it; its first argument, what it
works with, is given to it by the worker. Nothing correct depends on a job: what is lost here, the workers' sweeper
finds again in the store.
"""

import logging
import re
from typing import NamedTuple

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry as Again
from rq import Queue, Retry
from rq.exceptions import DeserializationError, InvalidJobOperation, NoSuchJobError
from rq.job import Job as Asked
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer

QUEUES = ("pump", "jobs")
FAILED_SECONDS = 6 * 3600
"""How long a failed job can be looked at."""

_FAILED_AT_ONCE = 100
_say = logging.getLogger(__name__)
_ANSWER_SECONDS = 5.0


class Job(NamedTuple):
    """A kind of job: its function's dotted name, the queue it waits in, the seconds it may take, and its tries."""

    function: str
    queue: str
    seconds: int
    tries: int


JOBS = {
    # Its length says nothing about its health: one that hangs loses its lease in a second and a half.
    "pump": Job("workers.pump.pump", "pump", 120, 1),
    "explain_failure": Job("workers.rebuild.explain_failure", "jobs", 60, 1),
    "export_match": Job("workers.exports.export_match", "jobs", 60, 3),
    "export_standings": Job("workers.exports.export_standings", "jobs", 60, 3),
    "export_tournament": Job("workers.exports.export_tournament", "jobs", 60, 3),
}


_TELLS_BY_FAILING = "explain_failure"
"""Its failure is its answer, and shown where it belongs: with the stream that cannot be judged."""


class Failed(NamedTuple):
    """A job that was tried as often as it may be: its kind, what it works with, since when (Unix ms), what it said."""

    id: str
    kind: str
    args: tuple[str | int, ...]
    since: int
    said: str

    @property
    def stream(self) -> str:
        """The stream that it works on; nothing for a pump, which works on all."""
        return str(self.args[0]) if self.args and self.kind != "pump" else ""

    @property
    def tournament(self) -> str:
        """The tournament that its stream belongs to; nothing for friendly matches and pumps."""
        return self.stream.partition(".")[0] if self.stream.startswith("t_") else ""

    @property
    def work(self) -> tuple[str, str]:
        """What is the same work: whoever does it once has done all of it."""
        return self.kind, "" if self.kind == "pump" else repr(self.args)


def connect_queue(url: str) -> Redis:
    """A client for the queue's server. It repeats nothing by itself: one lost answer would take two jobs."""
    pool = ConnectionPool.from_url(
        url, socket_connect_timeout=2.0, socket_timeout=_ANSWER_SECONDS, retry=Again(NoBackoff(), 0), protocol=2
    )
    return Redis(connection_pool=pool)


class Jobs:
    """Where jobs are asked for."""

    def __init__(self, client: Redis) -> None:
        self._queues = {name: Queue(name, connection=client, serializer=JSONSerializer) for name in QUEUES}

    def ask(self, kind: str, *args: str | int, name: str) -> bool:
        """Ask for a job under a name of its own; `False` if the queue is away, which is not the asker's trouble.

        A name that waits already is not done twice. Take a new name for new work: one that is just being done is
        forgotten when it ends, and with it what was asked meanwhile.
        """
        job = JOBS[kind]
        try:
            self._queues[job.queue].enqueue_call(
                job.function, args=args, timeout=job.seconds, result_ttl=0, failure_ttl=FAILED_SECONDS,
                job_id=job_id(kind, name), retry=Retry(max=job.tries - 1) if job.tries > 1 else None,
            )  # fmt: skip
        except RedisError as error:
            _say.warning("%s is not asked for, the queue is away: %s", kind, error)
            return False
        return True

    def waiting(self, queue: str) -> int | None:
        """How many jobs wait in a queue; `None` if it is away."""
        try:
            return len(self._queues[queue])
        except RedisError as error:
            _say.warning("the queue is away: %s", error)
            return None

    # ── what failed ──────────────────────────────────────────────────────────────────────────────────────────────────
    def failures(self) -> list[Failed] | None:
        """The work that failed and was not done since, the newest first, each once; `None` if the queue is away."""
        try:
            found = [each for queue in self._queues.values() for each in _failures(queue)]
        except RedisError as error:
            _say.warning("the queue is away: %s", error)
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
            _say.warning("%s is not done again, the queue is away: %s", failed.id, error)
            return False
        return True

    def done(self, kind: str, *args: str | int) -> None:
        """Work is done: whatever failed of it before is no failure any more."""
        queue, work = self._queues[JOBS[kind].queue], Failed("", kind, args, 0, "").work
        try:
            for each in _failures(queue):
                if each.work == work:
                    _registry(queue).remove(each.id, delete_job=True)
        except (RedisError, NoSuchJobError) as error:
            _say.warning("what failed of %s before is still called a failure: %s", kind, error)


def _registry(queue: Queue) -> FailedJobRegistry:
    return FailedJobRegistry(queue=queue, job_class=Asked, serializer=JSONSerializer)


def _failures(queue: Queue) -> list[Failed]:
    """The failed jobs of a queue that are ours, whoever wrote the others."""
    kinds = {job.function: kind for kind, job in JOBS.items() if kind != _TELLS_BY_FAILING}
    ids = _registry(queue).get_job_ids(-_FAILED_AT_ONCE, -1, cleanup=False)
    jobs = Asked.fetch_many(ids, queue.connection, serializer=JSONSerializer) if ids else []
    found = []
    for job in filter(None, jobs):
        kind = kinds.get(_function(job))
        if kind and (result := job.latest_result()):
            since, said = int(1000 * result.created_at.timestamp()), (result.exc_string or "").strip()
            found.append(Failed(job.id, kind, tuple(job.args), since, said.rpartition("\n")[2]))
    return found


def _function(job: Asked) -> str:
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
