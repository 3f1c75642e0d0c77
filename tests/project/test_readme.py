"""The README's first screen is true: its commands are run as they stand, against a running service."""

import os
import re
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

import pytest

from service.bootstrap import load_or_create_admin_token
from service.config import Settings
from service.processes.supervisor import Supervisor
from tests.support.paths import ROOT
from tests.support.processes.fork_server import forked_children

README = (ROOT / "README.md").read_text()
STORY = re.search(r"```console\n(.*?)```", README, re.DOTALL)[1]


def steps(story):
    """Each command with what it is said to print, `…` standing for anything."""
    for block in re.split(r"^\$ ", story, flags=re.MULTILINE)[1:]:
        lines = block.rstrip("\n").split("\n")
        told = next(number for number, line in enumerate(lines) if line.startswith("{"))
        yield "\n".join(lines[:told]), "".join(line.strip() for line in lines[told:])


@pytest.fixture
def service():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as folder,
        Path(folder, "log").open("wb") as log,
        forked_children(),
        Supervisor(Settings(port=port, data=Path(folder).resolve(), workers=1), output=log) as processes,
    ):
        yield processes


def test_the_first_screen_happens_as_it_is_told(service):
    curl = shutil.which("curl")
    if curl is None:
        pytest.skip("curl is not installed: the README's commands cannot be run")
    known = {"BRADE": service.url, "ADMIN": load_or_create_admin_token(service.settings.data)}
    for command, told in steps(STORY):
        done = subprocess.run(["bash", "-c", command], env={**os.environ, **known}, capture_output=True, check=True)
        said = done.stdout.decode().strip()
        pattern = ".*".join(re.escape(part.strip()) for part in told.split("…"))
        assert re.fullmatch(pattern, said), f"{command}\nprinted {said}"
        for name, found in (("TOKEN", r'"token":"([^"]+)"'), ("MATCH", r'^{"id":"(m_[^"]+)"')):
            if match := re.search(found, said):
                known[name] = match[1]
    assert {"TOKEN", "MATCH"} <= known.keys()


def test_every_page_that_the_readme_names_exists():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_command_of_the_operating_page_exists_and_none_is_missing():
    page = (ROOT / "docs" / "server" / "operating.md").read_text()
    from service.cli import COMMANDS

    assert set(re.findall(r"`brade ([\w-]+)", page)) == set(COMMANDS)


def test_every_setting_of_the_operating_page_is_read_and_none_is_missing():
    page = (ROOT / "docs" / "server" / "operating.md").read_text()
    rooms = ROOT / "service"
    code = (rooms / "config.py").read_text() + (rooms / "cli.py").read_text()
    assert set(re.findall(r"BRADE_[A-Z_]+", page)) == set(re.findall(r"BRADE_[A-Z_]+", code))
