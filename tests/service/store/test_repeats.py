"""Idempotency keys: kept for a day of running time at least, and for two at most."""

import pytest

from core.errors import KeyReused
from core.eventlog.log import NEW, Appended
from service.store import keys, repeats
from service.store.repeats import DAY_MS
from tests.support.logs.written_logs import MATCH, OPENED, ROLL, write
from tests.support.store import Store


def forget(store: Store, running: int) -> None:
    repeats.forget_old(store.client, keys.all_shards(), running)


def kept(store: Store) -> list[bytes]:
    return list(store.client.scan_iter("*:repeats*"))


def test_a_key_is_known_for_a_day_and_is_forgotten_after_two(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW)
    forget(store, 0)
    assert kept(store) == []
    write(log, ROLL, key="first", fingerprint="f")
    forget(store, 5)
    forget(store, DAY_MS + 4)
    write(log, ROLL, key="late", fingerprint="f")
    forget(store, DAY_MS + 5)
    for moment in range(DAY_MS + 5, 2 * DAY_MS + 5, DAY_MS // 4):
        forget(store, moment)
        assert write(log, ROLL, key="first", fingerprint="f") == Appended(1, 1, replayed=True)
        with pytest.raises(KeyReused):
            log.answered(MATCH, "first", "other")
        assert log.remember(MATCH, "late", "f", 7) == Appended(2, 2, replayed=True)
    forget(store, 2 * DAY_MS + 5)
    assert log.answered(MATCH, "first", "f") is None
    assert log.answered(MATCH, "late", "f") is None, "it was written on the first day"
    forget(store, 3 * DAY_MS + 5)
    assert kept(store) == []


def test_a_key_written_at_the_end_of_a_day_is_known_for_a_whole_day_more(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW, key="k", fingerprint="f")
    forget(store, 0)
    write(log, ROLL, key="late", fingerprint="f")
    forget(store, DAY_MS)
    forget(store, 2 * DAY_MS - 1)
    assert log.answered(MATCH, "late", "f") == Appended(1, 1, replayed=True)
    forget(store, 2 * DAY_MS)
    assert log.answered(MATCH, "late", "f") is None


def test_two_who_forget_at_the_same_time_forget_once(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW, key="k", fingerprint="f")
    forget(store, 0)
    for _ in range(3):
        forget(store, DAY_MS)
    assert log.answered(MATCH, "k", "f") is not None


def test_running_time_that_begins_again_makes_no_key_forgotten_early(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW, key="k", fingerprint="f")
    forget(store, 30 * DAY_MS)
    forget(store, 0)
    forget(store, DAY_MS - 1)
    forget(store, 2 * DAY_MS - 1)
    assert log.answered(MATCH, "k", "f") is not None
