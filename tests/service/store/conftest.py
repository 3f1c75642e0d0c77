"""The tests of the store run on one server, and on a cluster."""

from tests.support.cluster.both_stores import pytest_generate_tests  # noqa: F401
