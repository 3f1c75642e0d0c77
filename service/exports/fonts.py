"""The letters of prints and pictures: the files of a font that is installed with brade, and how wide each letter is."""

import struct
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

FAMILY = "Source Sans Pro"
REGULAR, SEMIBOLD, BOLD, ITALIC = "Regular", "Semibold", "Bold", "It"
_PACKAGE = "font_source_sans_pro"
_UNICODE = (3, 1)
"""The table of a TrueType file that leads from letters to their drawings, by platform and encoding."""


@cache
def font_file(weight: str) -> Path:
    """The file with the letters of a weight."""
    return Path(str(files(_PACKAGE).joinpath("files", f"{FAMILY.replace(' ', '')}-{weight}.ttf")))


@cache
def widths(weight: str) -> Mapping[str, float]:
    """The width of each letter that a font has, as a part of the letters' size."""
    font = font_file(weight).read_bytes()
    (count,) = struct.unpack_from(">H", font, 4)
    found = (struct.unpack_from(">4s4xII", font, 12 + 16 * place) for place in range(count))
    table = {name: font[start : start + size] for name, start, size in found}
    (unit,) = struct.unpack_from(">H", table[b"head"], 18)
    (measured,) = struct.unpack_from(">H", table[b"hhea"], 34)
    advances = struct.unpack(">" + "Hxx" * measured, table[b"hmtx"][: 4 * measured])
    return {letter: advances[min(glyph, measured - 1)] / unit for letter, glyph in _glyphs(table[b"cmap"]).items()}


def _glyphs(table: bytes) -> dict[str, int]:
    """The number of the drawing of each letter: segments of letters in a row (format 4 of the OpenType format)."""
    (count,) = struct.unpack_from(">H", table, 2)
    records = (struct.unpack_from(">HHI", table, 4 + 8 * place) for place in range(count))
    start = next(offset for platform, encoding, offset in records if (platform, encoding) == _UNICODE)
    (twice,) = struct.unpack_from(">H", table, start + 6)
    row = f">{twice // 2}H"
    ends, firsts, deltas, ranges = (
        struct.unpack_from(row, table, start + 14 + twice * place + (2 if place else 0)) for place in range(4)
    )
    found = {}
    for place, (end, first, delta, leap) in enumerate(zip(ends, firsts, deltas, ranges, strict=True)):
        for code in range(first, min(end, 0xFFFE) + 1):
            glyph = code
            if leap:
                at = start + 16 + 3 * twice + 2 * place + leap + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", table, at)
            if glyph:
                found[chr(code)] = (glyph + delta) & 0xFFFF
    return found
