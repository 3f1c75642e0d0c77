"""Check that the documentation and the docstrings follow docs/development/style.md: `make check`.

Prints each forbidden word with its file and line. The exit code is 1 if there is any.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
PAGES = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "demo/README.md",
    "docs/*/*.md",
    "docs/*/*/*.md",
)
OTHERS = ("*.html", "*.js", "*.css", "*.lua", "*.typ")
"""Files of the service beside Python, in which names may be."""
FOLDERS = ("core", "schemas", "service", "workers", "bench", "tools", "tests")
"""Folders whose docstrings and comments are checked."""
API_STRINGS = ("schemas/", "service/web/api/", "service/web/openapi/", "service/commands/", "service/cli.py")
"""Folders whose strings are checked, too: the API's document, its errors and the help of commands show them."""

FORBIDDEN = re.compile(r"\b(who(m)?(so)?ever|somebody|someone|nobody|he|his|him|himself)\b", re.IGNORECASE)
CODE = re.compile(r"`[^`]*`")
FIRST_WORD = re.compile(r"(how|what|when|where|whether|which|who|whom|whose|whoever|why|those)\b", re.IGNORECASE)
BEGINS_WITH_QUESTION = re.compile(rf"[\"']{FIRST_WORD.pattern}", re.IGNORECASE)
WORD, ESCAPE = re.compile(r"\w+"), re.compile(r"\\.")
NAME = re.compile(r"`([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(?:\(\))?`")
SCRIPT_COMMENT = re.compile(r"(?:^|\s)(?://|/\*\*?|\*) ?(.*)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
TAG, LINK = re.compile(r"<[^>]*>"), re.compile(r"\]\([^)]*\)")
LIST_ITEM = re.compile(r"(?:[-*]|\d+\.) ")
END_OF_SENTENCE = re.compile(r"(?<=[.!?:…])[\"”)*]*\s+")
SPOKEN = re.compile(r"\w[\w’'-]*")
LONGEST = 26
"""Words of a sentence of a page at most. Code is not counted. A table's cell is a list, whose parts `;` divides."""
LONG_LINES = ("CHANGELOG.md",)
"""Pages with longer sentences: a line of the changelog says one change."""
TEST_NAME = re.compile(r" *(?:async )?def (test_\w+)")

FORBIDDEN_NAMES = frozenset({"asking", "audience", "crowd", "said", "told", "trouble", "who", "whom"})
"""Names of functions, parameters and variables that say nothing of their value: see "Names" in the page of style."""
FORBIDDEN_PARTS = frozenset({"he", "him", "his", "nobody", "somebody", "someone", "whoever"})
"""Parts of names between underscores, as in texts."""
FORBIDDEN_NAME = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(sorted(FORBIDDEN_NAMES | FORBIDDEN_PARTS))})(?=\b|_)")
NOT_CODE = re.compile(
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+"""|\'{3}(?:[^'\\]++|\\.|'(?!''))*+\'{3}'''
    r"""|"(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+'|#[^\n]*+""",
    re.DOTALL,
)
"""Texts and comments."""
BEFORE_DOCSTRING, BEHIND_DOCSTRING = ("", "r", "R", "u", "U"), re.compile(r"[ \t]*(?:[\n#;\"']|\Z)")
"""The rest of its line. The format of the sources has each statement begin a line."""
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
"""Parts of a statement that hold statements."""
PLAIN_NAMES = ("core/", "schemas/", "service/", "workers/")
"""Folders whose names are checked."""

QUOTED = {
    "docs/development/style.md": re.compile(r"\*[^*\n]+\*|\"[^\"]+\"|“[^”]+”"),
    "docs/games/*.md": re.compile(r"\"[^\"]+\"|“[^”]+”"),
}
"""Text that is quoted as it stands: bad examples, the sources of the games."""


def page_faults(text: str, quoted: re.Pattern[str] | None = None) -> Iterator[tuple[int, str]]:
    """Line number and forbidden word of a Markdown page. Code blocks and quotations are left out."""
    yield from _words(1, _without(text, FENCED, *([quoted] if quoted else [])))


def long_sentences(text: str, quoted: re.Pattern[str] | None = None) -> Iterator[tuple[int, str]]:
    """Line number of the paragraph, and length, of each sentence of a page that has too many words."""
    for line, paragraph in _paragraphs(_without(text, FENCED, TAG, LINK, *([quoted] if quoted else []))):
        for sentence in END_OF_SENTENCE.split(CODE.sub("", paragraph)):
            if (words := len(SPOKEN.findall(sentence))) > LONGEST:
                yield line, f"a sentence of {words} words: {sentence[:40]}…"


def _without(text: str, *patterns: re.Pattern[str]) -> str:
    for pattern in patterns:
        text = pattern.sub(lambda found: "\n" * found[0].count("\n"), text)
    return text


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, items of lists and parts of table cells, each with the number of its first line."""
    first, paragraph = 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        stripped = line.strip()
        if not stripped or stripped.startswith(("#", "|")) or LIST_ITEM.match(stripped):
            yield first, " ".join(paragraph)
            paragraph = []
        if stripped.startswith("|"):
            yield from ((number, part) for part in re.split(r"[|;]", stripped))
        elif stripped and not stripped.startswith("#"):
            first = first if paragraph else number
            paragraph.append(stripped)


def code_faults(source: str, *, strings: bool = False) -> Iterator[tuple[int, str]]:
    """Line number and fault of the docstrings and comments of a Python source, with `strings` of all its strings."""
    texts = _texts(source)
    searched = f"{texts.comments}\n{texts.docstrings}\n{texts.others if strings else ''}"
    if not FORBIDDEN.search(ESCAPE.sub(" ", searched)) and not BEGINS_WITH_QUESTION.search(texts.docstrings):
        return  # most files: their syntax tree is not needed
    docstrings = _docstrings(source)
    for node in ast.walk(_tree(source)) if strings else docstrings:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _words(node.lineno, node.value)
    for node in docstrings:
        if found := FIRST_WORD.match(str(node.value)):
            yield node.lineno, f"begins with {found[0]}"
    if any("#" in line and FORBIDDEN.search(line) for line in source.split("\n")):  # few files need to be split further
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield from _words(token.start[0], token.string)


class _Texts(NamedTuple):
    """The texts of a source, each kind as one text, and the source without those that may be docstrings.

    It is made without the syntax tree, in a small part of the time.
    """

    comments: str
    docstrings: str
    """All that may be docstrings, with their quotes."""
    others: str
    rest: str


@cache
def _texts(source: str) -> _Texts:
    comments, docstrings, others, rest, last = list[str](), list[str](), list[str](), list[str](), 0
    for matched in NOT_CODE.finditer(source):
        begin, end = matched.span()
        if source[begin] == "#":
            comments.append(matched[0])
        elif source[source.rfind("\n", 0, begin) + 1 : begin].strip() in BEFORE_DOCSTRING and BEHIND_DOCSTRING.match(
            source, end
        ):
            docstrings.append(matched[0])
            rest.append(source[last:begin])
            last = end
        else:
            others.append(matched[0])
    return _Texts("\n".join(comments), "\n".join(docstrings), "\n".join(others), "".join([*rest, source[last:]]))


@lru_cache(maxsize=1)
def _tree(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def _docstrings(source: str) -> list[ast.Constant]:
    """Texts that stand alone as a statement. Only statements are walked: they are a small part of a syntax tree."""
    nodes: list[Any] = [_tree(source)]
    for node in nodes:
        for name in BLOCKS:
            nodes.extend(getattr(node, name, ()))
    found = (node.value for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    return [value for value in found if isinstance(value.value, str)]


def script_faults(source: str) -> Iterator[tuple[int, str]]:
    """Line number and fault of the comments of a script."""
    begun = False
    for number, line in enumerate(source.split("\n"), 1):
        found = SCRIPT_COMMENT.search(line)
        if found:
            yield from _words(number, found[1])
            if not begun and (first := FIRST_WORD.match(found[1])):
                yield number, f"begins with {first[0]}"
        begun = found is not None


def stale_names(sources: Mapping[str, str], others: str = "") -> Iterator[str]:
    """Names in backticks of docstrings that no code has any more, as `file:line: fault`.

    `sources` are the Python files by name, `others` the text of all other files in which names may be.
    """
    if not _perhaps_stale(sources, others):
        return  # no syntax tree is needed
    known = set(WORD.findall(others))
    docstrings: list[tuple[str, int, str]] = []
    for name, source in sources.items():
        lines = source.split("\n")
        for node in _docstrings(source):
            docstrings.append((name, node.lineno, str(node.value)))
            last = node.end_lineno or node.lineno
            lines[node.lineno - 1 : last] = [""] * (last - node.lineno + 1)
        known |= set(WORD.findall("\n".join(lines)))
    for name, line, text in docstrings:
        for matched in NAME.finditer(text):
            if name.startswith(PLAIN_NAMES) and (gone := [part for part in matched[1].split(".") if part not in known]):
                yield f"{name}:{line}: `{matched[1]}`: there is no {gone[0]}"


def _perhaps_stale(sources: Mapping[str, str], others: str) -> bool:
    """True if a name may be stale: a text that may be a docstring has it, and neither code nor other files have it."""
    texts = {name: _texts(source) for name, source in sources.items()}
    docstrings = (text.docstrings for name, text in texts.items() if name.startswith(PLAIN_NAMES))
    names = {part for text in docstrings for found in NAME.findall(text) for part in found.split(".")}
    for text in (*(each.rest for each in texts.values()), others):
        if not names:
            break
        names.difference_update(WORD.findall(text))
    return bool(names)


def name_faults(source: str) -> Iterator[tuple[int, str]]:
    """Line number and fault of the names of functions, parameters and variables, and of the names of imports."""
    if not FORBIDDEN_NAME.search(source) or not FORBIDDEN_NAME.search(NOT_CODE.sub("", source)):
        return
    for node in ast.walk(_tree(source)):
        names: list[str] = []
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = [node.name]
        elif isinstance(node, ast.arg):
            names = [node.arg]
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif isinstance(node, ast.alias | ast.ExceptHandler):
            names = [(node.asname if isinstance(node, ast.alias) else node.name) or ""]
        yield from ((node.lineno, f"the name {name}") for name in names if _is_forbidden(name))  # type: ignore[attr-defined]


def _is_forbidden(name: str) -> bool:
    return name.lstrip("_") in FORBIDDEN_NAMES or not FORBIDDEN_PARTS.isdisjoint(name.split("_"))


def faults_of_test_names(source: str) -> Iterator[tuple[int, str]]:
    """Line number and forbidden word of the names of test functions."""
    for number, line in enumerate(source.split("\n"), 1):
        if found := TEST_NAME.match(line):
            yield from _words(number, found[1].replace("_", " "))


def faults(root: Path = ROOT) -> list[str]:
    """All faults as `file:line: fault`."""
    found, sources = [], dict[str, str]()
    for path in sorted({path for pattern in PAGES for path in root.glob(pattern)}):
        name = path.relative_to(root).as_posix()
        quoted = next((each for pattern, each in QUOTED.items() if path.relative_to(root).match(pattern)), None)
        text = path.read_text(encoding="utf-8")
        found += [f"{name}:{line}: {fault}" for line, fault in page_faults(text, quoted)]
        if name not in LONG_LINES:
            found += [f"{name}:{line}: {fault}" for line, fault in long_sentences(text, quoted)]
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            sources[name] = path.read_text(encoding="utf-8")
            faults_of = code_faults(sources[name], strings=name.startswith(API_STRINGS))
            found += [f"{name}:{line}: {fault}" for line, fault in faults_of]
            if name.startswith(PLAIN_NAMES):
                found += [f"{name}:{line}: {fault}" for line, fault in name_faults(sources[name])]
    for path in sorted((root / "service" / "web" / "pages").rglob("*.js")):
        name = path.relative_to(root).as_posix()
        found += [f"{name}:{line}: {fault}" for line, fault in script_faults(path.read_text(encoding="utf-8"))]
    for path in sorted((root / "tests").rglob("test_*.py")):
        name = path.relative_to(root).as_posix()
        found += [f"{name}:{line}: {fault}" for line, fault in faults_of_test_names(path.read_text(encoding="utf-8"))]
    others = (path for kind in OTHERS for path in sorted((root / "service").rglob(kind)))
    return [*found, *stale_names(sources, " ".join(path.read_text(encoding="utf-8") for path in others))]


def _words(first: int, text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), first):
        yield from ((number, matched[0]) for matched in FORBIDDEN.finditer(CODE.sub("", line)))


def main() -> int:
    """Print the faults. The exit code is 1 if there is any."""
    found = faults()
    for fault in found:
        sys.stdout.write(f"{fault} (docs/development/style.md)\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
