"""Compression of answers, for browsers that take it: the list of a long match shrinks to a tenth."""

import gzip

from flask import Response, request

_LEVEL, _BEST, _LEAST = 5, 9, 1000


def taken() -> bool:
    """True if the client takes compressed answers."""
    return request.accept_encodings["gzip"] > 0


def packed(content: bytes, *, once: bool = False) -> bytes:
    """The same, compressed; always the same bytes for the same content. What is packed `once` may take longer."""
    return gzip.compress(content, _BEST if once else _LEVEL, mtime=0)


def sent(response: Response, content: bytes | None = None) -> Response:
    """An answer, compressed if that is taken and worth it; `content` is what was compressed before."""
    response.vary.add("Accept-Encoding")
    whole = response.status_code == 200 and (response.content_length or 0) >= _LEAST
    if whole and taken():
        response.set_data(packed(response.get_data()) if content is None else content)
        response.headers["Content-Encoding"] = "gzip"
    return response
