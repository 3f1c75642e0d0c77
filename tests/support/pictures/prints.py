"""Prints as readers that others wrote see them: their texts by pdfium, their structure by qpdf."""

import io
from collections.abc import Iterator

import pikepdf
import pypdfium2
import zxingcpp

_BROKEN = "\ufffe"
"""The letter that pdfium has for a hyphen at the end of a line."""
_SHARP = 2
"""Points of a picture to each point of a sheet."""
_WITHIN_FONTS = ("/FontFile", "/FontFile2", "/FontFile3")


def texts(pdf: bytes) -> list[str]:
    """The text of each sheet, its lines as one; a word that goes on in the next line is whole."""
    document = pypdfium2.PdfDocument(pdf)
    found = [page.get_textpage().get_text_range() for page in document]
    return [" ".join(each.replace(_BROKEN, "-").split()) for each in found]


def sheets(pdf: bytes) -> list[tuple[int, int]]:
    """The width and height of each sheet in mm."""
    return [(round(width * 25.4 / 72), round(height * 25.4 / 72)) for width, height in _sizes(pdf)]


def _sizes(pdf: bytes) -> Iterator[tuple[float, float]]:
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        yield page.get_size()


def codes(pdf: bytes) -> list[str]:
    """Texts that a phone reads from the codes on the sheets, from above to below."""
    drawn = [page.render(scale=_SHARP).to_pil() for page in pypdfium2.PdfDocument(pdf)]
    return [code.text for sheet in drawn for code in zxingcpp.read_barcodes(sheet)]


def faults(pdf: bytes) -> list[str]:
    """Faults that qpdf finds, fonts that are not within, and what screen readers miss."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [*document.check_pdf_syntax()]
        root = document.Root
        if not root.get("/MarkInfo", {}).get("/Marked") or "/StructTreeRoot" not in root:
            found.append("not tagged")
        if not str(root.get("/Lang", "")):
            found.append("no language")
        if not str(document.docinfo.get("/Title", "")):
            found.append("no title")
        found += [f"{name} is not within" for name in _fonts_outside(document)]
    return found


def _fonts_outside(document: pikepdf.Pdf) -> Iterator[str]:
    for each in document.objects:
        is_font = isinstance(each, pikepdf.Dictionary) and each.get("/Type") == "/FontDescriptor"
        if is_font and not any(name in each for name in _WITHIN_FONTS):
            yield str(each.get("/FontName"))
