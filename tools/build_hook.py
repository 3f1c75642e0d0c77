"""The part of a build that is not in its packages: the commit that it is made from, and compiled rules.

The commit is that of the checkout. In an unpacked source distribution it is in the file `COMMIT`; where neither is, as
in an image, the environment names it (`BRADE_COMMIT`).
"""

import os
import subprocess
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KEPT = "COMMIT"
"""The name of the file: at the top of a source distribution, and in the package `service` of a wheel."""


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds the commit to a source distribution and a wheel, and to a wheel its compiled modules where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files. An editable installation gets none: its checkout tells its commit itself."""
        if version == "editable":
            return
        root, is_wheel = Path(self.root), self.target_name == "wheel"
        if text := commit(root):
            with NamedTemporaryFile("w", encoding="utf-8", delete=False) as kept:
                kept.write(f"{text}\n")
            self.written = Path(kept.name)
            self.written.chmod(0o644)
            build_data["force_include"][kept.name] = f"service/{KEPT}" if is_wheel else KEPT
        if compiled := list(root.glob("brade__mypyc.*")):
            build_data |= {"pure_python": False, "infer_tag": True}
            build_data["force_include"] |= {str(path): path.name for path in compiled}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Remove the file that was written for the build."""
        if written := getattr(self, "written", None):
            written.unlink()


def commit(root: Path) -> str:
    """The commit of the source in this folder, with `+` where a file differs from it; empty if nothing tells it."""
    if told := os.environ.get("BRADE_COMMIT"):
        return told
    if (root / KEPT).is_file():
        return (root / KEPT).read_text(encoding="utf-8").strip()
    if not (root / ".git").exists():
        return ""
    head = _git(root, "rev-parse", "HEAD")
    return f"{head}+" if head and _git(root, "status", "--porcelain", "--untracked-files=no") else head


def _git(root: Path, *words: str) -> str:
    try:
        ran = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603, S607
    except OSError:  # there is no git
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""
