"""The answer to a request for a live stream: the front sees the header and sends the stream itself."""

from flask import Response, request

from service.auth.authorization import PUBLIC, visibility
from service.live.grant import HEADER, StreamGrant
from service.web.http.request_headers import last_event_id
from service.web.i18n import locale
from service.web.openapi.operation import Call

EVENT_STREAM = "text/event-stream"


def live_stream(call: Call, kind: str, name: str, club: str) -> Response:
    """The grant of a stream that the caller may read, after the last event that they have."""
    after = last_event_id(request.headers)
    if after is None:
        after = call.query.get("after", 0)
    response = Response(status=200, mimetype=EVENT_STREAM)
    seen, until = visibility(call.principal, club), call.principal.until if call.principal else None
    holder = call.principal.holder if call.principal and seen != PUBLIC else ""
    response.headers[HEADER] = str(StreamGrant(kind, name, after, seen, club, until or 0, holder, locale.asked()))
    response.headers["Cache-Control"] = "no-cache"
    if request.accept_languages:  # nothing keeps the answer, so that it need not say by what it varies
        response.headers["Content-Language"] = locale.asked()
    return response
