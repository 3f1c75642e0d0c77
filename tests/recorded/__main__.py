"""Record every answer anew, on purpose: `.venv/bin/python -m tests.recorded`, or some chapters, named behind it.

A chapter that fails keeps the answers recorded before. Then read the diff of `answers.txt`.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.recorded.walk import CHAPTERS

chapters = sys.argv[1:]
if unknown := sorted(set(chapters) - CHAPTERS.keys()):
    sys.exit(f"no chapter {', '.join(unknown)}; there are {', '.join(CHAPTERS)}")
os.environ["BRADE_RECORD"] = "1"
test = f"{Path(__file__).with_name('test_every_answer.py')}::test_a_chapter_is_answered_as_recorded"
sys.exit(pytest.main(["-q", "-m", "", *(f"{test}[{chapter}]" for chapter in chapters or CHAPTERS)]))
