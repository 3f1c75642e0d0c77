"""Keys of forms: a form that is sent twice is written once, and one that was filled in anew is written anew."""

import json
import secrets
from hashlib import sha256
from typing import Any

from flask import g
from markupsafe import Markup

from service.store import observed_reads

Json = dict[str, Any]
_PAGE = "desk-"
_FIELD = Markup('<input type="hidden" name="key" value="{}">')


def new_key() -> str:
    """A key under which a request may be sent twice and is written once."""
    return f"{_PAGE}{secrets.token_hex(8)}"


def is_page_key(key: str) -> bool:
    """True for a key of `form_key`, and not for what a person typed into a field of that name."""
    return key.startswith(_PAGE)


def form_key() -> Markup:
    """The hidden field of a form with the key of the page that is answered: all forms of a page have one key.

    A page with a key is made anew each time: a kept one would give a later form the key of an earlier.
    """
    observed_reads.end("the key of a form")
    observed_reads.end("a key of a form")
    if "form_key" not in g:
        g.form_key = new_key()
    return _FIELD.format(g.form_key)


def fingerprint(body: object) -> str:
    """Fingerprint that tells a repeated request from another one with the same key."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
