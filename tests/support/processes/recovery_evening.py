"""A club's evening in the store of a real `brade serve`, and commands on its data folder."""

import json
import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from pathlib import Path

from core.eventlog.log import NEW
from core.events import ClubFounded, MatchOpened
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.server import running_server
from service.store.server.free_space import file_bytes
from tests.service.processes.test_processes import ROOT, SLOW, Serving, serving

MATCH, CLUB = "m_aaaaaaaaaa", "c_vasa"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Åsa", "black": "Örjan"})
TOKEN = "the-operators-own-token"
ALONE = {"BRADE_WORKERS": "0", "BRADE_ADMIN_TOKEN": TOKEN}


def asked(one: Serving, method: str, path: str, body: object = None) -> tuple[int, dict]:
    connection = HTTPConnection("127.0.0.1", one.port, timeout=SLOW)
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", "Idempotency-Key": "k"}
    connection.request(method, path, json.dumps(body) if body else None, headers)
    answer = connection.getresponse()
    return answer.status, json.loads(answer.read())


def brade(data: Path, *words: str, port: int = 0) -> tuple[int, str]:
    """A command on the data folder: how it ended and what it said."""
    told = os.environ | {"BRADE_DATA": str(data), "BRADE_BIND": f"127.0.0.1:{port}", "BRADE_ADMIN_TOKEN": TOKEN}
    done = subprocess.run(
        [sys.executable, "-m", "service.cli", *words], cwd=ROOT, env=told, text=True, capture_output=True, check=False,
        timeout=SLOW,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def played(data: Path, *parts: int) -> list[int]:
    """A match and its club, recorded while the service runs; the length of the store's file after each part."""
    sizes = []
    with serving(data, **ALONE) as one:
        with connect(running_server.address(data / "store") or "") as client:
            log = RedisLog(client)
            log.append(CLUB, [ClubFounded("vasa", "Vasa")], by="x", at=1, expected=NEW)
            log.append(MATCH, [OPENED], by="x", at=1, expected=NEW)
            for facts in parts:
                log.append(MATCH, [ClubFounded("vasa", "Vasa")] * facts, by="x", at=1)
                sizes.append(file_bytes(data / "store"))
        assert one.end(signal.SIGTERM)[0] == 0
    return sizes


def the_file(data: Path) -> Path:
    return max((data / "store" / "appendonlydir").glob("*.incr.aof"))
