"""A process is told of what is watched there, notices when it may have missed something, and says so."""

import os
import signal
from pathlib import Path

import pytest

from service.live import subscription
from service.live.hub import Hub
from service.store.connect import connect
from service.store.keys import live
from service.store.server.embedded_server import EmbeddedStore
from tests.service.live.test_live import MATCH, SECOND, opened, rolled
from tests.support.store import Store, eventually


def test_a_process_is_told_of_what_is_watched_there_and_of_nothing_else(store: Store) -> None:
    hub = Hub(store.client)
    heard: list[str] = []
    hub.follow(lambda batch: heard.extend(news.stream for news in batch))
    hub.listen(SECOND)
    assert hub.ready(SECOND, 5.0)
    for stream in (MATCH, "t_other", "t_abcdefghij.1", SECOND):
        opened(store, stream)
    eventually(lambda: heard[1:] == ["t_abcdefghij.1", SECOND])
    assert store.client.execute_command("PUBSUB", "SHARDCHANNELS") == [live(SECOND).encode()]
    hub.close()


def test_a_channel_is_left_some_time_after_its_last_listener(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscription, "_LOOK_SECONDS", 0.01)
    hub, heard = Hub(store.client), list[tuple[str, int]]()
    hub.follow(lambda batch: heard.extend((news.kind, news.version) for news in batch))

    def channels() -> int:
        return len(store.client.execute_command("PUBSUB", "SHARDCHANNELS"))

    for _ in range(2):
        hub.listen(MATCH)
    assert hub.ready(MATCH, 5.0)
    monkeypatch.setattr(subscription, "_KEPT_SECONDS", 0.0)
    hub.leave(MATCH)
    opened(store)
    eventually(lambda: heard[1:] == [("event", 0)])
    hub.leave(MATCH)
    eventually(lambda: len(hub.subscription) == channels() == 0)
    hub.listen(MATCH)
    assert hub.ready(MATCH, 5.0)
    rolled(store)
    eventually(lambda: heard[2:] == [("missed", 0), ("event", 1)])
    hub.close()


def test_a_channel_that_the_store_ends_is_asked_for_again(store: Store) -> None:
    """As it does when another server has the shard from now on."""
    hub, heard = Hub(store.client), list[tuple[str, int]]()
    hub.follow(lambda batch: heard.extend((news.kind, news.version) for news in batch))
    hub.listen(MATCH)
    assert hub.ready(MATCH, 5.0)
    hub.subscription._hear([(b"sunsubscribe", live(MATCH).encode(), 0)])
    hub.subscription._look_up()
    eventually(lambda: heard == [("missed", 0), ("missed", 0)])
    hub.close()


def test_a_store_that_falls_silent_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscription, "_LOOK_SECONDS", 0.01)
    monkeypatch.setattr(subscription, "_SILENT_SECONDS", 0.2)
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        hub = Hub(client)
        hub.listen(MATCH)
        assert hub.ready(MATCH, 5.0)
        assert server.pid
        os.kill(server.pid, signal.SIGSTOP)
        eventually(lambda: not hub.ready(MATCH, 0.01))
        os.kill(server.pid, signal.SIGCONT)
        assert hub.ready(MATCH, 10.0)
        hub.close()
