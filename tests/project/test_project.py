"""The project itself: its locks, its line of imports, its size, its promise of one test command."""

import ast
import re
import shutil
import subprocess
import sys
import threading
import tomllib
from pathlib import Path

import pytest

from tests.support.paths import ROOT

ROOMS = ("core", "schemas", "service", "workers")
LOCKS = ("requirements/run.lock", "requirements/dev.lock", "requirements/bench.lock", "requirements/fast.lock")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
SOURCES = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))

# What the core may import although its contract forbids it to all others.
EXCEPTIONS = {
    Path("core/tournament/pairing/lots.py"): {"random"},
    Path("core/tournament/swiss/matching.py"): {"rustworkx"},
}
# Read by type checkers and by the compiler alone: nothing imports it when brade runs.
TYPES_OF_COMPILED_CODE = "if TYPE_CHECKING:\n    from mypy_extensions import i64"
OUTSIDE = {"asyncio", "http", "os", "random", "secrets", "socket", "subprocess", "threading", "time"}


def locked(lock):
    """Release by name, as a lock pins them."""
    return dict(re.findall(r"^([a-z0-9-]+)==([^\s;]+)", (ROOT / lock).read_text(), re.MULTILINE))


def pins(requirements):
    """Release by name, as pyproject.toml asks for them; anything but an exact release is an error."""
    found = [re.fullmatch(r"([a-z0-9-]+)==([\w.]+)(?:; .*)?", requirement) for requirement in requirements]
    assert all(found), requirements
    return dict(one.groups() for one in found)


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_that_only_its_maker_could_reach(lock):
    text = (ROOT / lock).read_text()
    assert not re.search(r"://|^-|[ =](/|\.\.?/|~/)|file:|@ ", text, re.MULTILINE)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_release_carries_its_hashes(lock):
    blocks = re.split(r"^(?=[a-z0-9])", (ROOT / lock).read_text(), flags=re.MULTILINE)
    assert all("--hash=sha256:" in block for block in blocks if block.strip())


def test_what_the_service_needs_is_locked_at_the_release_that_the_project_names():
    wanted = pins(PROJECT["project"]["dependencies"]) | pins(PROJECT["dependency-groups"]["build"])
    assert wanted.items() <= locked("requirements/run.lock").items()


def test_what_the_checks_need_is_locked_at_the_release_that_the_project_names():
    assert pins(PROJECT["dependency-groups"]["dev"]).items() <= locked("requirements/dev.lock").items()


@pytest.mark.parametrize("group", ["bench", "fast"])
def test_what_is_installed_for_measurements_and_the_compiled_build_is_locked(group):
    assert pins(PROJECT["dependency-groups"][group]).items() <= locked(f"requirements/{group}.lock").items()


def test_the_compiled_build_is_made_by_the_releases_of_the_checks():
    shared = locked("requirements/fast.lock").keys() & locked("requirements/dev.lock").keys()
    assert {name: locked("requirements/fast.lock")[name] for name in shared} == {
        name: locked("requirements/dev.lock")[name] for name in shared
    }


def test_the_checks_run_on_the_same_releases_as_the_service():
    assert locked("requirements/run.lock").items() <= locked("requirements/dev.lock").items()


def test_the_backend_that_installs_the_project_is_the_locked_one():
    assert PROJECT["build-system"]["requires"] == PROJECT["dependency-groups"]["build"]


def test_no_file_is_named_after_nothing():
    assert not [str(path) for path in SOURCES + TESTS if path.stem in {"utils", "util", "helpers", "common", "misc"}]


def test_every_package_says_what_it_is():
    for path in SOURCES:
        if path.name == "__init__.py":
            assert ast.get_docstring(ast.parse((ROOT / path).read_text())), path


def test_the_core_imports_the_standard_library_and_itself_only():
    core = [path for path in SOURCES if path.parts[0] == "core"]
    assert len(core) > 150
    allowed = (sys.stdlib_module_names - OUTSIDE) | {"core"}
    beyond = {str(path): imports(ROOT / path) - allowed - EXCEPTIONS.get(path, set()) for path in core}
    assert not {path: names for path, names in beyond.items() if names}


def imports(path):
    """The top-level names of everything that a file imports."""
    names = set()
    tree = ast.parse(path.read_text())
    tree.body = [
        node for node in tree.body if not isinstance(node, ast.If) or ast.unparse(node) != TYPES_OF_COMPILED_CODE
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module)
    return {name.partition(".")[0] for name in names}


def test_the_automatic_run_takes_its_command_from_the_readme():
    done = subprocess.run([ROOT / ".ci/run", "--print"], capture_output=True, text=True, check=True)
    assert done.stdout == "make test\n"


@pytest.mark.parametrize("readme", ["# brade\n", "make test\n", "```sh\nmake test\nmake test\n```\n"])
def test_the_automatic_run_fails_when_the_readme_does_not_hold_the_command_once(readme, tmp_path):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci/run")
    (tmp_path / "README.md").write_text(readme)
    done = subprocess.run([tmp_path / ".ci/run", "--print"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "README.md" in done.stderr


def test_make_knows_every_command_that_the_readme_shows():
    shown = set(re.findall(r"^make ([a-z]+)", (ROOT / "README.md").read_text(), re.MULTILINE))
    listed = subprocess.run(["make", "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert shown <= set(re.findall(r"^make ([a-z]+)", listed.stdout, re.MULTILINE))
    assert {"demo", "test"} <= shown


OF_THREADS = frozenset(vars(threading.Thread())) | {name for name in dir(threading.Thread) if not name.startswith("__")}
OF_LATER_THREADS = OF_THREADS | {"_context", "_os_thread_handle", "_set_os_name"}
"""Names that a thread of the standard library uses itself: in this Python, and in 3.13 and 3.14."""
NEVER_SET = OF_LATER_THREADS - {"run", "start", "join"}


def names_of_a_class(node):
    """The methods of a class, and the attributes that it sets."""
    stored = [each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store)]
    methods = [item.name for item in node.body if isinstance(item, ast.FunctionDef)]
    return {each.attr for each in stored if isinstance(each.value, ast.Name) and each.value.id == "self"} | {*methods}


def is_of_threads(node):
    return any(ast.unparse(base).endswith("Thread") for base in node.bases)


def test_no_thread_of_ours_sets_what_the_standard_library_keeps_in_a_thread():
    classes = [
        (path, node)
        for path in SOURCES + TESTS
        for node in ast.walk(ast.parse((ROOT / path).read_text()))
        if isinstance(node, ast.ClassDef) and is_of_threads(node)
    ]
    assert len(classes) > 5
    taken = [(str(path), node.name, sorted(names_of_a_class(node) & NEVER_SET)) for path, node in classes]
    assert [each for each in taken if each[2]] == []
