"""Checks of the head of a request before any other work."""

from core.messages import say
from service.asgi.types import Headers, Message
from service.server.header_values import accept_language, values
from service.server.problems import RequestRefused

TARGET_BYTES = 8 << 10
"""The length of a path and its query."""

HEADER_BYTES = 32 << 10
"""All headers of a request together, names and values."""

_NOT_BELIEVED = (b"content-length", b"transfer-encoding", b"cookie", b"proxy", b"accept-language")
"""Headers that are written anew, and the one that a program could take for a setting of its environment."""


def ensure_sound(scope: Message) -> None:
    """Let a request pass whose head is bounded and names one host at most. Raises `RequestRefused`."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > TARGET_BYTES:
        raise RequestRefused(
            "address-too-long",
            say("The address is longer than {most} bytes.", most=TARGET_BYTES),
            close=True,
        )
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES:
        raise RequestRefused(
            "headers-too-large",
            say("The headers hold more than {most} bytes.", most=HEADER_BYTES),
            close=True,
        )
    if len(values(scope, b"host")) > 1:
        raise RequestRefused("bad-request", say("The header Host is there more than once: send it once."), close=True)


def wsgi_scope(scope: Message, body_bytes: int) -> Message:
    """The request as the bridge to WSGI reads it: of known length, its query in ASCII, no header that poses as another.

    A list of languages has a bound.
    """
    headers: Headers = [
        (name, value) for name, value in scope["headers"] if b"_" not in name and name not in _NOT_BELIEVED
    ]
    if body_bytes:
        headers.append((b"content-length", str(body_bytes).encode()))
    if cookies := values(scope, b"cookie"):
        headers.append((b"cookie", b"; ".join(cookies)))
    if languages := accept_language(scope):
        headers.append((b"accept-language", languages))
    query = scope["query_string"].decode("latin-1").encode("ascii", "replace")
    return {**scope, "headers": headers, "query_string": query}
