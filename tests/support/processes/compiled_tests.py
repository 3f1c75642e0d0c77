"""Test files compiled once for all workers of a run: each worker begins with a share of them.

pytest compiles a test file in its own way, so that a failed assertion shows its values, and keeps the result beside the
file. In a fresh clone every worker would compile every file, for six seconds each.
"""

import sys
from pathlib import Path

import pytest
from _pytest.assertion import assertstate_key, rewrite

from tests.support.paths import TESTS


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Compile this worker's share of the files before all are loaded."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or sys.dont_write_bytecode:
        return
    number, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in sorted(TESTS.rglob("test_*.py"))[number::count]:
        _compile(path, session.config)


def _compile(path: Path, config: pytest.Config) -> None:
    folder = rewrite.get_cache_dir(path)
    compiled = folder / f"{path.stem}{rewrite.PYC_TAIL}"
    if rewrite._read_pyc(path, compiled) is None and rewrite.try_makedirs(folder):
        stat, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(config.stash[assertstate_key], code, stat, compiled)
