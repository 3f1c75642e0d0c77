"""Flask behind an asyncio server, through a2wsgi: what the library leaves to its user.

A request comes here with its whole body (`service.server.request_body`), so a client that sends slowly holds no thread;
an answer that is meant for the front alone is held back.
"""

from collections.abc import Callable
from typing import Any

from a2wsgi import WSGIMiddleware

from service.asgi.body_limit import ANNOUNCED, ASKED, LIMIT_HEADER, UPLOADER_HEADER, Allowed
from service.asgi.types import Headers, Message, Receive, Send
from service.live.grant import HEADER
from service.server.request_body import RequestBody
from service.server.request_head import wsgi_scope
from service.server.transfer_rate import Pace

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Any]

STREAM = HEADER.lower().encode()
BODY_LIMIT, UPLOADER = LIMIT_HEADER.lower().encode(), UPLOADER_HEADER.lower().encode()
_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS = 10.0, 16 << 10, 900.0


class ResponseTap:
    """An answer on its way to the client.

    `stream` and `body_limit` are what it says to the front; such an answer is not sent. An answer that is taken too
    slowly is `cut`: the rest of it is dropped, so that the thread that makes it is free again.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._pace: Pace | None = None
        self.headers: Headers = []
        self.status = 0
        self.stream: str | None = None
        self.body_limit: Allowed | None = None
        self.started = False
        self.cut = False

    async def send(self, message: Message) -> None:
        """Pass a part of the answer on, unless it is for the front."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message["headers"]
            ours = (STREAM, BODY_LIMIT, UPLOADER)
            values = {name: value.decode("latin-1") for name, value in self.headers if name in ours}
            self.stream = values.get(STREAM)
            if BODY_LIMIT in values:
                self.body_limit = Allowed(int(values[BODY_LIMIT]), values.get(UPLOADER, ""))
            self._pace = Pace(_GRACE_SECONDS, _LEAST_RATE, _LONGEST_SECONDS)
        if self.stream is not None or self.body_limit is not None or self.cut or self._pace is None:
            return
        self.started = True
        try:
            await self._pace.within(self._send(message))
        except TimeoutError:
            self.cut = True
        self._pace.moved += len(message.get("body", b""))


class WsgiBridge:
    """Calls a WSGI application in at most `threads` threads."""

    def __init__(self, app: Wsgi, threads: int) -> None:
        self._asgi: Any = WSGIMiddleware(app, workers=threads)  # type: ignore[arg-type]

    async def ask(self, scope: Message, body: RequestBody, answer: ResponseTap) -> None:
        """Have a request answered. Raises what the application raised."""
        await self._asgi(wsgi_scope(scope, body.length), body.receive, answer.send)

    async def body_limit(self, scope: Message, announced: int, answer: ResponseTap) -> Allowed | None:
        """The body that the application takes of who sends this request; `None` if it answered with a refusal."""
        with RequestBody() as nothing:
            await self.ask({**scope, ASKED: True, ANNOUNCED: announced}, nothing, answer)
        limit, answer.body_limit = answer.body_limit, None
        return limit

    def close(self) -> None:
        """Take no more calls; those under way end by themselves."""
        self._asgi.executor.shutdown(wait=False, cancel_futures=True)


async def leave(receive: Receive) -> None:
    """Return when the client has gone away."""
    while (await receive())["type"] != "http.disconnect":
        pass
