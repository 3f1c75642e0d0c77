"""Context of a job: the dependencies, the queue, and the caches of this worker process."""

import threading
from collections.abc import Set
from dataclasses import dataclass, field
from uuid import uuid4

from redis import Redis

from service.bootstrap import Dependencies, build_dependencies
from service.config import BadSetting, Settings
from service.jobs import Jobs, connect_queue
from service.lru_cache import LruCache
from service.store.keys import shard_of
from workers.projections import Model

_MODELS_KEPT = 2000
Models = LruCache[str, Model]
"""The streams that were folded last, each as far as it is judged. Dropping one costs reading its log again.

The threads of a pump, one for each server of the store, share them.
"""


def _models() -> Models:
    return Models(_MODELS_KEPT)


@dataclass(frozen=True)
class WorkerContext:
    """Shared objects of the jobs of one worker process.

    `queue` is a client of the queue's server. `stopping` is set once the process was asked to end: long jobs look at it
    several times a second. `pumps`: this process is there to judge, and `pumping` while it does. `begun` are models
    that are not folded yet as far as their streams are judged. `token` is that of this process among the pumps.
    """

    deps: Dependencies
    queue: Redis
    jobs: Jobs
    stopping: threading.Event = field(default_factory=threading.Event)
    models: Models = field(default_factory=_models)
    begun: Models = field(default_factory=_models)
    pumps: bool = False
    pumping: threading.Event = field(default_factory=threading.Event)
    token: str = field(default_factory=lambda: uuid4().hex)

    def forget_models(self) -> None:
        """Forget every stream that was folded."""
        for models in (self.models, self.begun):
            models.clear()

    def forget_shards(self, shards: Set[int]) -> None:
        """Forget what another pump has judged, or may have judged, since: only the owner of a shard knows its states.

        A store that lost its last facts lost their states and verdicts with them. So an owner that did not notice it is
        told `MOVED` at its next commit. An owner that comes back would not be told, after another pump judged others.
        """
        for models in (self.models, self.begun):
            models.drop_where(lambda stream: shard_of(stream) in shards)


def open_context(settings: Settings, *, pumps: bool = False) -> WorkerContext:
    """The context of a worker process. Raises `BadSetting` without the addresses of a store and a queue."""
    if settings.store_url is None:
        raise BadSetting("a worker needs BRADE_STORE_URL: `brade serve` sets it for the workers that it starts")
    queue = connect_queue(settings.queue_url or settings.store_url)
    return WorkerContext(build_dependencies(settings), queue, Jobs(queue), pumps=pumps)
