"""Bodies of requests: which kinds are read, and how they become values."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from flask import Request, Response, current_app, request
from marshmallow import Schema, ValidationError

from core.messages import say
from service.asgi import body_limit
from service.asgi.body_limit import SMALL_BODY
from service.web.http.problems import Rejected

JSON, NDJSON, CSV = "application/json", "application/x-ndjson", "text/csv"
LIMIT = 1_000_000
"""Bytes of a body, except where an operation allows more."""

MOST_VALUES = 25_000
"""Values of a body of JSON, except where an operation allows more."""
VALUE_BYTES = 10
"""A body of few bytes holds fewer values: one for so many bytes of its limit."""
LINE_VALUES = 2000
"""Values of a line of JSON, which is one event."""
MOST_LINES = 20_000
"""Lines of a body, with those that are empty."""

Reader = Callable[[bytes], Any]


class Body:
    """Body of an operation: a reader for each media type, and the schema that reads the value, if one does.

    `examples` has one for each media type; `named` several of JSON instead, each under the name of its example.
    """

    def __init__(
        self,
        schema: Schema | None,
        readers: Mapping[str, Reader],
        *,
        documents: Mapping[str, Any] | None = None,
        required: bool = True,
        limit: int = LIMIT,
        values: int = MOST_VALUES,
        examples: Mapping[str, Any] | None = None,
        named: Mapping[str, Any] | None = None,
    ) -> None:
        self.schema, self.readers, self.required, self.limit, self.values = schema, readers, required, limit, values
        self.documents = documents or dict.fromkeys(readers, schema)
        self.examples, self.named = examples or {}, named or {}

    def read(self, asked: Request, limit: int) -> Any:
        """The value of a request's body of at most so many bytes. Raises `Rejected`, `ValidationError`."""
        asked.max_content_length = limit
        data = asked.get_data()
        if not data and not self.required:
            value: Any = {}
        else:
            kind = JSON if asked.environ.get("CONTENT_TYPE") == JSON else asked.mimetype
            name = JSON if kind.endswith("+json") else kind
            reader = self.readers.get(name)
            if reader is None:
                self._refuse_kind(kind)
            if name in (JSON, NDJSON):
                ensure_few_values(data, min(self.values, limit // VALUE_BYTES))
            value = reader(data)
        return value if self.schema is None else self.schema.load(value)

    def _refuse_kind(self, kind: str) -> NoReturn:
        known = ", ".join(self.readers)
        why = say("{kind} is not read here", kind=kind) if kind else say("The body's Content-Type is missing")
        raise Rejected("wrong-media-type", say("{said}: send {known}.", said=why, known=known), {"Accept-Post": known})


TAKES_FILE = "takes_file"
"""An attribute of a view whose form brings a large file: a function that answers the front's question."""


def refuse_large_bodies_of_pages() -> Response | None:
    """Forms hold little: a page that is asked how large a body may be takes no more, unless its form brings a file.

    Raises `Rejected`.
    """
    if body_limit.is_asked(request.environ) and request.endpoint is not None:
        view = current_app.view_functions[request.endpoint]
        if takes := getattr(view, TAKES_FILE, None):
            return takes(**request.view_args or {})
        if not hasattr(view, "_apidoc"):  # what `service.web.openapi.operation` gives its operations
            raise Rejected("too-large", say("The body is larger than {size} kB.", size=SMALL_BODY // 1000))
    return None


def json_body(schema: Schema, *, required: bool = True, example: Any = None) -> Body:
    """A body of JSON."""
    return Body(schema, {JSON: read_json}, required=required, examples={} if example is None else {JSON: example})


def several(value: Any, things: str, most: int) -> list[Any]:
    """A list that is not empty and not too long. Raises `ValidationError`, `Rejected`."""
    if not isinstance(value, list) or not value:
        raise ValidationError(say("a list of {things} is expected, with one at least", things=things))
    if len(value) > most:
        raise Rejected(
            "too-large",
            say(
                "{count} {things} at once; {most} is the most. Nothing was written.",
                count=len(value),
                things=things,
                most=most,
            ),
        )
    return value


def read_text(data: bytes, unless: str = "malformed-json") -> str:
    """UTF-8 as text. Raises `Rejected`, as a problem of the kind `unless`."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Rejected(unless, say("The body is not UTF-8 at byte {start}.", start=error.start)) from None


def ensure_few_values(text: bytes | str, most: int) -> None:
    """Let JSON pass that holds few values, before one of them is read. Raises `Rejected`.

    Its commas and opening brackets are counted. There may be some in texts; no text of a request has so many.
    """
    signs = (b",", b"{", b"[") if isinstance(text, bytes) else (",", "{", "[")
    if sum(map(text.count, signs)) > most:  # type: ignore[arg-type]
        raise Rejected("too-large", say("The body holds more than {most} values. Nothing was written.", most=most))


def read_json(data: bytes | str) -> Any:
    """The value of a JSON text. Raises `Rejected`."""
    text = read_text(data) if isinstance(data, bytes) else data
    try:
        return _DECODE(text)
    except json.JSONDecodeError as error:
        where = say("line {lineno}, column {colno}", lineno=error.lineno, colno=error.colno)
        raise Rejected(
            "malformed-json", say("The body is no JSON: {msg} at {where}.", msg=error.msg, where=where)
        ) from None
    except (ValueError, RecursionError) as error:
        raise Rejected("malformed-json", say("The body cannot be read: {error}.", error=str(error))) from None


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number in JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        times = Counter(name for name, _ in pairs)
        twice = next(name for name in times if times[name] > 1)
        raise ValueError(f"{json.dumps(twice, ensure_ascii=False)} stands twice in one object")
    return found


_DECODE = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_number).decode


def read_lines(data: bytes) -> list[Any]:
    """The values of JSON texts, one on each line that is not empty. Raises `Rejected`, which names the line."""
    if (count := data.count(b"\n")) > MOST_LINES:
        message = say(
            "The body has {count} lines; {most} is the most. Nothing was written.", count=count, most=MOST_LINES
        )
        raise Rejected("too-large", message)
    values = []
    for number, line in enumerate(read_text(data).split("\n"), 1):
        if line.strip():
            try:
                ensure_few_values(line, LINE_VALUES)
                values.append(read_json(line))
            except Rejected as error:
                raise Rejected(error.kind, say("Line {number}: {detail}", number=number, detail=error.detail)) from None
    return values
