"""`make test` and `make prove` together run every test, and doctests run with them."""

import doctest
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression

from tests.conftest import COLLECTED
from tests.support.paths import ROOT
from tests.support.processes import hanging_tests
from tests.support.proving import prove
from tests.support.store import Store, eventually

ROOMS = ("core", "schemas", "service", "workers")
DOCTESTS = [
    path.relative_to(ROOT)
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
    if ">>> " in path.read_text()
]


def selections() -> dict[str, Expression]:
    """The marks that each of the two commands selects, as the Makefile and pyproject.toml say."""
    recipes = dict(re.findall(r"^(test|prove):.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE))
    settings = (ROOT / "pyproject.toml").read_text()
    (default,) = re.findall(r'^addopts = .*"-m", "([^"]*)"', settings, re.MULTILINE)
    (proved,) = re.findall(r'-m "([^"]*)"', recipes["prove"])
    for text in (*recipes.values(), (ROOT / "tools" / "test.sh").read_text(), settings):
        assert not re.search(r"\s-k[\s=]|--ignore|--deselect|norecursedirs|-m \S*not", text), "it leaves tests out"
    assert "-m " not in recipes["test"]
    return {"test": Expression.compile(default), "prove": Expression.compile(proved)}


def selects(marked: Expression, marks: set[str]) -> bool:
    return marked.evaluate(lambda name, **_: name in marks)


def test_make_test_and_make_prove_together_run_every_test(request: pytest.FixtureRequest) -> None:
    both = selections()
    for item in request.config.stash[COLLECTED]:
        marks = {mark.name for mark in item.iter_markers()}
        chosen = {name for name, marked in both.items() if selects(marked, marks)}
        assert chosen == {"prove"} if "prove" in marks else "test" in chosen, item.nodeid
        assert "hypothesis" not in marks or "prove" in chosen, f"{item.nodeid} has random examples"


def test_the_page_of_tests_names_every_file_with_tests_for_make_prove_alone(
    request: pytest.FixtureRequest,
) -> None:
    page = (ROOT / "docs" / "development" / "testing.md").read_text()
    marked = {item.path for item in request.config.stash[COLLECTED] if item.get_closest_marker("prove")}
    assert [str(path.relative_to(ROOT)) for path in sorted(marked) if path.name not in page] == []


def test_a_group_of_tests_has_one_name_by_which_it_stays_in_one_worker(request: pytest.FixtureRequest) -> None:
    if not getattr(request.config.option, "loadgroup", False):
        pytest.skip("there are groups in a worker of `--dist loadgroup` only")
    for item in request.session.items:
        if marked := item.get_closest_marker("xdist_group"):
            assert item.nodeid.endswith(f"@{marked.args[0]}")


@pytest.mark.parametrize("path", DOCTESTS, ids=str)
def test_the_examples_of_docstrings_are_true(path: Path) -> None:
    module = importlib.import_module(".".join(path.with_suffix("").parts))
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_a_test_that_hangs_shows_where_also_behind_one_that_failed(tmp_path: Path) -> None:
    (tmp_path / "test_two.py").write_text(
        "import time\n\ndef test_fails():\n    assert False\n\ndef test_hangs():\n    time.sleep(50)\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nhanging_seconds = 0.2\nhanging_exits = true\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", hanging_tests.__name__, f"--rootdir={tmp_path}", tmp_path],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=40,
        check=False,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )
    assert done.returncode == 1
    assert re.search(r"^Timeout \(.*line 7 in test_hangs$", done.stderr, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("tests", "checks"), [(0, 0), (1, 0), (0, 1), (5, 1)])
def test_make_test_fails_if_a_test_or_a_check_fails_and_only_then(tmp_path: Path, tests: int, checks: int) -> None:
    (tmp_path / "tools").mkdir()
    script = tmp_path / "tools" / "test.sh"
    script.write_text((ROOT / "tools" / "test.sh").read_text())
    (tmp_path / "Makefile").write_text(f"check:\n\t@echo checked; exit {checks}\n")
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nexit {tests}\n")
    python.chmod(0o755)
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert "checked" in done.stdout
    assert bool(done.returncode) == bool(tests or checks), done.stderr


@prove
def test_a_web_server_of_the_tests_ends_with_a_run_that_is_killed(store: Store, tmp_path: Path) -> None:
    run = (
        "import os, pathlib, time; from tests.support.processes import fork_server;"
        f" print(fork_server.start_web(dict(os.environ), pathlib.Path({str(tmp_path / 'web.log')!r})).pid, flush=True);"
        " time.sleep(60)"
    )
    environment = {**os.environ, "BRADE_STORE_URL": store.url, "BRADE_BIND": "127.0.0.1:0", "BRADE_DATA": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", run], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        web = Path("/proc", process.stdout.readline().strip())
        eventually(lambda: "service.server.asgi" in (web / "cmdline").read_text(), what="the name of the web server")
        process.kill()
    eventually(lambda: not web.exists(), what="the end of the web server")
