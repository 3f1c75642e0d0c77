"""Forms with a key: a second press of the same form is answered as the first, and writes nothing more."""

from collections.abc import Callable
from typing import TypeVar

from flask import request

from core.errors import KeyReused
from service.handlers.request import Request
from service.web.http import form_keys
from service.web.http.authentication import visitor
from service.web.http.context import deps
from service.web.http.form_fields import KEY_LENGTH, form_text

Answer = TypeVar("Answer")


def once(write: Callable[[Request], Answer]) -> Answer:
    """Write under the key of the form, or under a new one if the form was filled in anew on a page gone back to."""
    fields = {name: values for name, values in request.form.to_dict(flat=False).items() if name != "key"}
    fingerprint = form_keys.fingerprint({"path": request.path, **fields})
    key = form_text("key", KEY_LENGTH) or None
    try:
        return write(Request(deps(), visitor(request), None, key, fingerprint))
    except KeyReused:
        return write(Request(deps(), visitor(request), None, form_keys.new_key(), fingerprint))
