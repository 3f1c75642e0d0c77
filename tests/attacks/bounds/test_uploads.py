"""Large files in forms: each uploader has one under way, a process few, and a full disk is said."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, Response, request

from service.asgi import body_limit
from service.server import request_body
from service.server.asgi import AsgiApp
from service.server.request_body import BodyReader
from service.server.transfer_rate import Pace
from tests.attacks.bounds.test_request_bodies import LIMIT, Slow, run
from tests.service.server.test_bridge import Visit


def uploads(called: list[str]) -> Flask:
    """The application for people who send `X-May`, each with the uploader of that name."""
    flask = Flask("uploads")

    @flask.before_request
    def limited() -> Response | None:
        if not body_limit.is_asked(request.environ):
            return None
        called.append(str(body_limit.announced(request.environ)))
        names = {body_limit.LIMIT_HEADER: str(LIMIT), body_limit.UPLOADER_HEADER: request.headers["X-May"]}
        return Response(headers=names)

    @flask.post("/write")
    def write() -> str:
        return str(len(request.get_data()))

    return flask


def test_an_uploader_has_one_file_under_way_a_process_few_and_nothing_of_it_counts_as_other_bodies() -> None:
    async def scene() -> None:
        called: list[str] = []
        reader = BodyReader(held=150_000, uploads=2)
        front = AsgiApp(uploads(called), threads=2, bodies=reader)
        first, second, other = (Slow(b"x" * 70_000, x_may=name) for name in ("vasa", "vasa", "huk"))
        tasks = [asyncio.ensure_future(first.to(front))]
        await first.stuck.wait()
        tasks += [asyncio.ensure_future(each.to(front)) for each in (second, other)]
        await asyncio.gather(second.stuck.wait(), other.stuck.wait())
        assert (await tasks[0]).status == 408
        third = await Visit("/write", "POST", [b"x" * 70_000] * 2, x_may="nora").to(front)
        assert (third.status, json.loads(third.text)["code"]) == (503, "busy")
        for task in tasks[1:]:
            task.cancel()
        await asyncio.gather(*tasks[1:], return_exceptions=True)
        whole = await Visit("/write", "POST", [b"x" * 70_000] * 2, x_may="nora", content_length="140000").to(front)
        assert (whole.status, whole.text, called[-1]) == (200, "140000", "140000")
        large = await Visit("/write", "POST", [b"x" * 70_000] * 9, x_may="nora").to(front)
        assert large.status == 413

    asyncio.run(asyncio.wait_for(scene(), 20.0))


def test_a_body_is_ended_between_two_of_its_steps_too() -> None:
    async def scene() -> None:
        pace = Pace(1.0, 1000, 10.0)
        await pace.within(asyncio.sleep(0))
        pace.end()
        with pytest.raises(TimeoutError):
            await pace.within(asyncio.sleep(5))

    asyncio.run(asyncio.wait_for(scene(), 20.0))


def test_a_disk_that_is_full_while_a_body_comes_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> Any:
        return Path("/dev/full").open("wb", buffering=0)

    monkeypatch.setattr(request_body, "SpooledTemporaryFile", full)

    async def scene(front: AsgiApp, called: list[str]) -> None:
        answer = await Visit("/write", "POST", [b"x"]).to(front)
        assert (answer.status, json.loads(answer.text)["code"]) == (503, "disk-full")
        assert (answer.headers["retry-after"], called) == ("30", [])

    run(scene)
