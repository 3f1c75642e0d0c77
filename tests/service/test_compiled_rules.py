"""The build that runs, and the warning of a compiled one that is older than the source."""

import pytest

from service.compiled_rules import PLAIN, build_name, compiled_folder, outdated
from tests.support.paths import TESTS
from tests.support.proving import prove
from tools import fast


def test_the_tests_run_the_plain_source() -> None:
    assert build_name() == PLAIN
    assert compiled_folder() is None
    assert not list((TESTS.parent / "core").rglob("*.so"))


def test_the_compiled_build_is_made_of_the_source_as_it_is(tmp_path) -> None:
    fast.copy(tmp_path)
    assert outdated(tmp_path, TESTS.parent) == []


@pytest.fixture
def taken(tmp_path):
    """A copy that mypyc takes."""
    pytest.importorskip("setuptools", reason="Python 3.12 and later have none until `make fast` installs it")
    fast.copy(tmp_path)
    (tmp_path / "pyproject.toml").unlink()  # old releases of setuptools, as Python 3.11 brings one, do not take it
    return tmp_path


def test_mypyc_takes_every_module_that_is_compiled(taken) -> None:
    fast.run_mypyc(taken, "clean")


@prove
def test_a_module_that_mypyc_does_not_take_is_named(taken) -> None:
    with (taken / "core" / "match" / "turns.py").open("a") as module:
        module.write("\n\ndef is_one_of(seat: str, seats: list[str]) -> bool:\n    return seat in (None, *seats)\n")
    with pytest.raises(fast.NotMade, match=r"core/match/turns\.py"):
        fast.run_mypyc(taken, "clean")


def test_a_module_that_was_changed_added_or_removed_since_is_named(tmp_path) -> None:
    fast.copy(tmp_path)
    (tmp_path / "core" / "rules" / "race.py").write_text("changed")
    (tmp_path / "core" / "games" / "removed.py").write_text("")
    (tmp_path / "service" / "cli.py").unlink()
    assert outdated(tmp_path, TESTS.parent) == ["core/games/removed.py", "core/rules/race.py", "service/cli.py"]


def test_an_installed_build_is_compared_with_no_folder_that_is_no_checkout(tmp_path) -> None:
    assert outdated(TESTS.parent, tmp_path) == []


def test_without_a_c_compiler_it_says_so(monkeypatch, capsys) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert fast.main() == 1
    assert "there is no C compiler (no-such-compiler)" in capsys.readouterr().err
