"""The length of an address, bounded before a view reads its query or repeats it in links."""

from flask import Flask, Response, request
from werkzeug.exceptions import RequestURITooLarge

from service.web.problems import problem_of

ADDRESS_BYTES = 8000
"""Bytes of path and query: many times the longest that a page or the document makes."""


def register(app: Flask) -> None:
    """Let the app refuse addresses that are longer."""
    app.before_request(_refuse_long_address)


def _refuse_long_address() -> Response | None:
    if len(request.path) + len(request.query_string) <= ADDRESS_BYTES:
        return None
    return problem_of(RequestURITooLarge(f"The address is longer than {ADDRESS_BYTES} bytes."))
