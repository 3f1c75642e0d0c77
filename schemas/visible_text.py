"""Visible text: the characters that a reader sees, and a sent value as an error quotes it."""

import json
import re

from core.messages import say
from core.names.names import CHANGING, EMPTY_SIGNS, HIDDEN

_SHOWN = 40
_CONTROLS = r"\x00-\x1f\x7f-\x9f"
_HIDDEN = rf"{HIDDEN}\u2028\u2029\ufff9-\ufffb"
"""Invisible characters: they turn the text around them, have no width, or break lines."""
PRINTED, VISIBLE = f"[^{_CONTROLS}{_HIDDEN}]", rf"[^\s{_CONTROLS}{_HIDDEN}{CHANGING}{EMPTY_SIGNS}]"
_BEYOND = re.compile("[\U00010000-\U0010ffff](?:-[\U00010000-\U0010ffff])?")
PUBLISHED = _BEYOND.sub("", PRINTED), _BEYOND.sub("", VISIBLE)
"""The same as the published document says them: without characters beyond U+FFFF, of which programs that read patterns
without Unicode make other ranges. A text with only such a character passes the document, and is refused."""
UNPRINTED = re.compile(rf"[{_CONTROLS}{_HIDDEN}\ud800-\udfff]")
SEEN = re.compile(VISIBLE)


def quoted_value(value: object) -> str:
    """A value as its sender wrote it, cut to a few words; what holds others is only named."""
    if isinstance(value, dict):
        return say("an object")
    if isinstance(value, list | tuple):
        return say("a list of {value}", value=len(value))
    text = json.dumps(value[: _SHOWN + 1] if isinstance(value, str) else value, ensure_ascii=False, default=str)
    text = UNPRINTED.sub(lambda matched: f"\\u{ord(matched[0]):04x}", text)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def visible_line(text: str) -> str:
    """A text that was typed, on one line and without invisible characters.

    >>> visible_line(" came\\x00 \\u202e too  late ")
    'came too late'
    """
    return " ".join(UNPRINTED.sub(" ", text).split())
