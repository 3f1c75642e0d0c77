"""Typesetting of documents: typst with fonts that are installed with brade, so equal input gives equal bytes."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from service.exports.pdf.document import Document, Part, Sheets
from service.exports.pdf.faces import TAGGED, Faces, faces_for, whole
from service.exports.pdf.letter_sizes import sized

_TEMPLATE = Path(__file__).parent / "templates" / "print.typ"
_PAGE = re.compile(rb"/Type\s*/Page\b")
_UNSHOWN = ("svg", "alt", "qr", "colour")
"""Fields whose text no letters are set of."""


def typeset(document: Document) -> bytes:
    """A document as PDF. A letter that no font has is drawn as a box with its number."""
    import typst

    document = document._replace(parts=_sized(document))
    texts = frozenset(map(whole, _texts(document)))
    faces = faces_for(texts)
    try:
        return _typeset(document, faces, faces.written)
    except typst.TypstError:  # a letter that no font has
        written = faces.boxed(texts)
    try:
        return _typeset(document, faces, written)
    except typst.TypstError:  # letters that only together have no drawing; such a print is not tagged
        return _typeset(document, faces, written, tagged=False)


def _sized(document: Document) -> list[Part]:
    """The parts of a document, those that are tables and passages with letters that fill their sheets."""
    about = document.name, document.about
    return [
        sized(part, *about, is_first=number == 0) if isinstance(part, Sheets) else part
        for number, part in enumerate(document.parts)
    ]


def sheets_in(pdf: bytes) -> int:
    """The number of sheets of a print that was typeset here: each of its pages is an object by itself."""
    return len(_PAGE.findall(pdf))


def _typeset(document: Document, faces: Faces, written: Callable[[str], str], *, tagged: bool = True) -> bytes:
    import typst

    data = {**_plain(document, written), "fonts": faces.families, "title": whole(document.title)}
    for number, part in enumerate(document.parts):
        data["parts"][number] |= {"kind": part.kind, "first": number == 0}
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    compiler = typst.Compiler(str(_TEMPLATE), font_paths=faces.fonts, sys_inputs=inputs)
    made = compiler.compile(format="pdf", timestamp=0, pdf_standards=TAGGED if tagged else [])
    assert isinstance(made, bytes), "a PDF is one file"
    return made


def _plain(value: Any, written: Callable[[str], str], name: str = "") -> Any:
    """A value as JSON has it: objects by their fields, and texts as `written` gives them, if they are shown."""
    if isinstance(value, str):
        return whole(value) if name in _UNSHOWN else written(value)
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name), written, field.name) for field in fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {field: _plain(part, written, field) for field, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [_plain(item, written) for item in value]
    return value


def _texts(value: Any, name: str = "") -> Iterator[str]:
    """Every text in a value that letters are set of."""
    if isinstance(value, str):
        if name not in _UNSHOWN:
            yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name), field.name)
    elif isinstance(value, tuple) and hasattr(value, "_asdict"):
        for field, part in value._asdict().items():
            yield from _texts(part, field)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
