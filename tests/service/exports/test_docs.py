"""docs/tournaments/exports.md tells of every file and of every column."""

import re

import pytest

from core.tournament.views import csv_rows
from service.exports import EXPORTS
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "tournaments" / "exports.md").read_text(encoding="utf-8")


def test_every_file_is_in_its_table() -> None:
    for name, export in EXPORTS.items():
        stem, _, kind = name.rpartition(".")
        wanted = f"rounds/{{n}}/{stem}" if export.of_round else stem
        lines = [line for line in PAGE.splitlines() if line.startswith(f"| `{wanted}.")]
        assert any(f"`{wanted}.{kind}`" in line or f"`.{kind}`" in line for line in lines), name


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("standings", csv_rows.STANDINGS),
        ("standings", csv_rows.ALL_STANDINGS),
        ("matches", csv_rows.MATCHES),
        ("pairings", csv_rows.PAIRINGS),
    ],
)
def test_the_columns_stand_in_their_order(name: str, columns: tuple[str, ...]) -> None:
    start = PAGE.index(f"**{name}.csv**")
    told = re.findall(r"`([a-z0-9_]+)`", PAGE[start : PAGE.find("\n**", start + 1)])
    places = iter(told)
    assert all(column in places for column in columns)
