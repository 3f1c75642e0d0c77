"""`brade archive`, killed at every moment: each log is whole in the store or in its file, and is read as before."""

import subprocess
import sys

from click.testing import CliRunner

from service.commands.archive import archive
from service.commands.verify import verify
from service.store.archive import places
from service.store.maintenance import all_streams
from tests.support.logs.played_club import archived, files_of, played_cup, streams


def run(command, *arguments):
    return CliRunner().invoke(command, [str(each) for each in arguments], catch_exceptions=False)


KILLED = """
import os, signal, sys
from pathlib import Path
from service.backups import archiving
from service.store.archive import moving
place, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
owner = {"archiving": archiving, "moving": moving, "os": os, "Path": Path}[place]
before, calls = getattr(owner, name), []
def killing(*arguments, **named):
    calls.append(1)
    if len(calls) == times:
        os.kill(os.getpid(), signal.SIGKILL)
    return before(*arguments, **named)
setattr(owner, name, killing)
from service.cli import main
main(["archive", "--finished-for", "0"])
"""
MOMENTS = [
    ("os", "fsync", 1), ("Path", "replace", 1), ("archiving", "sync_folder", 1), ("archiving", "_prove", 1),
    ("moving", "archive", 1), ("moving", "archive", 2), ("archiving", "used_memory", 2),
]  # fmt: skip


def test_a_kill_at_any_moment_loses_nothing_and_the_next_run_ends_it(
    api, judge, store, restarted, tmp_path, monkeypatch
):  # fmt: skip
    cup, data = played_cup(api, judge), tmp_path / "data"
    monkeypatch.setenv("BRADE_STORE_URL", store.url)
    monkeypatch.setenv("BRADE_DATA", str(data))
    before, heads = files_of(api, cup), all_streams.heads(store.client)
    env = {"BRADE_STORE_URL": store.url, "BRADE_DATA": str(data), "PYTHONPATH": ":".join(sys.path)}
    for moment in MOMENTS:
        done = subprocess.run([sys.executable, "-c", KILLED, *map(str, moment)], env=env, capture_output=True)
        assert done.returncode == -9, (moment, done.stderr)
        assert all_streams.heads(store.client) == heads, moment
        assert run(verify).exit_code == 0, moment
        assert files_of(restarted(), cup) == before, moment
        if moment[0] != "moving":
            run(archive, cup, "--bring-back")
    assert run(archive, "--finished-for", 0).exit_code == 0
    assert archived(store, cup) == streams(store, cup)
    run(archive, cup)
    assert [each.name for each in (data / "archive").iterdir()] == [
        next(iter(places.every(store.client).values())).file
    ]
