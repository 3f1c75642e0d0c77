"""Typesetting of documents: typst with the font that is installed with brade, so equal input gives equal bytes."""

import json
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import typst

from service.exports.fonts import BOLD, FAMILY, ITALIC, REGULAR, SEMIBOLD, font_file, widths
from service.exports.pdf.document import Document
from service.exports.svg.text_metrics import printable

_TEMPLATE = Path(__file__).parent / "templates" / "print.typ"
_TAGGED: Literal["ua-1"] = "ua-1"
"""PDF/UA, by which screen readers read a document. It asks that every letter has a drawing."""
_FAMILIES = (FAMILY, "DejaVu Sans Mono", "Libertinus Serif")
"""The font, and those that come with typst for letters that it does not have, such as Arabic and Hebrew ones."""
_NO_DRAWING = "?"
"""The sign for a letter that no font has, such as a Chinese one."""
_ONE = f'#set document(title: "1")\n#set text(font: {_FAMILIES})\n#sys.inputs.letter'.replace("'", '"').encode()
"""A document of one letter."""
_MOST = 300
"""So many letters beside those of the first font are looked up for a document, at 2 ms each."""


def typeset(document: Document) -> bytes:
    """A document as PDF."""
    try:
        return _typeset(document, _whole)
    except typst.TypstError:  # a letter that no font has
        other = sorted({letter for text in _texts(document) for letter in _whole(text)} - widths(REGULAR).keys())
        missing = {letter for place, letter in enumerate(other) if place >= _MOST or not _has_drawing(letter)}
        signs = str.maketrans({letter: "" if _is_mark(letter) else _NO_DRAWING for letter in missing})
        return _typeset(document, lambda text: _whole(text).translate(signs))


def _typeset(document: Document, written: Callable[[str], str]) -> bytes:
    data = {**_plain(document, written), "fonts": _FAMILIES}
    for number, part in enumerate(document.parts):
        data["parts"][number] |= {"kind": part.kind, "first": number == 0}
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    compiler = typst.Compiler(str(_TEMPLATE), font_paths=_fonts(), sys_inputs=inputs)
    made = compiler.compile(format="pdf", timestamp=0, pdf_standards=_TAGGED)
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def _plain(value: Any, written: Callable[[str], str]) -> Any:
    """A value as JSON has it: objects by their fields, and texts as `written` gives them."""
    if isinstance(value, str):
        return written(value)
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name), written) for each in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(part, written) for name, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(each, written) for each in value]
    return value


def _whole(text: str) -> str:
    return unicodedata.normalize("NFC", printable(text))


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for each in fields(value):
            yield from _texts(getattr(value, each.name))
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


@lru_cache(4096)
def _has_drawing(letter: str) -> bool:
    """True if one of the fonts has the letter."""
    try:
        typst.Compiler(_ONE, font_paths=_fonts(), sys_inputs={"letter": letter}).compile(
            format="pdf", pdf_standards=_TAGGED
        )
    except typst.TypstError:
        return False
    return True


def _is_mark(letter: str) -> bool:
    """True for accents and signs of direction, which stand with another letter."""
    return unicodedata.category(letter) in ("Mn", "Me", "Cf")


@cache
def _fonts() -> typst.Fonts:
    """The fonts of typst, and the first one in four weights, since the folder of the first has each weight twice."""
    with TemporaryDirectory() as folder:
        for weight in (REGULAR, SEMIBOLD, BOLD, ITALIC):
            file = font_file(weight)
            Path(folder, file.name).symlink_to(file)
        return typst.Fonts(include_system_fonts=False, include_embedded_fonts=True, font_paths=[folder])
