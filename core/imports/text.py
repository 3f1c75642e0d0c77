"""The text of a file: its encoding, and JSON within bounds that are checked before it is read."""

import codecs
import json
import re
from typing import Any, NoReturn

from core.errors import Invalid
from core.messages import say

DEEPEST = 40
"""Levels of lists and objects inside each other that a file of JSON may have."""
LONGEST_NUMBER = 30
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SHOWN = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
_SPREADSHEETS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_BRACKETS_AND_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding: UTF-8, UTF-16 with its mark, else as Windows writes it.

    Raises `Invalid` for an empty file, for a spreadsheet's own format, and for what is no text.

    >>> decode("Åsa".encode("cp1252"))
    ('Åsa', 'Windows-1252')
    """
    if data.startswith(_SPREADSHEETS):
        raise wrong_file(say("this is a spreadsheet's own file: save it as CSV, then choose that"))
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    for encoding in (marked,) if marked else ("utf-8", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" in text:
            break
        if not text.strip():
            raise wrong_file(say("the file is empty"))
        return text, _SHOWN[encoding]
    raise wrong_file(say("the file is no text: save it as CSV or as JSON"))


def is_json(text: str) -> bool:
    """True if a text is meant as JSON: a list of people begins otherwise."""
    return text.lstrip()[:1] in ("{", "[")


def read_json(text: str) -> Any:
    """The value of a text of JSON, not deeper than `DEEPEST`. Raises `Invalid`."""
    _ensure_shallow(text)
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_whole, parse_float=_fraction)
    except json.JSONDecodeError as error:
        raise wrong_file(
            say(
                "no JSON: {message} at line {line}, column {column}",
                message=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from None


def wrong_file(message: str) -> Invalid:
    """The refusal of a whole file."""
    return Invalid({"file": [message]})


def _ensure_shallow(text: str) -> None:
    depth = 0
    for found in _BRACKETS_AND_STRINGS.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
            if depth > DEEPEST:
                raise wrong_file(say("the JSON is deeper than {most} levels", most=DEEPEST))
        elif bracket in "]}":
            depth -= 1


def _no_number(word: str) -> NoReturn:
    raise wrong_file(say("{word} is no number in JSON", word=word))


def _ensure_short(digits: str) -> None:
    if len(digits) > LONGEST_NUMBER:
        raise wrong_file(say("a number has more than {most} digits", most=LONGEST_NUMBER))


def _whole(digits: str) -> int:
    _ensure_short(digits)
    return int(digits)


def _fraction(digits: str) -> float:
    _ensure_short(digits)
    return float(digits)
