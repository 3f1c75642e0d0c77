"""The short name of a club in addresses, made of its full name."""

import re
import unicodedata

LONGEST = 40
_LETTERS = str.maketrans({"æ": "ae", "ø": "o", "œ": "oe", "ß": "ss", "ð": "d", "þ": "th", "ł": "l", "đ": "d"})
_COMPARED = 200
"""Characters of a name that are read, so that no text costs more than a long name."""


def short_name_of(name: str) -> str:
    """Small letters without accents, digits and inner hyphens, at most 40; "" for a name that has none of them.

    >>> short_name_of("Vasa Brädspel"), short_name_of("  Bräd & Öl, Malmö!  "), short_name_of("將棋")
    ('vasa-bradspel', 'brad-ol-malmo', '')
    """
    plain = unicodedata.normalize("NFKD", name[:_COMPARED].casefold().translate(_LETTERS))
    bare = "".join(each for each in plain if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")[:LONGEST].strip("-")
