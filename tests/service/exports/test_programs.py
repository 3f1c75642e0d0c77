"""Prints and drawings as programs see them that stand on many machines: poppler, qpdf and xmllint.

Where one of them is not installed, its tests are skipped and say so. Their libraries read the same files in every run.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from service.exports import EXPORTS, PDF, ExportOptions
from service.exports.request import Paper
from tests.support.proving import prove, some
from tests.support.tournament.of_every_format import KEYS, entered, on_paper, played

PRINTS = [name for name, export in EXPORTS.items() if export.media == PDF]
A_FEW = ("bracket.pdf", "booklet.pdf", "slips.pdf", "certificates.pdf")
"""Prints for `make test`; `make prove` has the others."""
ASKED = ExportOptions(lang="sv", round=1, origin="https://brade.example/")
Run = Callable[..., str]


def name(number: int) -> str:
    """A name that fits every cell whole."""
    return f"Åke Öst {number}"


@pytest.fixture
def run() -> Run:
    """The output of a program about a file; a fault that it finds fails the test. Skips where it is not installed."""

    def run(program: str, *arguments: str | Path) -> str:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
        ran = subprocess.run(
            [program, *arguments], capture_output=True, encoding="utf-8", errors="replace", timeout=60, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    return run


@pytest.fixture(scope="module")
def weekend() -> Paper:
    """A Swiss and its knock-out at the end."""
    return on_paper(played(entered("swiss_then_knockout", 9, name)))


def written(folder: Path, file: str, given: Paper) -> Path:
    path = folder / file
    path.write_bytes(EXPORTS[file].make(given, ASKED))
    return path


@pytest.mark.parametrize("print_", some(PRINTS, *A_FEW))
def test_qpdf_finds_no_fault(print_: str, weekend: Paper, run: Run, tmp_path: Path) -> None:
    run("qpdf", "--check", written(tmp_path, print_, weekend))


@pytest.mark.parametrize("print_", some(PRINTS, *A_FEW))
def test_every_font_is_within(print_: str, weekend: Paper, run: Run, tmp_path: Path) -> None:
    lines = run("pdffonts", written(tmp_path, print_, weekend)).splitlines()[2:]
    assert lines
    assert [line for line in lines if not re.search(r" yes +yes +(yes|no) +\d+ +\d+$", line)] == []


def test_pdftotext_reads_every_row_of_the_standings(weekend: Paper, run: Run, tmp_path: Path) -> None:
    text = run("pdftotext", "-layout", written(tmp_path, "standings.pdf", weekend), "-")
    for number in range(9):
        assert re.search(rf"^ *\d+=? +{name(number)} +\d+ ", text, re.MULTILINE), text


@pytest.mark.parametrize(
    ("print_", "parts"),
    [
        pytest.param("standings.pdf", ("H1", "Table", "TH", "TD"), marks=prove),
        pytest.param("booklet.pdf", ("H1", "H2", "Table", "TH"), marks=prove),
        ("slips.pdf", ("H1", "Table", "TH", "Figure")),
        ("certificates.pdf", ("H1",)),
        ("bracket.pdf", ("Figure",)),
    ],
)
def test_a_reader_aloud_finds_headings_tables_and_names(
    print_: str, parts: tuple[str, ...], weekend: Paper, run: Run, tmp_path: Path
) -> None:
    said = run("pdfinfo", "-struct-text", written(tmp_path, print_, weekend))
    assert [part for part in parts if not re.search(rf"^ *{part}\b", said, re.MULTILINE)] == []
    assert "Åke Öst" in said


@pytest.mark.parametrize("form", some(KEYS, "single_elimination", "swiss"))
def test_xmllint_reads_every_drawing(form: str, run: Run, tmp_path: Path) -> None:
    run("xmllint", "--noout", "--nonet", written(tmp_path, "bracket.svg", on_paper(played(entered(form, 9)))))
