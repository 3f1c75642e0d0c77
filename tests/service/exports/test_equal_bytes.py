"""Every file is the same bytes for the same tournament, in any process."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from service.exports import EXPORTS, ExportOptions
from tests.support.paths import ROOT
from tests.support.proving import prove
from tests.support.tournament.of_every_format import KEYS, entered, on_paper, played


def hashes() -> list[str]:
    """Every export of a tournament of every format, by its hash."""
    given = {form: on_paper(played(entered(form, 8), most=10)) for form in KEYS}
    return [
        f"{form} {name} {sha256(export.make(given[form], ExportOptions(round=1, lang='sv'))).hexdigest()}"
        for form in KEYS
        for name, export in EXPORTS.items()
    ]


@prove
@pytest.mark.parametrize(("seed", "zone"), [("0", "UTC"), ("1", "UTC"), ("77", "Asia/Tokyo")])
def test_equal_input_gives_equal_bytes_in_any_process(seed: str, zone: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import hashes; print(*hashes(), sep='\\n')"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == hashes()
