"""The weekend of docs/api/organising.md happens: its commands are run as they stand, against a running service."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from service.config import Settings
from service.processes.supervisor import Supervisor
from tests.support.paths import ROOT
from tests.support.proving import prove

FOLDER = ROOT / "docs" / "api"
PAGE = (FOLDER / "organising.md").read_text(encoding="utf-8")
STEPS = re.findall(r"```sh\n(.*?)```\n(?:```text\n(.*?)```)?", PAGE, re.DOTALL)
TOKEN = "the-operators-token-of-docs-organising"
REPEATS = "the-key-of-repeats-of-docs-organising"
"""The tournament's id follows from it and from the key of the request, so that it is the one of the page."""
SECONDS = 180
pytestmark = pytest.mark.xdist_group("organising")  # one weekend for all tests


@pytest.fixture(scope="module")
def folder():
    """An organiser's folder: the data, and the files that come with brade."""
    with tempfile.TemporaryDirectory(prefix="brade-") as name:
        folder = Path(name).resolve()
        (folder / "data").mkdir()
        (folder / "data" / "admin-token").write_text(f"{TOKEN}\n")
        (folder / "data" / "idempotency-key").write_text(f"{REPEATS}\n")
        (folder / "demo").symlink_to(ROOT / "demo")
        (folder / "bin").mkdir()
        brade = folder / "bin" / "brade"
        brade.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m service.cli "$@"\n')
        brade.chmod(0o755)
        yield folder


@pytest.fixture(scope="module")
def printed(folder):
    """The output of each block of commands, and the exit code of its last command."""
    for tool in ("bash", "curl", "sha256sum"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed: the page's commands cannot be run")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with Supervisor(Settings(port=port, data=folder / "data")) as processes:
        script = "".join(f"{commands}\nprintf '\\n<<%s>>\\n' $?\n" for commands, _ in STEPS)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("BRADE")}
        environment["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["bash"],
            input=script.replace("http://127.0.0.1:8000", processes.url),
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            check=True,
            timeout=SECONDS,
        )
    parts = re.split(r"\n<<(\d+)>>\n", done.stdout)
    return list(zip(parts[::2], parts[1::2], strict=False))


@prove
def test_every_command_prints_what_the_page_says(printed):
    assert len(printed) == len(STEPS)
    for (commands, told), (said, status) in zip(STEPS, printed, strict=True):
        pattern = ".*".join(re.escape(part) for part in told.strip().split("…"))
        assert re.fullmatch(pattern, said.strip()), f"{commands}\nprinted\n{said}"
        assert status == "0", commands


def test_nothing_on_the_page_is_refused():
    assert [line for _, told in STEPS for line in told.splitlines() if re.fullmatch(r"[345]\d\d", line)] == []


@prove
def test_what_is_left_on_the_disk_is_what_the_page_promises(printed, folder):
    left = folder / "weekend"
    assert "Göran Ask" in (left / "round-1.html").read_text(encoding="utf-8")
    assert (left / "bracket.svg").read_text(encoding="utf-8").startswith("<")
    assert {"weekend.ndjson", "sunday.gz", "standings.xlsx"} <= {path.name for path in left.iterdir()}


@prove
def test_nothing_is_left_that_git_does_not_ignore(printed, folder):
    assert {path.name for path in folder.iterdir()} == {"bin", "data", "demo", "weekend"}
    assert {"/data/", "/weekend/"} <= set((ROOT / ".gitignore").read_text().splitlines())


def test_every_page_that_it_names_exists():
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (FOLDER / target).exists(), target


def test_every_command_of_it_is_run():
    assert len(STEPS) == PAGE.count("```sh") == (PAGE.count("```") - 2 * PAGE.count("```text")) / 2
