"""The leases of a pump that was killed or hangs keep no other pump from judging, whatever the machine's clock says."""

import os
import signal
from pathlib import Path

from core.events import DiceRolled, MatchOpened, OpeningRolled
from service.bootstrap import build_dependencies
from service.config import Settings
from service.jobs import Jobs, connect_queue
from service.store import keys, leases
from service.store.connect import connect
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore
from tests.support.judging import open_match, record, unjudged
from tests.support.processes.worker_processes import worker
from tests.support.proving import prove
from tests.support.store import Store, answers, eventually
from tests.support.viewers import listening
from tests.workers.test_pump import verdicts
from workers.context import WorkerContext

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def worker_context_on(url: str, data: Path) -> WorkerContext:
    queue = connect_queue(url)
    settings = Settings(data=data, store_url=url, queue_url=url, admin_token="the-operators-own-token")
    return WorkerContext(build_dependencies(settings), queue, Jobs(queue))


def test_after_a_hard_stop_and_a_clock_that_went_back_judging_goes_on_within_seconds(folder: Path, tmp_path: Path):
    """The leases of a pump that died at half past ten, in a store that is started again at half past nine."""
    with EmbeddedStore(folder, durable=True) as server:
        worker_context = worker_context_on(server.url, tmp_path)
        open_match(worker_context, M, OPENED)
        with connect(server.url) as client:
            upgrade(client)  # as `brade serve` does before it starts the workers
            for shard in keys.all_shards():
                client.set(keys.lease(shard), "dead", px=3_600_000)
            before = server.pid
            assert before
            os.kill(before, signal.SIGKILL)
        eventually(lambda: server.pid not in (None, before) and answers(server.url), 20, "the store again")
        with worker("pump", server.url, server.url, tmp_path):
            eventually(lambda: not unjudged(worker_context), 10, "the fact judged")


@prove
def test_a_pump_that_hangs_is_followed_by_another_and_writes_nothing_when_it_wakes(store: Store, tmp_path: Path):
    worker_context = worker_context_on(store.url, tmp_path)
    with (
        listening(worker_context.deps.client, M) as told,
        worker("pump", store.url, store.url, tmp_path / "one") as one,
    ):
        eventually(lambda: all(leases.owned(store.client)), 15, "the first pump")
        with worker("pump", store.url, store.url, tmp_path / "two"):
            eventually(lambda: len(store.client.smembers("rq:workers:pump")) == 2, 15, "the second worker")
            one.send_signal(signal.SIGSTOP)
            open_match(worker_context, M, OPENED)
            record(worker_context, M, OpeningRolled(2, 5), DiceRolled("white", (6, 6)))
            eventually(lambda: not unjudged(worker_context), 20, "judged by the second")
            one.send_signal(signal.SIGCONT)
            for _ in range(5):
                record(worker_context, M, DiceRolled("white", (6, 6)))
            eventually(lambda: not unjudged(worker_context), 5, "judged after both were awake")
        assert verdicts(told.published()) == {(M, version): 1 for version in range(8)}
