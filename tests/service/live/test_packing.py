"""A wave is compressed once for all who take gzip, and each of them can read it as soon as it is there."""

import asyncio
import gzip
import zlib
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as some

from service.bootstrap import Dependencies
from service.live.packing import Gzip, Piece
from service.server.asgi import AsgiApp
from tests.service.live.test_channels import in_step
from tests.service.live.test_live import opened, rolled
from tests.support.api import Api
from tests.support.store import Store
from tests.support.viewers import MATCH, Watch, messages, play


def shown(chunks: list[bytes]) -> str:
    """The text that a browser shows of a stream that goes on."""
    return zlib.decompressobj(31).decompress(b"".join(chunks)).decode()


@given(some.lists(some.binary(max_size=300), min_size=1), some.data())
def test_any_pieces_in_any_order_are_one_gzip_stream(texts: list[bytes], data: some.DataObject) -> None:
    pieces = [Piece(text) for text in texts]
    order = data.draw(some.lists(some.sampled_from(pieces), min_size=1))
    viewer, browser, sent = Gzip(), zlib.decompressobj(31), b""
    for piece in order:
        chunk = viewer.encode([piece])
        assert browser.decompress(chunk) == piece.plain
        sent += chunk
    assert gzip.decompress(sent + viewer.end()) == b"".join(each.plain for each in order)


def test_a_stream_that_begins_with_nothing_has_one_head() -> None:
    viewer = Gzip()
    sent = b"".join(viewer.encode([Piece(text)]) for text in (b"", b"", b"fact"))
    assert gzip.decompress(sent + viewer.end()) == b"fact"


def test_who_comes_at_any_moment_reads_the_wave_that_was_compressed_for_all(store: Store, deps: Dependencies) -> None:
    opened(store)

    async def scenario(front: AsgiApp, watch: Callable[..., Watch]) -> None:
        watching = [watch(f"/match/{MATCH}/0", accept_encoding="gzip")]
        plain = watch(f"/match/{MATCH}/0")
        for version in range(1, 4):
            await in_step(front, len(watching) + 1)
            before = [len(each.visit.chunks) for each in watching]
            await asyncio.to_thread(rolled, store)
            await plain.until(version)
            async with asyncio.timeout(10.0):
                while any(len(each.visit.chunks) == count for each, count in zip(watching, before, strict=True)):
                    await asyncio.sleep(0.005)
            assert len({each.visit.chunks[-1] for each in watching}) == 1
            watching.append(watch(f"/match/{MATCH}/0", accept_encoding="gzip"))
        await in_step(front, 5)
        for each in watching:
            assert each.visit.headers["content-encoding"] == "gzip"
            assert [message.data["version"] for message in messages(shown(each.visit.chunks))] == [1, 2, 3]
        assert "content-encoding" not in plain.visit.headers
        front.stop()
        for each in watching:
            await each.serving
            assert gzip.decompress(b"".join(each.visit.chunks)).decode() == shown(each.visit.chunks)

    play(deps, scenario)


def test_who_takes_no_gzip_is_sent_plain_text(api: Api) -> None:
    path = f"/v1/matches/{api.friendly()}/stream"
    for accepted, sent in (("gzip, br", "gzip"), ("gzip;q=0", None), ("identity", None), ("br", None), ("", None)):
        answer = api.get(path, headers={"Accept-Encoding": accepted})
        assert (answer.headers.get("Content-Encoding"), answer.vary.as_set()) == (sent, {"accept-encoding"})
