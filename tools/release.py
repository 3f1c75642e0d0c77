"""Make a release: `make release VERSION=1.0.0`. Nothing is published, and the checkout changes only when all has held.

The version is set and everything is built, tested and tried in a work tree beside the checkout. Then the tag names the
commit, and the checkout takes it over. The same command makes an interrupted release again: before the tag everything
is done anew, and afterwards only the checkout is brought to it. `docs/development/releasing.md` says what comes before
and afterwards.
"""

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import psutil

from tools.release_data import RELEASES

ROOT = Path(__file__).parents[1]
_WORKTREES = "brade-release-"
_SECONDS_TO_END = 10
_NUMBER = re.compile(r"(\d+)\.(\d+)\.(\d+)")
_VERSION = re.compile(r'(?m)^version = "(\d+)\.(\d+)\.(\d+)"$')
_SECTION = re.compile(r"(?m)^## \d+\.\d+\.\d+ \(unreleased\)$")
PLACES = {
    "pyproject.toml": (_VERSION, 'version = "{version}"'),
    "CHANGELOG.md": (_SECTION, "## {version} ({day})"),
    "docs/api/changes.md": (_SECTION, "## {version} ({day})"),
    "docs/api/clients.md": (re.compile(r"brade\.\d+\.\d+\.\d+-"), "brade.{version}-"),
    "deploy/kustomization.yaml": (re.compile(r'newTag: "\d+\.\d+\.\d+"'), 'newTag: "{version}"'),
}
"""The files that name the version, each with the pattern that finds it and what stands there afterwards."""


class Refused(Exception):
    """The release is not made, and why."""


def main(arguments: list[str]) -> int:
    """Make the release that the command line asks for."""
    parser = argparse.ArgumentParser(prog="make release", description="Make a release; publish nothing.")
    parser.add_argument("version", help="the number of the release, such as 1.0.0")
    parser.add_argument("--without-image", action="store_true", help="build no container image")
    parser.add_argument("--without-compiled", action="store_true", help="build no wheel with compiled rules")
    asked = parser.parse_args(arguments)
    try:
        with interruptible(), alone(ROOT):
            if is_tagged_ahead(ROOT, asked.version):
                take_over(ROOT, asked.version)
            else:
                make(asked.version, image=not asked.without_image, compiled=not asked.without_compiled)
    except Refused as why:
        sys.stderr.write(f"No release was made: {why}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("The release was interrupted. The same command begins it again.\n")
        return 130
    print(f"release: v{asked.version} is tagged, its files are in dist/{asked.version}; nothing is published")  # noqa: T201
    return 0


def make(version: str, *, image: bool, compiled: bool) -> None:
    """Make everything in a work tree, then the tag. Raises `Refused` where something does not hold."""
    check(ROOT, version)
    container = container_program() if image else None
    with worktree(ROOT) as folder:
        set_version(folder, version, datetime.now(UTC).date().isoformat())
        print("release: a small data folder, for every later version to open", flush=True)  # noqa: T201
        make_data(folder, version)
        _run(folder, "git", "add", "--all")
        _run(folder, "git", "commit", "--quiet", "--message", f"Version {version}")
        commit = _output(folder, "git", "rev-parse", "HEAD")
        for said, step in steps(folder, version, container, compiled=compiled):
            print(f"release: {said}", flush=True)  # noqa: T201
            step()
        target = ROOT / "dist" / version
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(folder / "release", target)
    if _output(ROOT, "git", "rev-parse", "HEAD") != _output(ROOT, "git", "rev-parse", f"{commit}^"):
        raise Refused("the checkout has other commits than at the beginning, which the release does not hold")
    _refuse_changes(ROOT)
    _run(ROOT, "git", "tag", "--message", f"brade {version}", f"v{version}", commit)
    take_over(ROOT, version)


def is_tagged_ahead(root: Path, version: str) -> bool:
    """True if an interrupted release left its tag, and the checkout is still at the commit before it."""
    tagged = _output(root, "git", "tag", "--list", f"v{version}")
    return bool(tagged) and _output(root, "git", "rev-parse", f"v{version}^{{commit}}^") == _output(
        root, "git", "rev-parse", "HEAD"
    )


def take_over(root: Path, version: str) -> None:
    """Bring the checkout to the commit of the tag. Raises `Refused` if files of the checkout are changed."""
    _refuse_changes(root)
    _run(root, "git", "merge", "--quiet", "--ff-only", f"v{version}")


def check(root: Path, version: str) -> None:
    """Raises `Refused` if the version is no later one, the tag is there, or files of the checkout are changed."""
    wanted, present = _NUMBER.fullmatch(version), _VERSION.search((root / "pyproject.toml").read_text(encoding="utf-8"))
    if wanted is None:
        raise Refused(f"{version!r} is no version; one is three numbers, such as 1.0.0")
    if present is None:
        raise Refused("pyproject.toml has no line with the version")
    if _numbers(wanted) < _numbers(present):
        raise Refused(f"{version} comes before {'.'.join(present.groups())}, the version of pyproject.toml")
    if _output(root, "git", "tag", "--list", f"v{version}"):
        raise Refused(f"the tag v{version} is there already")
    if not _SECTION.search((root / "CHANGELOG.md").read_text(encoding="utf-8")):
        raise Refused("CHANGELOG.md has no section that is unreleased: say there what a club notices")
    _refuse_changes(root)
    _output(root, "git", "var", "GIT_COMMITTER_IDENT")  # git says what to set where it does not know who commits


def _refuse_changes(folder: Path) -> None:
    if changed := _output(folder, "git", "status", "--porcelain"):
        raise Refused(f"the checkout has changes that are not committed:\n{changed}")


@contextmanager
def interruptible() -> Iterator[None]:
    """The time in which a signal to end raises `KeyboardInterrupt`, after it ended what this process started."""
    before = {number: signal.signal(number, _end_all) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end_all(number: int, frame: object) -> None:  # noqa: ARG001
    started = psutil.Process().children(recursive=True)
    for process in started:
        with suppress(psutil.NoSuchProcess):
            process.terminate()
    for process in psutil.wait_procs(started, timeout=_SECONDS_TO_END)[1]:
        with suppress(psutil.NoSuchProcess):
            process.kill()
    raise KeyboardInterrupt


@contextmanager
def alone(root: Path) -> Iterator[None]:
    """The time in which this process alone makes a release. Removes the work trees that a killed release left.

    Raises `Refused` while another process makes one.
    """
    kept = root / _output(root, "git", "rev-parse", "--git-common-dir") / "brade-release.lock"
    with kept.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused("another `make release` is at work in this repository") from None
        for line in _output(root, "git", "worktree", "list", "--porcelain").splitlines():
            place = Path(line.removeprefix("worktree "))
            if line.startswith("worktree ") and place.parent.name.startswith(_WORKTREES):
                _run(root, "git", "worktree", "remove", "--force", str(place))
                shutil.rmtree(place.parent, ignore_errors=True)
        yield


def container_program() -> str:
    """The program that builds images; raises `Refused` if there is none that works."""
    for name in ("docker", "podman"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, check=False).returncode == 0:  # noqa: S603
            return name
    raise Refused("neither docker nor podman works here: --without-image makes the release without an image")


@contextmanager
def worktree(root: Path) -> Iterator[Path]:
    """A work tree of the checkout's commit, which is removed at the end."""
    with TemporaryDirectory(prefix=_WORKTREES) as scratch:
        folder = Path(scratch) / "brade"
        _run(root, "git", "worktree", "add", "--quiet", "--detach", str(folder))
        try:
            yield folder
        finally:
            _run(root, "git", "worktree", "remove", "--force", str(folder))


def set_version(root: Path, version: str, day: str) -> None:
    """Write the version wherever it is named, and close the sections of what has changed with the day.

    Raises `Refused` if a file does not name it where it is looked for.
    """
    for name, (pattern, line) in PLACES.items():
        path = root / name
        text, count = pattern.subn(line.format(version=version, day=day), path.read_text(encoding="utf-8"))
        if not count:
            raise Refused(f"{name} does not name the version where a release looks for it")
        path.write_text(text, encoding="utf-8")


def make_data(folder: Path, version: str) -> None:
    """Have this version leave a data folder behind, which is committed with it. Later versions are tested on it."""
    _run(folder, "sh", "tools/venv.sh", "dev")
    _run(folder, str(folder / ".venv" / "bin" / "python"), "-m", "tools.release_data", f"{RELEASES}/{version}")


def steps(
    folder: Path, version: str, container: str | None, *, compiled: bool
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Steps in the work tree, in order, each with the words for it."""
    target = folder / "release"
    yield "the tests (some minutes)", lambda: _test(folder)
    yield "source distribution, and the wheel from it", lambda: _build(folder, target)
    wheel = target / f"brade-{version}-py3-none-any.whl"
    yield "the wheel plays the demo in an empty environment", lambda: _try(folder, wheel)
    if compiled:
        yield "the wheel with compiled rules, and its tests (some minutes)", lambda: _compile(folder, target)
        yield "the compiled wheel plays the demo", lambda: _try(folder, _compiled(target, wheel))
    yield "the list of parts (SBOM)", lambda: _list_parts(folder, target)
    if container:
        yield "the image", lambda: _image(folder, version, container)
        yield "the image plays the demo", lambda: _try_image(version, container)
    yield "the sums of the files", lambda: _sums(target)


def _test(folder: Path) -> None:
    """Run the tests. Raises `Refused` if one fails, or if they changed files: the release would not be its commit."""
    _run(folder, "make", "test")
    _refuse_changes(folder)


def _build(folder: Path, target: Path) -> None:
    python = folder / ".venv" / "bin" / "python"
    _run(folder, str(python), "-m", "hatchling", "build", "--target", "sdist", "--directory", str(target))
    source = next(target.glob("*.tar.gz"))
    with TemporaryDirectory() as scratch:
        shutil.unpack_archive(source, scratch, filter="data")
        unpacked = next(Path(scratch).iterdir())
        _run(unpacked, str(python), "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target))


def _compile(folder: Path, target: Path) -> None:
    _run(folder, "make", "fast", "ARGS=--test")
    for wheel in (folder / "dist").glob("brade-*.whl"):
        shutil.copy(wheel, target)


def _compiled(target: Path, plain: Path) -> Path:
    return next(wheel for wheel in target.glob("brade-*.whl") if wheel != plain)


def _try(folder: Path, wheel: Path) -> None:
    """Install a wheel with the locked parts into an empty environment, and play the demo elsewhere."""
    with TemporaryDirectory() as scratch:
        place, here = Path(scratch) / "environment", Path(scratch) / "elsewhere"
        here.mkdir()
        _run(here, sys.executable, "-m", "venv", str(place))
        pip = (str(place / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps")
        _run(here, *pip, "--require-hashes", "-r", str(folder / "requirements" / "run.lock"))
        _run(here, *pip, str(wheel))
        _run(here, str(place / "bin" / "brade"), "--version")
        _run(here, str(place / "bin" / "brade"), "demo", "--once")


def _list_parts(folder: Path, target: Path) -> None:
    """Write the locked parts as CycloneDX, with their hashes."""
    made = ("requirements", "requirements/run.lock", "--pyproject", "pyproject.toml", "--output-reproducible")
    listing = (str(folder / ".venv" / "bin" / "cyclonedx-py"), *made, "--output-file", str(target / "sbom.cdx.json"))
    _run(folder, *listing)


def _image(folder: Path, version: str, container: str) -> None:
    """Build the image on the base as it is today, pinned by its digest, with labels that say what it is."""
    base = base_image(folder)
    _run(folder, container, "pull", "--quiet", base)
    pinned = _output(folder, container, "image", "inspect", "--format", "{{index .RepoDigests 0}}", base)
    commit = _output(folder, "git", "rev-parse", "HEAD")
    labels = {
        "title": "brade",
        "version": version,
        "revision": commit,
        "licenses": "MIT",
        "base.name": base,
        "base.digest": pinned.partition("@")[2],
    }
    said = [part for key, value in labels.items() for part in ("--label", f"org.opencontainers.image.{key}={value}")]
    arguments = ("--build-arg", f"BASE={pinned}", "--build-arg", f"COMMIT={commit}")
    _run(folder, container, "build", "--target", "app", "--tag", f"brade:{version}", *arguments, *said, ".")
    saved = folder / "release" / f"brade-{version}-image.tar"
    _run(folder, container, "save", "--output", str(saved), f"brade:{version}")


def base_image(folder: Path) -> str:
    """The image that the Dockerfile builds on, such as `docker.io/library/python:3.13-slim`."""
    found = re.search(r"(?m)^ARG BASE=(\S+)$", (folder / "Dockerfile").read_text(encoding="utf-8"))
    if found is None:
        raise Refused("the Dockerfile has no line `ARG BASE=`")
    return found[1]


def _try_image(version: str, container: str) -> None:
    """Play the demo in the image as its own user, with nothing to write to but its data and a scratch folder."""
    held = ("--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--volume", "/data")  # noqa: S108
    _run(ROOT, container, "run", *held, f"brade:{version}", "demo", "--once")


def _sums(target: Path) -> None:
    files = sorted(path for path in target.iterdir() if path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (target / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def _numbers(version: re.Match[str]) -> tuple[int, ...]:
    return tuple(int(part) for part in version.groups())


def _run(folder: Path, *command: str) -> None:
    """Run a command with its output shown; raises `Refused` if it fails."""
    try:
        ended = subprocess.run(command, cwd=folder, check=False, env=_environment()).returncode  # noqa: S603
    except OSError as error:
        raise Refused(f"{' '.join(command)}: {error}") from None
    if ended:
        raise Refused(f"{' '.join(command)} failed with {ended}, for the reason above")


def _output(folder: Path, *command: str) -> str:
    ran = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True, env=_environment())  # noqa: S603
    if ran.returncode:
        raise Refused(f"{' '.join(command)}: {ran.stderr.strip()}")
    return ran.stdout.strip()


def _environment() -> dict[str, str]:
    """The environment without the settings of a brade that may run on this machine, and without those of make.

    What `make release` was told is for this program alone: `make test` would take its ARGS for options of the tests.
    """
    ours = ("ARGS", "VERSION")
    return {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("BRADE_", "MAKE", "MFLAGS")) and key not in ours
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
