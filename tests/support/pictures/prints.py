"""Prints as readers that others wrote see them: their texts by pdfium, their structure by qpdf."""

import io
from collections.abc import Iterator

import pikepdf
import pypdfium2
import pypdfium2.raw
import zxingcpp

_BROKEN = "\ufffe"
"""The letter that pdfium has for a hyphen at the end of a line."""
_SHARP = 2
"""Points of a picture to each point of a sheet."""
_DARK, _CORE = 190, 0.2
"""Darker points of a picture are a line. So much of a letter at each edge may touch one."""
_FOOT = 48
"""The height of the foot of a sheet in points."""
_WITHIN_FONTS = ("/FontFile", "/FontFile2", "/FontFile3")


def texts(pdf: bytes) -> list[str]:
    """The text of each sheet, its lines as one; a word that goes on in the next line is whole."""
    document = pypdfium2.PdfDocument(pdf)
    found = [page.get_textpage().get_text_range() for page in document]
    return [" ".join(each.replace(_BROKEN, "-").split()) for each in found]


def letters_over_letters(pdf: bytes) -> list[str]:
    """Pairs of letters that lie over each other by more than half of the smaller one, with the number of the sheet."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        text = page.get_textpage()
        drawn = [(text.get_charbox(place), text.get_text_range(place, 1)) for place in range(text.count_chars())]
        boxes = sorted((box, sign) for box, sign in drawn if not sign.isspace() and box[2] > box[0] and box[3] > box[1])
        for place, (one, sign) in enumerate(boxes):
            for other, over in boxes[place + 1 :]:
                if other[0] >= one[2]:
                    break
                wide = min(one[2], other[2]) - other[0]
                high = min(one[3], other[3]) - max(one[1], other[1])
                least = min((each[2] - each[0]) * (each[3] - each[1]) for each in (one, other))
                if high > 0 and wide * high > least / 2 and one != other:  # a ligature has one place
                    found.append(f"sheet {number}: {sign} over {over}")
    return found


def letters_over_lines(pdf: bytes) -> list[str]:
    """Letters through which a line goes, or that are not whole on the sheet, with the number of the sheet."""
    found = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        text, wide, high = page.get_textpage(), page.get_width(), page.get_height()
        drawn = [(text.get_charbox(place), text.get_text_range(place, 1)) for place in range(text.count_chars())]
        for each in list(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=1)):
            page.remove_obj(each)
        page.gen_content()
        lines = page.render(scale=_SHARP).to_pil().convert("L")
        for (left, bottom, right, top), sign in drawn:
            if sign.isspace() or right - left < 1 or top - bottom < 1:
                continue
            if left < 0 or bottom < 0 or right > wide or top > high:
                found.append(f"sheet {number}: {sign} is not whole")
                continue
            across, down = _CORE * (right - left), _CORE * (top - bottom)
            core = (left + across, high - top + down, right - across, high - bottom - down)
            part = lines.crop(tuple(round(_SHARP * place) for place in core))
            if part.width and part.height and part.getextrema()[0] < _DARK:
                found.append(f"sheet {number}: a line through {sign}")
    return found


def letters_of_sheets(pdf: bytes) -> list[int]:
    """The number of letters on each sheet, without its foot."""
    found = []
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        places = range(text.count_chars())
        found.append(
            sum(text.get_charbox(place)[1] > _FOOT for place in places if text.get_text_range(place, 1).strip())
        )
    return found


def largest_names(pdf: bytes, name: str) -> float:
    """The height of the letters of the largest occurrence of a name, in points."""
    sizes = [0.0]
    for page in pypdfium2.PdfDocument(pdf):
        text = page.get_textpage()
        search = text.search(name)
        while place := search.get_next():
            sizes.append(pypdfium2.raw.FPDFText_GetFontSize(text.raw, place[0]))
    return max(sizes)


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
    for object_ in document.objects:
        is_font = isinstance(object_, pikepdf.Dictionary) and object_.get("/Type") == "/FontDescriptor"
        if is_font and not any(name in object_ for name in _WITHIN_FONTS):
            yield str(object_.get("/FontName"))
