"""The folder of the project, and that of its tests."""

from pathlib import Path

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
