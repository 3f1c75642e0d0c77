"""The rule of names: how a name is written, which two names are the same, and which two look alike.

The properties that Unicode gives a sign decide. `unicode_properties.py` and `confusables.txt` hold what the standard
library does not know of them.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from core.errors import Invalid
from core.messages import say
from core.names.unicode_properties import IGNORABLE, JOINERS, SELECTORS

_COMPARED = 200
"""Characters of a name that are compared; no name has more. Normalising n combining marks can take n² steps."""
_KEPT = 20_000
"""Names whose keys are kept in memory."""
_SHOWN = 40
EMPTY_SIGNS = "\u2800\U0001d159"
"""The blank of Braille and the null notehead of music: Unicode draws both as nothing, and has no property for that."""


def character_class(*ranges: Iterable[tuple[int, int]], but: Iterable[tuple[int, int]] = ()) -> str:
    """Ranges of characters as the inside of a class of a regular expression, in Python and in JSON Schema."""
    codes = {code for range_ in ranges for first, last in range_ for code in range(first, last + 1)}
    codes -= {code for first, last in but for code in range(first, last + 1)}
    ends = [(code, code + 1 not in codes) for code in sorted(codes) if code - 1 not in codes or code + 1 not in codes]
    return "".join(_written(code) + ("-" if not last else "") for code, last in ends)


def _written(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else chr(code)


HIDDEN = character_class(IGNORABLE, but=(*JOINERS, *SELECTORS))
"""The characters that are drawn as nothing, without those that change the characters before or behind them."""
CHANGING = character_class(JOINERS, SELECTORS)
"""The characters that are drawn as nothing and change those beside them: some languages are not written without."""
_IGNORED = re.compile(f"[{HIDDEN}{CHANGING}]")
_CHANGING = re.compile(f"[{CHANGING}]")
_BLANKS = re.compile(rf"(?:(?![\x00-\x1f\x7f-\x9f\u2028\u2029])[\s{EMPTY_SIGNS}])+")
"""Blanks of a line. A tab, and what ends a line, are none."""
_NEVER = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Controls, formats, halves of characters, private use, unassigned, and ends of lines and paragraphs."""
_STAND_INS = "\ufffc\ufffd"
"""Signs that stand where another thing was: an object, or a character that was not understood."""
_MEANINGLESS = ("Cn", "Co")
"""Unassigned characters, and those of private use, which are drawn as each font likes."""
_CHANGED = ("Lo", "Lm", "Mn", "Mc", "So", "Sk", "Sm", "Po")
"""Behind these a joiner or a selector does something: letters without capitals, marks, and signs."""


def read_name(text: str) -> str:
    """The name that a text is: composed (NFC), with single blanks inside and none around.

    Raises `Invalid`, by `name`, where nothing is seen, for a character that cannot be seen, for a mark without a
    letter, and for more characters than are compared.

    >>> read_name(" Zoe\\u0308  A\\u030akerlo\\u0308f ") == "Zoë Åkerlöf"
    True
    """
    if len(text) > _COMPARED:
        raise Invalid({"name": [say("a name has at most {most} characters", most=_COMPARED)]})
    name = unicodedata.normalize("NFC", one_blank(text))
    before = " "
    for sign in "" if _is_usual(name) else name:
        if message := _fault(name, sign, before):
            raise Invalid({"name": [message]})
        before = sign
    if not _IGNORED.sub("", name):
        raise Invalid({"name": [say("{shown} has nothing in it that can be seen", shown=_shown(text))]})
    return name


def _is_usual(name: str) -> bool:
    """True for a name without anything to ask about, which is found at once."""
    if not name.isprintable() or _IGNORED.search(name) or meaningless_sign(name):
        return False
    return not any(unicodedata.category(word[0]).startswith("M") for word in name.split())


def _fault(name: str, sign: str, before: str) -> str | None:
    """The reason why a name may not have a character behind another one; a blank stands before the first."""
    kind, values = unicodedata.category(sign), {"shown": _shown(name), "code": f"U+{ord(sign):04X}"}
    if _CHANGING.match(sign) and (unicodedata.category(before) in _CHANGED or _CHANGING.match(before)):
        return None
    if kind in _MEANINGLESS or sign in _STAND_INS:
        return say("{shown} has a character that has no meaning ({code}): leave it out", **values)
    if kind in _NEVER or _IGNORED.match(sign):
        return say("{shown} has a character that cannot be seen ({code}): leave it out", **values)
    if kind.startswith("M") and before == " ":
        return say("{shown} has a mark without a letter ({code}): leave it out", **values)
    return None


def meaningless_sign(text: str) -> str | None:
    """The first character of a text that has no meaning: unassigned, of private use, or in the place of another one."""
    if text.isascii():
        return None
    signs = (sign for sign in text if sign in _STAND_INS or unicodedata.category(sign) in _MEANINGLESS)
    return next(signs, None)


def _shown(name: str) -> str:
    """A name as an error quotes it, cut to a few words: what is not seen is written as its code."""
    hidden = (unicodedata.category(each) in _NEVER or each in EMPTY_SIGNS or _IGNORED.match(each) for each in name)
    signs = (f"\\u{ord(sign):04x}" if code else sign for sign, code in zip(name[:_SHOWN], hidden, strict=False))
    return f'"{"".join(signs)}{"…" if len(name) > _SHOWN else ""}"'


def one_blank(text: str) -> str:
    """A text with single blanks inside and none around, whatever kinds of blanks it has."""
    return _BLANKS.sub(" ", text).strip(" ")


def folded(text: str) -> str:
    """A text as texts are compared: without capitals, compatible forms, what is drawn as nothing, and double blanks.

    It is Unicode's own (NFKC_Casefold), of so many characters as a long name has. It reads every text, also names of
    old logs.
    """
    text = text[:_COMPARED]
    if text.isascii():
        return " ".join(text.lower().split())
    plain = unicodedata.normalize("NFKC", _IGNORED.sub("", text)).casefold()
    return " ".join(one_blank(unicodedata.normalize("NFKC", _IGNORED.sub("", plain))[:_COMPARED]).split())


@lru_cache(_KEPT)
def name_key(name: str) -> str:
    """The text by which two names are the same: see `folded`. It is kept in memory, so it is for names alone.

    >>> name_key("ÅSA\\u00a0 Öberg") == name_key("A\\u030asa o\\u0308be\\u200brg")
    True
    """
    return folded(name)


@lru_cache(_KEPT)
def appearance(name: str) -> frozenset[str]:
    """The forms of a name by which it is compared with others that look like it: twins share one.

    A form has for each sign the one that stands for all that look like it (UTS 39, skeleton). One form is made of the
    name as it is written, one of the same without capitals.

    >>> bool(appearance("\\u0410nna") & appearance("Anna")), bool(appearance("Anna") & appearance("Hanna"))
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", _IGNORED.sub("", name[:_COMPARED]))
    return frozenset((_skeleton(one_blank(plain)), _skeleton(name_key(name)).casefold()))


def _skeleton(text: str) -> str:
    seen = unicodedata.normalize("NFD", text).translate(_confusables())
    return unicodedata.normalize("NFD", seen)


@cache
def _confusables() -> dict[int, str]:
    lines = Path(__file__).with_name("confusables.txt").read_text("utf-8").splitlines()
    return {ord(sign): all_of_them for all_of_them, *signs in map(str.split, lines) for sign in signs}
