"""The examples of docs/api/examples are run as they stand: commands in one shell, Python in one process."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from service.config import Settings
from service.processes.supervisor import Supervisor
from tests.support.operations import operations_of
from tests.support.paths import ROOT
from tests.support.proving import prove

FOLDER = ROOT / "docs" / "api"
PAGES = re.findall(r"\]\((examples/\w+\.md)\)", (FOLDER / "README.md").read_text(encoding="utf-8"))
ADDRESS = "http://127.0.0.1:8000"
BLOCK = re.compile(r"```(sh|python)\n(.*?)```\n(?:```text\n(.*?)```)?", re.DOTALL)
BLOCKS = [(page, *text) for page in PAGES for text in BLOCK.findall((FOLDER / page).read_text(encoding="utf-8"))]
SECONDS = 180
MARK = "<<the end of block {}>>"


def blocks(language: str) -> list[tuple[str, str, str]]:
    """The page, the code and the told output of every block in a language."""
    return [(page, code, told) for page, kind, code, told in BLOCKS if kind == language]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory):
    """A folder with the data of a running service, and the service's address."""
    if shutil.which("curl") is None or shutil.which("bash") is None:
        pytest.skip("bash or curl is not installed: the commands cannot be run")
    folder = tmp_path_factory.mktemp("api")
    with Supervisor(Settings(port=0, data=folder / "data")) as processes:
        yield folder, processes.url


def run(command: list[str], source: str, folder: Path) -> list[str]:
    """The output of each block."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("BRADE")}
    done = subprocess.run(
        command,
        input=source,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stdout
    return re.split(r"<<the end of block \d+>>\n", done.stdout)[:-1]


def assert_as_told(language: str, printed: list[str]) -> None:
    assert len(printed) == len(blocks(language))
    for (page, code, told), said in zip(blocks(language), printed, strict=True):
        pattern = ".*".join(re.escape(part) for part in told.strip().split("…"))
        assert re.fullmatch(pattern, said.strip(), re.DOTALL), f"{page}: {code}\nprinted\n{said}"


@prove
def test_every_command_prints_what_the_pages_say(service) -> None:
    folder, address = service
    parts = [f"{code}\nprintf '\\n{MARK.format(place)}\\n'\n" for place, (_, code, _) in enumerate(blocks("sh"))]
    assert_as_told("sh", run(["bash", "-eu"], "".join(parts).replace(ADDRESS, address), folder))


@prove
def test_every_line_of_python_prints_what_the_pages_say(service) -> None:
    folder, address = service
    parts = [f"{code}\nprint('{MARK.format(place)}')\n" for place, (_, code, _) in enumerate(blocks("python"))]
    assert_as_told("python", run([sys.executable, "-"], "".join(parts).replace(ADDRESS, address), folder))


def test_every_resource_has_an_example_in_both_languages() -> None:
    assert sorted({page for page, _, _ in blocks("sh")}) == sorted(PAGES)
    assert sorted({page for page, _, _ in blocks("python")}) == sorted(PAGES)
    for _, code, _ in blocks("python"):
        compile(code, "example", "exec")


def test_every_address_of_an_example_is_in_the_document(app) -> None:
    known = [re.sub(r"\{\w+\}", "[^/?]+", operation.split(" ")[1]) for operation in operations_of(app)]
    for page, _, code, _ in BLOCKS:
        for address in re.findall(r"/v1/[\w./$-]+", re.sub(r"\{[^}]*\}", "x", code)):
            assert any(re.fullmatch(each, address) for each in known), f"{page}: {address}"


def test_the_index_lists_every_page_and_every_page_that_is_named_exists() -> None:
    assert sorted(PAGES) == sorted(f"examples/{path.name}" for path in (FOLDER / "examples").iterdir())
