"""Logs that are restored while the workers run are judged as if they had been recorded here."""

import threading
import time

import pytest

from core import tournament as tournaments
from core.eventlog.log import NEW
from core.events import GameResult, MatchSettled, PlayerEntered, ResultReported, TournamentCreated
from core.tournament import decisions
from core.tournament.match_opening import open_paired_matches
from service.commands.backup import backup
from service.commands.restore import restore
from service.commands.verify import verify
from service.config import Settings
from service.store.maintenance import all_streams
from tests.support.store import eventually
from workers.context import open_context
from workers.pump import Pump

T = "t_bbbbbbbbbb"


@pytest.fixture
def workers(store):
    """A pump at work on the store."""
    worker_context = open_context(Settings(store_url=store.url, queue_url=store.url, admin_token="x" * 20))
    thread = threading.Thread(target=lambda: Pump(worker_context).run(time.monotonic() + 60), daemon=True)
    thread.start()
    yield
    worker_context.stopping.set()
    thread.join()


@pytest.fixture
def unsettled(store):
    """A tournament that was never told what its matches came to: its store stopped just before."""
    log = store.log()
    log.append(
        T, [TournamentCreated("vasa", "Höst", "swedish", {"games": 3}, "round_robin")], by="x", at=1, expected=NEW
    )
    log.append(T, [PlayerEntered(f"p_{name}", name) for name in ("Åsa", "Bo", "Eva")], by="x", at=1)
    log.append(T, decisions.start(tournaments.fold(T, log.read(T)), "lots"), by="x", at=1)
    for match in open_paired_matches(log, tournaments.fold(T, log.read(T)), "x", 1):
        log.append(match, [ResultReported((GameResult("white", "jan"),) * 3)], by="x", at=1)
    return log


def test_a_restored_tournament_is_told_what_its_matches_came_to(run, unsettled, store, tmp_path, request):
    assert run(backup, tmp_path / "file").exit_code == 0
    saved = {stream: head for stream, head in all_streams.heads(store.client).items() if "." in stream}
    store.client.flushall()
    request.getfixturevalue("workers")
    assert run(restore, tmp_path / "file").exit_code == 0
    log = store.log()
    eventually(lambda: tournaments.fold(T, log.read(T)).status == "finished", what="the tournament's end")
    told = [recorded.event.match for recorded in log.read(T) if isinstance(recorded.event, MatchSettled)]
    assert sorted(told) == sorted(saved)
    assert {stream: head for stream, head in all_streams.heads(store.client).items() if "." in stream} == saved
    assert run(verify).exit_code == 0
