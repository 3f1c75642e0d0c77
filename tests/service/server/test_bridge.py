"""Requests reach the web application as WSGI says, and its answers come back whole, one piece or many."""

import asyncio
import threading
from collections.abc import Iterable, Iterator
from typing import Any

from flask import Flask, Response, request, stream_with_context

from service.asgi import body_limit
from service.server.asgi import AsgiApp


class Visit:
    """One request to an ASGI application, without a server: what was sent, and when the client goes away."""

    def __init__(self, path: str, method: str = "GET", body: Iterable[bytes] = (b"",), **headers: str) -> None:
        path, _, query = path.partition("?")
        self.scope = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "http_version": "1.1",
            "scheme": "http",
            "server": ("127.0.0.1", 8000),
            "client": ("10.0.0.7", 40000),
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }
        self.body = list(body)
        if any(self.body) and "content_length" not in headers:
            self.scope["headers"].append((b"transfer-encoding", b"chunked"))
        self.gone = asyncio.Event()
        self.status = 0
        self.headers: dict[str, str] = {}
        self.chunks: list[bytes] = []
        self.complete = False
        self.heard = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.body:
            chunk = self.body.pop(0)
            return {"type": "http.request", "body": chunk, "more_body": bool(self.body)}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.chunks.append(message.get("body", b""))
            self.complete = not message.get("more_body", False)
        self.heard.set()

    async def to(self, app: Any) -> "Visit":
        await asyncio.wait_for(app(self.scope, self.receive, self.send), 20.0)
        return self

    @property
    def text(self) -> str:
        return b"".join(self.chunks).decode()


def app() -> Flask:
    flask = Flask("test")

    @flask.before_request
    def limited() -> Response | None:
        asked = body_limit.is_asked(request.environ)
        return Response(headers={body_limit.LIMIT_HEADER: "200000"}) if asked else None

    @flask.route("/echo/<name>", methods=["GET", "POST"])
    def echo(name: str) -> dict[str, Any]:
        return {
            "name": name,
            "query": request.args.get("q"),
            "body": request.get_data(as_text=True),
            "url": request.url,
            "cookies": dict(request.cookies),
            "from": request.remote_addr,
            "length": request.content_length,
            "proxy": request.environ.get("HTTP_PROXY"),
            "odd": request.headers.get("X-Odd"),
        }

    @flask.get("/long")
    def long() -> Response:
        def rows() -> Iterator[str]:
            for number in range(2_000):
                yield f"{request.args['word']} {number}\n"

        return Response(stream_with_context(rows()))

    @flask.get("/many-cookies")
    def many() -> Response:
        response = Response("x", 201)
        response.set_cookie("a", "1")
        response.set_cookie("b", "2")
        return response

    return flask


def visit(*args: Any, on: Any = None, **options: Any) -> Visit:
    async def scenario() -> Visit:
        return await Visit(*args, **options).to(AsgiApp(on or app(), threads=2))

    return asyncio.run(scenario())


def json_of(done: Visit) -> Any:
    import json

    assert done.status == 200, done.text
    return json.loads(done.text)


def test_a_request_arrives_with_path_query_body_and_sender() -> None:
    done = visit("/echo/å b?q=%C3%B6", "POST", [b"hej ", b"p\xc3\xa5 dig"], content_type="text/plain")
    told = json_of(done)
    assert (told["name"], told["query"], told["body"], told["from"]) == ("å b", "ö", "hej på dig", "10.0.0.7")
    assert done.complete


def test_a_body_of_unknown_length_is_read_to_its_end() -> None:
    told = json_of(visit("/echo/x", "POST", [b"a" * 50_000] * 3, transfer_encoding="chunked"))
    assert told["length"] == 150_000
    assert len(told["body"]) == 150_000


def test_headers_that_come_twice_are_joined_and_odd_ones_are_not_believed() -> None:
    async def scenario() -> Visit:
        one = Visit("/echo/x", host="example.org")
        one.scope["headers"] += [(b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"proxy", b"evil"), (b"x_odd", b"evil")]
        return await one.to(AsgiApp(app()))

    told = json_of(asyncio.run(scenario()))
    assert told["cookies"] == {"a": "1", "b": "2"}
    assert told["url"].startswith("http://example.org/echo/x")
    assert told["proxy"] is None
    assert told["odd"] is None


def test_a_long_answer_is_sent_while_it_is_made() -> None:
    done = visit("/long?word=rad")
    assert done.text == "".join(f"rad {number}\n" for number in range(2_000))
    assert len(done.chunks) > 3
    assert done.complete


def test_an_answer_of_pieces_may_begin_with_an_empty_one() -> None:
    def rows(environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        yield from (b"", b"a", b"", b"b")

    done = visit("/", on=rows)
    assert (done.text, done.complete) == ("ab", True)


def test_an_answer_of_one_piece_is_one_message() -> None:
    done = visit("/echo/x")
    assert (len(done.chunks), done.complete) == (1, True)


def test_headers_that_an_answer_has_twice_stay_two() -> None:
    async def scenario() -> list[Any]:
        started: list[Any] = []
        one = Visit("/many-cookies")

        async def send(message: Any) -> None:
            started.append(message)

        await AsgiApp(app())(one.scope, one.receive, send)
        return started

    start = asyncio.run(scenario())[0]
    assert start["status"] == 201
    assert len([name for name, _ in start["headers"] if name == b"set-cookie"]) == 2


def test_a_client_that_leaves_before_its_body_is_whole_asks_nothing() -> None:
    called: list[Any] = []

    async def scenario() -> Visit:
        one = Visit("/", "POST", [], content_length="5")
        one.gone.set()
        return await one.to(AsgiApp(lambda environ, start: called.append(environ) or []))

    assert asyncio.run(scenario()).status == 400  # which a client that is gone does not read
    assert not called


def test_an_application_that_fails_is_answered_with_a_problem_and_no_trace() -> None:
    def failing(environ: Any, start: Any) -> Any:
        raise KeyError("secret")

    done = visit("/", on=failing)
    assert (done.status, done.headers["content-type"]) == (500, "application/problem+json")
    assert "secret" not in done.text


def test_more_requests_than_can_wait_are_turned_away() -> None:
    go, begun = threading.Event(), threading.Event()

    def slow(environ: Any, start: Any) -> list[bytes]:
        begun.set()
        go.wait(20.0)
        start("200 OK", [])
        return [b"done"]

    async def scenario() -> None:
        front = AsgiApp(slow, threads=1, requests_in_all=2)
        first, second, third = Visit("/"), Visit("/"), Visit("/")
        second.scope["client"], third.scope["client"] = ("10.0.0.8", 40000), ("10.0.0.9", 40000)
        waiting = [asyncio.ensure_future(one.to(front)) for one in (first, second)]
        await asyncio.to_thread(begun.wait, 20.0)
        await third.to(front)
        assert (third.status, third.headers["retry-after"]) == (503, "1")
        go.set()
        await asyncio.gather(*waiting)
        assert (first.text, second.text) == ("done", "done")

    asyncio.run(scenario())
