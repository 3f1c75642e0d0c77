"""Workbooks as openpyxl reads them. It is loaded with the first one: every worker imports all modules of tests."""

import io
from pathlib import Path
from typing import Any


def load_workbook(source: bytes | Path) -> Any:
    """The workbook in bytes or in a file."""
    import openpyxl

    return openpyxl.load_workbook(io.BytesIO(source) if isinstance(source, bytes) else source)
