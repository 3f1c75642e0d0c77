"""List the pinned releases that are behind the newest: `make audit`.

Asks pip, and pip asks the registry that it is set up with, no other host. Known
vulnerabilities are not checked: their lists are on other hosts.
"""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
LOCKS = ("requirements/run.lock", "requirements/dev.lock", "requirements/bench.lock", "requirements/fast.lock")
_PIN = r"([A-Za-z0-9_.-]+)==([\w.]+)"


class NotAnswered(Exception):
    """The registry did not tell the newest release of a package."""


Pins = Mapping[str, set[str]]
"""The releases of each package: more than one where a lock has one for older Pythons and one for newer ones."""


def pinned(root: Path = ROOT) -> Pins:
    """The releases pinned in the locks, in the dependency groups outside of them and in tools/lock.sh."""
    groups = tomllib.loads((root / "pyproject.toml").read_text())["dependency-groups"]
    found = re.findall(_PIN, "\n".join([*chain(*groups.values()), (root / "tools" / "lock.sh").read_text()]))
    for lock in LOCKS:
        found += re.findall(f"^{_PIN}", (root / lock).read_text(), re.MULTILINE)
    pins: dict[str, set[str]] = {}
    for name, release in found:
        pins.setdefault(_name(name), set()).add(release)
    return pins


def newest(pins: Pins) -> dict[str, str]:
    """The newest release of each package, for the Python that runs this. Raises `NotAnswered`."""
    # All that is installed at once, which is quick, but leaves out in silence what could not be asked for.
    listed = json.loads(_pip("list", "--uptodate", "--format=json"))
    current = {_name(each["name"]): each["version"] for each in listed}
    return {
        name: current[name] if current.get(name) in releases else _newest_of(name, releases)
        for name, releases in pins.items()
    }


def main() -> int:
    """List what is behind; the exit code: 0 if nothing is, 1 if something is, 2 if the registry does not answer."""
    pins = pinned()
    try:
        known = newest(pins)
    except NotAnswered as error:
        sys.stderr.write(f"audit: {error}\n")
        return 2
    behind = [name for name in sorted(pins) if known[name] not in pins[name]]
    for name in behind:
        sys.stdout.write(f"{name} {' and '.join(sorted(pins[name]))}, newest {known[name]}\n")
    if not behind:
        sys.stdout.write(f"All {len(pins)} pinned packages are at their newest release.\n")
        return 0
    sys.stdout.write(
        f"{len(behind)} of {len(pins)} pinned packages are behind: name the newest in pyproject.toml (uv: in "
        "tools/lock.sh), then make lock ARGS=--upgrade\n"
    )
    return 1


def _newest_of(name: str, releases: set[str]) -> str:
    early = ["--pre"] if any(re.search(r"\d(a|b|rc|\.dev)\d", release) for release in releases) else []
    found = re.match(r"\S+ \((\S+)\)", _pip("index", "versions", *early, name))
    if not found:
        raise NotAnswered(f"pip does not tell the newest release of {name}")
    return found[1]


def _pip(*arguments: str) -> str:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  our own arguments
    if done.returncode:
        raise NotAnswered(done.stderr.strip().rpartition("\n")[2] or f"pip ended with exit code {done.returncode}")
    return done.stdout


def _name(written: str) -> str:
    return re.sub(r"[-_.]+", "-", written).lower()


if __name__ == "__main__":
    sys.exit(main())
