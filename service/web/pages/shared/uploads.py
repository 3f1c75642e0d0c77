"""A large file in a form: its sender and the room for it are asked about before it is read, and it goes into a file."""

from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, TypeVar

from flask import Response, request
from werkzeug.formparser import FormDataParser

from core.messages import say
from service.asgi import body_limit
from service.asgi.body_limit import LIMIT_HEADER, UPLOADER_HEADER
from service.web.http.authentication import ensure_own
from service.web.http.problems import Rejected
from service.web.http.request_body import TAKES_FILE

View = TypeVar("View", bound=Callable[..., object])
_FIELD = "file"
_PARTS, _FILES = 10, 50
_NAME = 100
"""Characters of the name of a file that are shown."""
_IN_MEMORY = 256_000
"""Bytes of the other fields, and of what the parser reads of the file at once."""
_ENVELOPE = 10_000
"""Bytes of a form around its file."""


def takes_file(limit: Callable[..., tuple[int, str]]) -> Callable[[View], View]:
    """Make a view take a large file in its form.

    `limit` is called with the parts of the address and the bytes that are announced, before these are read. It gives
    the bytes that a file may have and whose upload it is, or raises for a sender without the right to it.
    """

    def decorate(view: View) -> View:
        def answer(**address: str) -> Response:
            ensure_own(request)
            announced = body_limit.announced(request.environ)
            most, uploader = limit(announced, **address)
            if announced > most + _ENVELOPE:
                raise too_large(most)
            return Response(status=204, headers={LIMIT_HEADER: str(most + _ENVELOPE), UPLOADER_HEADER: uploader})

        setattr(view, TAKES_FILE, answer)
        return view

    return decorate


def too_large(most: int) -> Rejected:
    """The refusal of a file of more bytes."""
    return Rejected("too-large", say("The file is larger than {size} MB.", size=most // 1_000_000))


def receive(place: Path, most: int) -> dict[str, str]:
    """Write the file of this request's form to a place, readable by the service alone; the other fields.

    No name that the sender gave is used. The place is not made where the form has no file, or an empty one. Raises
    `Rejected`, werkzeug's 413, and `OSError` for a full disk.
    """
    opened: list[Any] = []

    def make(*_: object, **__: object) -> IO[bytes]:
        if opened:
            raise Rejected("too-large", say("The form has {fields} fields; {most} is the most.", fields=2, most=1))
        opened.append(place.open("xb"))
        return opened[0]

    parser = FormDataParser(
        stream_factory=make, max_form_memory_size=_IN_MEMORY, max_content_length=most + _ENVELOPE, max_form_parts=_PARTS
    )
    request.max_content_length = most + _ENVELOPE
    try:
        _, fields, files = parser.parse_from_environ(request.environ)
    finally:
        for each in opened:
            each.close()
    if place.exists() and (_FIELD not in files or not place.stat().st_size):
        place.unlink()
    return {name: fields.get(name, "") for name in fields}


def uploaded(most: int) -> bytes:
    """The bytes of the small file of this request's form, empty without one. Raises werkzeug's 413."""
    request.max_content_length, request.max_form_parts = most + _ENVELOPE, _PARTS
    file = request.files.get(_FIELD)
    data = b""
    if file:
        data = file.read(most + 1)
        file.close()
    if len(data) > most:
        raise too_large(most)
    return data


def uploaded_each(most: int) -> list[tuple[str, bytes]]:
    """The small files of this request's form with the names that the sender gave, in their order.

    Files without a name or a byte are left out. `most` are the bytes of all together. Raises werkzeug's 413.
    """
    request.max_content_length, request.max_form_parts = most + _ENVELOPE, _FILES + _PARTS
    found, left = [], most
    for file in request.files.getlist(_FIELD):
        data = file.read(left + 1)
        left -= len(data)
        if left < 0:
            raise too_large(most)
        if data:
            found.append(((file.filename or "")[:_NAME], data))
    return found
