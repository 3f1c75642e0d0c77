"""From the command to the first judged fact, and the memory of all processes at rest; with the data of an evening.

    python -m bench start

The processor time is steadiest. Busy cores are kept so by a process for each.
"""

import multiprocessing
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.commands import OPERATOR, served
from bench.figures import Figure, limited
from tests.support.pages.club_evening import Client, begin, play, words

STARTS, BUSY_STARTS = 3, 2
TABLES, FACTS = 8, 100
REST_SECONDS = 3.0
READY_SECONDS, PROCESSOR_SECONDS, JUDGED_SECONDS = 2.0, 2.0, 2.5
MEMORY_MB = 150
BUSY = 1.5


def fill(data: Path) -> tuple[str, str]:
    """Play a part of an evening into a data folder; a match of it that goes on, and a scorer's token."""
    with served(data) as service:
        evening = begin(service.url, OPERATOR)
        for table in range(1, TABLES + 1):
            evening.record(table, play(table, FACTS))
        return evening.matches[0], evening.scorer.token


def judged(url: str, match: str, token: str, at: int) -> None:
    """Record a fact, and wait for its verdict."""
    scorer, fact = Client(url, token), words(play(1, at + 1)[at])
    answer = scorer.ask("POST", f"/v1/matches/{match}/events", [fact], Prefer="wait=5")
    if answer["verdicts"][0]["verdict"] != "accepted":
        raise RuntimeError(f"{answer}")


@contextmanager
def busy_cores() -> Iterator[None]:
    """A process for each core that turns a loop."""
    loops = [multiprocessing.Process(target=_turn, daemon=True) for _ in range(os.cpu_count() or 1)]
    for loop in loops:
        loop.start()
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.join()


def _turn() -> None:
    while True:
        pass


def main() -> list[Figure]:
    """Starts in calm, then starts beside busy cores."""
    ready, processor, first, memory = [], [], [], []
    with tempfile.TemporaryDirectory(prefix="brade-") as folder:
        match, token = fill(Path(folder))
        for number in range(STARTS):
            began = time.monotonic()
            with served(Path(folder)) as service:
                judged(service.url, match, token, FACTS + number)
                first.append(time.monotonic() - began)
                time.sleep(REST_SECONDS)
                memory.append(service.memory() / 2**20)
            ready.append(service.seconds)
            processor.append(service.processor_seconds)
            print(
                f"ready after {ready[-1]:.2f} s and {processor[-1]:.2f} s of processor time, first fact judged after"
                f" {first[-1]:.2f} s, {memory[-1]:.0f} MB at rest",
                flush=True,
            )
        with busy_cores():
            busy = []
            for _ in range(BUSY_STARTS):
                with served(Path(folder)) as service:
                    busy.append(service.seconds)
                print(f"ready after {busy[-1]:.2f} s beside busy cores", flush=True)
    calm = statistics.median(ready)
    return [
        limited("processor time until ready", statistics.median(processor), PROCESSOR_SECONDS, "s", more=False),
        limited("from the command to ready", calm, READY_SECONDS, "s", more=False),
        limited("from the command to a judged fact", statistics.median(first), JUDGED_SECONDS, "s", more=False),
        limited("memory of all processes at rest", statistics.median(memory), MEMORY_MB, "MB", more=False),
        Figure("ready, both cores busy", min(busy), "in calm", calm, "s", BUSY, more=False),
    ]


if __name__ == "__main__":
    main()
