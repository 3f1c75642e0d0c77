"""Compare pictures of all pages with the accepted ones, or accept the new ones: `make pictures`, `ARGS=--accept`.

Names of pages behind it compare or accept those alone: `make pictures ARGS="--accept desk match"`.
"""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.support.pictures import accepted
from tests.support.pictures.pages import BY_NAME

names = [each for each in sys.argv[1:] if each != "--accept"]
if unknown := sorted(set(names) - BY_NAME.keys()):
    sys.exit(f"no page {', '.join(unknown)}; there are {', '.join(BY_NAME)}")
if "--accept" in sys.argv:
    os.environ["BRADE_ACCEPT"] = "1"
    for folder in accepted.ACCEPTED.glob("*/"):
        if folder.name not in BY_NAME:
            shutil.rmtree(folder)
shutil.rmtree(accepted.DIFFERENT, ignore_errors=True)
tests = Path(__file__).with_name("test_pictures.py")
chosen = [f"{tests}::test_a_page_looks_as_it_was_accepted[{name}]" for name in names]
sys.exit(pytest.main(["-q", "-m", "", "-n", "0", *(chosen or [str(tests)])]))
