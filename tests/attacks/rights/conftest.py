"""Tests of rights and names that run on a cluster, too."""

from tests.support.cluster.both_stores import pytest_generate_tests  # noqa: F401
