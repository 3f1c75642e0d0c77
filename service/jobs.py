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
from rq.serializers import JSONSerializer

QUEUES = ("pump", "jobs")
FAILED_SECONDS = 6 * 3600
"""How long a failed job can be looked at."""

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


def job_id(kind: str, name: str) -> str:
    """The id of a job, in the letters that RQ allows.

    >>> job_id("export_match", "t_abc.1:17")
    'export_match-t_abc-1-17'
    """
    return f"{kind}-{re.sub(r'[^A-Za-z0-9_-]', '-', name)}"
