"""`make audit` lists the pinned releases that are behind, and never takes silence for the newest. Asks no registry."""

import json

import pytest

from tools import audit

PINS = {"rq": "2.12.0", "numpy": "2.4.6", "early": "1.0a2", "elsewhere": "1.0"}


class Registry:
    """The answer that pip would give: the newest release by name, and the installed ones."""

    def __init__(self, newest, installed):
        self.newest, self.installed, self.asked = newest, installed, []

    def pip(self, *arguments):
        if arguments[0] == "list":
            current = [name for name, release in self.installed.items() if self.newest.get(name) == release]
            return json.dumps([{"name": name, "version": self.newest[name]} for name in current])
        name = arguments[-1]
        self.asked.append(arguments[2:])
        if name not in self.newest:
            raise audit.NotAnswered(f"No matching distribution found for {name}")
        return f"{name} ({self.newest[name]})\nAvailable versions: {self.newest[name]}, 0.1\n"


@pytest.fixture
def registry(monkeypatch):
    there = Registry(dict(PINS), {"rq": "2.12.0", "numpy": "2.4.6", "not-ours": "1"})
    for_a_newer_python = {"numpy": {"2.4.6", "2.5.5"}}
    monkeypatch.setattr(audit, "pinned", lambda: {name: {pin} for name, pin in PINS.items()} | for_a_newer_python)
    monkeypatch.setattr(audit, "_pip", there.pip)
    return there


def test_where_all_pins_are_the_newest_nothing_is_listed(registry, capsys):
    assert audit.main() == 0
    assert capsys.readouterr().out == "All 4 pinned packages are at their newest release.\n"
    assert registry.asked == [("--pre", "early"), ("elsewhere",)], (
        "what is installed and current is not asked for twice"
    )


def test_what_is_behind_is_listed_with_the_newest_and_the_exit_code_is_one(registry, capsys):
    registry.newest |= {"rq": "3.0.0", "elsewhere": "1.1", "numpy": "2.4.7"}
    assert audit.main() == 1
    said = capsys.readouterr().out.splitlines()
    assert said[:-1] == [
        "elsewhere 1.0, newest 1.1",
        "numpy 2.4.6 and 2.5.5, newest 2.4.7",
        "rq 2.12.0, newest 3.0.0",
    ]
    assert said[-1].startswith("3 of 4 pinned packages are behind")


def test_a_package_that_cannot_be_asked_for_is_not_called_the_newest(registry, capsys):
    del registry.newest["rq"]
    assert audit.main() == 2
    assert capsys.readouterr() == ("", "audit: No matching distribution found for rq\n")


def test_the_pins_are_those_of_all_locks_of_every_group_and_of_what_makes_the_locks():
    assert {"rq", "pytest", "gnubg-nn", "networkx", "hatchling", "uv"} <= audit.pinned().keys()


def test_pip_that_fails_is_told_by_its_last_words():
    with pytest.raises(audit.NotAnswered, match="unknown command"):
        audit._pip("no-such-command")
