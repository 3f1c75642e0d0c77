"""A repeated idempotency key in a log, be it a list or a store."""

import pytest

from core.errors import KeyReused
from core.eventlog.hash_chain import recorded_hash
from core.eventlog.log import NEW, Appended, Head, Log
from tests.support.logs.written_logs import MATCH, MOVE, OPENED, PASS, ROLL, write


def test_a_repeated_key_gives_the_first_answer_and_writes_nothing(log: Log) -> None:
    first = write(log, OPENED, expected=NEW, key="open", fingerprint="a")
    second = write(log, ROLL, MOVE, expected=0, key="k 1:å", fingerprint="b c d")
    write(log, PASS)
    assert write(log, OPENED, expected=NEW, key="open", fingerprint="a") == first._replace(replayed=True)
    assert write(log, ROLL, MOVE, expected=0, key="k 1:å", fingerprint="b c d") == second._replace(replayed=True)
    assert write(log, ROLL, MOVE, key="k 1:å", fingerprint="b c d") == Appended(1, 2, replayed=True)
    assert [recorded.version for recorded in log.read(MATCH)] == [0, 1, 2, 3]


def test_a_key_that_comes_again_with_another_body_is_refused(log: Log) -> None:
    write(log, OPENED, expected=NEW, key="k", fingerprint="a")
    with pytest.raises(KeyReused):
        write(log, ROLL, expected=0, key="k", fingerprint="b")
    assert log.head(MATCH) == Head(0, recorded_hash(MATCH, next(log.read(MATCH))))


def test_a_key_belongs_to_its_stream(log: Log) -> None:
    write(log, OPENED, expected=NEW, key="k", fingerprint="a")
    assert write(log, OPENED, stream="m_other", expected=NEW, key="k", fingerprint="b") == Appended(0, 0)


def test_what_a_key_was_told_can_be_asked_for_before_deciding_anew(log: Log) -> None:
    write(log, OPENED, expected=NEW)
    assert log.answered(MATCH, "k-1", "body") is None
    write(log, ROLL, key="k-1", fingerprint="body")
    write(log, MOVE)
    assert log.answered(MATCH, "k-1", "body") == Appended(1, 1, replayed=True)
    assert log.answered(MATCH, "k-2", "body") is None
    with pytest.raises(KeyReused):
        log.answered(MATCH, "k-1", "another body")


def test_a_key_that_had_nothing_to_write_is_answered_so_again(log: Log) -> None:
    write(log, OPENED, expected=NEW)
    assert log.remember(MATCH, "k-1", "body", 0) == Appended(1, 0)
    write(log, ROLL)
    for again in (
        log.remember(MATCH, "k-1", "body", 1),
        log.answered(MATCH, "k-1", "body"),
        write(log, PASS, key="k-1", fingerprint="body"),
    ):
        assert again == Appended(1, 0, replayed=True)
    with pytest.raises(KeyReused):
        log.remember(MATCH, "k-1", "another body", 1)
    assert log.remember(MATCH, "k-2", "body", 1) == Appended(2, 1)
    assert log.head(MATCH) == Head(1, log.head(MATCH).hash)  # type: ignore[union-attr]


def test_a_key_that_wrote_something_is_not_forgotten_for_nothing(log: Log) -> None:
    write(log, OPENED, expected=NEW)
    write(log, ROLL, key="k-1", fingerprint="body")
    assert log.remember(MATCH, "k-1", "body", 1) == Appended(1, 1, replayed=True)
