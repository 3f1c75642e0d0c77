"""The client of one server: its answers and errors are those of redis-py, and a connection is used only in order."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as StoreUnreachable
from redis.exceptions import RedisError, ResponseError

from service.store.connect import connect
from service.store.lua import Lua
from service.store.server_client import ServerClient, answers, answers_or_errors
from tests.support.store import Store

ECHO = Lua("return ARGV[1]")
SLOW = Lua("for _ = 1, 1000000 do end return ARGV[1]")
WAYS: dict[str, Callable[[Redis, str], Any]] = {
    "a read": lambda client, word: client.hget("hash", word),
    "several reads": lambda client, word: answers(client, [("HGET", "hash", word)] * 2)[-1],
    "a pipeline": lambda client, word: client.pipeline(transaction=False).hget("hash", word).execute()[0],
    "a script": lambda client, word: ECHO(client, ["hash"], [word]),
    "several scripts": lambda client, word: ECHO.each(client, [(["hash"], [word])] * 2)[-1],
}
"""Ways to be answered with a word."""
SLOW_WAYS: dict[str, Callable[[Redis, str], Any]] = {
    "a script": lambda client, word: SLOW(client, ["hash"], [word]),
    "several scripts": lambda client, word: SLOW.each(client, [(["hash"], [word])] * 2),
}
"""Ways to be answered when the next command was sent."""
COMMANDS: tuple[tuple[Any, ...], ...] = (
    ("HGET", "hash", "field"),
    ("HGET", "hash", "nothing"),
    ("HGETALL", "hash"),
    ("XRANGE", "stream", "-", "+"),
    ("EXISTS", "hash"),
    ("XINFO STREAM", "stream"),
    ("HGET", "stream", "field"),
    ("HGET", "hash"),
    ("HGET", "hash", None),
)
every_way = pytest.mark.parametrize("way", WAYS)


class TimeIsUp(BaseException):
    """The time of a job is up, at whatever it is."""


@pytest.fixture
def client(store: Store) -> Iterator[Redis]:
    """A client of its own on a store that holds something."""
    store.client.hset("hash", mapping={word: word for word in ("first", "later", "field")})
    store.client.xadd("stream", {"field": "value"}, id="1-0")
    with connect(store.url) as client:
        yield client


@pytest.mark.parametrize("command", COMMANDS, ids=str)
def test_an_answer_or_an_error_is_that_of_redis_py(store: Store, client: Redis, command: tuple[Any, ...]) -> None:
    assert isinstance(client, ServerClient)
    with Redis.from_url(store.url, protocol=2) as plain:
        expected, found = _outcome(plain, command), _outcome(client, command)
    assert found == expected


def _outcome(client: Redis, command: tuple[Any, ...]) -> tuple[type, str]:
    try:
        answer = client.execute_command(*command)
    except RedisError as error:
        return type(error), str(error)
    return type(answer), repr(answer)


def test_several_answers_are_in_order_with_the_errors_among_them(client: Redis) -> None:
    commands = [("HGET", "hash", "field"), ("HGET", "stream", "field"), ("XLEN", "stream")]
    first, refused, last = answers_or_errors(client, commands)
    assert (first, last) == (b"field", 1)
    assert isinstance(refused, ResponseError)
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        answers(client, commands)
    assert answers(client, commands[::2]) == [b"field", 1]


@every_way
def test_a_connection_that_the_server_closed_while_idle_is_opened_again(store: Store, client: Redis, way: str) -> None:
    assert WAYS[way](client, "first") == b"first"
    store.client.client_kill_filter(_type="normal", skipme=True)
    assert WAYS[way](client, "later") == b"later"


@every_way
def test_a_connection_with_an_unread_answer_is_not_used(client: Redis, way: str) -> None:
    pool = client.connection_pool
    connection = pool.get_connection()
    connection.send_command("PING")
    connection.can_read(timeout=5)
    pool.release(connection)
    assert WAYS[way](client, "later") == b"later"


@every_way
@pytest.mark.parametrize("interrupted", SLOW_WAYS)
def test_an_answer_that_was_not_awaited_is_no_answer_to_another_command(
    client: Redis, interrupted: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def end(*_: object, **__: object) -> None:
        raise TimeIsUp

    SLOW_WAYS[interrupted](client, "known")
    connection = client.connection_pool.get_connection()
    client.connection_pool.release(connection)
    with monkeypatch.context() as patch:
        patch.setattr(connection, "read_response", end)
        with pytest.raises(TimeIsUp):
            SLOW_WAYS[interrupted](client, "first")
    assert WAYS[way](client, "later") == b"later"


@every_way
def test_a_failure_takes_no_connection_from_the_pool(way: str) -> None:
    with connect("redis://127.0.0.1:1/0") as away:
        before = away.connection_pool.pool.qsize()
        for _ in range(3):
            with pytest.raises(StoreUnreachable):
                WAYS[way](away, "first")
        assert away.connection_pool.pool.qsize() == before


def test_an_error_that_is_an_answer_keeps_the_connection(client: Redis) -> None:
    ours = client.client_id()
    with pytest.raises(ResponseError):
        client.hget("stream", "field")
    assert client.client_id() == ours


def test_a_forked_process_has_connections_of_its_own(client: Redis) -> None:
    ours = client.client_id()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(writing, str(client.client_id()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        assert int(told.read()) != ours
    os.waitpid(child, 0)
    assert client.client_id() == ours
