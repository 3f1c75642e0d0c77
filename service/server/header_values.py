"""Values of a request's headers."""

from service.asgi.types import Message

LANGUAGE_BYTES = 256
"""The length of `Accept-Language` that is read."""


def values(scope: Message, name: bytes) -> list[bytes]:
    """The values of a header, in the order in which they were sent."""
    return [value for each, value in scope["headers"] if each == name]


def accept_language(scope: Message) -> bytes:
    """The list of languages of a request, bounded."""
    return bounded_languages(b",".join(values(scope, b"accept-language")))


def bounded_languages(languages: bytes) -> bytes:
    """A list of languages; one that is too long ends after the last language that has room."""
    return languages if len(languages) <= LANGUAGE_BYTES else languages[:LANGUAGE_BYTES].rpartition(b",")[0]
