"""Everything is killed in turn while people record, and nothing that was acknowledged is lost, doubled or unjudged.

A store that is killed also loses what no fsync covered (`tests.support.processes.power_cuts`), as in a power cut.
The last two tests take a safety away and see that the first would notice.
"""

import itertools
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.processes.chaos_cluster import ChaosCluster
from tests.support.processes.recording import HttpRecorder, LogRecorder, Recorder, Scorer
from tests.support.proving import prove
from tests.support.store import eventually

pytestmark = pytest.mark.xdist_group("killing")

KILLS = ("store", "pump", "web", "jobs", "pump", "store", "queue", "pump")
BETWEEN = 80
"""Facts that are recorded and acknowledged between two kills."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: sockets have to fit."""
    with tempfile.TemporaryDirectory(prefix="brade-") as name:
        yield Path(name)


def scorers(
    cluster: ChaosCluster,
    matches: list[str],
    tables: Recorder | None = None,
    *,
    keyed: bool = True,
    friendly: int = 2,
    most: int = 8,
    gap: float = 0.01,
) -> list[Scorer]:
    """Two at the tournament's tables, who record by `tables`, and so many with friendly matches, by the log."""
    log = LogRecorder(cluster.store.url)
    at_tables = [
        Scorer(tables or log, cluster.opened(matches[half::2]), plays, keyed=keyed, opens=False, gap=0.005, most=most)
        for half, plays in enumerate(("three_games", "refusals_three"))
    ]
    elsewhere = [
        Scorer(log, friendly_matches(number), plays, keyed=keyed, opens=True, gap=gap, most=most)
        for number, plays in zip(range(friendly), ("refusals_five", "tie_break_three"), strict=False)
    ]
    return at_tables + elsewhere


def friendly_matches(scorer: int) -> Iterator[str]:
    return (f"m_{scorer:04}{count:06}" for count in itertools.count())


def recorded(people: list[Scorer]) -> int:
    return sum(len(sent) for scorer in people for rows in list(scorer.written.values()) for *_, sent in list(rows))


def finish(people: list[Scorer]) -> None:
    for scorer in people:
        scorer.stop.set()
    for scorer in people:
        scorer.join(10)
        assert not scorer.is_alive(), "somebody still waits for an answer"


@pytest.mark.usefixtures("power_cuts")
@pytest.mark.parametrize(
    ("kills", "enough", "most", "gap"),
    [pytest.param(KILLS[:3], 400, 40, 0.2, id="three"), pytest.param(KILLS, 1000, 8, 0.01, id="eight", marks=prove)],
)
def test_nothing_acknowledged_is_lost_doubled_or_unjudged_when_any_process_is_killed(
    folder: Path, kills: Sequence[str], enough: int, most: int, gap: float
):
    with ChaosCluster(folder, web=True) as cluster:
        token = cluster.scorers_token()
        people = scorers(cluster, cluster.announce(5), HttpRecorder(cluster.address, token), most=most, gap=gap)
        for scorer in people:
            scorer.start()
        for count, who in enumerate(kills, 1):
            eventually(lambda count=count: recorded(people) >= count * BETWEEN, 90, "enough recorded before a kill")
            cluster.kill(who)
        eventually(lambda: recorded(people) > enough and cluster.settled(), 90, "enough recorded to mean anything")
        finish(people)
        assert cluster.problems(people) == []
        assert cluster.restarts["pump"] >= kills.count("pump")
        assert cluster.restarts["web"] >= kills.count("web")


@prove
def test_the_harness_notices_when_idempotency_keys_are_switched_off(folder: Path):
    with ChaosCluster(folder) as cluster:
        people = scorers(cluster, cluster.announce(3), keyed=False, friendly=1)
        for scorer in people:
            scorer.start()
        eventually(lambda: all(len(scorer.written) for scorer in people), 20, "everybody recording")
        time.sleep(1.0)
        finish(people)
        assert "twice" in {problem.kind for problem in cluster.problems(people)}


WITHOUT_A_SWEEPER = (
    "import sys, workers.sweeper as s; s.Sweeper.sweep = lambda self: None;"
    "from workers.worker import main; sys.exit(main())"
)


@prove
def test_the_harness_notices_when_the_sweeper_is_switched_off(folder: Path):
    with ChaosCluster(folder, (sys.executable, "-c", WITHOUT_A_SWEEPER)) as cluster:
        assert cluster.worker_context().jobs.ask("pump", 1, name="1"), (
            "the first pump, which a sweeper would have asked for"
        )
        people = scorers(cluster, cluster.announce(3), friendly=1)
        for scorer in people:
            scorer.start()
        eventually(lambda: all(len(scorer.written) for scorer in people), 20, "everybody recording")
        cluster.kill("pump")
        time.sleep(0.5)
        finish(people)
        assert {problem.kind for problem in cluster.problems(people)} == {"unjudged"}
