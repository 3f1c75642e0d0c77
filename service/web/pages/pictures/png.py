"""A drawing in SVG as a PNG."""

import resvg_py

from service.exports.fonts import FAMILY, REGULAR, SEMIBOLD, font_file


def png(svg: str) -> bytes:
    """The drawing in its own size. No other file is looked for, nor a font of the machine."""
    drawn = resvg_py.svg_to_bytes(
        svg_string=svg,
        font_files=[str(font_file(weight)) for weight in (REGULAR, SEMIBOLD)],
        skip_system_fonts=True,
        sans_serif_family=FAMILY,
    )
    return bytes(drawn)
