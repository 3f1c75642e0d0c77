"""The tests of the store run on one server, and on a cluster."""

from tests.support.logs.on_cluster import pytest_generate_tests  # noqa: F401
