"""Width of a text, shortening to fit, and the Swedish order of names.

The fonts of a reader's machine are unknown. Widths are those of DejaVu Sans Bold in hundredths of the letters' size. It
is the widest of the customary screen fonts, so a text that fits by this fits anywhere. Prints have their fonts within
them: their letters are narrower, and known.
"""

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from service.exports.fonts import BOLD, widths

_WIDTHS = {
    31: "'",
    34: "ijl",
    35: " ",
    37: "/IJ\\|",
    38: ",.",
    40: ":;",
    42: "-",
    44: "f",
    46: "!()[]",
    48: "t",
    49: "r",
    50: "_`–",
    52: '"*',
    58: "?z",
    59: "c",
    60: "s",
    64: "Lł",
    65: "vxy",
    67: "ak",
    68: "EFTe",
    69: "oø",
    70: "$0123456789",
    71: "hnu{}ß",
    72: "SYbdgpqđþ",
    73: "CPZ",
    76: "BÞ",
    77: "AKRVX",
    81: "U",
    82: "G",
    83: "DĐ",
    84: "#+<=>HN^~",
    85: "OQØ",
    87: "&",
    92: "w",
    100: "%@M…—",
    104: "m",
    108: "æÆ",
    110: "W",
    117: "œŒ",
}
_WIDTH = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_WIDE, _OTHER = 105, 90
_SIGN, _OTHER_PRINTED = 1.3, 0.75
Measure = Callable[[str, float], float]
"""The width of a text in letters of a size."""
ELLIPSIS = "…"


@lru_cache(8192)
def text_width(text: str, size: float) -> float:
    """The width of a text in letters of this size, in the same unit; marks over letters take no room.

    >>> text_width("Åsa", 10) == text_width("Asa", 10)
    True
    """
    return sum(map(_letter_width, unicodedata.normalize("NFD", text))) * size / 100


@lru_cache(8192)
def printed_width(text: str, size: float, weight: str = BOLD) -> float:
    """The width of a text in letters of a print of this size, in the same unit."""
    known = widths(weight)
    return sum(known[letter] if letter in known else _of_another_font(letter) for letter in text) * size


def _of_another_font(letter: str) -> float:
    """The width of a letter that the font of prints does not have, as a part of its size."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if unicodedata.category(letter) == "So":
        return _SIGN
    return 1 if unicodedata.east_asian_width(letter) in ("W", "F") else _OTHER_PRINTED


def _letter_width(letter: str) -> int:
    if letter in _WIDTH:
        return _WIDTH[letter]
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return _WIDE if unicodedata.east_asian_width(letter) in ("W", "F") else _OTHER


def shortened(text: str, room: float, size: float, width: Measure = text_width) -> str:
    """The text, or as much of it as fits in the room with an ellipsis behind it.

    >>> shortened("Wilhelmina", 50, 10)
    'Wilhel…'
    """
    if width(text, size) <= room:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter + ELLIPSIS, size) > room:
            break
        kept += letter
    return kept.rstrip() + ELLIPSIS


_SWEDISH = str.maketrans({"å": "z\ue001", "ä": "z\ue002", "æ": "z\ue002", "ö": "z\ue003", "ø": "z\ue003"})


def alphabetical(name: str) -> tuple[str, str]:
    """The key of a name in a Swedish list: å, ä, ö come after z, other marks over letters do not count.

    >>> sorted(["Öst", "Zorn", "Åkesson", "Ek", "Éden", "Ärlig"], key=alphabetical)
    ['Éden', 'Ek', 'Zorn', 'Åkesson', 'Ärlig', 'Öst']
    """
    folded = unicodedata.normalize("NFC", name).casefold().translate(_SWEDISH)
    plain = "".join(letter for letter in unicodedata.normalize("NFD", folded) if not unicodedata.combining(letter))
    return plain, name


def printable(text: str) -> str:
    """The text without what XML cannot hold, and on one line."""
    return "".join(" " if letter in "\t\r\n" else letter for letter in text if letter in "\t\r\n" or _may_stand(letter))


def _may_stand(letter: str) -> bool:
    code = ord(letter)
    return 0x20 <= code <= 0x7E or 0xA0 <= code <= 0xD7FF or 0xE000 <= code <= 0xFFFD or code >= 0x10000
