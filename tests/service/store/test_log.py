"""The event log in the store: writers at the same time and from different processes, and what others find there."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from core.errors import KeyReused, StreamFull, UnknownStream, VersionConflict
from core.eventlog.codec import to_public
from core.eventlog.hash_chain import verify
from core.eventlog.log import NEW, Appended, Head
from core.events import CheckersMoved, DiceRolled
from service.store import keys
from service.store.altered_log import LogAltered
from service.store.cluster.servers import servers
from service.store.log import RedisLog
from tests.support.cluster.both_stores import on_cluster
from tests.support.logs.written_logs import MATCH, MOVE, OPENED, PASS, ROLL, chain, write
from tests.support.store import Store


def test_of_writers_racing_for_a_version_one_wins(store: Store) -> None:
    logs = [store.log() for _ in range(8)]
    write(logs[0], OPENED, expected=NEW)

    def attempt(writer: int, version: int) -> Appended | None:
        try:
            return write(logs[writer], DiceRolled("white", (writer,)), expected=version)
        except VersionConflict:
            return None

    with ThreadPoolExecutor(8) as people:
        for version in range(30):
            answers = list(people.map(attempt, range(8), [version] * 8))
            assert [answer for answer in answers if answer] == [Appended(version + 1, version + 1)]
    assert [recorded.version for recorded in logs[0].read(MATCH)] == list(range(31))


@on_cluster
def test_writers_who_expect_nothing_all_get_in_one_after_the_other(store: Store) -> None:
    write(store.log(), OPENED, expected=NEW)

    def several(writer: int) -> list[int]:
        log = store.log()
        return [write(log, DiceRolled("white", (writer,)), MOVE, key=f"{writer} {n}").first for n in range(25)]

    with ThreadPoolExecutor(8) as people:
        firsts = sorted(first for written in people.map(several, range(8)) for first in written)
    assert firsts == list(range(1, 401, 2))
    read = list(store.log().read(MATCH))
    assert [type(recorded.event) for recorded in read[1:]] == [DiceRolled, CheckersMoved] * 200
    assert verify(to_public(MATCH, recorded) for recorded in read).broken_at is None


def test_of_many_who_repeat_one_key_at_the_same_time_one_writes(store: Store) -> None:
    write(store.log(), OPENED, expected=NEW)
    with ThreadPoolExecutor(8) as people:
        answers = list(people.map(lambda _: write(store.log(), ROLL, key="k", fingerprint="f"), range(64)))
    assert {(answer.first, answer.last) for answer in answers} == {(1, 1)}
    assert [answer.replayed for answer in answers].count(False) == 1


def test_a_log_that_last_saw_an_older_head_still_chains_on_the_true_one(store: Store) -> None:
    old, new = store.log(), store.log()
    write(old, OPENED, expected=NEW)
    write(new, ROLL, expected=0)
    assert write(old, MOVE, expected=1) == Appended(2, 2)
    assert write(new, PASS) == Appended(3, 3)
    assert verify(to_public(MATCH, recorded) for recorded in old.read(MATCH)).broken_at is None


def test_a_log_that_last_saw_another_head_still_knows_when_a_stream_is_full(store: Store) -> None:
    late, ahead, other = store.log(), store.log(), store.log()
    write(late, OPENED, ROLL, expected=NEW)
    write(ahead, MOVE)
    write(other, PASS)
    with pytest.raises(StreamFull):
        write(late, MOVE, most=3)
    store.client.delete(keys.log(MATCH))
    store.client.hset(keys.head(keys.shard_of(MATCH)), MATCH, f"1 {'0' * 64}")  # facts were lost
    assert write(other, MOVE, most=3) == Appended(2, 2)


def test_a_log_whose_streams_were_taken_away_says_so(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW)
    store.client.flushall()
    with pytest.raises(UnknownStream):
        write(log, ROLL)
    assert write(log, OPENED, expected=NEW) == Appended(0, 0)


def test_the_usual_append_is_one_round_trip(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW)

    def commands() -> int:
        return sum(
            called["calls"]
            for server in servers(store.client)
            for name, called in server.info("commandstats").items()
            if name in ("cmdstat_evalsha", "cmdstat_eval", "cmdstat_hget")
        )

    inside = 4  # the script itself, and what it asks with HGET: the head, and the key in two days
    before = commands()
    for version in range(10):
        write(log, ROLL, expected=version, key=str(version))
    assert commands() - before == 10 * inside


def test_a_key_whose_append_met_an_altered_log_is_as_if_never_sent(store: Store) -> None:
    log = store.log()
    write(log, OPENED, ROLL, expected=NEW)
    store.client.xadd(keys.log(MATCH), {"type": "x"}, id="9-0")  # another program wrote behind the end
    with pytest.raises(LogAltered):
        write(log, MOVE, key="k", fingerprint="f")
    assert log.answered(MATCH, "k", "f") is None
    store.client.delete(keys.log(MATCH))
    assert write(log, MOVE, key="k", fingerprint="f") == Appended(2, 2)
    assert write(log, MOVE, key="k", fingerprint="f") == Appended(2, 2, replayed=True)


def test_what_an_old_head_refuses_is_asked_of_the_store(store: Store) -> None:
    late, ahead = store.log(), store.log()
    write(late, OPENED, expected=NEW)
    write(ahead, ROLL, key="k", fingerprint="f")
    assert write(late, ROLL, expected=7, key="k", fingerprint="f") == Appended(1, 1, replayed=True)
    with pytest.raises(VersionConflict):
        write(late, MOVE, expected=0)
    late = store.log()
    write(late, MOVE)
    write(ahead, PASS)
    assert write(late, ROLL, expected=3) == Appended(4, 4)


def test_an_append_leaves_everything_where_others_look_for_it(store: Store) -> None:
    log = store.log()
    write(log, OPENED, expected=NEW)
    write(log, ROLL, MOVE, key="k", fingerprint="f")
    client, shard, head = store.client, keys.shard_of(MATCH), log.head(MATCH)
    assert head is not None
    ids = [entry for entry, _ in client.xrange(keys.log(MATCH))]
    assert ids == [b"0-1", b"1-0", b"2-0"]
    assert client.hget(keys.head(shard), MATCH) == f"2 {head.hash}".encode()
    assert client.hget(keys.unjudged(shard), MATCH) == b"2"
    assert client.hget(keys.repeats(shard), f"{MATCH} k").startswith(b"1 2 ")
    assert client.ttl(keys.repeats(shard)) == -1, "it does not end by the machine's clock"
    feed = [fields for _, fields in client.xrange(keys.feed(shard))]
    assert feed == [
        {b"stream": MATCH.encode(), b"first": b"0", b"last": b"0"},
        {b"stream": MATCH.encode(), b"first": b"1", b"last": b"2"},
    ]


def test_a_key_is_kept_in_few_bytes_whatever_the_fingerprint_and_one_of_an_earlier_version_is_known(
    store: Store,
) -> None:
    log, whole = store.log(), "5f" * 32
    write(log, OPENED, expected=NEW)
    write(log, ROLL, key="k", fingerprint=whole)
    repeats = keys.repeats(keys.shard_of(MATCH))
    kept = store.client.hget(repeats, f"{MATCH} k")
    assert len(kept) <= 16
    assert whole.encode() not in kept
    store.client.hset(repeats, f"{MATCH} before", f"1 1 {whole}")
    for key in ("k", "before"):
        assert log.answered(MATCH, key, whole) == (1, 1, True)
        with pytest.raises(KeyReused):
            log.answered(MATCH, key, "60" * 32)


def test_a_restored_stream_stays_and_waits_to_be_judged(store: Store) -> None:
    store.log().restore(MATCH, chain(MATCH, [OPENED, ROLL, MOVE]))
    shard = keys.shard_of(MATCH)
    assert store.client.ttl(keys.log(MATCH)) == -1, "it has no end"
    assert store.client.hget(keys.unjudged(shard), MATCH) == b"2"
    ((_, fed),) = store.client.xrange(keys.feed(shard))
    assert fed == {b"stream": MATCH.encode(), b"first": b"0", b"last": b"2"}
    assert not list(store.client.scan_iter("*restoring*"))


def test_a_restore_that_was_overtaken_writes_nothing_and_leaves_nothing(store: Store) -> None:
    class Overtaken(RedisLog):
        def head(self, stream: str) -> Head | None:
            seen = super().head(stream)
            if seen is None:
                write(store.log(), OPENED, expected=NEW)
            return seen

    with pytest.raises(VersionConflict):
        Overtaken(store.client).restore(MATCH, chain(MATCH, [OPENED, ROLL]))
    assert [recorded.version for recorded in store.log().read(MATCH)] == [0]
    assert not list(store.client.scan_iter("*restoring*"))


def test_a_stream_that_is_opened_while_it_is_looked_for_is_read(store: Store) -> None:
    class Overtaken(RedisLog):
        """A log in whose reading another process opens the stream between the page and the head."""

        def head(self, stream: str) -> Head | None:
            if super().head(stream) is None:
                write(store.log(), OPENED, stream=stream, expected=NEW)
            return super().head(stream)

    assert [recorded.event for recorded in Overtaken(store.client).read(MATCH)] == [OPENED]
