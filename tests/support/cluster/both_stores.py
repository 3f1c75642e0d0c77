"""Tests of the store that run on one server, and on a cluster: some of them in `make test`, all in `make prove`."""

import pytest

from tests.support.proving import prove

on_cluster = pytest.mark.on_cluster
"""Marks a test that runs on a cluster in `make test`, too."""

FILES = frozenset(
    f"tests.{name}"
    for name in (
        "attacks.rights.test_erased_names",
        "service.store.test_bulk_read",
        "service.store.test_log",
        "service.store.test_lost_facts",
        "service.store.test_read_models",
        "service.store.test_repeats",
        "service.live.test_channels",
        "service.live.test_live_coming_back",
        "service.live.test_live_history",
        "service.live.test_streams",
        "workers.test_exports",
        "workers.test_failed_jobs",
        "workers.test_lost_facts",
        "workers.test_pump",
        "workers.test_rebuild",
        "workers.test_rule_checks",
        "workers.test_settlement",
        "workers.test_sweeper",
    )
)
"""The files whose tests run on both. The others test processes, or what one server alone has."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of these files that takes `store` on both kinds."""
    if "store" not in metafunc.fixturenames or metafunc.module.__name__ not in FILES:
        return
    marks = [pytest.mark.xdist_group("cluster")]
    if not metafunc.definition.get_closest_marker("on_cluster"):
        marks.append(prove)
    metafunc.parametrize("store", ["one", pytest.param("cluster", marks=marks)], indirect=True)
