"""`make upgrade` after a checkout of another version: the version of before backs up, then the new one is installed."""

import gzip
import shutil
import subprocess
import sys

import pytest

from core.eventlog.log import NEW
from core.events import ClubFounded
from service.store.connect import connect
from service.store.log import RedisLog
from service.store.maintenance.store_format import upgrade
from service.store.server.embedded_server import EmbeddedStore
from tests.support.paths import ROOT
from tests.support.proving import prove

PACKAGES = ("core", "schemas", "service", "workers")


@pytest.fixture
def checkout(folder):
    """A checkout whose second commit cannot back up, with a store; its installer only writes that it was called."""
    if shutil.which("git") is None:
        pytest.skip("needs git")
    place = folder / "brade"
    for name in PACKAGES:
        shutil.copytree(ROOT / name, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    (place / "tools").mkdir()
    shutil.copy(ROOT / "tools/upgrade.sh", place / "tools")
    (place / "tools/venv.sh").write_text("echo installed >>installed\n")
    (place / ".venv/bin").mkdir(parents=True)
    for name, command in (("python", '"$@"'), ("brade", '-m service.cli "$@"')):
        (place / ".venv/bin" / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {command}\n')
        (place / ".venv/bin" / name).chmod(0o755)
    git(place, "init", "-q")
    commit(place)
    with EmbeddedStore(place / "data" / "store", True) as server, connect(server.url) as client:
        upgrade(client)
        RedisLog(client).append("c_vasa", [ClubFounded("vasa", "Vasa")], by="operator", at=1, expected=NEW)
    return place


def git(place, *words):
    names = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *names, *words], cwd=place, check=True, capture_output=True)


def commit(place):
    git(place, "add", *PACKAGES, "tools")
    git(place, "commit", "-q", "-m", "a version")


def make_upgrade(place):
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(place), "PYTHONPATH": str(place)}
    return subprocess.run(
        ["sh", "tools/upgrade.sh"], cwd=place, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@prove
def test_the_version_that_ran_before_backs_up_and_only_then_the_new_one_is_installed(checkout):
    backup = checkout / "service/backups/backup_archive.py"
    backup.write_text(f"{backup.read_text()}\ndef write(*_):\n    raise RuntimeError('another format')\n")
    commit(checkout)
    done = make_upgrade(checkout)
    assert done.returncode == 0, done.stderr
    (saved,) = (checkout / "data/backups").iterdir()
    assert b"c_vasa" in gzip.decompress(saved.read_bytes())
    assert (checkout / "installed").read_text() == "installed\n"
    assert str(saved.relative_to(checkout)) in " ".join(done.stdout.split())


@prove
def test_without_a_backup_nothing_is_installed(checkout):
    (checkout / "data/backups").write_text("no folder")
    done = make_upgrade(checkout)
    assert (done.returncode != 0, (checkout / "installed").exists()) == (True, False)
