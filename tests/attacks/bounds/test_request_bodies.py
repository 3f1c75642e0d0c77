"""Bodies that never end, are too large, or are no HTTP: nothing is held up by them, and little is held of them."""

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from flask import Flask, Response, request
from hypothesis import given
from hypothesis import strategies as st

from service.asgi import body_limit
from service.asgi.body_limit import SMALL_BODY
from service.server import wsgi_bridge
from service.server.asgi import AsgiApp
from service.server.header_values import LANGUAGE_BYTES
from service.server.request_body import BodyReader, RequestBody
from service.server.request_head import wsgi_scope
from service.server.transfer_rate import Pace
from tests.service.server.test_bridge import Visit

LIMIT = 200_000
"""The bytes that the application of these tests takes from callers with `X-May`."""


def app(called: list[str]) -> Flask:
    flask = Flask("test")

    @flask.before_request
    def limited() -> Response | None:
        if not body_limit.is_asked(request.environ):
            return None
        if "X-May" not in request.headers:
            return Response("who are you?", 401)
        return Response(headers={body_limit.LIMIT_HEADER: str(LIMIT)})

    @flask.post("/write")
    def write() -> str:
        called.append(request.get_data(as_text=True))
        return str(request.content_length)

    @flask.get("/read")
    def read() -> str:
        return "read"

    return flask


class Slow(Visit):
    """A client that sends some pieces of its body and then nothing more."""

    def __init__(self, *pieces: bytes, host: str = "10.0.0.7", **headers: str) -> None:
        super().__init__("/write", "POST", [], transfer_encoding="chunked", **headers)
        self.scope["client"] = (host, 40000)
        self.pieces = list(pieces)
        self.stuck = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        if self.pieces:
            return {"type": "http.request", "body": self.pieces.pop(0), "more_body": True}
        self.stuck.set()
        await asyncio.Event().wait()
        raise AssertionError


def run(scenario: Callable[[AsgiApp, list[str]], Awaitable[None]], **reader: Any) -> None:
    async def whole() -> None:
        called: list[str] = []
        await scenario(AsgiApp(app(called), threads=2, bodies=BodyReader(**reader)), called)

    asyncio.run(asyncio.wait_for(whole(), 20.0))


def test_a_body_that_does_not_go_on_ends_with_408_and_asks_nothing_of_the_application() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        slow = await Slow(b"a").to(front)
        assert (slow.status, slow.headers["connection"]) == (408, "close")
        assert json.loads(slow.text)["code"] == "too-slow"
        assert not called

    run(scenario, grace=0.05)


def test_a_body_that_goes_on_too_slowly_ends_although_it_never_stops() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        class Trickle(Slow):
            async def receive(self) -> dict[str, Any]:
                await asyncio.sleep(0.001)
                return {"type": "http.request", "body": b"a", "more_body": True}

        assert (await Trickle().to(front)).status == 408
        assert not called

    run(scenario, grace=0.05, rate=1_000_000)


def test_bodies_under_way_take_no_thread_from_those_that_are_whole() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        slow = [Slow(b"a", host=f"10.0.0.{host}") for host in range(50)]
        tasks = [asyncio.ensure_future(each.to(front)) for each in slow]
        await asyncio.gather(*(each.stuck.wait() for each in slow))
        assert (await Visit("/read").to(front)).text == "read"
        assert (await Visit("/write", "POST", [b"me too"]).to(front)).text == "6"
        for task in tasks:
            task.cancel()

    run(scenario)


def test_the_oldest_body_of_an_address_ends_for_one_more_and_those_of_others_go_on() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        other, *slow = Slow(b"a", host="10.0.0.8"), *(Slow(b"a") for _ in range(4))
        tasks = [asyncio.ensure_future(each.to(front)) for each in (other, *slow)]
        await asyncio.gather(*(each.stuck.wait() for each in (other, *slow)))
        done, going_on = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        assert {each.status for each in slow[:1]} == {408}
        assert {task.result() for task in done} == {slow[0]}
        for task in going_on:
            task.cancel()

    run(scenario, unfinished=3)


def test_a_large_body_of_a_stranger_is_refused_before_more_of_it_is_read() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        announced = Visit("/write", "POST", [b"x" * 1000] * 5, content_length="33000000")
        assert ((await announced.to(front)).status, len(announced.body)) == (401, 5)
        chunked = Visit("/write", "POST", [b"x" * 10_000] * 1000)
        assert ((await chunked.to(front)).status, len(chunked.body)) == (401, 1000 - SMALL_BODY // 10_000 - 1)
        assert not called

    run(scenario)


@pytest.mark.parametrize(("bytes_", "status"), [(SMALL_BODY, 200), (LIMIT, 200), (LIMIT + 1, 413)])
def test_who_may_send_more_sends_as_much_as_the_operation_takes(bytes_: int, status: int) -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        for length in ({}, {"content_length": str(bytes_)}):
            pieces = [b"x" * 10_000] * (bytes_ // 10_000) + [b"x" * (bytes_ % 10_000)]
            sent = await Visit("/write", "POST", pieces, x_may="yes", **length).to(front)
            assert sent.status == status
            if status == 413:
                assert json.loads(sent.text)["detail"] == "The body is larger than 200 kB."

    run(scenario)


def test_all_bodies_together_are_bounded_and_free_their_share_when_they_end() -> None:
    async def scenario(front: AsgiApp, called: list[str]) -> None:
        slow = Slow(b"x" * 800, host="10.0.0.8")
        task = asyncio.ensure_future(slow.to(front))
        await slow.stuck.wait()
        refused = await Visit("/write", "POST", [b"x" * 300]).to(front)
        assert (refused.status, refused.headers["retry-after"]) == (503, "5")
        task.cancel()
        await asyncio.wait([task])
        assert (await Visit("/write", "POST", [b"x" * 300]).to(front)).text == "300"

    run(scenario, held=1000)


@given(st.lists(st.binary(min_size=1, max_size=2000), max_size=20), st.integers(1, 700))
def test_a_body_is_given_on_as_it_came(pieces: list[bytes], more: int) -> None:
    pieces = [*pieces, b"z" * (more * 1024)]  # some are longer than what is held in memory

    with RequestBody() as body:
        for piece in pieces:
            body.write(piece)
        given_on = body.read_from_start().read()
        assert len(given_on) == body.length

    assert given_on == b"".join(pieces)


# ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_answer_that_is_not_taken_gives_its_thread_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi_bridge, "_GRACE_SECONDS", 0.05)
    made = []

    def long(environ: Any, start: Any) -> Iterator[bytes]:
        start("200 OK", [])
        for number in range(200):
            made.append(number)
            yield b"x"

    async def scenario() -> None:
        front = AsgiApp(long, threads=1)
        stuck = Visit("/")

        async def never(message: Any) -> None:
            await asyncio.Event().wait()

        stuck.send = never  # type: ignore[method-assign]
        await stuck.to(front)
        assert len(made) < 200  # an answer that is not taken is not made
        assert (await Visit("/").to(front)).complete

    asyncio.run(asyncio.wait_for(scenario(), 20.0))


def test_time_that_the_application_takes_is_not_the_clients() -> None:
    async def scenario() -> None:
        pace = Pace(grace=0.05, rate=1, longest=10)
        await pace.within(asyncio.sleep(0))
        await asyncio.sleep(0.2)  # longer than all that the client is allowed
        await pace.within(asyncio.sleep(0))
        with pytest.raises(TimeoutError):
            await pace.within(asyncio.Event().wait())

    asyncio.run(scenario())


def test_one_address_has_half_of_the_threads_and_the_others_find_one() -> None:
    go = threading.Event()

    def slow(environ: Any, start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/slow":
            go.wait(20.0)
        start("200 OK", [])
        return [b"done"]

    async def scenario() -> None:
        front = AsgiApp(slow, threads=4, requests_each=20)
        many = [Visit("/slow") for _ in range(20)]
        tasks = [asyncio.ensure_future(each.to(front)) for each in many]
        await asyncio.sleep(0)
        more = await Visit("/slow").to(front)
        assert (more.status, json.loads(more.text)["code"]) == (429, "too-many-requests")
        other = Visit("/quick")
        other.scope["client"] = ("10.0.0.8", 40000)
        assert (await other.to(front)).text == "done"
        go.set()
        await asyncio.gather(*tasks)
        assert {each.text for each in many} == {"done"}

    asyncio.run(asyncio.wait_for(scenario(), 20.0))


def test_of_the_languages_that_a_browser_lists_only_the_first_are_read() -> None:
    many = [(b"accept-language", b"sv-SE, en;q=0.8"), (b"accept-language", b"x-" + b",x-".join([b"a" * 9] * 9000))]
    headers = dict(wsgi_scope({"headers": many, "query_string": b""}, 0)["headers"])
    assert headers[b"accept-language"].startswith(b"sv-SE, en;q=0.8,x-aaaaaaaaa,")
    assert LANGUAGE_BYTES - 12 < len(headers[b"accept-language"]) <= LANGUAGE_BYTES
