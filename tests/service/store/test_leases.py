"""A shard has one owner; who lives is told by connections, and no time of day decides anything."""

import time
from types import SimpleNamespace

import pytest

from service.store import feed, judging_delay, keys, leases
from service.store.judging_delay import Waits
from service.store.leases import Leases
from tests.support.store import Store, eventually

ALL = set(keys.all_shards())
EVEN = set(range(0, keys.shard_count(), 2))
"""The turns of the first of two pumps."""


def test_a_shard_has_one_owner_until_that_gives_it_up(store: Store) -> None:
    one, two = Leases(store.client, "one"), Leases(store.client, "two")
    assert one.hold() == (ALL, ALL)
    assert two.hold() == (set(), set())

    def asked() -> bool:
        two.hold()
        return one.hold() == (EVEN, set())

    eventually(asked, what="the request of the other one for its turns")
    assert leases.owned(store.client) == [shard in EVEN for shard in keys.all_shards()]
    assert two.hold() == (ALL - EVEN, ALL - EVEN)
    assert one.hold() == (EVEN, set()), "its own, as before"
    assert leases.owned(store.client) == [True] * keys.shard_count()
    one.release()
    assert leases.owned(store.client) == [shard not in EVEN for shard in keys.all_shards()]
    two.release()


def test_a_shard_that_is_free_is_left_to_the_pump_whose_turn_it_is_and_not_for_long(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE_MS", 1000)
    one, two = Leases(store.client, "one"), Leases(store.client, "two")
    for each in (one, two, one, two):
        each.hold()
    one.release()
    assert two.hold().all == ALL - EVEN, "the next pump of the other process is to come at once"

    def all_taken() -> bool:
        return two.hold().all == ALL

    eventually(all_taken, 5, "the taking over")
    two.release()


def test_three_pumps_share_the_shards_and_one_more_that_comes_gets_its_part(store: Store) -> None:
    pumps = [Leases(store.client, name) for name in "abcd"]

    def parts(count: int) -> list[int]:
        return sorted(len(pump.hold().all) for pump in pumps[:count])

    eventually(lambda: parts(3) == [5, 5, 6], what="the sharing of three")
    before = [pump.hold() for pump in pumps[:3]]
    assert [pump.hold() for pump in pumps[:3]] == before, "nothing goes to and fro"
    eventually(lambda: parts(4) == [4, 4, 4, 4], what="the sharing of four")
    for pump in pumps:
        pump.release()


def test_a_pump_that_hangs_keeps_no_other_from_its_turns(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "LEASE_MS", 300)
    hangs, works = Leases(store.client, "hangs"), Leases(store.client, "works")
    for each in (hangs, works, hangs, works):
        each.hold()
    eventually(lambda: works.hold().all == ALL, 5, "the taking over")
    for each in (hangs, works):
        each.release()


def test_the_next_pump_of_the_same_process_takes_over_without_a_write(store: Store) -> None:
    first = Leases(store.client, "one")
    first.hold()
    first.release()
    before = store.client.info("persistence")["aof_current_size"]
    after = Leases(store.client, "one")
    for _ in range(3):
        assert after.hold() == (ALL, set())
    after.release()
    assert store.client.info("persistence")["aof_current_size"] == before


@pytest.mark.parametrize("milliseconds", [3_600_000, None], ids=["until a time of day to come", "for ever"])
def test_a_lease_that_a_dead_pump_left_is_free_at_once(store: Store, milliseconds: int | None) -> None:
    for shard in ALL:
        store.client.set(keys.lease(shard), "dead", px=milliseconds)
    assert not any(leases.owned(store.client))
    pump = Leases(store.client, "alive")
    assert pump.hold().all == ALL
    assert {store.client.ttl(keys.lease(shard)) for shard in ALL} == {-1}
    pump.release()


def test_who_is_connected_and_is_not_heard_loses_its_leases_and_who_is_heard_keeps_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "LEASE_MS", 300)
    heard, hanging, patient = (Leases(store.client, name) for name in ("heard", "hanging", "patient"))
    hanging.hold([7])  # the last one's turn, once it is alone with the first; 4 is always the first one's
    heard.hold([4])
    got: set[int] = set()

    def taken() -> set[int]:
        assert heard.hold([4]).all == {4}
        got.update(patient.hold([4, 7]).all)
        return got

    eventually(taken, 5, "the shard of the one that hangs")
    for _ in range(3):
        time.sleep(0.2)  # longer together than the lease
        taken()
    assert got == {7}
    assert hanging.hold([7]) == (set(), set())
    for each in (heard, hanging, patient):
        each.release()


def test_work_waits_since_it_was_recorded_or_since_it_was_seen_if_the_clock_went_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = store.client.time()[0] * 1000
    waits = Waits()
    assert waits.longest(store.client) == 0
    work = {"first": 0, "last": 0}
    feed.open_feed(store.client)
    store.client.xadd(keys.feed(3), {"stream": "old", **work}, id=f"{now - 60_000}-0")
    store.client.xadd(keys.feed(4), {"stream": "later", **work}, id=f"{now + 3_600_000}-0")
    assert 60 <= waits.longest(store.client) < 120
    assert waits.longest(store.client, ["old"]) < 60
    monkeypatch.setattr(judging_delay, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 600))
    assert waits.longest(store.client, ["old"]) > 500
    store.client.delete(keys.feed(3), keys.feed(4))
    assert waits.longest(store.client) == 0
