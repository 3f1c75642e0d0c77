"""The sentences that core and its doors say in English, read from their source, as messages of the catalogues.

A sentence with values is a pattern: `f"round {number} waits for {named(…)}"` becomes `round %(number)s waits for
%(named)s`. `service/web/pages/retelling.py` finds finished sentences again by them.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SPEAKING = (
    "core/errors.py", "core/match.py", "core/turns.py", "core/stakes.py", "core/rulings.py", "core/refereeing.py",
    "core/timekeeping.py", "core/results.py", "core/fitting.py", "core/race.py", "core/games/*.py", "core/people.py",
    "core/club.py", "core/tournament/state.py", "core/tournament/boards.py", "core/tournament/confirming.py",
    "core/tournament/corrections.py", "core/tournament/impasse.py", "core/tournament/decisions/*.py",
    "core/tournament/formats/*.py", "core/tournament/brackets/latecomers.py",
    "service/shelf.py", "service/handlers/boards.py", "service/handlers/contention.py",
    "service/handlers/corrections.py", "service/handlers/deciding.py", "service/handlers/foreseeing.py",
    "service/handlers/linking.py", "service/handlers/membership.py", "service/handlers/reporting.py",
    "service/handlers/rounds.py", "schemas/fields.py", "schemas/events.py", "schemas/conduct.py",
)  # fmt: skip
"""Whose words pages can show."""


class Sentence(NamedTuple):
    """A message, and where it is said."""

    message: str
    file: str
    line: int


def sentences() -> Iterator[Sentence]:
    """Every sentence that a page can have to show, and every part of one."""
    for pattern in SPEAKING:
        for path in sorted(ROOT.glob(pattern)):
            for line, message in read(path.read_text()):
                yield Sentence(message, str(path.relative_to(ROOT)), line)


def read(source: str) -> Iterator[tuple[int, str]]:
    """Line and message of every sentence of a source."""
    yield from _said(ast.parse(source))


def _said(node: ast.AST) -> Iterator[tuple[int, str]]:
    for each in ast.iter_child_nodes(node):
        if _is_unsaid(each):
            continue
        if (kind := _unknown(each)) is not None:
            yield each.lineno, kind
        if isinstance(each, ast.JoinedStr | ast.Constant) and _is_sentence(message := _message(each)):
            yield each.lineno, message
        if isinstance(each, ast.JoinedStr):
            for part in each.values:
                if isinstance(part, ast.FormattedValue):
                    yield from _said(part)
        else:
            yield from _said(each)


def _is_unsaid(node: ast.AST) -> bool:
    """What nobody reads on a page: docstrings, assertions, what only programmers or readers of the API are told."""
    match node:
        case ast.Expr(ast.Constant()) | ast.Assert():
            return True
        case ast.Call(func):
            return _called(func) in _UNSAID_CALLS
        case ast.keyword(arg):
            return arg in _UNSAID_KEYWORDS
    return False


def _unknown(node: ast.AST) -> str | None:
    """The kind of thing that is not there; it may be one word."""
    match node:
        case ast.Call(ast.Name("Unknown"), [ast.Constant(str(kind)), *_]):
            return kind
    return None


_UNSAID_CALLS = ("UnknownEvent", "KeyError", "ValueError", "TypeError", "option", "choice", "compile", "get_logger")
_UNSAID_KEYWORDS = ("name", "rule", "source", "metadata", "sentence", "json_schema")


def _called(func: ast.AST) -> str:
    return func.attr if isinstance(func, ast.Attribute) else func.id if isinstance(func, ast.Name) else ""


def _is_sentence(message: str) -> bool:
    return " " in message.strip()


def _message(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value.replace("%", "%%") if isinstance(node.value, str) else ""
    names: dict[str, int] = {}
    return "".join(
        part.value.replace("%", "%%") if isinstance(part, ast.Constant) else _placeholder(part, names)
        for part in node.values
    )


def _placeholder(part: ast.FormattedValue, names: dict[str, int]) -> str:
    name = _name(part.value) or "value"
    names[name] = names.get(name, 0) + 1
    said = f"%({name if names[name] == 1 else f'{name}{names[name]}'})s"
    return f"'{said}'" if part.conversion == ord("r") else said


def _name(node: ast.AST) -> str:
    """What a value is called in a message: after the last word of the expression that gives it."""
    match node:
        case ast.Name(name):
            return name.strip("_").lower()
        case ast.Attribute(owner, "name"):
            return f"{_name(owner)}_name"
        case ast.Attribute(_, name):
            return name.strip("_")
        case ast.Call(ast.Attribute(owner, "replace"), _):
            return _name(owner)
        case ast.Call(ast.Attribute(_, "join"), [argument]) | ast.Call(ast.Name("len" | "str"), [argument]):
            return _name(argument)
        case ast.Call(ast.Name("map"), [_, argument]):
            return _name(argument)
        case ast.Call(func):
            return _name(func)
        case ast.BinOp(left, _, right):
            return _name(left if isinstance(left, ast.Name | ast.Attribute | ast.BinOp) else right)
        case ast.Subscript(owner):
            return _name(owner)
        case ast.BoolOp(_, [first, *_]) | ast.IfExp(first):
            return _name(first)
        case ast.Compare(first):
            return _name(first)
    return ""
