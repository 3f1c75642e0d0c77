"""Recorded rolls with all their legal plays, from `tests/data`, read by the first test that wants them."""

import json
from functools import cache
from typing import Any

from tests.support.paths import TESTS

SWEDISH, FAMILY = "swedish_plays", "family_plays"


@cache
def recorded_rolls(*names: str) -> list[dict[str, Any]]:
    """The rolls of these files, in their order."""
    files = [(TESTS / "data" / f"{name}.jsonl").read_text(encoding="utf-8") for name in names]
    return [json.loads(line) for text in files for line in text.splitlines()]
