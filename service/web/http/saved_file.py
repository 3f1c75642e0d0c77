"""Answer with a file to save, or to look at."""

from hashlib import sha256

from flask import Response, request


def saved_file(data: bytes, media: str, name: str, *, inline: bool = False) -> Response:
    """A file to save under a name, or `inline` to look at, not sent again as long as it is the same."""
    response = Response(data, mimetype=media)
    response.headers["Content-Disposition"] = f'{"inline" if inline else "attachment"}; filename="{name}"'
    response.headers["Cache-Control"] = "private, no-cache"
    response.set_etag(sha256(data).hexdigest()[:20])
    response.make_conditional(request)
    return response
