"""Texts and numbers that a page's form or address holds, each refused beyond its length before it costs anything."""

from collections.abc import Mapping

from flask import request

from core.eventlog.log import NEW
from core.messages import say
from service.web.http.problems import Rejected

FORM_BYTES = 64_000
"""Bytes of a form: some hundred tables with long names."""
FIELDS = 2000
NAME_LENGTH, LONGEST = 100, 2000
"""Characters of a field's name, and of the longest text that most forms ask for: the address of a link."""
LIST, LONGEST_LIST = "list", 40_000
"""The field in which a whole list of people is pasted, and its characters."""
ID_LENGTH = 100
"""Characters of the id of a stream or of a job."""
KEY_LENGTH = 200
"""Characters of the key under which a form may be sent twice and is written once, as of an `Idempotency-Key`."""
_DIGITS = 9


def refuse_large_form() -> None:
    """Let a form pass whose fields are few and short enough for any view. Raises `Rejected`, or werkzeug's 413."""
    request.max_content_length = request.max_form_memory_size = FORM_BYTES
    request.max_form_parts = FIELDS
    fields = list(request.form.items(multi=True))
    if len(fields) > FIELDS:
        raise Rejected(
            "too-large", say("The form has {fields} fields; {most} is the most.", fields=len(fields), most=FIELDS)
        )
    for name, text in fields:
        _within(name, text, LONGEST_LIST if name == LIST else LONGEST)


def form_text(name: str, most: int = LONGEST) -> str:
    """The text of a field of the form, empty where it has none. Raises `Rejected` for one of more characters."""
    return _text(request.form, name, most)


def typed_text(name: str, default: object = "", path: str = "") -> object:
    """The text that was typed into a field of the form that is answered, for its page; else the default.

    With a path only of the form that was sent there: several forms of a page may have a field of that name.
    """
    if request.method == "POST" and name in request.form and path in ("", request.path):
        return form_text(name, LONGEST_LIST)
    return default


def query_text(name: str, most: int = NAME_LENGTH) -> str:
    """The same of a parameter of the address."""
    return _text(request.args, name, most)


def whole_number(text: str) -> int | None:
    """The number that is written in at most nine decimal digits; `None` for any other text.

    >>> whole_number("17"), whole_number("-1"), whole_number("9" * 5000)
    (17, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else None


def form_version() -> int:
    """The version of the page that a form was sent from; without one `NEW`, at which nothing that exists is written."""
    found = whole_number(form_text("version"))
    return NEW if found is None else found


def _text(source: Mapping[str, str], name: str, most: int) -> str:
    return _within(name, source.get(name, ""), most)


def _within(name: str, text: str, most: int) -> str:
    if len(name) > NAME_LENGTH:
        raise Rejected(
            "too-large",
            say(
                "The name of a field has {name} characters; {most} is the most.",
                name=len(name),
                most=NAME_LENGTH,
            ),
        )
    if len(text) > most:
        raise Rejected(
            "too-large",
            say("The field {name} has {text} characters; {most} is the most.", name=name, text=len(text), most=most),
        )
    return text
