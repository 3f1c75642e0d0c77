"""ARCHITECTURE.md is a true map: what it names is there, and every file of the tournaments is on it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
TOURNAMENT = ROOT / "core" / "tournament"
SPANS = re.findall(r"`([^`\n]+)`", PAGE)


def test_every_path_that_it_names_exists():
    paths = [span for span in SPANS if re.fullmatch(r"[a-z_]+/[\w/.]*", span)]
    inside = ("web/", "handlers/", "store/", "live/", "exports/", "commands/", "demo/", "decisions/", "formats/")
    missing = [
        path for path in paths
        if not (ROOT / path).exists()
        and not (path in inside and ((ROOT / "service" / path).exists() or (TOURNAMENT / path).exists()))
    ]  # fmt: skip
    assert missing == []


@pytest.mark.parametrize(("path", "name"), re.findall(r"`([\w/]+\.py)` `(\w+)`", PAGE))
def test_every_function_that_it_names_is_in_its_file(path, name):
    assert re.search(rf"^ *(def|class) {name}\b", (ROOT / path).read_text(encoding="utf-8"), re.MULTILINE)


def test_every_file_of_the_tournaments_is_on_the_map_and_no_other():
    table = PAGE[PAGE.index("| question |") : PAGE.index("Its files for paper")]
    named = re.findall(r"`(\w+\.py)`", table)
    assert len(named) == len(set(named)), "named twice"
    assert set(named) == {each.name for each in TOURNAMENT.glob("*.py")} - {"__init__.py"}
