"""Use case of a club's logo and colour: a picture of a stranger is read, drawn anew as a small one, and kept.

Both are an event of the club's log: they are in backups, second copies and whole clubs in files, and are proved with
the rest. So what was set stays there, as every event does: the page says that a logo should show no person.
"""

import re
from base64 import b64decode, b64encode
from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from core.club.club import Club
from core.club.look import Look
from core.errors import Invalid
from core.events import ClubLookSet, Event
from core.messages import say
from service.auth.authorization import Principal, authorize
from service.bootstrap import Dependencies
from service.handlers.club.members import change_club
from service.handlers.request import Request

MOST_BYTES, MOST_PIXELS = 1_000_000, 4_000_000
"""The most of a file that is sent, and of the picture in it."""
MOST_KEPT = 24_000
"""The most bytes of the picture that is kept."""
_SIDES = (192, 144, 96, 64)
"""The longer side of what is kept: the first that is small enough."""
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_PNG, _JPEG, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8", re.compile(rb"RIFF....WEBPVP8[ LX]", re.DOTALL)
_FRAME = re.compile(rb"(?=\xff[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]\x00[\x0b-\x14]\x08(..)(..))", re.DOTALL)
"""The head of a frame of a JPEG, with its height and width."""
_WEBP_HEAD = re.compile(
    rb"(?=VP8X.{8}(?P<canvas>.{6})|VP8L.{4}\x2f(?P<lossless>.{4})|VP8 .{7}\x9d\x01\x2a(?P<lossy>.{4}))", re.DOTALL
)
"""The head of a WebP's canvas, or of a frame in it, each with its width and height."""


class _Picture(NamedTuple):
    """A kind of picture, and its width and height by its head."""

    kind: str
    width: int
    height: int


class ShownLook(NamedTuple):
    """The colour of a club, and the addresses of its logo and of a style with the colour; `None` where it has none."""

    colour: str | None
    logo: str | None
    style: str | None


def shown(slug: str, look: Look) -> ShownLook:
    """A club's look as programs and pages have it. Its addresses change with it, since browsers keep what they have."""
    base, version = f"/clubs/{slug}", f"v={look.version}"
    logo = f"{base}/logo.png?{version}" if look.logo else None
    return ShownLook(look.colour or None, logo, f"{base}/look.css?{version}" if look.colour else None)


def decoded(text: str) -> bytes:
    """The bytes of a picture in base64. Raises `Invalid`."""
    try:
        return b64decode(text, validate=True)
    except ValueError as wrong:
        raise Invalid({"logo": [say("write the picture in base64")]}) from wrong


def look(deps: Dependencies, principal: Principal | None, slug: str) -> Look:
    """The logo and the colour of a club, for its people."""
    authorize(principal, "viewer", slug)
    return deps.repository.club(slug).look


def set_look(request: Request, slug: str, colour: str | None, logo: bytes | None) -> Look:
    """Set the colour and the logo; `None` leaves one as it is, an empty one takes it away.

    Raises `Invalid` for what is no colour, and for a file that is no picture of a known kind, too large, or cut off.
    """
    by = authorize(request.principal, "organiser", slug).name
    wanted = None if colour is None else colour.casefold()
    if wanted and not _COLOUR.fullmatch(wanted):
        raise Invalid({"colour": [say("write a colour as six digits from 0 to f, such as #2f5b46")]})
    kept = None if logo is None else b64encode(small_png(logo)).decode() if logo else ""

    def deciding(club: Club) -> Sequence[Event]:
        look = club.look
        event = ClubLookSet(look.colour if wanted is None else wanted, look.logo if kept is None else kept)
        return [] if (event.colour, event.logo) == (look.colour, look.logo) else [event]

    return change_club(request, slug, by, deciding).club.look


def small_png(data: bytes) -> bytes:
    """A picture of a stranger, drawn anew as a small PNG without all else that was in its file.

    Its size is looked at before any of its pixels is read. Raises `Invalid`.
    """
    if len(data) > MOST_BYTES:
        raise Invalid({"logo": [say("the file is larger than {most} kB", most=MOST_BYTES // 1000)]})
    head = _head(data)
    if head is None or not head.width or not head.height:
        raise Invalid({"logo": [say("send a picture as PNG, JPEG or WebP")]})
    if head.width * head.height > MOST_PIXELS:
        raise Invalid({"logo": [say("the picture has more than {most} million pixels", most=MOST_PIXELS // 10**6)]})
    inside = f'href="data:image/{head.kind};base64,{b64encode(data).decode()}"'
    for side in _SIDES:
        scale = min(1.0, side / max(head.width, head.height))
        width, height = (max(1, round(length * scale)) for length in (head.width, head.height))
        drawn = _drawn(width, height, f'<image width="{width}" height="{height}" {inside}/>')
        if drawn == _drawn(width, height, ""):
            raise Invalid({"logo": [say("the picture is damaged, or nothing is in it")]})
        if len(drawn) <= MOST_KEPT:
            return drawn
    raise AssertionError("so few pixels are fewer bytes")


def _drawn(width: int, height: int, content: str) -> bytes:
    import resvg_py

    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{content}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))


def _head(data: bytes) -> _Picture | None:
    """The kind and the size of a picture; `None` for what is neither PNG, JPEG nor WebP."""
    if data.startswith(_PNG) and data[12:16] == b"IHDR" and len(data) >= 24:
        return _Picture("png", int.from_bytes(data[16:20]), int.from_bytes(data[20:24]))
    # A file can hide a large frame from a reader of its segments, such as behind bytes that fill up. So the largest of
    # all that is like a frame counts, whichever of them is drawn.
    if data.startswith(_JPEG) and (frames := [tuple(map(int.from_bytes, text)) for text in _FRAME.findall(data)]):
        height, width = max(frames, key=prod)
        return _Picture("jpeg", width, height)
    if _WEBP.match(data) and (sizes := [_webp_size(head) for head in _WEBP_HEAD.finditer(data)]):
        return _Picture("webp", *max(sizes, key=prod))
    return None


def _webp_size(head: re.Match[bytes]) -> tuple[int, int]:
    """Width and height by one head of a WebP (RFC 9649, sections 2.5 to 2.7). Two bits of a lossy one are no size."""
    canvas, lossless, lossy = head["canvas"], head["lossless"], head["lossy"]
    if canvas:
        return 1 + int.from_bytes(canvas[:3], "little"), 1 + int.from_bytes(canvas[3:], "little")
    if lossless:
        bits = int.from_bytes(lossless, "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return int.from_bytes(lossy[:2], "little") & 0x3FFF, int.from_bytes(lossy[2:], "little") & 0x3FFF
