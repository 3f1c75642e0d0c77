"""Clients ask once, and servers that may lose facts are named."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from service.store import connect as connecting
from service.store.connect import STORE_AWAY, StoreTooOld, check_server, connect
from tests.support.store import Store

SAFE: dict[str, Any] = {"redis_version": "7.2.4", "aof_enabled": 1, "aof_last_write_status": "ok"}
CAREFUL = {"appendfsync": "always", "maxmemory-policy": "noeviction"}


class Server:
    """A client for `check_server` that answers as a server of another version or with other settings would."""

    def __init__(self, info: dict[str, Any], settings: dict[str, str] | None) -> None:
        self._info, self._settings = info, settings

    def info(self, *sections: str) -> dict[str, Any]:
        return self._info

    def config_get(self, *names: str) -> dict[bytes, bytes]:
        if self._settings is None:
            raise ResponseError("unknown command 'CONFIG'")
        return {name.encode(): value.encode() for name, value in self._settings.items()}


def test_a_store_older_than_redis_7_is_refused() -> None:
    with pytest.raises(StoreTooOld, match=r"Redis 6\.2\.14"):
        check_server(Server(SAFE | {"redis_version": "6.2.14"}, CAREFUL))
    assert check_server(Server(SAFE | {"redis_version": "7.0.0"}, CAREFUL)) == []
    assert check_server(Server(SAFE | {"redis_version": "10.0"}, CAREFUL)) == []


@pytest.mark.parametrize(
    ("info", "settings", "said"),
    [
        ({"aof_enabled": 0}, CAREFUL, "appendonly yes"),
        ({"aof_last_write_status": "err"}, CAREFUL, "disk"),
        ({}, CAREFUL | {"appendfsync": "everysec"}, "appendfsync always"),
        ({}, CAREFUL | {"maxmemory-policy": "allkeys-lru"}, "noeviction"),
        ({}, None, "does not show its settings"),
    ],
)
def test_what_may_lose_facts_is_said(info: dict[str, Any], settings: dict[str, str] | None, said: str) -> None:
    warnings = check_server(Server(SAFE | info, settings))
    assert len(warnings) == 1
    assert said in warnings[0]


@contextmanager
def deaf_server() -> Iterator[tuple[str, list[bytes]]]:
    """A server that reads a command and hangs up, as when its answer is lost."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hear() -> None:
            while True:
                try:
                    caller, _ = listening.accept()
                except OSError:
                    return
                with caller:
                    while said := caller.recv(4096):
                        # The handshake of a new connection is answered, what follows is not.
                        if b"XADD" in said:
                            heard.append(said)
                            break
                        caller.sendall(b"+OK\r\n" * said.count(b"*"))

        threading.Thread(target=hear, daemon=True).start()
        yield f"redis://127.0.0.1:{listening.getsockname()[1]}/0", heard
        listening.shutdown(socket.SHUT_RDWR)


def test_a_write_whose_answer_is_lost_is_never_sent_twice() -> None:
    with deaf_server() as (url, heard), connect(url) as client:
        with pytest.raises(STORE_AWAY):
            client.xadd("a", {"b": 1})
        assert len(heard) == 1
        with Redis.from_url(url, protocol=2, retry=Retry(NoBackoff(), 2)) as repeating, pytest.raises(STORE_AWAY):
            repeating.xadd("a", {"b": 1})
        assert len(heard) == 1 + 3, "this is what a client does that repeats by itself"


def test_a_caller_waits_while_every_connection_is_taken(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "_CONNECTIONS", 2)
    with connect(store.url) as client:
        answers: list[bool] = []
        people = [threading.Thread(target=lambda: answers.append(client.set("a", 1))) for _ in range(20)]
        for person in people:
            person.start()
        for person in people:
            person.join()
        assert answers == [True] * 20
