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
_LOOKED_AT = 20_000
"""Letters of a file in which the lines of a tournament report are looked for."""
_JSON = re.compile(r"\s*(?:\{|\[\s*(?:[\[{\"]|\]?\s*\Z))")
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SHOWN = {"utf-8-sig": "UTF-8", "utf-8": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
_OLD_OFFICE, _ZIP = b"\xd0\xcf\x11\xe0", b"PK\x03\x04"
_PACKED = {b"xl/": "Excel (XLSX)", b"spreadsheet": "LibreOffice (ODS)", b"word/": "Word (DOCX)"}
"""Names inside the packed files of programs, and the programs."""
_OTHERS = {
    b"%PDF": say("this is a PDF: save the list as CSV, or paste the names"),
    b"\x89PNG": say("this is a picture: save the list as CSV, or paste the names"),
    b"\xff\xd8\xff": say("this is a picture: save the list as CSV, or paste the names"),
}
"""The beginnings of files that are no lists, and what each is."""
_REPORT_BEGIN = re.compile(r"(?:\A|[\r\n])(?:001 +\d+ |012 .*[\r\n]+(?:\d\d2|001) )")
"""Lines of a tournament report: the players (001), and the tournament's name with the record behind it."""
_BRACKETS_AND_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]')


def decode(data: bytes) -> tuple[str, str]:
    """The text of a file and the name of its encoding: UTF-8, UTF-16 with its mark, else as Windows writes it.

    Raises `Invalid` for an empty file, and for what is no text, named for what it is.

    >>> decode("Åsa".encode("cp1252"))
    ('Åsa', 'Windows-1252')
    """
    refuse_other_kinds(data)
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


def refuse_other_kinds(data: bytes) -> None:
    """Raise `Invalid` for a file that is no text, named for what it is."""
    if data.startswith(_ZIP):
        for part, program in _PACKED.items():
            if part in data:
                raise wrong_file(say("this is a file of {program}: save it as CSV, then choose that", program=program))
        raise wrong_file(say("this is a packed file (ZIP): unpack it, then choose the list inside"))
    if data.startswith(_OLD_OFFICE):
        raise wrong_file(say("this is a file of {program}: save it as CSV, then choose that", program="Excel (XLS)"))
    for begin, message in _OTHERS.items():
        if data.startswith(begin):
            raise wrong_file(message)


def is_report(text: str) -> bool:
    """True for a tournament report of FIDE (TRF).

    >>> is_report("012 Cup\\n001    1      Ek, Bo"), is_report("001;Ek, Bo")
    (True, False)
    """
    return _REPORT_BEGIN.search(text[:_LOOKED_AT]) is not None


def refuse_report(text: str) -> None:
    """Raise `Invalid` for a tournament report where a list is wanted."""
    if is_report(text):
        raise wrong_file(
            say("this is a tournament report of FIDE (TRF), and no list: take it over as a file of another program")
        )


def is_json(text: str) -> bool:
    """True if a text is meant as JSON: a list of people begins otherwise, also one with boxes.

    >>> [is_json(text) for text in (' {"a": 1}', '[{"a": 1}]', "[]", "[x] Anna", "[ ] Bo")]
    [True, True, True, False, False]
    """
    return _JSON.match(text) is not None


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
    for matched in _BRACKETS_AND_STRINGS.finditer(text):
        bracket = matched[0]
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
