"""Core with one module changed: its games, made of sources that were read anew. The loaded core stays as it is."""

import importlib
import importlib.abc
import importlib.machinery
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import FrameType, ModuleType
from typing import Any

from core.rules.game import Game
from tests.support.paths import ROOT

RULES = ("core.games", "core.rules")
"""The packages that are loaded anew."""


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Finds one module, whose source is another text."""

    def __init__(self, name: str, source: str) -> None:
        self.name, self.source = name, source

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        """The module of that name."""
        return importlib.machinery.ModuleSpec(name, self) if name == self.name else None

    def get_source(self, fullname: str) -> str:
        """The other text."""
        return self.source

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        """None: as usual."""
        return None


def source_of(name: str) -> str:
    """The source of a module of core."""
    return (ROOT / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")


@contextmanager
def changed_games(name: str, source: str) -> Iterator[Mapping[str, Game]]:
    """All games by their keys, where a module has another source. Raises what the changed module raises."""
    kept = {each: module for each, module in sys.modules.items() if each.startswith(RULES)}
    finder = _Changed(name, source)
    for each in kept:
        del sys.modules[each]
    sys.meta_path.insert(0, finder)
    try:
        yield {game.key: game for game in importlib.import_module("core.games").GAMES}
    finally:
        sys.meta_path.remove(finder)
        for module in [each for each in sys.modules if each.startswith(RULES)]:
            del sys.modules[module]
        sys.modules.update(kept)


class TookTooLong(Exception):
    """A changed rule that searches without end."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Bound the time of what is inside. Raises `TookTooLong`."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, end)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
