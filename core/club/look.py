"""A club's logo and colour, and shades of the colour that can be read on a ground."""

from base64 import b64decode
from typing import NamedTuple

READABLE = 4.5
"""The least contrast of text with its ground (WCAG 2.2, 1.4.3)."""
_STEPS = 50


class Look(NamedTuple):
    """A colour (`#rrggbb`) and a logo (PNG in base64), each perhaps empty, since an event of the club's log."""

    colour: str = ""
    logo: str = ""
    version: int = 0

    @property
    def png(self) -> bytes:
        """The logo; empty without one."""
        return b64decode(self.logo)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#ffffff")), round(contrast("#2f5b46", "#f7f2e8"), 1)
    (21, 7.0)
    """
    darker, lighter = sorted(_luminance(_parts(each)) for each in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def readable(colour: str, ground: str, least: float = READABLE) -> str:
    """The colour itself if it can be read on the ground, else its nearest shade towards black or white that can.

    >>> readable("#2f5b46", "#ffffff"), contrast(readable("#ffe600", "#ffffff"), "#ffffff") >= 4.5
    ('#2f5b46', True)
    """
    goal = (0, 0, 0) if _luminance(_parts(ground)) > _MIDDLE else (255, 255, 255)
    parts = _parts(colour)
    for step in range(_STEPS + 1):
        mixed = [round(part + (end - part) * step / _STEPS) for part, end in zip(parts, goal, strict=True)]
        shade = "#" + "".join(f"{part:02x}" for part in mixed)
        if contrast(shade, ground) >= least:
            return shade
    return "#" + "".join(f"{part:02x}" for part in goal)


_MIDDLE = 0.179
"""The luminance of a ground on which black and white have the same contrast."""


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(parts: tuple[int, int, int]) -> float:
    shares = [part / 255 for part in parts]
    red, green, blue = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
