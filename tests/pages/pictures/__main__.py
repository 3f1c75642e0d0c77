"""Compare pictures of all pages and prints with the accepted ones, or accept the new ones: `make pictures`.

`ARGS=--accept` accepts. Names of pages and prints behind it compare or accept those alone:
`make pictures ARGS="--accept desk match standings.pdf"`.
"""

import shutil
import sys
from pathlib import Path

import pytest

from service.exports import EXPORTS, PDF
from tests.support.paths import ROOT
from tests.support.pictures import accepted
from tests.support.pictures.pages import BY_NAME

PRINTS = [name for name, export in EXPORTS.items() if export.media == PDF]
names = [each for each in sys.argv[1:] if each != "--accept"]
if unknown := sorted(set(names) - BY_NAME.keys() - set(PRINTS)):
    sys.exit(f"no page or print {', '.join(unknown)}; there are {', '.join([*BY_NAME, *PRINTS])}")
if "--accept" in sys.argv:
    accepted.ACCEPT = True
    for folder in accepted.ACCEPTED.glob("*/"):
        if folder.name not in BY_NAME:
            shutil.rmtree(folder)
shutil.rmtree(accepted.DIFFERENT, ignore_errors=True)
pages = Path(__file__).with_name("test_pictures.py")
prints = ROOT / "tests" / "service" / "exports" / "test_print_pictures.py"
chosen = [f"{pages}::test_a_page_looks_as_it_was_accepted[{name}]" for name in names if name in BY_NAME]
chosen += [
    f"{prints}::test_a_print_looks_as_it_was_accepted[{name}-{lang}]"
    for name in names
    if name in PRINTS
    for lang in ("en", "sv")
]
sys.exit(pytest.main(["-q", "-m", "", "-n", "0", *(chosen or [str(pages), str(prints)])]))
