"""A club's evening in the store of a service, and commands on its data folder."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from click.testing import CliRunner
from redis import Redis

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service import cli
from service.checkpoint.checkpointer import keep_checkpoint
from service.config import Settings
from service.processes.supervisor import STORE
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.server import running_server
from service.store.server.embedded_server import EmbeddedStore
from service.store.server.free_space import file_bytes
from tests.support.processes.serving import SLOW
from tests.support.store import alive, eventually

MATCH, CLUB = "m_aaaaaaaaaa", "c_vasa"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
TOKEN = "the-operators-own-token"
ALONE = {"BRADE_WORKERS": "0", "BRADE_ADMIN_TOKEN": TOKEN}


def asked(port: int, method: str, path: str, body: object = None) -> tuple[int, dict]:
    connection = HTTPConnection("127.0.0.1", port, timeout=SLOW)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": "k"}
    connection.request(method, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def brade(data: Path, *words: str, port: int = 0) -> tuple[int, str]:
    """A command on the data folder: its exit code and its output."""
    told = {"BRADE_DATA": str(data), "BRADE_BIND": f"127.0.0.1:{port}", "BRADE_ADMIN_TOKEN": TOKEN, "COLUMNS": "1000"}
    done = CliRunner().invoke(cli.main, words, env=told)
    return done.exit_code, done.output


@contextmanager
def store_of_a_service(data: Path) -> Iterator[tuple[Redis, list[str]]]:
    """A client of the store as `brade serve` starts it, with its checkpoint, and what the start says.

    There is neither a web server nor a worker.
    """
    said: list[str] = []
    with EmbeddedStore(data / STORE, durable=True, say=said.append) as server, connect(server.url) as client:
        upgrade(client, said.append)
        with keep_checkpoint(server.url, Settings(data=data), said.append):
            yield client, said


def played(data: Path, *parts: int) -> list[int]:
    """A match and its club, recorded while the checkpoint is kept; the length of the store's file after each part."""
    sizes = []
    with store_of_a_service(data) as (client, _):
        log = RedisLog(client)
        log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
        log.append(MATCH, [OPENED], by="x", at=1, expected=NEW)
        for facts in parts:
            log.append(MATCH, [ClubFounded("vasa", "Vasa")] * facts, by="x", at=1)
            sizes.append(file_bytes(data / STORE))
    return sizes


def played_through_a_killed_rewrite(data: Path) -> tuple[Path, Path]:
    """A match and its club, recorded while the store is killed in a rewrite: the older and the last file of writes."""
    with store_of_a_service(data) as (client, _):
        log = RedisLog(client)
        log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
        log.append(MATCH, [OPENED], by="x", at=1, expected=NEW)
        for _ in range(40):
            log.append(MATCH, [ClubFounded("vasa", "Vasa")], by="x", at=1)
        client.config_set("rdb-key-save-delay", 100_000)
        client.bgrewriteaof()
        eventually(lambda: len(files_of_writes(data)) == 2, SLOW, "a rewrite")
        log.append(MATCH, [ClubFounded("vasa", "Vasa")] * 3, by="x", at=1)
        server = int(client.info("server")["process_id"])
        os.killpg(server, signal.SIGKILL)
        eventually(lambda: not alive(server), SLOW, "the end of the server")
        eventually(lambda: running_server.address(data / STORE), SLOW, "another server")
    older, last = files_of_writes(data)
    return older, last


def files_of_writes(data: Path) -> list[Path]:
    return sorted((data / STORE / "appendonlydir").glob("*.incr.aof"))


def the_file(data: Path) -> Path:
    return max((data / "store" / "appendonlydir").glob("*.incr.aof"))
