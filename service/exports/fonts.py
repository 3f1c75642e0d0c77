"""The letters of prints and pictures: the files of fonts that are installed with brade, and how wide each letter is."""

import struct
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

FAMILY = "Source Sans Pro"
REGULAR, SEMIBOLD, BOLD, ITALIC = "Regular", "Semibold", "Bold", "It"
_PACKAGE = "font_source_sans_pro"
OTHER_SCRIPTS, EAST_ASIAN = "manimgx_fonts", "manimgx_fonts_cjk"
"""Packages with fonts of the scripts of other names. That of Chinese, Japanese and Korean letters is large."""
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))
"""The tables of a font file that lead from letters to their drawings, by platform and encoding, the best first."""


@cache
def font_file(weight: str) -> Path:
    """The file with the letters of a weight."""
    return Path(str(files(_PACKAGE).joinpath("files", f"{FAMILY.replace(' ', '')}-{weight}.ttf")))


def folder(package: str) -> Path:
    """The folder of a package of fonts."""
    return Path(str(files(package)))


@cache
def letters_by_font(package: str) -> tuple[frozenset[str], ...]:
    """The letters that each font of a package has a drawing of."""
    found = sorted(path for path in folder(package).iterdir() if path.suffix in (".ttf", ".otf", ".ttc"))
    return tuple(frozenset(_glyphs(_tables(file.read_bytes())[b"cmap"])) for file in found)


@cache
def letters(package: str) -> frozenset[str]:
    """The letters that a font of a package has a drawing of."""
    return frozenset[str]().union(*letters_by_font(package))


@cache
def widths(weight: str) -> Mapping[str, float]:
    """The width of each letter that a font has, as a part of the letters' size."""
    table = _tables(font_file(weight).read_bytes())
    (unit,) = struct.unpack_from(">H", table[b"head"], 18)
    (measured,) = struct.unpack_from(">H", table[b"hhea"], 34)
    advances = struct.unpack(">" + "Hxx" * measured, table[b"hmtx"][: 4 * measured])
    return {letter: advances[min(glyph, measured - 1)] / unit for letter, glyph in _glyphs(table[b"cmap"]).items()}


def _tables(font: bytes) -> dict[bytes, bytes]:
    """The tables of a font by their names; of several fonts in a file those of the first."""
    (begin,) = struct.unpack_from(">I", font, 12) if font.startswith(b"ttcf") else (0,)
    (count,) = struct.unpack_from(">H", font, begin + 4)
    found = (struct.unpack_from(">4s4xII", font, begin + 12 + 16 * place) for place in range(count))
    return {name: font[start : start + size] for name, start, size in found}


def _glyphs(table: bytes) -> dict[str, int]:
    """The number of the drawing of each letter (formats 4 and 12 of the OpenType format)."""
    (count,) = struct.unpack_from(">H", table, 2)
    records = (struct.unpack_from(">HHI", table, 4 + 8 * place) for place in range(count))
    offsets = {(platform, encoding): offset for platform, encoding, offset in records}
    start = next(offsets[each] for each in _UNICODE if each in offsets)
    (form,) = struct.unpack_from(">H", table, start)
    return _groups(table, start) if form == 12 else _segments(table, start)


def _groups(table: bytes, start: int) -> dict[str, int]:
    """Letters in a row whose drawings are in a row, too (format 12)."""
    (count,) = struct.unpack_from(">I", table, start + 12)
    rows = (struct.unpack_from(">III", table, start + 16 + 12 * place) for place in range(count))
    return {chr(code): glyph + code - first for first, last, glyph in rows for code in range(first, last + 1)}


def _segments(table: bytes, start: int) -> dict[str, int]:
    """Letters in a row with a common distance to their drawings, or with a list of these (format 4)."""
    (twice,) = struct.unpack_from(">H", table, start + 6)
    row = f">{twice // 2}H"
    ends, firsts, deltas, ranges = (
        struct.unpack_from(row, table, start + 14 + twice * place + (2 if place else 0)) for place in range(4)
    )
    segments = {}
    for place, (end, first, delta, leap) in enumerate(zip(ends, firsts, deltas, ranges, strict=True)):
        for code in range(first, min(end, 0xFFFE) + 1):
            glyph = code
            if leap:
                at = start + 16 + 3 * twice + 2 * place + leap + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", table, at)
            if glyph:
                segments[chr(code)] = (glyph + delta) & 0xFFFF
    return segments
