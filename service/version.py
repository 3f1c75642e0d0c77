"""The version of brade that runs: its number, its commit, what it judges and stores by, and its build."""

import subprocess
from importlib import metadata
from pathlib import Path

from service.compiled_rules import build_name

_KEPT = Path(__file__).with_name("COMMIT")
"""The commit of a wheel or an image, written when it was built (`tools/build_hook.py`)."""


def number() -> str:
    """The number of the version."""
    try:
        return metadata.version("brade")
    except metadata.PackageNotFoundError:
        return "of a checkout that is not installed"


def whole() -> str:
    """The version in full, such as `0.1.0 (commit 39e788fc0da1, rules 3, store format 5, plain Python)`."""
    from core.match.judging import RULES
    from service.store.maintenance.store_format import FORMAT

    return f"{number()} (commit {commit()[:12]}, rules {RULES}, store format {FORMAT}, {build_name()})"


def commit() -> str:
    """The commit that brade was built from or, in a checkout, the one that is checked out; `unknown` elsewhere."""
    try:
        return _KEPT.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return _checked_out(Path(__file__).parents[1]) or "unknown"


def _checked_out(folder: Path) -> str:
    if not (folder / ".git").exists():
        return ""
    asked = ["git", "rev-parse", "HEAD"]
    try:
        done = subprocess.run(asked, cwd=folder, capture_output=True, text=True, check=False, timeout=10)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip()
