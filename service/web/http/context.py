"""Data of a view from its request and its application."""

from flask import current_app, request

from core.errors import NotFound
from service.bootstrap import Dependencies
from service.web.http.form_fields import whole_number


def deps() -> Dependencies:
    """Context of the views."""
    return current_app.extensions["brade"].deps


def query_int(name: str) -> int | None:
    """A number of the query. Raises `NotFound` for what is none."""
    text = request.args.get(name)
    if text is None:
        return None
    if (number := whole_number(text)) is None:
        raise NotFound(name, text)
    return number
