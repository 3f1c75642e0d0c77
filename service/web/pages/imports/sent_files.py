"""The file of a form: as it was uploaded, and as the preview carries it on to the press that writes."""

import binascii
import zlib
from base64 import b64decode, b64encode

from flask import request

from core import imports
from core.errors import Invalid
from core.imports import ImportedFile
from core.messages import say
from service.web.http.form_fields import LIST, LONGEST_LIST, form_text, whole_number
from service.web.pages.shared.uploads import uploaded

MOST = 1_000_000
"""Bytes of a file."""
_PACKED = "z."
"""Begins the text of a file that is carried compressed."""


def received() -> tuple[ImportedFile, str]:
    """The file that was just uploaded, and its text for the next form. Raises `Invalid`, `Rejected`."""
    data = uploaded(MOST)
    if not data:
        raise Invalid({"file": [say("choose a file first")]})
    file, carried = imports.read(data), b64encode(data).decode()
    if len(carried) > LONGEST_LIST:
        carried = _PACKED + b64encode(zlib.compress(data, 9)).decode()
    if len(carried) > LONGEST_LIST:
        raise Invalid({"file": [say("the file is too long for this page: leave out what is no player and no result")]})
    return file, carried


def carried_on() -> tuple[ImportedFile, str]:
    """The file that the form of a preview carries, and its text. Raises `Invalid`."""
    text = form_text(LIST, LONGEST_LIST)
    try:
        data = b64decode(text.removeprefix(_PACKED), validate=True)
        if text.startswith(_PACKED):
            packed = zlib.decompressobj()
            data = packed.decompress(data, MOST)
            if packed.unconsumed_tail or not packed.eof:
                data = b""
    except (binascii.Error, ValueError, zlib.error):
        data = b""
    if not data:
        raise Invalid({"file": [say("choose a file first")]})
    return imports.read(data), text


def choices_of(lines: list[int]) -> dict[int, str]:
    """The choices of the form for these lines of the file."""
    choices = {}
    for line in lines:
        if f"drop.{line}" in request.form:
            choices[line] = "leave"
        elif choice := form_text(f"choice.{line}", 40):
            choices[line] = choice
    return choices


def ticked(name: str) -> bool:
    """True if a box of the form is ticked."""
    return whole_number(form_text(name)) == 1
