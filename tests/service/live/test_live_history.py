"""The history that single viewers missed: read in small pages, in turn, judged or not."""

import asyncio
import json
import threading
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from service.bootstrap import Dependencies
from service.live import sse_frames
from service.live.packing import Piece
from service.live.sse_frames import FrameSource
from service.live.sse_stream import _LARGEST, _joined
from service.live.threads import Reading
from service.store.read_models.positions import Position
from tests.service.live.test_live import MATCH, judged, opened, rolled
from tests.support.store import Store

FACTS, PAGE = 23, 4


def history(book: FrameSource, after: int) -> list[tuple[str, int]]:
    """The history for a viewer who begins after a version: kinds and versions, page by page."""
    at, more, found = book.begin(after, book.place(MATCH) or Position(-1, -1)), True, []
    while more:
        said, at, more = book.page(at)
        for each in said:
            lines = dict(line.partition(": ")[::2] for line in each.frame.decode().strip().split("\n"))
            found.append((lines["event"], json.loads(lines["data"])["version"]))
    return found


@pytest.mark.parametrize("reach", [-1, 0, 5, 12, FACTS])
@pytest.mark.parametrize("after", [-1, 0, 3, 4, 17, FACTS])
def test_each_fact_comes_once_and_each_verdict_behind_it_however_far_it_is_judged(
    store: Store, deps: Dependencies, monkeypatch: pytest.MonkeyPatch, after: int, reach: int
) -> None:
    monkeypatch.setattr(sse_frames, "_PAGE", PAGE)
    monkeypatch.setattr(sse_frames, "TOLD_AGAIN", 10)
    rolled(store, opened(store), FACTS)
    if reach >= 0:
        judged(store, MATCH, reach)
    found = history(FrameSource(deps, MATCH, whole=False), after)
    assert [version for kind, version in found if kind == "fact"] == list(range(after + 1, FACTS + 1))
    verdicts = [version for kind, version in found if kind == "verdict"]
    assert verdicts == list(range(reach + 1 - len(verdicts), reach + 1))
    assert set(range(max(1, after - 9), reach + 1)) <= set(verdicts)  # the last ten that were told before come again
    for version in set(verdicts) & set(range(after + 1, FACTS + 1)):
        assert found.index(("fact", version)) < found.index(("verdict", version))


def test_what_is_not_judged_is_not_asked_for_with_every_page(
    store: Store, deps: Dependencies, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    look_up = sse_frames.states.verdicts

    def counted(client: Any, stream: str, versions: range) -> Any:
        asked.append(len(versions))
        return look_up(client, stream, versions)

    monkeypatch.setattr(sse_frames, "_PAGE", PAGE)
    monkeypatch.setattr(sse_frames.states, "verdicts", counted)
    rolled(store, opened(store), FACTS)
    history(FrameSource(deps, MATCH, whole=False), 0)
    assert len(asked) == FACTS // PAGE + 1
    assert max(asked) <= 2 * PAGE


def test_of_one_holder_two_pages_are_read_at_a_time_and_another_waits_for_no_more_than_these() -> None:
    order, together, most = list[str](), 0, 0
    lock, go = threading.Lock(), threading.Event()

    def read(whose: str) -> None:
        nonlocal together, most
        with lock:
            together += 1
            most = max(most, together)
        go.wait(10.0)
        with lock:
            order.append(whose)
            together -= 1

    async def scenario() -> None:
        reading = Reading()
        many = [asyncio.ensure_future(reading.history(reading.turns("many"), read, "many")) for _ in range(20)]
        while together < 2:
            await asyncio.sleep(0.001)
        one = asyncio.ensure_future(reading.history(reading.turns("one"), read, "one"))
        await asyncio.sleep(0)
        go.set()
        await asyncio.gather(one, *many)
        reading.close()

    asyncio.run(scenario())
    assert order.index("one") <= 3
    assert (len(order), most) == (21, 2)


@given(some.lists(some.integers(0, 3 * _LARGEST // 2), max_size=12))
def test_what_waits_for_a_slow_viewer_is_sent_in_pieces_of_bounded_size(sizes: list[int]) -> None:
    pieces = [Piece(bytes([number]) * size) for number, size in enumerate(sizes)]
    sent = [b"".join(each.plain for each in some) for some in _joined(pieces)]
    assert b"".join(sent) == b"".join(piece.plain for piece in pieces)
    assert all(sent)
    assert all(len(each) < _LARGEST + max(sizes) for each in sent)
    assert all(len(each) >= _LARGEST for each in sent[:-1])
