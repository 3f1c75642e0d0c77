"""A script and all modules that it imports, in one file: a slow phone asks once instead of thirty times.

    const turn_fold = (() => { …; return { fold, isPlay }; })();
    const { fold, isPlay } = turn_fold;

Each module is a function that runs once, in the order of the imports, so the modules' own names never meet. Modules
import by `import { a, b as c } from "./module.js";`, and export functions, classes and constants where they declare
them. Comments, empty lines and indentation are left out: so no string goes over several lines.
"""

import re
from collections.abc import Callable
from posixpath import dirname, join, normpath

_IMPORT = re.compile(r"""^import \{([^}]*)\} from "(\.[^"]+)";$""", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_COMMENT = re.compile(r"^[ ]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ ]*)\n|^[ ]+", re.MULTILINE)
_BESIDE = re.compile(r"""[ ]+//[ ][^\n"'`]*$|\n(?=\n)""", re.MULTILINE)
"""A comment beside code, and an empty line. A string that holds such a comment ends behind it, so it stays."""
_ANY = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def bundle(entry: str, read: Callable[[str], str]) -> str:
    """The source of a module and of all that it imports; `read` gives a module's source.

    Raises `ValueError` for another kind of import or export, and for modules that import each other.
    """
    done: dict[str, str] = {}
    _add(entry, read, done, ())
    return "".join(done.values())


def exports(entry: str, read: Callable[[str], str]) -> str:
    """The last line of a bundle that other modules import; empty where its module exports nothing."""
    names = ", ".join(text[1] for text in _EXPORT.findall(read(entry)))
    return f"export const {{ {names} }} = {_variable(entry)};\n" if names else ""


def _add(name: str, read: Callable[[str], str], done: dict[str, str], importers: tuple[str, ...]) -> None:
    if name in importers:
        raise ValueError(f"modules import each other: {' -> '.join((*importers, name))}")
    if name in done:
        return
    source = read(name)
    for _, address in _IMPORT.findall(source):
        _add(_path(name, address), read, done, (*importers, name))
    body = _IMPORT.sub(
        lambda matched: f"const {{{_names(matched[1])}}} = {_variable(_path(name, matched[2]))};", source
    )
    exported = [text[1] for text in _EXPORT.findall(source)]
    body = _BESIDE.sub("", _COMMENT.sub("", _EXPORT.sub(r"\1 \2", body)))
    if left := _ANY.search(body):
        raise ValueError(f"{name}: a bundle has no place for {left[0]!r}")
    if line := next((each for each in body.splitlines() if each.count("`") % 2), None):
        raise ValueError(f"{name}: a string goes over several lines: {line!r}")
    done[name] = f"const {_variable(name)} = (() => {{\n{body}return {{ {', '.join(exported)} }};\n}})();\n"


def _path(name: str, address: str) -> str:
    return normpath(join(dirname(name), address))


def _names(imported: str) -> str:
    """The names of an import, as a pattern that takes them out of an object."""
    return re.sub(r"\bas\b", ":", imported)


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", f"module_{name.removesuffix('.js')}")
