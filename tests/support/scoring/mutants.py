"""Mutants of a source: copies with one operator, number or word changed. Tests that notice few of them prove little."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple


def _both_ways(pairs: str) -> dict[str, str]:
    words = [pair.split() for pair in pairs.split(",")]
    return {pair[0]: pair[1] for pair in words} | {pair[1]: pair[0] for pair in words}


_COMMON = _both_ways("< <=,> >=,+ -,& |,<< >>,+= -=,|= &=,min max") | {"~": "", "^=": "|="}
JAVASCRIPT: Mapping[str, str] = _COMMON | _both_ways("=== !==,&& ||,some every,true false") | {"??": "&&", "!": ""}
PYTHON: Mapping[str, str] = {word: to for word, to in _COMMON.items() if word not in ("!", "~")} | _both_ways(
    "== !=,and or,any all,True False"
)
_TOKEN = re.compile(
    r'(?P<left>//.*|/\*(?:[^*]|\*(?!/))*\*/|#.*|"""(?:[^"]|"(?!""))*"""|f?"(?:\\.|[^"\\\n])*"|`[^`]*`)'
    r"|(?P<number>\b(?:0b[01]+|\d[\d_]*)\b)"
    r"|(?P<word>[A-Za-z_$][\w$]*)"
    r"|(?P<sign>\.\.\.|=>|->|===|!==|\?\?=|\?\?|\?\.|<<|>>|&&|\|\||<=|>=|==|!=|\+=|-=|\|=|&=|\^=|//|\*\*|[<>+\-&|~!])"
)


class Mutant(NamedTuple):
    """A changed source, and where it was changed: the number of the line, the line, and what became of it."""

    line: int
    before: str
    after: str
    source: str


def mutants(source: str, changes: Mapping[str, str]) -> Iterator[Mutant]:
    """Every mutant of a source by these changes of words and signs. A number becomes the next one."""
    for token in _TOKEN.finditer(source):
        if token["left"]:
            continue
        text = token[0]
        changed = f"({text} + 1)" if token["number"] else changes.get(text)
        if changed is None:
            continue
        whole = source[: token.start()] + changed + source[token.end() :]
        line = source.count("\n", 0, token.start())
        yield Mutant(line + 1, source.splitlines()[line].strip(), whole.splitlines()[line].strip(), whole)
