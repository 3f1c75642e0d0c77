"""The build that runs: the rules of the games as plain Python, or compiled by `make fast`."""

from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

PLAIN, COMPILED = "plain Python", "compiled rules"
_SEARCH = "core.rules.race_search"
_PACKAGES = ("core", "schemas", "service", "workers")


def build_name() -> str:
    """The name of the build that runs."""
    return PLAIN if compiled_folder() is None else COMPILED


def compiled_folder() -> Path | None:
    """The folder that holds the compiled package `core`; `None` if the rules run as plain Python."""
    module_spec = find_spec(_SEARCH)
    if module_spec is None or module_spec.origin is None or not module_spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    return Path(module_spec.origin).parents[2]


def outdated(compiled: Path, checkout: Path) -> list[str]:
    """The modules that differ between a checkout and the compiled build. Empty where no checkout is."""
    if not (checkout / "tools" / "fast.py").exists():
        return []
    names = {
        path.relative_to(place)
        for place in (compiled, checkout)
        for package in _PACKAGES
        for path in (place / package).rglob("*.py")
    }
    return sorted(str(name) for name in names if _text(compiled / name) != _text(checkout / name))


def outdated_warning() -> str | None:
    """A sentence, if the compiled build runs in a checkout whose source was changed since."""
    compiled = compiled_folder()
    changed = outdated(compiled, Path.cwd()) if compiled else []
    if not changed:
        return None
    return f"the compiled build runs; {len(changed)} files here differ from it ({changed[0]}): make fast makes it anew"


def _text(path: Path) -> bytes | None:
    return path.read_bytes() if path.exists() else None
