"""Programs for Node.js, which read what brade writes."""

import shutil
import subprocess
from pathlib import Path

import pytest


def installed(folder: Path, *packages: str) -> Path:
    """The folder, with the packages installed in it by npm. Skips the test where that cannot be done."""
    if not shutil.which("npm"):
        pytest.skip("Node.js is not installed")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", *packages]
    if subprocess.run(command, cwd=folder, capture_output=True, timeout=300, check=False).returncode:
        pytest.skip(f"npm found no {packages[0]}: is there a registry in reach?")
    return folder
