"""A store whose file was being rewritten when it was killed: what the rewrite left is cleared, and nothing else."""

import os
import signal

from service.store.connect import connect
from service.store.server.embedded_server import EmbeddedStore
from tests.support.store import eventually


def drafts(server):
    return [*server.folder.glob("temp-*"), *(server.folder / "appendonlydir").glob("temp-*")]


def test_what_a_killed_rewrite_left_is_cleared_when_the_server_starts_again(folder):
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        for number in range(200):
            client.set(f"key {number}", "x" * 1000)
        client.config_set("rdb-key-save-delay", 100_000)
        client.bgrewriteaof()
        eventually(lambda: drafts(server), what="a rewrite")
        killed = server.pid
        os.killpg(killed, signal.SIGKILL)
        eventually(lambda: server.pid not in (None, killed), what="another server")
        eventually(lambda: not drafts(server), what="a folder without drafts")
    left = folder / "temp-rewriteaof-4711.aof"
    left.touch()
    mine = folder / "notes.aof"
    mine.touch()
    with EmbeddedStore(folder, durable=True) as server, connect(server.url) as client:
        assert (left.exists(), mine.exists()) == (False, True)
        assert client.dbsize() == 200
