"""Problems (RFC 9457) that arise before the application, or instead of it."""

import json
from typing import Any

from schemas.problems import BASE, KINDS
from service.asgi.types import Message, Send
from service.server.header_values import accept_language
from service.translations import translated
from service.translations.negotiation import accepted, best


class RequestRefused(Exception):
    """A request that the front refuses as a problem of a kind of `schemas.problems`.

    `retry_after` is in seconds. `close`: the connection ends with the answer, since what is still to come on it is not
    read.
    """

    def __init__(self, kind: str, detail: str, *, retry_after: int | None = None, close: bool = False) -> None:
        super().__init__(detail)
        self.kind, self.detail, self.retry_after, self.close = kind, detail, retry_after, close


async def send_problem(scope: Message, send: Send, refused: RequestRefused) -> None:
    """Answer a request with a problem, in the language that it asks for."""
    status, title, _ = KINDS[refused.kind]
    asked = accepted(accept_language(scope).decode("latin-1"))
    language = best(asked)
    data: dict[str, Any] = {
        "type": f"{BASE}{refused.kind}",
        "title": translated(title, language),
        "status": status,
        "detail": translated(refused.detail, language),
        "code": refused.kind,
    }
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    headers = [
        (b"content-type", b"application/problem+json"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        (b"x-content-type-options", b"nosniff"),
    ]
    headers.append((b"vary", b"Accept-Language"))
    if asked:
        headers.append((b"content-language", language.encode()))
    if refused.retry_after is not None:
        headers.append((b"retry-after", str(refused.retry_after).encode()))
    if refused.close:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
