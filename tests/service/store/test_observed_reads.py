"""Observed reads: a value made of the store's answers is known by them, and any other is known not to be."""

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded, PlayerRenamed
from service.store import bulk_read, keys, observed_reads
from service.store.lua import Lua
from service.store.observed_reads import followed, observed, unobserved
from service.store.server_client import ServerClient, answers, same_answers

CLUB = "c_vasa"
READS = {
    "a read": lambda client: client.hget("{s00}:x", "a"),
    "a read with options": lambda client: client.zrange("{s00}:z", 0, -1, withscores=True),
    "several reads": lambda client: answers(client, [("HGET", "{s00}:x", "a"), ("GET", "{s00}:y")]),
    "a pipeline": lambda client: client.pipeline(transaction=False).hgetall("{s00}:x").smembers("{s00}:s").execute(),
}
OTHERS = {
    "a write": lambda client: client.set("{s00}:y", 1),
    "a write in a pipeline": lambda client: client.pipeline().get("{s00}:y").incr("{s00}:n").execute(),
    "a script": lambda client: Lua("return redis.call('GET', KEYS[1])")(client, ["{s00}:y"], []),
    "the time of the server": lambda client: client.time(),
    "an error": lambda client: failing(client),
}
CHANGES = (
    lambda client: client.hset("{s00}:x", "a", "2"),
    lambda client: client.zadd("{s00}:z", {"b": 2}),
    lambda client: client.set("{s00}:y", "2"),
    lambda client: client.sadd("{s00}:s", "b"),
)


def failing(client):
    with pytest.raises(Exception, match="WRONGTYPE"):
        client.get("{s00}:x")


@pytest.fixture
def client(store):
    store.client.hset("{s00}:x", "a", "1")
    store.client.zadd("{s00}:z", {"a": 1})
    store.client.set("{s00}:y", "1")
    store.client.sadd("{s00}:s", "a")
    return store.client


@pytest.mark.parametrize("read", READS.values(), ids=READS)
def test_what_was_read_is_the_same_until_it_is_written(client, read):
    with observed() as observation:
        found = read(client)
    assert not observation.ended_by
    assert same_answers(client, observation.answers)
    for change in CHANGES:
        change(client)
        assert same_answers(client, observation.answers) == (read(client) == found)
    assert not same_answers(client, observation.answers)


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_what_follows_from_anything_else_ends_the_observation(client, other):
    with observed() as observation:
        client.hget("{s00}:x", "a")
        other(client)
    assert observation.ended_by


def test_a_store_that_changes_while_something_is_made_ends_the_observation(client):
    with observed() as observation:
        client.hget("{s00}:x", "a")
        with unobserved():
            client.hset("{s00}:x", "a", "2")
        client.hget("{s00}:x", "a")
    assert observation.ended_by == "the store changed meanwhile"


def test_too_much_that_was_read_ends_the_observation(client):
    client.hset("{s00}:x", "large", "x" * (300 << 10))
    with observed() as observation:
        client.hgetall("{s00}:x")
    assert observation.ended_by == "too much was read"


@pytest.mark.parametrize(
    "read", [lambda store: list(store.log().read(CLUB)), lambda store: list(bulk_read.tail(store.client, CLUB))]
)
def test_a_log_is_known_by_its_head_which_is_asked_for_before_its_events(store, read):
    log = store.log()
    log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=0, expected=NEW)
    with observed() as observation:
        assert len(read(store)) == 1
    assert list(observation.answers) == [("HGET", keys.head(keys.shard_of(CLUB)), CLUB)]
    assert same_answers(store.client, observation.answers)
    log.append(CLUB, [PlayerRenamed("p_a", "Åsa")], by="x", at=0)
    assert not same_answers(store.client, observation.answers)


@pytest.mark.parametrize("count", [1, 30])
def test_the_heads_of_many_logs_that_are_read_together_are_asked_for_in_one_round_trip(store, monkeypatch, count):
    log, clubs = store.log(), [f"c_vasa{number}" for number in range(count)]
    for club in clubs:
        log.append(club, [ClubFounded("vasa", "Vasa")], by="x", at=0, expected=NEW)
    trips, exchange = [], ServerClient._answers_or_errors

    def counted(client, commands, *more):
        trips.append(list(commands))
        return exchange(client, commands, *more)

    monkeypatch.setattr(ServerClient, "_answers_or_errors", counted)
    heads = [("HGET", keys.head(keys.shard_of(club)), club) for club in clubs]
    with observed() as observation:
        pipeline = store.client.pipeline(transaction=False)
        for club in clubs * 2:
            pipeline.xrevrange(keys.log(club), count=1)
        assert len(pipeline.execute()) == 2 * count
        answers(store.client, [("XLEN", keys.log(club)) for club in clubs])
    assert trips[0] == heads
    assert len(trips) == 2, "the second reading of the same logs asks for no head"
    assert list(observation.answers) == heads


def test_an_event_that_is_written_while_a_log_is_read_makes_another_head(store, monkeypatch):
    log = store.log()
    log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=0, expected=NEW)
    with observed() as observation:
        store.client.xlen("{s00}:nothing")
        ask = ServerClient.ask_before

        def written_between(client, *args):
            ask(client, *args)
            with unobserved():
                log.append(CLUB, [PlayerRenamed("p_a", "Åsa")], by="x", at=0)

        monkeypatch.setattr(ServerClient, "ask_before", written_between)
        assert len(list(bulk_read.tail(store.client, CLUB))) == 2
    assert not same_answers(store.client, observation.answers), "the next reader makes it anew"


def test_a_followed_value_is_asked_again():
    value = [1]
    with observed() as observation:
        assert followed(lambda: value[0]) == 1
    ((function, kept),) = observation.values
    assert function() == kept
    value[0] = 2
    assert function() != kept


def test_nothing_is_observed_by_other_threads_and_afterwards(client):
    with observed() as observation:
        pass
    client.set("{s00}:y", "3")
    assert observed_reads.current() is None
    assert not observation.answers
    assert not observation.ended_by
