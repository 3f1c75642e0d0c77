import threading
import time

from core.events import MatchOpened
from service.store import failed, feed, keys
from tests.stores import eventually
from tests.workers.conftest import open_match, pump_until, unjudged
from tests.workers.test_pump import unknown_event
from workers.pump import Pump
from workers.sweeper import FAILED_AGAIN_TICKS, Sweeper
from workers.workshop import Workshop

M = "m_aaaaaaaaaa"
OPENED = MatchOpened("huk", "swedish", {"games": 3}, {"white": "Åsa", "black": "Nils"})


def lose_the_feed(workshop: Workshop) -> None:
    """As when entries were read under a lease that had run out, by a pump that was killed."""
    for shard in range(keys.SHARDS):
        workshop.house.client.delete(keys.feed(shard))


def test_what_waited_for_a_whole_tick_is_fed_again(workshop: Workshop):
    open_match(workshop, M, OPENED)
    lose_the_feed(workshop)
    sweeper = Sweeper(workshop)
    sweeper.sweep()
    assert feed.waiting(workshop.house.client) == 0, "it may only just have been recorded"
    sweeper.sweep()
    assert feed.waiting(workshop.house.client) == 1
    pump_until(workshop, lambda: not unjudged(workshop))


def test_what_moved_since_the_last_tick_is_left_to_the_pump(workshop: Workshop):
    open_match(workshop, M, OPENED)
    sweeper = Sweeper(workshop)
    sweeper.sweep()
    workshop.house.client.hset(keys.unjudged(keys.shard_of(M)), M, 5)
    lose_the_feed(workshop)
    sweeper.sweep()
    assert feed.waiting(workshop.house.client) == 0


def test_a_stream_that_fails_is_tried_again_more_rarely(workshop: Workshop):
    open_match(workshop, M, OPENED)
    unknown_event(workshop, M)
    client = workshop.house.client
    pump_until(workshop, lambda: failed.reasons(client))
    sweeper, fed = Sweeper(workshop), []
    for _ in range(2 * FAILED_AGAIN_TICKS):
        sweeper.sweep()
        fed.append(feed.waiting(client) - 1)
    assert fed[-1] == 2


def test_a_missing_pump_is_asked_for_once_however_many_sweepers_there_are(workshop: Workshop, another_workshop):
    Sweeper(workshop).sweep()
    Sweeper(another_workshop()).sweep()
    assert workshop.jobs.waiting("pump") == 1


def test_no_pump_is_asked_for_while_one_lives(workshop: Workshop):
    pump = Pump(workshop)
    pump.run(time.monotonic() + 0.02)
    Sweeper(workshop).sweep()
    assert workshop.jobs.waiting("pump") == 0
    pump.release()


def test_a_pump_is_asked_for_beside_one_that_seems_to_live_and_does_nothing(workshop: Workshop):
    hanging = Pump(workshop)
    hanging.run(time.monotonic() + 0.02)
    open_match(workshop, M, OPENED)
    sweeper = Sweeper(workshop)
    sweeper.sweep()
    assert workshop.jobs.waiting("pump") == 0, "it may only just have been recorded"
    sweeper.sweep()
    assert workshop.jobs.waiting("pump") == 1
    hanging.release()


def test_the_sweeper_sweeps_by_itself_until_the_workshop_stops(workshop: Workshop):
    sweeper = Sweeper(workshop, tick=0.05)
    sweeper.start()
    open_match(workshop, M, OPENED)
    lose_the_feed(workshop)
    eventually(lambda: feed.waiting(workshop.house.client) > 0, 5, "the match fed again")
    thread = threading.Thread(target=Pump(workshop).run, args=(10e9,))
    thread.start()
    eventually(lambda: not unjudged(workshop), 5, "the match judged")
    workshop.stopping.set()
    for each in (sweeper, thread):
        each.join(5)
        assert not each.is_alive()
