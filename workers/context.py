"""Context of a job: the dependencies, the queue, and the caches of this worker process."""

import threading
from collections import OrderedDict
from collections.abc import Set
from dataclasses import dataclass, field
from uuid import uuid4

from redis import Redis

from service.bootstrap import Dependencies, build_dependencies
from service.config import BadSetting, Settings
from service.jobs import Jobs, connect_queue
from service.store.keys import shard_of
from workers.projections import Model

_MODELS_KEPT = 2000


class ModelCache:
    """The streams that were folded last, each as far as it is judged. Forgetting one costs reading its log again.

    Safe to share between threads: a pump has one for each server of the store.
    """

    def __init__(self, capacity: int = _MODELS_KEPT) -> None:
        self._models: OrderedDict[str, Model] = OrderedDict()
        self._kept = capacity
        self._lock = threading.Lock()

    def get(self, stream: str) -> Model | None:
        """The stream's model, or `None` if it is not remembered."""
        with self._lock:
            if stream in self._models:
                self._models.move_to_end(stream)
            return self._models.get(stream)

    def put(self, stream: str, model: Model) -> None:
        """Remember a model that has been committed."""
        with self._lock:
            self._models[stream] = model
            self._models.move_to_end(stream)
            if len(self._models) > self._kept:
                self._models.popitem(last=False)

    def forget(self, stream: str) -> None:
        """Forget one stream."""
        with self._lock:
            self._models.pop(stream, None)

    def forget_shards(self, shards: Set[int]) -> None:
        """Forget the streams of these shards."""
        with self._lock:
            for stream in [each for each in self._models if shard_of(each) in shards]:
                del self._models[stream]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._models.clear()


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
    models: ModelCache = field(default_factory=ModelCache)
    begun: ModelCache = field(default_factory=ModelCache)
    pumps: bool = False
    pumping: threading.Event = field(default_factory=threading.Event)
    token: str = field(default_factory=lambda: uuid4().hex)

    def forget_shards(self, shards: Set[int]) -> None:
        """Forget what another pump has judged, or may have judged, since: only the owner of a shard knows its states.

        A store that lost its last facts lost their states and verdicts with them. So an owner that did not notice it is
        told `MOVED` at its next commit. An owner that comes back would not be told, after another pump judged others.
        """
        self.models.forget_shards(shards)
        self.begun.forget_shards(shards)


def open_context(settings: Settings, *, pumps: bool = False) -> WorkerContext:
    """The context of a worker process. Raises `BadSetting` without the addresses of a store and a queue."""
    if settings.store_url is None:
        raise BadSetting("a worker needs BRADE_STORE_URL: `brade serve` sets it for the workers that it starts")
    queue = connect_queue(settings.queue_url or settings.store_url)
    return WorkerContext(build_dependencies(settings), queue, Jobs(queue), pumps=pumps)
