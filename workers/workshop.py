"""What a job works with: the house, the queue, and what this worker process remembers."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from uuid import uuid4

from redis import Redis

from service.bootstrap import House, build_house
from service.config import BadSetting, Settings
from service.jobs import Jobs, connect_queue
from workers.projections import Model

_MODELS_KEPT = 2000


class Models:
    """The streams that were folded last, each as far as it is judged. Forgetting one costs reading its log again."""

    def __init__(self, kept: int = _MODELS_KEPT) -> None:
        self._models: OrderedDict[str, Model] = OrderedDict()
        self._kept = kept

    def get(self, stream: str) -> Model | None:
        """The stream's model, or `None` if it is not remembered."""
        if stream in self._models:
            self._models.move_to_end(stream)
        return self._models.get(stream)

    def put(self, stream: str, model: Model) -> None:
        """Remember a model that has been committed."""
        self._models[stream] = model
        self._models.move_to_end(stream)
        if len(self._models) > self._kept:
            self._models.popitem(last=False)

    def forget(self, stream: str) -> None:
        """Forget one stream."""
        self._models.pop(stream, None)

    def clear(self) -> None:
        """Forget everything."""
        self._models.clear()


@dataclass(frozen=True)
class Workshop:
    """What the jobs of one worker process share.

    `queue` is a client of the queue's server; `stopping` is set once the process was asked to end: whatever runs long
    looks at it several times a second; `begun` are models that are not folded yet as far as their streams are judged;
    `token` is that of this process among those that pump.
    """

    house: House
    queue: Redis
    jobs: Jobs
    stopping: threading.Event = field(default_factory=threading.Event)
    models: Models = field(default_factory=Models)
    begun: Models = field(default_factory=Models)
    token: str = field(default_factory=lambda: uuid4().hex)


def open_workshop(settings: Settings) -> Workshop:
    """The workshop of a worker process. Raises `BadSetting` without the addresses of a store and a queue."""
    if settings.store_url is None:
        raise BadSetting("a worker needs BRADE_STORE_URL: `brade serve` sets it for the workers that it starts")
    queue = connect_queue(settings.queue_url or settings.store_url)
    return Workshop(build_house(settings), queue, Jobs(queue))
