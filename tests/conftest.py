"""Settings and fixtures of every test."""

import gc
import os

import pytest
from _pytest.nodeid import coerce_node_id
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadGroupScheduling

from tests.support.proving import SHARE

gc.set_threshold(20_000, 10, 10)  # imports and collection make many objects and next to no garbage

# The same examples for everybody; one that fails prints how to run it again.
settings.register_profile(
    "prove", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
# In `make test` a failed example is made small and not explained: that alone may take minutes.
settings.register_profile(
    "suite",
    settings.get_profile("prove"),
    max_examples=100 // SHARE,
    phases=[each for each in Phase if each is not Phase.explain],
)
# HYPOTHESIS_PROFILE=search looks for new failures: other examples each time, and many of them.
settings.register_profile("search", settings.get_profile("prove"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

pytest_plugins = [
    "tests.support.store",
    "tests.support.api",
    "tests.support.processes.compiled_tests",
    "tests.support.processes.hanging_tests",
    "tests.support.processes.power_cuts",
    "tests.support.processes.set_clock",
    "tests.support.passwords",
]

GROUPS = (
    "browser-1",
    "browser-2",
    "demo",
    "killing",
    "cluster",
    "behind-nginx",
    "organising",
    "second-start",
    "live-rights",
    "viewer-seats",
    "request-bodies",
    "words",
)
"""Tests that run in one worker, one after the other: they share a service, a browser or a folder."""

SLOW = tuple(
    f"tests/{folder}/"
    for folder in ("recorded", "recovery", "service/processes", "project", "workers", "service/commands", "upgrades")
)
"""Folders of tests that wait, most of the time, for processes that they started. They are spread among the others,
which have work for the processor meanwhile, and none of them is left for the end.
"""
SPREAD = 0.8
"""The part of the run over which they are spread."""

COLLECTED = pytest.StashKey[list[pytest.Item]]()
"""All tests that were collected, before any of them was deselected."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember what was collected. Groups come first, the longest work, so that all workers end at the same time."""
    config.stash[COLLECTED] = list(items)
    turns = _turns(items)
    items.sort(key=lambda item: turns[_part(item)])
    if getattr(config.option, "loadgroup", False):  # in a worker of `--dist loadgroup`
        for item in items:
            if group := _group(item):
                # xdist 3.8 sets `_nodeid`, which pytest 9.2 does not read any more: its groups have no effect there.
                item._id = coerce_node_id(f"{item.nodeid}@{group}")


def pytest_collection_finish() -> None:
    """Leave what was collected out of the search for unreachable objects: there is much of it, and it all stays."""
    gc.freeze()  # without a search before: what is unreachable now is little


class FileScheduling(LoadGroupScheduling):
    """Gives a worker all tests of a file, one after the other, or those of a group of files: they share what they made.

    The scheduler counts what each worker has left after every test, in all the parts that it ever gave it: with a part
    for each test that alone would take seconds.
    """

    def _split_scope(self, nodeid: str) -> str:
        group = super()._split_scope(nodeid)
        return nodeid.partition("::")[0] if group == nodeid else group


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FileScheduling | None:
    """The scheduler of `--dist loadgroup`; xdist has those of other ways."""
    return FileScheduling(config, log) if config.getoption("dist") == "loadgroup" else None


def _turns(items: list[pytest.Item]) -> dict[str, float]:
    """The order of the groups and files: groups first, then the share of its kind that comes before each file."""
    parts = list(dict.fromkeys(map(_part, items)))
    turns: dict[str, float] = {group: place - len(GROUPS) for place, group in enumerate(GROUPS)}
    files = [part for part in parts if part not in turns]
    slow = [file for file in files if file.startswith(SLOW)]
    quick = [file for file in files if not file.startswith(SLOW)]
    turns |= {part: SPREAD * place / len(slow) for place, part in enumerate(slow)}
    return turns | {part: place / len(quick) for place, part in enumerate(quick)}


def _part(item: pytest.Item) -> str:
    return _group(item) or item.nodeid.partition("::")[0]


def _group(item: pytest.Item) -> str:
    marked = item.get_closest_marker("xdist_group")
    return str(marked.args[0]) if marked else ""
