"""Libraries that are loaded into processes before the C library, in place of some of its functions.

They need Linux and a C compiler.
"""

import shutil
import subprocess
import sys
from pathlib import Path


def compiled(source: str, library: Path) -> Path | None:
    """The library of a C source, for `LD_PRELOAD`; `None` where it cannot be made."""
    compiler = shutil.which("cc")
    if sys.platform != "linux" or compiler is None:
        return None
    made = subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-x", "c", "-", "-o", str(library), "-ldl"],
        input=source,
        text=True,
        capture_output=True,
        check=False,
    )
    return library if made.returncode == 0 else None
