"""The measurements: each of them can be run."""

import importlib

import pytest

from bench import PARTS


@pytest.mark.parametrize("name", PARTS)
def test_every_part_can_be_loaded(name):
    assert callable(importlib.import_module(f"bench.{name}").main)
