"""Problems (RFC 9457) that arise before the application, or instead of it."""

import json

from service.bridge import Send


async def send_problem(send: Send, status: int, code: str, title: str, detail: str, retry: int | None = None) -> None:
    """Answer with a problem; `retry` is after how many seconds to come again."""
    words = {"type": f"/problems/{code}", "title": title, "status": status, "detail": detail, "code": code}
    body = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    headers = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if retry is not None:
        headers.append((b"retry-after", str(retry).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
