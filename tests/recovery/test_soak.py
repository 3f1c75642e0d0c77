"""A service under load for an hour: its memory, files, disk and keys stay within what the facts themselves need.

`BRADE_SOAK_SECONDS=240 make prove ARGS="-k soak"` takes another time. What was measured is printed.
"""

import faulthandler
import os
import sys
import time
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from service.store import feed, keys
from service.store.connect import connect
from service.store.server import running_server
from service.store.server.free_space import file_bytes
from tests.support.pages.club_evening import begin
from tests.support.processes.service_data import TOKEN
from tests.support.processes.serving import linux, serving
from tests.support.processes.soak import Load
from tests.support.store import eventually

SECONDS = float(os.environ.get("BRADE_SOAK_SECONDS", "3600"))
WARM_SECONDS = min(120.0, SECONDS / 3)
"""The time for which caches fill and libraries load before the first measurement."""

MORE_MEMORY = 40.0
"""MB that a process may grow by after that, the stores apart."""
MORE_FILES = 8
BYTES_A_FACT_IN_MEMORY, BYTES_A_FACT_ON_DISK = 2500, 4500
KEYS_A_MATCH = 12
"""Beside one for each request, which is remembered for a day (`Idempotency-Key`)."""
QUEUE_KEYS = 60


class Seen(NamedTuple):
    """A service at one moment: of each process its memory (MB) and open files, of its stores keys and bytes."""

    memory: dict[str, float]
    files: dict[str, int]
    store_keys: int
    queue_keys: int
    disk: int
    facts: int
    requests: int
    matches: int


def look(data: Path, pid: int, load: Load) -> Seen:
    memory, files = {}, {}
    for child in [psutil.Process(pid), *psutil.Process(pid).children(recursive=True)]:
        name = name_of(child, data)
        memory[name] = child.memory_full_info().uss / 2**20
        files[name] = child.num_fds()
    with (
        connect(running_server.address(data / "store") or "") as store,
        connect(running_server.address(data / "queue") or "") as queue,
    ):
        sizes = int(store.dbsize()), int(queue.dbsize())
    return Seen(memory, files, *sizes, file_bytes(data / "store"), load.facts, load.requests, load.matches)


def name_of(process: psutil.Process, data: Path) -> str:
    """The kind of a process, by its command line."""
    words = " ".join(process.cmdline())
    for part, name in {
        "service.cli": "supervisor",
        f"{data}/store/": "store",
        f"{data}/queue/": "queue",
        "--queue pump": "pump",
        "--queue jobs": "jobs",
    }.items():
        if part in words:
            return name
    return "web" if "service.server.asgi" in words else f"web {process.pid}"


def settled(data: Path) -> bool:
    with connect(running_server.address(data / "store") or "") as client:
        return not any(feed.unjudged(client, shard) for shard in keys.all_shards())


def soak_report(seconds: float, first: Seen, last: Seen, load: Load) -> str:
    facts = last.facts - first.facts
    did = f"{load.facts:,} facts, {load.matches} matches, {load.viewers} viewers, {load.files} files"
    lines = [f"soak of {seconds:.0f} s: {did}"]
    for name, end in sorted(last.memory.items()):
        begin = first.memory.get(name, 0.0)
        files = f"{first.files.get(name, 0)} → {last.files[name]}"
        lines.append(f"  {name:<11} {begin:6.1f} → {end:6.1f} MB  open files {files}")
    lines.append(f"  keys {first.store_keys} → {last.store_keys}, of the queue {first.queue_keys} → {last.queue_keys}")
    lines.append(
        f"  disk {first.disk >> 10:,} → {last.disk >> 10:,} kB, {(last.disk - first.disk) // max(1, facts)} a fact"
    )
    return "\n".join(lines)


@linux
@pytest.mark.prove
def test_a_service_under_load_for_an_hour_needs_no_more_than_its_facts_do(data: Path, capfd) -> None:
    faulthandler.cancel_dump_traceback_later()  # it takes longer than a test may that hangs
    with serving(data, BRADE_ADMIN_TOKEN=TOKEN) as one:
        url = f"http://127.0.0.1:{one.port}"
        evening = begin(url, TOKEN)
        load = Load(url, evening.organiser.token, evening)
        load.start()
        try:
            time.sleep(WARM_SECONDS)
            first = look(data, one.process.pid, load)
            time.sleep(SECONDS - WARM_SECONDS)
        finally:
            load.stop()
        eventually(lambda: settled(data), 60, "everything judged")
        last = look(data, one.process.pid, load)
    with capfd.disabled():
        print(f"\n{soak_report(SECONDS, first, last, load)}", file=sys.stderr)
    assert load.troubles == []
    facts, matches = last.facts - first.facts, last.matches - first.matches
    assert facts > SECONDS, "there was a load"
    assert first.memory.keys() == last.memory.keys(), "no process was started again"
    grown = {name: last.memory[name] - first.memory[name] for name in last.memory}
    assert grown.pop("store") < MORE_MEMORY + facts * BYTES_A_FACT_IN_MEMORY / 2**20
    assert {name: by for name, by in grown.items() if by > MORE_MEMORY} == {}
    assert [name for name in last.files if last.files[name] > first.files[name] + MORE_FILES] == []
    assert last.store_keys - first.store_keys < last.requests - first.requests + KEYS_A_MATCH * (matches + 3)
    assert last.queue_keys < QUEUE_KEYS + load.matches
    assert last.disk - first.disk < facts * BYTES_A_FACT_ON_DISK
