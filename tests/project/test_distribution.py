"""The content of an installation without a checkout: the wheel that is built from the source distribution."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.processes.serving import free_port
from tests.support.proving import prove

PACKAGES = ("core", "schemas", "service", "workers")
RECORDED = {"demo": "service/demo/recorded"}
"""Folders that are elsewhere in the wheel than in the repository."""


def output(folder: Path, *command: str, **variables: str) -> str:
    """The output of a command; an error if it fails."""
    environment = os.environ | {"SOURCE_DATE_EPOCH": "1700000000"} | variables
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=300, env=environment)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def tracked(*folders: str) -> list[str]:
    """The files of these folders that the repository keeps."""
    return output(ROOT, "git", "ls-files", "-z", *folders).rstrip("\0").split("\0")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The source distribution of the checkout, and the wheel that is built from it alone."""
    folder = tmp_path_factory.mktemp("built")
    output(ROOT, sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", str(folder))
    source = next(folder.glob("brade-*.tar.gz"))
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    unpacked = folder / source.name.removesuffix(".tar.gz")
    output(unpacked, sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder))
    return source, next(folder.glob("brade-*.whl"))


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files are those that the repository tracks")
def test_a_wheel_from_the_source_distribution_holds_every_file_of_the_packages_and_of_the_demo(built):
    with zipfile.ZipFile(built[1]) as wheel:
        held = set(wheel.namelist())
        told = wheel.read("service/COMMIT").decode()
    moved = {path.replace(folder, place, 1) for folder, place in RECORDED.items() for path in tracked(folder)}
    missing = (set(tracked(*PACKAGES)) | moved) - held
    assert not missing
    assert told.rstrip("+\n") == output(ROOT, "git", "rev-parse", "HEAD").strip()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="the files are those that the repository tracks")
def test_the_source_distribution_holds_what_its_own_tests_and_locks_are(built):
    with tarfile.open(built[0]) as archive:
        held = {name.split("/", 1)[1] for name in archive.getnames()}
    assert set(tracked("requirements", "tests", "docs", "tools", "Makefile", "*.md")) <= held


@prove
def test_an_installed_wheel_plays_the_demo_outside_of_any_checkout(built, tmp_path):
    place, folder = tmp_path / "installed", tmp_path / "elsewhere"
    folder.mkdir()
    installing = ("-m", "pip", "install", "--quiet", "--no-deps", "--target", str(place), str(built[1]))
    output(folder, sys.executable, *installing)
    shadowing = {"PYTHONPATH": str(place), "BRADE_DATA": str(folder / "data"), "BRADE_PORT": str(free_port())}
    where = output(folder, sys.executable, "-P", "-c", "import service; print(service.__file__)", **shadowing)
    assert Path(where.strip()).is_relative_to(place)
    told = output(
        folder, sys.executable, "-P", "-m", "service.cli", "demo", "--once", "--out", str(folder), **shadowing
    )
    assert (folder / "events.ndjson").stat().st_size > 10_000, told
