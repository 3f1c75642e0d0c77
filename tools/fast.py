"""Compile the rules of the games with mypyc, and write brade with them as a wheel: `make fast`.

The wheel is written into `dist` and unpacked into `.fast`. It is made from a copy, so the checkout holds no compiled
module, and the tests and `make run` use the plain source.
"""

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.build_hook import KEPT, commit

ROOT = Path(__file__).parents[1]
COPIED = ("core", "schemas", "service", "workers", "demo")
COMPILED = ("core/rules", "core/games")
AS_WELL = (
    "core/eventlog/hash_chain.py",
    "core/match/fact_validation.py",
    "core/match/game_times.py",
    "core/match/judging.py",
    "core/match/refolding.py",
    "core/match/turns.py",
    "core/timestamps.py",
)
"""Modules of other folders: what judges and hashes a fact of play."""
PLAIN = ("__init__.py", "dubblets.py", "six_ace.py")
"""Left out. These games have no search, and compiled code refuses wrong types before their own checks name them."""
UNPACKED = ROOT / ".fast"
_MYPYC = """
import sys
from setuptools import setup
from mypyc.build import mypycify
options = ["--strict", "--config-file=", *sys.argv.pop().split()]
setup(name="brade", packages=[], ext_modules=mypycify(options, opt_level="2", group_name="brade"))
"""


class NotMade(Exception):
    """The compiler is missing, or a step failed, with what it said."""


def main() -> int:
    """Make the wheel, unpack it, and print how it is used."""
    try:
        ensure_compiler()
        with TemporaryDirectory() as scratch:
            copy(Path(scratch))
            run_mypyc(Path(scratch), "build_ext", "--inplace")
            shutil.rmtree(Path(scratch) / "build")
            wheel = _build(Path(scratch))
        _unpack(wheel)
    except NotMade as said:
        sys.stderr.write(f"The compiled build was not made: {said}\n")
        return 1
    sys.stdout.write(f"{wheel.relative_to(ROOT)}: pip installs it. From here: PYTHONPATH=.fast .venv/bin/brade serve\n")
    return 0


def ensure_compiler() -> None:
    """Raises `NotMade` without a C compiler or Python's headers."""
    command = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if shutil.which(command) is None:
        raise NotMade(f"there is no C compiler ({command}). Debian, Ubuntu: apt install gcc. brade runs without it.")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise NotMade("Python's headers are missing. Debian, Ubuntu: apt install python3-dev. brade runs without them.")


def copy(target: Path) -> None:
    """Copy the source of the distribution without what Python compiled, and what its build reads."""
    for name in COPIED:
        shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd"))
    for name in ("README.md", "LICENSE", "pyproject.toml"):
        shutil.copy(ROOT / name, target)
    (target / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "build_hook.py", target / "tools")
    (target / KEPT).write_text(commit(ROOT), encoding="utf-8")


def run_mypyc(folder: Path, *command: str) -> None:
    """Have mypyc translate the modules of a copy to C, then a command of setuptools: `build_ext` compiles them.

    Raises `NotMade` with what it does not take.
    """
    modules = sorted(
        str(path.relative_to(folder))
        for part in COMPILED
        for path in (folder / part).glob("*.py")
        if path.name not in PLAIN
    )
    _run([sys.executable, "-c", _MYPYC, *command, " ".join((*modules, *AS_WELL))], folder)


def _build(folder: Path) -> Path:
    target = ROOT / "dist"
    made = folder / "wheels"
    _run([*_PIP, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", made, folder], folder)
    target.mkdir(exist_ok=True)
    return Path(shutil.copy(next(made.glob("brade-*.whl")), target))


def _unpack(wheel: Path) -> None:
    shutil.rmtree(UNPACKED, ignore_errors=True)
    _run([*_PIP, "install", "--quiet", "--no-deps", "--target", UNPACKED, wheel], ROOT)


_PIP = (sys.executable, "-m", "pip")


def _run(command: list[Any], folder: Path) -> None:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900, check=False)  # noqa: S603
    if ran.returncode:
        raise NotMade(f"{ran.stdout}{ran.stderr}".strip()[-2000:])


if __name__ == "__main__":
    sys.exit(main())
