import threading

from core.events import MatchOpened
from service.store import feed, keys, leases
from service.store.read_models import failed_streams
from tests.support.judging import open_match, pump_until, unjudged
from tests.support.store import eventually
from tests.workers.test_pump import unknown_event
from workers.context import WorkerContext
from workers.pump import Pump
from workers.sweeper import FAILED_AGAIN_TICKS, Sweeper

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def lose_the_feed(worker_context: WorkerContext) -> None:
    """As when entries were read under a lease that had run out, by a pump that was killed."""
    for shard in keys.all_shards():
        worker_context.deps.client.delete(keys.feed(shard))


def test_what_waited_for_a_whole_tick_is_fed_again(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    lose_the_feed(worker_context)
    sweeper = Sweeper(worker_context)
    sweeper.sweep()
    assert feed.waiting(worker_context.deps.client) == 0, "it may only just have been recorded"
    sweeper.sweep()
    assert feed.waiting(worker_context.deps.client) == 1
    pump_until(worker_context, lambda: not unjudged(worker_context))


def test_what_moved_since_the_last_tick_is_left_to_the_pump(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    sweeper = Sweeper(worker_context)
    sweeper.sweep()
    worker_context.deps.client.hset(keys.unjudged(keys.shard_of(M)), M, 5)
    lose_the_feed(worker_context)
    sweeper.sweep()
    assert feed.waiting(worker_context.deps.client) == 0


def test_a_stream_that_fails_is_tried_again_more_rarely(worker_context: WorkerContext):
    open_match(worker_context, M, OPENED)
    unknown_event(worker_context, M)
    client = worker_context.deps.client
    pump_until(worker_context, lambda: failed_streams.reasons(client))
    sweeper, fed = Sweeper(worker_context), []
    for _ in range(2 * FAILED_AGAIN_TICKS):
        sweeper.sweep()
        fed.append(feed.waiting(client) - 1)
    assert fed[-1] == 2


def test_streams_that_fail_do_not_stand_in_the_way_of_others(worker_context: WorkerContext, monkeypatch):
    monkeypatch.setattr("workers.sweeper._STREAMS_A_SHARD", 1)
    client, shard = worker_context.deps.client, keys.shard_of(M)
    there = (f"m_{number:010}" for number in range(999) if keys.shard_of(f"m_{number:010}") == shard)
    failing, lost = next(there), next(there)
    open_match(worker_context, lost, OPENED)
    lose_the_feed(worker_context)
    client.hset(keys.unjudged(shard), failing, 3)
    failed_streams.note(client, failing, "its rules are not known", 0)
    sweeper = Sweeper(worker_context)
    sweeper.sweep()
    sweeper.sweep()
    assert [entry[b"stream"] for _, entry in client.xrange(keys.feed(shard))] == [lost.encode()]


def test_a_missing_pump_is_asked_for_once_however_many_sweepers_there_are(
    worker_context: WorkerContext, another_worker_context
):
    Sweeper(worker_context).sweep()
    Sweeper(another_worker_context()).sweep()
    assert worker_context.jobs.waiting("pump") == 1


def test_no_pump_is_asked_for_while_one_lives(worker_context: WorkerContext):
    pump = pump_until(worker_context, lambda: all(leases.owned(worker_context.deps.client)), release=False)
    Sweeper(worker_context).sweep()
    assert worker_context.jobs.waiting("pump") == 0
    pump.release()


def test_a_pump_is_asked_for_beside_one_that_seems_to_live_and_does_nothing(worker_context: WorkerContext):
    hanging = pump_until(worker_context, lambda: all(leases.owned(worker_context.deps.client)), release=False)
    open_match(worker_context, M, OPENED)
    sweeper = Sweeper(worker_context)
    sweeper.sweep()
    assert worker_context.jobs.waiting("pump") == 0, "it may only just have been recorded"
    sweeper.sweep()
    assert worker_context.jobs.waiting("pump") == 1
    hanging.release()


def test_the_sweeper_sweeps_by_itself_until_the_worker_stops(worker_context: WorkerContext):
    sweeper = Sweeper(worker_context, tick=0.05)
    sweeper.start()
    open_match(worker_context, M, OPENED)
    lose_the_feed(worker_context)
    eventually(lambda: feed.waiting(worker_context.deps.client) > 0, 5, "the match fed again")
    thread = threading.Thread(target=Pump(worker_context).run, args=(10e9,))
    thread.start()
    eventually(lambda: not unjudged(worker_context), 5, "the match judged")
    worker_context.stopping.set()
    for each in (sweeper, thread):
        each.join(5)
        assert not each.is_alive()
