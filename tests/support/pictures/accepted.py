"""Accepted pictures of pages: how one is kept, compared with a new one, and shown beside it where they differ."""

import hashlib
import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageOps

from tests.support.pages.browser import FONT, FONT_FOLDER
from tests.support.paths import ROOT
from tests.support.pictures.pages import Variant

ACCEPTED = ROOT / "tests" / "pages" / "pictures" / "accepted"
DIFFERENT = ROOT / ".pictures"
"""The folder for pictures that differ, each in three columns: accepted, new, and what differs in red."""
COMMAND = "make pictures ARGS=--accept"
ACCEPT = "BRADE_ACCEPT" in os.environ
"""True if pictures that differ are accepted, as that command does."""
HIGHEST = 2600
"""Pixels of a page of which there is a picture at most; what is below is left out."""
_SCALE, _COLOURS = 2, 64
"""A picture is kept at half of its size, in so many colours."""
_TOLERANCE, _MOST = 48, 24
"""A pixel differs from so many of 255 on, in its lightness or a colour; so many of them make no difference."""
_RED = (220, 0, 40)


def small(png: bytes) -> Image.Image:
    """A screenshot as it is compared."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture = picture.crop((0, 0, picture.width, min(picture.height, HIGHEST)))
    size = (picture.width // _SCALE, -(-picture.height // _SCALE))
    return picture.resize(size, Image.Resampling.BOX).quantize(_COLOURS).convert("RGB")


def place(page: str, variant: Variant) -> Path:
    """The path of the accepted picture of a page."""
    return ACCEPTED / page / f"{variant}.webp"


def keep(picture: Image.Image, at: Path) -> None:
    """Accept a picture."""
    at.parent.mkdir(parents=True, exist_ok=True)
    picture.save(at, "WEBP", lossless=True, quality=75, method=4)


def difference(accepted: Image.Image, new: Image.Image) -> Image.Image | None:
    """The pixels in which two pictures differ, white on black; `None` if that is within the tolerance.

    >>> white, grey = Image.new("RGB", (30, 30), "white"), Image.new("RGB", (30, 30), "#e6e6e6")
    >>> difference(white, grey) is None, difference(white, grey.resize((30, 31))) is None
    (True, False)
    """
    size = (max(accepted.width, new.width), max(accepted.height, new.height))
    one, other = (_on(each, size) for each in (accepted, new))
    channels = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    marks = most.point(lambda value: 255 if value >= _TOLERANCE else 0)
    return marks if accepted.size != new.size or marks.histogram()[255] > _MOST else None


def show(name: str, accepted: Image.Image | None, new: Image.Image, marks: Image.Image | None) -> Path:
    """Put both pictures and their difference beside each other into a file; its path."""
    size = marks.size if marks else new.size
    before = _on(accepted, size) if accepted else Image.new("RGB", size, "white")
    seen = _on(new, size)
    where = ImageOps.grayscale(seen).point(lambda value: 160 + value // 3).convert("RGB")
    if marks:
        where.paste(_RED, mask=marks)
    sheet = Image.new("RGB", (3 * size[0] + 40, size[1]), "#888")
    for column, picture in enumerate((before, seen, where)):
        sheet.paste(picture, (column * (size[0] + 20), 0))
    DIFFERENT.mkdir(exist_ok=True)
    path = DIFFERENT / f"{name}.png"
    sheet.save(path)
    return path


def _on(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    ground = Image.new("RGB", size, "#ff00ff")
    ground.paste(picture, (0, 0))
    return ground


# ── the font: pictures of two machines can be compared only if their letters are the same ─────────────────────────────
_NOTED = ACCEPTED / "font.txt"


def font_hash() -> str:
    """The SHA-256 of DejaVu Sans on this machine; empty without it."""
    return hashlib.sha256(Path(FONT_FOLDER, FONT).read_bytes()).hexdigest() if FONT_FOLDER else ""


def accepted_font() -> str:
    """The SHA-256 of the font of the accepted pictures."""
    return _NOTED.read_text().split()[0] if _NOTED.exists() else ""


def note_font() -> None:
    """Note which font the accepted pictures have."""
    ACCEPTED.mkdir(parents=True, exist_ok=True)
    _NOTED.write_text(f"{font_hash()}  {FONT}\n")
