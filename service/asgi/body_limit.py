"""The question of the front how large a body may be, and the application's answer.

Who may send decides how much: the application looks at the rights of a request before its body is read. The front sends
the request without its body and marks it; the application answers with a limit in a header, or refuses.
"""

from collections.abc import Mapping
from typing import Any

LIMIT_HEADER = "X-Brade-Body-Limit"
"""The bytes that a request may bring, in an answer that goes no further than the front."""

ASKED = "brade.body_limit_asked"
"""In the ASGI scope of a request that was sent without its body."""


def is_asked(environ: Mapping[str, Any]) -> bool:
    """True if the front asks for the limit. A client cannot: no header becomes a part of the scope."""
    return bool(environ.get("asgi.scope", {}).get(ASKED))


SMALL_BODY = 64 << 10
