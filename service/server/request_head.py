"""Checks of the head of a request before any other work."""

from service.asgi.types import Headers, Message
from service.server.problems import RequestRefused

TARGET_BYTES = 8 << 10
"""The length of a path and its query."""

HEADER_BYTES = 32 << 10
"""All headers of a request together, names and values."""

LANGUAGE_BYTES = 256
"""How much of `Accept-Language` is read."""

_NOT_BELIEVED = (b"content-length", b"transfer-encoding", b"cookie", b"proxy", b"accept-language")
"""Headers that are written anew, and the one that a program could take for a setting of its environment."""


def ensure_sound(scope: Message) -> None:
    """Let a request pass whose head is bounded and names one host at most. Raises `RequestRefused`."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > TARGET_BYTES:
        raise RequestRefused("address-too-long", f"The address is longer than {TARGET_BYTES} bytes.", close=True)
    if sum(len(name) + len(value) for name, value in scope["headers"]) > HEADER_BYTES:
        raise RequestRefused("headers-too-large", f"The headers hold more than {HEADER_BYTES} bytes.", close=True)
    if len(values(scope, b"host")) > 1:
        raise RequestRefused("bad-request", "The header Host is there more than once: send it once.", close=True)


def values(scope: Message, name: bytes) -> list[bytes]:
    """The values of a header, in the order in which they were sent."""
    return [value for each, value in scope["headers"] if each == name]


def wsgi_scope(scope: Message, body_bytes: int) -> Message:
    """The request as the bridge to WSGI reads it: of known length, its query in ASCII, no header that poses as another.

    A list of languages that is too long ends after the last one that has room.
    """
    headers: Headers = [
        (name, value) for name, value in scope["headers"] if b"_" not in name and name not in _NOT_BELIEVED
    ]
    if body_bytes:
        headers.append((b"content-length", str(body_bytes).encode()))
    if cookies := values(scope, b"cookie"):
        headers.append((b"cookie", b"; ".join(cookies)))
    if languages := b",".join(values(scope, b"accept-language")):
        if len(languages) > LANGUAGE_BYTES:
            languages = languages[:LANGUAGE_BYTES].rpartition(b",")[0]
        headers.append((b"accept-language", languages))
    query = scope["query_string"].decode("latin-1").encode("ascii", "replace")
    return {**scope, "headers": headers, "query_string": query}
