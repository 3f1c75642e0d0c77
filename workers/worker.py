"""A worker process: an RQ worker of one queue, and the sweeper beside it.

    python -m workers.worker --queue pump

Ends by itself, not zero, when the queue's server goes away in the middle of a job: its supervisor starts it again. The
one that pumps goes on judging until there is a queue again.
"""

import argparse
import logging
import os
import re
import signal
import sys
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from types import FrameType
from typing import Any, ClassVar

from redis import Redis
from redis.exceptions import ConnectionError as QueueUnreachable
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as QueueSilent
from rq import Queue, SimpleWorker
from rq.exceptions import DeserializationError, InvalidJobOperation, StopRequested
from rq.executions import Execution
from rq.job import Job
from rq.registry import StartedJobRegistry
from rq.serializers import JSONSerializer

from core.errors import BradeError
from service import logs, private_files, tracing, version
from service.config import Settings, from_environment
from service.jobs import JOBS, QUEUES, TELLS_BY_FAILING
from service.processes import open_files
from service.processes.heartbeat import Heart
from service.processes.signals import ignored_at_exit
from service.store.connect import ensure_kept
from service.store.maintenance.store_format import ensure_ours_if_there
from workers.context import WorkerContext, open_context
from workers.pump import Pump
from workers.sweeper import Sweeper

WORKER_TTL = 30
MAINTENANCE_SECONDS = 5

KINDS = {job.function: kind for kind, job in JOBS.items()}
"""The kind of job that a function does."""

ALLOWED = frozenset(KINDS)
"""The dotted names of the functions that a job may call, and no others."""

_PLAIN = re.compile(r"[A-Za-z0-9_](?:\.?[A-Za-z0-9_-]){0,99}")
"""An id of a log, of a file, of a webhook, or a club's short name."""

_log = logging.getLogger(__name__)


class JobRefused(BradeError):
    """A job of none of ours: a writer of the queue must choose neither the called function nor the written file."""

    code = "job-refused"


class AllowedJob(Job):
    """A job that calls only allowed functions, with the worker context as first argument. It has no callbacks."""

    worker_context: ClassVar[WorkerContext]

    @property
    def func(self) -> Any:
        """The function. Raises `JobRefused`."""
        if self.func_name not in ALLOWED or self.instance is not None:
            raise JobRefused(f"{self.func_name!r} is no job of brade")
        if self._success_callback_name or self._failure_callback_name or self._stopped_callback_name:
            raise JobRefused(f"{self.func_name!r} asks for a callback")
        return super().func

    def _ensure_plain(self) -> None:
        """Let ids, names and numbers pass. Raises `JobRefused`: some of them become parts of the names of files."""
        plain = all(
            type(argument) is int or (isinstance(argument, str) and _PLAIN.fullmatch(argument) is not None)
            for argument in self.args
        )
        if not plain or self.kwargs:
            raise JobRefused(f"{self.func_name!r} is asked for with what is no id")

    @property
    def success_callback(self) -> None:
        """None, whatever the queue says."""

    @property
    def failure_callback(self) -> None:
        """None, whatever the queue says."""

    @property
    def stopped_callback(self) -> None:
        """None, whatever the queue says."""

    def send_webhooks(self, *_: Any, **__: Any) -> None:
        """No callback, whatever the queue says."""

    def _execute(self) -> Any:
        function = self.func
        self._ensure_plain()
        since = self.started_at or datetime.now(UTC)
        with tracing.continued("job", (self.meta or {}).get("trace", ""), {"brade.job": KINDS[self.func_name or ""]}):
            result = function(self.worker_context, *self.args, **self.kwargs)
        # Here and not in the worker: one that is killed after this leaves a job that RQ calls abandoned.
        self.worker_context.jobs.done(KINDS[self.func_name or ""], *self.args, since=since)
        return result


class JobWorker(SimpleWorker):
    """A worker that runs its jobs itself, one after the other, and tells a long one to stop when it is asked to."""

    max_connection_wait_time = 2.0
    at_work = False
    worker_context: WorkerContext

    def procline(self, message: str) -> None:
        """Keep the name of the process, by which people find it, where RQ would say what it does."""

    def _set_ip_address(self, connection: Redis) -> None:
        # RQ asks the server, whose answer redis cannot read where the path of the socket has a space or a "=" in it.
        connection.client_setname(self.name)
        self.ip_address = "unknown"

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """End soon: at once when idle, else when the job ends, which is told so."""
        self.worker_context.stopping.set()
        super().request_stop(signum, frame)

    def execute_job(self, job: Job, queue: Queue) -> None:
        """See `SimpleWorker.execute_job`."""
        self.at_work = True
        try:
            super().execute_job(job, queue)
        finally:
            self.at_work = False

    def _shutdown(self) -> None:
        # As in RQ, but without a word to the queue's server, which may be away: this runs within a signal handler. Nor
        # is RQ's own state asked, which says busy too late: what is raised in a job that begins counts as its failure.
        self._stop_requested = True
        if not self.at_work:
            raise StopRequested

    def handle_job_success(
        self, job: Job, queue: Queue, started_job_registry: StartedJobRegistry, execution: Execution
    ) -> None:
        """Take a job that is done off the queue, whose server may have been started anew and know nothing of it."""
        try:
            super().handle_job_success(job, queue, started_job_registry, execution)
        except InvalidJobOperation:
            self.executions.pop(execution.id, None)
            _log.info("%s is done, and the queue has forgotten it", job.id)

    def handle_exception(self, job: Job, *exc_info: Any) -> None:
        """Say in one line that a job failed, where RQ prints a traceback, which is kept with the failed job.

        A failure that is the job's answer is shown where it belongs.
        """
        with suppress(DeserializationError):
            if KINDS.get(job.func_name or "") == TELLS_BY_FAILING:
                return
        error: BaseException | None = exc_info[1]
        _log.error("%s failed: %s: %s", job.id, type(error).__name__, error)
        _log.debug("%s", job.id, exc_info=error)

    def run_maintenance_tasks(self) -> None:
        """Look after what other workers left; later, if the queue is away just now (RQ would end)."""
        try:
            super().run_maintenance_tasks()
        except RedisError as error:
            _log.warning("the queue is away, it is looked after later: %s", error)

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """Say that we live; if the queue's server has forgotten us, because it was started anew, from the beginning.

        A worker that pumps does not wait for a queue that is away, as RQ would: it has no need of one.
        """
        try:
            if pipeline is None and self.birth_date and not self._is_known():
                self._register_again()
            super().heartbeat(timeout, pipeline)
        except (QueueUnreachable, QueueSilent):
            if "pump" in self.queue_names() and not self.at_work:
                raise StopRequested from None
            raise

    def _is_known(self) -> bool:
        """True if the queue's server lists this worker. Its own key says nothing: a job that ends writes its state."""
        return bool(self.connection.sismember(self.redis_workers_keys, self.key))

    def _register_again(self) -> None:
        state = self.get_state()
        self.connection.delete(self.key)
        self.register_birth()
        self.set_state(state)

    def get_heartbeat_ttl(self, job: Job, working_time: float = 0.0) -> int:  # noqa: ARG002  RQ passes it
        """The time for which a job counts as running without a heartbeat (seconds)."""
        return WORKER_TTL + (0 if job.origin == "pump" else int(job.timeout or 0))


def run_worker(settings: Settings, queue: str) -> int:
    """Work until SIGTERM or SIGINT; the exit code: 0 if asked to stop, 1 if the queue's server went away.

    Raises `BadSetting` without the addresses of a store and a queue, `StoreTooNew`, `StoreNotUpgraded` and
    `StoreVolatile`.
    """
    worker_context = open_context(settings, pumps=queue == "pump")
    ensure_ours_if_there(worker_context.deps.client, settings.shards)
    with suppress(RedisError):  # one that is away is waited for
        ensure_kept(worker_context.deps.client, volatile=settings.volatile)
    Heart().go_on()
    tracing.start(queue, version.number(), os.environ)
    job_class = type("ContextJob", (AllowedJob,), {"worker_context": worker_context})
    sweeper = Sweeper(worker_context)
    sweeper.start()
    try:
        worker = JobWorker(
            [queue],
            connection=worker_context.queue,
            serializer=JSONSerializer,
            job_class=job_class,
            worker_ttl=WORKER_TTL,
            maintenance_interval=MAINTENANCE_SECONDS,
            default_result_ttl=0,
            log_job_description=False,
        )
        worker.log_result_lifespan = False
        worker.worker_context = worker_context
        worker._install_signal_handlers()  # work() would do so only after it has said that it lives
        worker.work(logging_level="WARNING")
    except StopRequested:
        _log.info("asked to stop while starting")
    except RedisError as error:
        _log.error("the queue is away: %s", error)
    try:
        if queue == "pump" and not worker_context.stopping.is_set():
            for signals in (signal.SIGTERM, signal.SIGINT):
                signal.signal(signals, lambda *_: worker_context.stopping.set())
            pump_alone(worker_context)
    finally:
        asked = worker_context.stopping.is_set()
        worker_context.stopping.set()
        sweeper.join(timeout=2.0)
        tracing.stop()
    return 0 if asked else 1


def pump_alone(worker_context: WorkerContext) -> None:
    """Judge what comes until the queue answers, which is all that jobs need it for, or until asked to stop."""
    back = threading.Event()
    threading.Thread(target=_wait_for_the_queue, args=(worker_context, back), name="queue", daemon=True).start()
    own = Pump(worker_context, worker_context.token)
    try:
        while not (back.is_set() or worker_context.stopping.is_set()):
            own.run(time.monotonic() + 1.0)
    finally:
        own.release()


def _wait_for_the_queue(worker_context: WorkerContext, back: threading.Event) -> None:
    while not worker_context.stopping.is_set():
        try:
            worker_context.queue.ping()
        except RedisError:
            worker_context.stopping.wait(1.0)
        else:
            back.set()
            return


def main(arguments: list[str] | None = None) -> int:
    """The command line, for one worker by itself; the environment says where the store and the queue are."""
    parser = argparse.ArgumentParser(prog="python -m workers.worker", description="A worker of one queue.")
    parser.add_argument("--queue", choices=QUEUES, required=True)
    asked = parser.parse_args(arguments)
    settings = from_environment()
    ignored_at_exit()
    private_files.restrict()
    open_files.raise_limit()
    logs.configure(settings.log_level)
    return run_worker(settings, asked.queue)


if __name__ == "__main__":
    sys.exit(main())
