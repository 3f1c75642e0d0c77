"""A check if a worker of this machine or container lives, for health checks.

It imports no rules and no pages: a container asks every thirty seconds, and on a busy machine a check that loads what
a worker needs takes longer than it may.
"""

import socket
from datetime import UTC, datetime, timedelta

from redis import Redis
from redis.exceptions import RedisError
from rq import Worker

from service.config import from_environment
from service.jobs import connect_queue

HEARD = timedelta(seconds=120)
"""The time within which the queue's server hears of a worker that is alive: a long job takes a part of it."""


def is_alive(queue: Redis) -> bool:
    """True if the queue's server has heard of a worker of this machine lately, and while it does not answer.

    Then a restart of the worker brings nothing back, and one that pumps judges on.
    """
    try:
        heard = [
            base_worker.last_heartbeat
            for base_worker in Worker.all(queue)
            if base_worker.hostname == socket.gethostname()
        ]
    except RedisError:
        return True
    return any(time and datetime.now(UTC) - time.replace(tzinfo=UTC) < HEARD for time in heard)


def check() -> int:
    """The exit code of `brade worker --check`: 0 if a worker of this machine lives."""
    settings = from_environment()
    return 0 if is_alive(connect_queue(settings.queue_url or settings.store_url or "")) else 1
