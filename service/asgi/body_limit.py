"""The question of the front how large a body may be, and the application's answer.

Who may send decides how much: the application looks at the rights of a request before its body is read. The front sends
the request without its body and marks it; the application answers with a limit in a header, or refuses.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

LIMIT_HEADER = "X-Brade-Body-Limit"
"""The bytes that a request may bring, in an answer that goes no further than the front."""

UPLOADER_HEADER = "X-Brade-Uploader"
"""The uploader, in the same answer, where the body is a large file: each has one under way."""

ANNOUNCED = "brade.body_announced"
"""The bytes that the request says it brings, in the ASGI scope of the question; 0 where it does not say."""

ASKED = "brade.body_limit_asked"
"""In the ASGI scope of a request that was sent without its body."""


def is_asked(environ: Mapping[str, Any]) -> bool:
    """True if the front asks for the limit. A client cannot: no header becomes a part of the scope."""
    return bool(environ.get("asgi.scope", {}).get(ASKED))


def announced(environ: Mapping[str, Any]) -> int:
    """The bytes that a request says it brings, when the front asks for the limit."""
    return int(environ.get("asgi.scope", {}).get(ANNOUNCED, 0))


class Allowed(NamedTuple):
    """The application's answer: how many bytes a body may have, and whose upload it is, "" for any other body."""

    limit: int
    uploader: str = ""


SMALL_BODY = 64 << 10
"""The bytes of a body that are read before it is asked who sends it; forms and most requests hold less."""
