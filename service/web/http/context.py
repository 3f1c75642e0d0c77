"""Data of a view from its request and its application."""

from flask import current_app, request

from core.errors import NotFound
from service.bootstrap import Dependencies
from service.web.http.form_fields import whole_number


def deps() -> Dependencies:
    """Context of the views."""
    return current_app.extensions["brade"].deps


def asked_number(name: str) -> int | None:
    """A number of the query. Raises `NotFound` for what is none."""
    text = request.args.get(name)
    if text is None:
        return None
    if (number := whole_number(text)) is None:
        raise NotFound(name, text)
    return number


def invitation_link(invitation: str) -> str:
    """The address of an invitation; browsers do not send the part behind #."""
    return f"{request.host_url}sign-in#{invitation}"


def table_link(link: str) -> str:
    """The address that a link to a table is opened at."""
    return f"{request.host_url}t/#{link}"
