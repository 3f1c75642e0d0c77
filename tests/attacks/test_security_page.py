"""The numbers of docs/security.md are those of the code."""

from pathlib import Path

import pytest

from service import bridge, front
from service.config import LEAST_SECRET
from service.handlers import matches
from service.live import seats
from service.server import idle_connections, request_body, request_head
from service.store import fact_rate, tries

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "security.md").read_text().split())


@pytest.mark.parametrize(
    "sentence",
    [
        f"more than {idle_connections.MANY:,} connections | {idle_connections.EACH} | closed",
        f"request head comes | {front._IDLE_MILLISECONDS // 1000} s | closed",
        f"bodies of an address that are under way | {request_body.UNFINISHED_EACH} |",
        f"speed of a body | {request_body._LEAST_RATE >> 10} kB a second after {request_body._GRACE_SECONDS:.0f} s,",
        f"{request_body._LONGEST_SECONDS:.0f} s in all | 408",
        f"answer is taken | {bridge._LEAST_RATE >> 10} kB a second after {bridge._GRACE_SECONDS:.0f} s,",
        f"{bridge._LONGEST_SECONDS:.0f} s in all | the answer ends",
        f"wait for an answer | {front.REQUESTS_EACH} | 429",
        f"threads of an address | {front.THREADS // 2} of {front.THREADS}, ",
        f"path and query | {request_head.TARGET_BYTES >> 10} kB | 414",
        f"headers | {request_head.HEADER_BYTES >> 10} kB,",
        f"`Accept-Language` | {request_head.LANGUAGE_BYTES} bytes |",
        f"every form | {request_body.SMALL_BODY >> 10} kB | 413",
        f"bodies held at once | {request_body.HELD_BODIES >> 20} MB,",
        "five a minute of an address, thirty for a name | 429",
        f"a match takes {matches.MOST_FACTS:,} facts",
        f"{fact_rate.BURST:,} facts at once and then {fact_rate.A_MINUTE} a minute (429)",
        f"watch | {seats.VIEWERS // 4} seats",
    ],
)
def test_the_page_says_what_the_code_does(sentence: str) -> None:
    assert sentence in PAGE


def test_a_minute_has_as_many_tries_as_the_page_says() -> None:
    assert (tries.MOST, tries.MOST_FOR_NAME, tries.SECONDS) == (5, 30, 60)
    assert f"have not signed in within {tries.KNOWN_DAYS} days" in PAGE
    assert f"operator's token has at least {LEAST_SECRET} characters" in PAGE
