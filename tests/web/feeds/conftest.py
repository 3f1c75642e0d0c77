"""A webhook of a club, a receiver at its address, and a worker whose clock a test moves."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from service.store import deliveries
from tests.support.api import Api
from tests.support.processes.receiver import Receiver, receiving
from tests.web.tournament.test_entries import announced
from workers.context import WorkerContext
from workers.webhooks.delivery import deliver_webhook

ALL = "/v1/clubs/vasa/webhooks"
HOUR = 3_600_000


@dataclass
class Hook:
    """A webhook of the club `vasa`, the receiver at its address, and a worker whose clock a test moves."""

    api: Api
    context: WorkerContext
    judge: Callable[[], None]
    receiver: Receiver
    id: str = ""
    secret: str = ""

    def add(self, url: str | None = None) -> None:
        answer = self.api.post(ALL, {"url": url or self.receiver.url, "note": "the website"})
        assert answer.status_code == 201, answer.json
        self.id, self.secret = answer.json["id"], answer.json["secret"]
        self.judge()

    def happens(self, count: int = 1) -> None:
        """Let tournaments be announced, each a news item."""
        for _ in range(count):
            announced(self.api)
        self.judge()

    def work(self, later: int = 0) -> int:
        """The messages that the workers send at a time, after so many milliseconds."""
        before = len(self.receiver.sent)
        self.context.deps.clock.now += later  # type: ignore[attr-defined]
        while claimed := deliveries.claim(self.context.deps.client, self.context.deps.clock()):
            for each in claimed:
                deliver_webhook(self.context, *each)
        return len(self.receiver.sent) - before

    @property
    def view(self) -> dict[str, object]:
        return self.api.get(ALL, "organiser").json["webhooks"][0]

    @property
    def deliveries(self) -> list[dict[str, object]]:
        return self.api.get(f"{ALL}/{self.id}/deliveries", "organiser").json["deliveries"]


@pytest.fixture
def hook(api: Api, worker_context: WorkerContext, judge: Callable[[], None]) -> Iterator[Hook]:
    api.deps.clock.now = int(time.time() * 1000) + 60_000  # type: ignore[attr-defined] - the judge has its own clock
    settings = replace(api.deps.settings, webhooks_loopback=True)
    api.deps = replace(api.deps, settings=settings)
    made = api.client.application.extensions
    made["brade"] = made["brade"]._replace(deps=api.deps)
    context = replace(worker_context, deps=replace(worker_context.deps, settings=settings, clock=api.deps.clock))
    with receiving() as receiver:
        yield Hook(api, context, judge, receiver)
