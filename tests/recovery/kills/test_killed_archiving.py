"""`brade archive`, killed at every moment: each log is whole in the store or in its file, and is read as before."""

import os
import signal
import threading
import time
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from pathlib import Path

import pytest
from click.testing import CliRunner

from core.eventlog.log import NEW
from core.events import DiceRolled, MatchOpened, TournamentCreated
from service.backups import archiving
from service.backups.archiving import Archivable
from service.backups.verification import ChainBroken, prove_stored
from service.commands.archive import archive
from service.commands.verify import verify
from service.store import keys
from service.store.archive import places, reader, transfer
from service.store.archive.transfer import NotArchived
from service.store.connect import STORE_AWAY, connect
from service.store.log import RedisLog
from service.store.maintenance import all_streams
from service.store.server.embedded_server import EmbeddedStore
from tests.support.logs.played_club import archived, files_of, played_cup, streams
from tests.support.proving import PROVING, some
from tests.support.store import answers, eventually

CUP = "t_cccccccccc"


def run(command, *arguments):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)


MOMENTS = [
    (os, "fsync", 1),
    (Path, "replace", 1),
    (archiving, "sync", 1),
    (archiving, "_prove", 1),
    (transfer, "archive", 1),
    (transfer, "archive", 2),
    (archiving, "data_memory", 2),
]
KEPT = MOMENTS if PROVING else [(os, "fsync", 1), (transfer, "archive", 2)]
"""The moments of `make test`: before anything is in the file, and between two logs that go from the store."""


def killed(owner, name, times):
    """The exit code of a process that archives, and is killed as it calls a function for the so many-th time."""
    archiver = get_context("fork").Process(target=archive_until, args=(owner, name, times))
    archiver.start()
    archiver.join(60)
    return archiver.exitcode


def archive_until(owner, name, times):
    called, calls = getattr(owner, name), count(1)

    def killing(*arguments, **named):
        if next(calls) == times:
            os.kill(os.getpid(), signal.SIGKILL)
        return called(*arguments, **named)

    setattr(owner, name, killing)
    run(archive, "--finished-for", 0)


def test_a_kill_at_any_moment_loses_nothing_and_the_next_run_ends_it(
    api, judge, store, restarted, tmp_path, monkeypatch
):
    cup, data = played_cup(api, judge), tmp_path / "data"
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(data))
    before, heads = files_of(api, cup), all_streams.heads(store.client)
    for moment in KEPT:
        assert killed(*moment) == -signal.SIGKILL, moment
        assert all_streams.heads(store.client) == heads, moment
        assert run(verify).exit_code == 0, moment
        assert files_of(restarted(), cup) == before, moment
        if moment[0] is not transfer:
            run(archive, cup, "--bring-back")
    assert run(archive, "--finished-for", 0).exit_code == 0
    assert archived(store, cup) == streams(store, cup)
    run(archive, cup)
    assert [path.name for path in (data / "archive").iterdir()] == [
        next(iter(places.every(store.client).values())).file
    ]


def written(log, matches=12, facts=30):
    """A tournament with matches, each of so many facts; its logs with their heads."""
    created = TournamentCreated("huk", "Höst", "swedish", {"games": 3}, "round_robin")
    log.append(CUP, [created], by="x", at=1, expected=NEW)
    for number in range(1, matches + 1):
        opened = MatchOpened("huk", "swedish", {"games": 3}, {}, tournament=CUP, round=1)
        log.append(f"{CUP}.{number}", [opened], by="x", at=1, expected=NEW)
        log.append(f"{CUP}.{number}", [DiceRolled("white", (6, each)) for each in range(facts)], by="x", at=2)


def found(client):
    """The tournament as it is archived: as if all of it was judged."""
    client.delete(*(keys.unjudged(shard) for shard in keys.all_shards()))
    heads = all_streams.heads(client)
    return Archivable(CUP, heads, "Höst", 2, "", 0)


def prove_all(log, heads):
    for stream, head in heads.items():
        prove_stored(log, stream, head)


def test_a_power_cut_of_the_store_while_logs_are_archived_loses_nothing(folder, power_cuts, monkeypatch):
    with EmbeddedStore(folder / "store", durable=True) as server, connect(server.url) as client:
        log, archive_one, calls = RedisLog(client), transfer.archive, []
        written(log)
        heads = all_streams.heads(client)

        def cutting(*arguments):
            calls.append(server.pid)
            if len(calls) in (1, 7):
                os.kill(server.pid, signal.SIGKILL)
            archive_one(*arguments)

        monkeypatch.setattr(transfer, "archive", cutting)
        for cut in (1, 7):
            with pytest.raises(STORE_AWAY), archiving.alone(client, folder) as place:
                archiving.archive(client, log, place, found(client), lambda _: None)
            assert len(calls) == cut
            eventually(lambda: answers(server.url) and server.pid not in calls, 20, "the store again")
            reader.forget()
            assert all_streams.heads(client) == heads
            prove_all(log, heads)
        assert len(places.every(client)) == 5
        with archiving.alone(client, folder) as place:
            archiving.archive(client, log, place, found(client), lambda _: None)
        assert places.every(client).keys() == heads.keys()
        prove_all(log, heads)


@pytest.mark.parametrize("times", some([6, 25], 6))
def test_facts_that_are_recorded_while_a_tournament_is_archived_are_all_there(store, tmp_path, times):
    log, ended = store.log(), threading.Event()
    written(log, matches=3)
    said = {f"{CUP}.{number}": 0 for number in (1, 2, 3)}

    def record(stream):
        writer = store.log()
        while not ended.is_set():
            writer.append(stream, [DiceRolled("black", (1, said[stream]))], by="y", at=3)
            said[stream] += 1
            time.sleep(0.002)

    writers = [threading.Thread(target=record, args=[stream]) for stream in said]
    for each in writers:
        each.start()
    archived_once = set()
    for _ in range(times):
        with suppress(NotArchived, ChainBroken), archiving.alone(store.client, tmp_path) as place:
            archiving.archive(store.client, log, place, found(store.client), lambda _: None)
        archived_once |= places.every(store.client).keys()
    ended.set()
    for each in writers:
        each.join(20)
    assert CUP in archived_once, "of the matches that are written to, some are archived and brought back"
    heads = all_streams.heads(store.client)
    prove_all(log, heads)
    assert {stream: heads[stream].version for stream in said} == {stream: 30 + count for stream, count in said.items()}
