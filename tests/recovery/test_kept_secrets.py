"""The kept secrets after a power cut: written whole before anything uses them, and looked at by every start."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from service.bootstrap import kept_secrets, make_secrets
from service.commands.doctor import findings
from service.config import Settings
from tests.support.paths import ROOT
from tests.support.proving import prove

NAMES = ("admin-token", "session-key", "idempotency-key")


@pytest.fixture
def settings(tmp_path):
    return Settings(data=tmp_path / "data", port=1)


def started(settings):
    """The output of a start that ends because of a secret."""
    told = {**os.environ, "BRADE_DATA": str(settings.data), "BRADE_BIND": "127.0.0.1:0", "PYTHONPATH": str(ROOT)}
    told.pop("BRADE_ADMIN_TOKEN", None)
    command = [sys.executable, "-m", "service.cli", "serve"]
    return subprocess.run(command, env=told, capture_output=True, text=True, timeout=30, check=False)


def test_a_secret_lies_on_the_disk_before_it_has_its_name_and_its_name_before_it_is_used(settings, monkeypatch):
    done = []

    def sync(place):
        folder, synced = settings.data, os.fstat(place).st_ino
        path = next(each for each in (folder, *folder.iterdir()) if each.stat().st_ino == synced)
        done.append((path.name.partition(".")[0], sorted(set(NAMES) & {each.name for each in folder.iterdir()})))

    monkeypatch.setattr(os, "fsync", sync)
    make_secrets(settings)
    there = []
    for name in NAMES:
        assert (name, sorted(there)) in done, "the file's own text, while no file of that name is there"
        there.append(name)
        assert ("data", sorted(there)) in done


@prove
@pytest.mark.parametrize("name", NAMES)
def test_a_start_with_a_zeroed_secret_ends_and_its_remedy_works(settings, name):
    make_secrets(settings)
    (settings.data / name).write_bytes(b"\0" * 43)
    refused = started(settings)
    assert refused.returncode
    assert f"{name} is empty or too short" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert (settings.data / name).read_bytes() == b"\0" * 43
    assert [finding.how for finding in findings(settings) if name in finding.sentence] == ["bad"]
    (settings.data / name).unlink()
    make_secrets(settings)
    assert [finding.how for finding in findings(settings) if name in finding.sentence] == ["good"]


def test_drafts_of_a_process_that_was_killed_are_removed_and_nothing_else(settings):
    settings.data.mkdir()
    left = [settings.data / f"{name}.{'0f' * 8}" for name in NAMES]
    mine = settings.data / "session-key.of-last-year"
    for each in (*left, mine):
        each.touch()
    make_secrets(settings)
    assert sorted(path.name for path in settings.data.iterdir()) == sorted([*NAMES, mine.name])


def test_a_token_of_the_operators_own_needs_no_file(settings):
    own = replace(settings, admin_token="the-operators-own-token")
    make_secrets(own)
    assert sorted(path.name for path in kept_secrets(own)) == ["idempotency-key", "session-key"]
    assert sorted(path.name for path in settings.data.iterdir()) == ["idempotency-key", "session-key"]
