"""Record every answer anew, on purpose: `.venv/bin/python -m tests.recorded`, or some chapters, named behind it.

Then read the diff of `answers.txt`.
"""

import os
import sys
from pathlib import Path

import pytest

os.environ["BRADE_RECORD"] = " ".join(sys.argv[1:])
sys.exit(pytest.main(["-q", str(Path(__file__).with_name("test_every_answer.py"))]))
