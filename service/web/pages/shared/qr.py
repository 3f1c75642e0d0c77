"""QR codes for phones."""

from markupsafe import Markup


def qr(text: str, title: str) -> Markup:
    """A text as a QR code, dark on light whatever the page is."""
    import segno

    drawn = segno.make(text, error="m", micro=False)
    svg = drawn.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff", title=title)
    return Markup(svg)  # noqa: S704 - drawn by segno, which escapes the title
