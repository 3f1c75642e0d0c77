"""Every file is the same bytes for the same tournament, in any process."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from service.exports import EXPORTS, Asked
from tests.support.paths import ROOT
from tests.support.proving import some
from tests.support.tournament.of_every_format import KEYS, entered, on_paper, played

ONE_PRINTED = ("groups_then_knockout",)
"""A format with tables and a bracket, so that every print has all of its parts."""


def hashes(*printed: str) -> list[str]:
    """Every export of a tournament of every format, by its hash; prints of these formats alone."""
    given = {form: on_paper(played(entered(form, 8), most=10)) for form in KEYS}
    return [
        f"{form} {name} {sha256(export.make(given[form], Asked(round=1, lang='sv'))).hexdigest()}"
        for form in KEYS
        for name, export in EXPORTS.items()
        if form in printed or not name.endswith(".pdf")
    ]


@pytest.mark.parametrize(
    ("seed", "zone", "printed"),
    some(
        [("0", "UTC", KEYS), ("1", "UTC", KEYS), ("77", "Asia/Tokyo", KEYS), ("77", "Asia/Tokyo", ONE_PRINTED)],
        ("77", "Asia/Tokyo", ONE_PRINTED),
    ),
)
def test_equal_input_gives_equal_bytes_in_any_process(seed: str, zone: str, printed: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import hashes; print(*hashes(*{tuple(printed)!r}), sep='\\n')"],
        cwd=ROOT, env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == hashes(*printed)
