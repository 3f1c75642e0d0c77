"""Bring the catalogues up to date with what brade says: `make words`.

Messages of the pages are read from templates and views; those of core, schemas and use cases from their `say(...)`;
words on printed things from `phrase(...)`.
Those that are stored have a code, by which `core/coded_messages.py` lists them.
New messages are added without a translation, those that no file says any more are dropped; `--check` only tells.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.pofile import read_po, write_po

from core.club.club import ROLES
from core.games import GAMES
from core.tournament.formats import FORMATS
from service.translations import CORE, FOLDER

ROOT = Path(__file__).parents[1]
WEB = ROOT / "service" / "web"
SPEAKING = "core", "schemas", "service", "workers"
"""The folders whose sources say messages."""
TEMPLATES = "**.html"
SILENT = "commands", "demo", "exports"
"""Folders of files that print to a terminal, or have texts of their own."""
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""
CODED = ROOT / "core" / "coded_messages.py"
CODED_HEAD = '''"""The present pattern of each message that is stored, by its code. `make words` writes this file."""

from collections.abc import Mapping

'''
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
MESSAGES = {"say": None, "term": None, "NotFound": None}
"""Calls whose first argument is a message, or a word of one."""
PHRASES = {"phrase": None}
"""Calls whose argument is a word on printed things."""


def said() -> Catalog:
    """Every message of brade, in the words of the source."""
    catalog = Catalog(charset="utf-8")
    options = {TEMPLATES: {"silent": "false"}}
    for _file, _line, message, _comments, context in extract_from_dir(
        WEB, [(TEMPLATES, "jinja2")], options, KEYWORDS, strip_comment_tags=True
    ):
        catalog.add(message, context=context)
    for message in in_sources(WEB, KEYWORDS):
        catalog.add(message)
    for pattern in sorted(messages() | printed()):
        catalog.add(pattern, context=CORE)
    return catalog


def printed() -> set[str]:
    """The patterns of printed things."""
    return {str(message) for message in in_sources(ROOT / "service" / "translations", PHRASES)}


def in_sources(folder: Path, keywords: Mapping[str, Any], silent: tuple[str, ...] = ()) -> Iterator[Any]:
    """The messages in Python files of a folder, but for those of its silent folders."""
    calls = tuple(f"{name}(" for name in keywords)
    for path in sorted(folder.rglob("*.py")):
        if path.relative_to(folder).parts[0] in silent:
            continue
        text = path.read_text()
        if any(call in text for call in calls):  # to read a file word by word takes long
            for _line, message, _comments, _context in extract_from_file("python", path, keywords):
                yield message


@cache
def messages() -> frozenset[str]:
    """The patterns of all messages, and the words that can be values of them."""
    found = set(vocabulary())
    for folder in SPEAKING:
        found.update(map(str, in_sources(ROOT / folder, MESSAGES, SILENT)))
    return frozenset(found)


def vocabulary() -> Iterator[str]:
    """The names of what brade knows: games, seats, endings, places on a board, formats, roles."""
    for game in GAMES:
        yield from (game.name, *game.seats, *(outcome.key for outcome in game.outcomes))
        yield from (outcome.key.replace("_", " ") for outcome in game.outcomes)
        yield from (word for group in game.words for word in group)
    yield from ("games", "points", "strict", "advisory", "upheld", "dismissed")
    yield from (format_.name for format_ in FORMATS)
    yield from ROLES


def catalogues() -> Iterator[Path]:
    """The catalogues of all languages but the source's."""
    yield from sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def updated(path: Path) -> bytes:
    """A catalogue as it should be, by its present translations."""
    with path.open("rb") as file:
        catalog = read_po(file, path.parents[1].name)
    words = said()
    for message in words:
        known = catalog.get(message.id, message.context) or catalog.get(message.id, "printed")
        if message.id and known and known.string:
            message.string = known.string
    words.locale, words.fuzzy = catalog.locale, False
    words.project, words.header_comment = "brade", ""
    text = BytesIO()
    write_po(text, words, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEAD.encode() + text.getvalue()


def coded() -> Mapping[str, str]:
    """The present pattern of every message that has a code, by the code. Raises `ValueError` for two of one code."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "core").rglob("*.py")):
        text = path.read_text()
        for call in ast.walk(ast.parse(text)) if "say(" in text else ():
            match call:
                case ast.Call(ast.Name("say"), [ast.Constant(str(pattern)), ast.Constant(str(code))]):
                    if found.setdefault(code, pattern) != pattern:
                        raise ValueError(f"{code} is the code of two messages: {found[code]!r} and {pattern!r}")
    return found


def coded_file() -> bytes:
    """The file of the messages that have a code, as it should be."""
    rows = "".join(f"    {code!r}: {pattern!r},\n" for code, pattern in sorted(coded().items()))
    return formatted(f"{CODED_HEAD}PATTERNS: Mapping[str, str] = {{\n{rows}}}\n")


def formatted(text: str) -> bytes:
    """Python source in the form of this repository."""
    command = [sys.executable, "-m", "ruff", "format", "-"]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True, cwd=ROOT).stdout  # noqa: S603


def main() -> int:
    """Write the catalogues and the list of coded messages; with `--check` say which are not up to date."""
    wanted = {CODED: coded_file(), **{path: updated(path) for path in catalogues()}}
    stale = [path for path, content in wanted.items() if path.read_bytes() != content]
    for path in stale:
        if "--check" not in sys.argv:
            path.write_bytes(wanted[path])
        sys.stdout.write(f"{path.relative_to(ROOT)}\n")
    return int(bool(stale) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
