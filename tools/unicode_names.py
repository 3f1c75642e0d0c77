"""Generate what `core.names` knows of Unicode, from the properties and the confusable signs that Unicode publishes.

`python -m tools.unicode_names` writes it anew, of the releases of `regex` and `confusable-homoglyphs` that are pinned.
"""

import json
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import confusable_homoglyphs
import regex

_NAMES = Path(__file__).parents[1] / "core" / "names"
_PROPERTIES = {
    "IGNORABLE": (r"\p{Default_Ignorable_Code_Point}", "Drawn as nothing where a program does not know better."),
    "JOINERS": (r"\p{Join_Control}", "Join or part two letters in scripts that are written so."),
    "SELECTORS": (r"\p{Variation_Selector}", "Choose the form of the sign before them."),
}
_LINE = 120
_MARKS_OF_DIRECTION = "\u200e\u200f"
"""Written around the signs of some scripts in the data, and no part of them."""


def properties() -> str:
    """The text of `core/names/unicode_properties.py`."""
    parts = ['"""Properties of Unicode as ranges, both ends included: written by `python -m tools.unicode_names`."""\n']
    for name, (pattern, meaning) in _PROPERTIES.items():
        ranges = ["(0x{:04X}, 0x{:04X})".format(*range_) for range_ in _ranges(pattern)]
        line = f"{name} = ({', '.join(ranges)}{',' if len(ranges) == 1 else ''})\n"
        if len(line) > _LINE:
            line = f"{name} = (\n" + "".join(f"    {range_},\n" for range_ in ranges) + ")\n"
        parts.append(f'{line}"""{meaning}"""\n')
    return parts[0] + "\n" + "".join(parts[1:])


def confusables() -> str:
    """The text of `core/names/confusables.txt`: on each line what stands for all, then the signs that look like it."""
    data = json.loads((Path(confusable_homoglyphs.__file__).parent / "confusables.json").read_text("utf-8"))
    near: dict[str, set[str]] = {}
    for sign, others in data.items():
        one = _bare(sign)
        for other in (_bare(each["c"]) for each in others):
            near.setdefault(one, set()).add(other)
            near.setdefault(other, set()).add(one)
    seen: set[str] = set()
    lines = []
    for sign in sorted(near):
        if sign in seen:
            continue
        together = _reached(sign, near)
        seen |= together
        stands_for_all = min(together, key=lambda each: (-len(near[each]), -len(each), each))
        others = [each for each in sorted(together) if len(each) == 1 and _is_kept(each) and each != stands_for_all]
        if others:
            lines.append(" ".join((stands_for_all, *others)))
    return "\n".join(lines) + "\n"


def _reached(sign: str, near: dict[str, set[str]]) -> set[str]:
    found, waiting = set(), [sign]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += near[one]
    return found


def _bare(sign: str) -> str:
    return "".join(each for each in sign if each not in _MARKS_OF_DIRECTION)


def _is_kept(sign: str) -> bool:
    """True for a sign that a name may have when it is compared: compatible forms are others then, and blanks one."""
    return unicodedata.normalize("NFKD", sign) == sign and not sign.isspace()


def _ranges(pattern: str) -> Iterator[tuple[int, int]]:
    fits, begin = regex.compile(pattern), None
    for code in range(sys.maxunicode + 2):
        inside = code <= sys.maxunicode and fits.fullmatch(chr(code)) is not None
        if inside and begin is None:
            begin = code
        elif not inside and begin is not None:
            yield begin, code - 1
            begin = None


FILES = {_NAMES / "unicode_properties.py": properties, _NAMES / "confusables.txt": confusables}
"""The files that are generated, each with the function that makes its text."""

if __name__ == "__main__":
    for path, made in FILES.items():
        path.write_text(made(), "utf-8")
