"""The answer to a request for a live stream: the front sees the header and sends the stream itself."""

from flask import Response, request

from core.errors import UnknownStream
from core.eventlog.hash_chain import recorded_hash
from core.messages import say
from core.names.shown_names import PUBLIC
from service.auth.authorization import visibility
from service.config import API
from service.live.grant import HEADER, StreamGrant
from service.web import compression
from service.web.http.problems import Rejected
from service.web.http.request_headers import LastEvent, last_event_id
from service.web.i18n import locale
from service.web.openapi.operation import Call

EVENT_STREAM = "text/event-stream"


def _after(call: Call, stream: str, last: LastEvent) -> int:
    """The version after which a viewer goes on; 0 if their last event is none of this log, whose facts all come again.

    A store that came back without its last facts may have written others since, under the same versions.
    """
    if not last.hash:
        return last.version
    try:
        recorded = next(call.deps.log.read(stream, after=last.version - 1, limit=1), None)
    except UnknownStream:
        return 0
    return last.version if recorded and recorded_hash(stream, recorded).startswith(last.hash) else 0


def live_stream(call: Call, kind: str, name: str, club: str) -> Response:
    """The grant of a stream that the caller may read, after the last event that they have.

    Raises `Rejected` in a process that serves requests alone.
    """
    if call.deps.settings.only == API:
        raise Rejected(
            "not-here",
            say(
                "This process serves no live streams: the proxy sends this address to a `brade serve --only live`,"
                " or one without `--only`."
            ),
        )
    last = last_event_id(request.headers)
    after = call.query.get("after", 0) if last is None else _after(call, name, last)
    response = Response(status=200, mimetype=EVENT_STREAM)
    seen, until = visibility(call.principal, club), call.principal.until if call.principal else None
    holder = call.principal.holder if call.principal and seen != PUBLIC else ""
    response.headers[HEADER] = str(StreamGrant(kind, name, after, seen, club, until or 0, holder, locale.asked()))
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Accept-Encoding")
    if compression.taken():  # each piece of the stream is compressed once for all viewers
        response.headers["Content-Encoding"] = "gzip"
    if request.accept_languages:  # nothing keeps the answer, so that it need not say by what it varies
        response.headers["Content-Language"] = locale.asked()
    return response
