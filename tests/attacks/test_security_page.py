"""The numbers of docs/server/security.md are those of the code."""

import pytest

from schemas.fields import base
from service.asgi import body_limit
from service.config import LEAST_SECRET
from service.handlers.match import matches
from service.live import viewer_seats
from service.server import asgi, header_values, idle_connections, request_body, request_head, web_process, wsgi_bridge
from service.store.access import fact_rate_limit, sign_in_rate_limit
from service.web.api.match import transcripts
from service.web.api.tournament import imports
from service.web.http import heavy_reads
from service.web.http import request_body as body_of_json
from service.web.http.heavy_reads import Gate
from tests.attacks.bounds import test_worst_bodies
from tests.support.paths import ROOT

PAGE = " ".join((ROOT / "docs" / "server" / "security.md").read_text().split())


@pytest.mark.parametrize(
    "sentence",
    [
        f"more than {idle_connections.MANY:,} connections | {idle_connections.EACH} | closed",
        f"request head comes | {web_process._IDLE_MILLISECONDS // 1000} s | closed",
        f"bodies of an address that are under way | {request_body.UNFINISHED_EACH} |",
        f"speed of a body | {request_body._LEAST_RATE >> 10} kB a second after {request_body._GRACE_SECONDS:.0f} s,",
        f"{request_body._LONGEST_SECONDS:.0f} s in all | 408",
        f"answer is taken | {wsgi_bridge._LEAST_RATE >> 10} kB a second after {wsgi_bridge._GRACE_SECONDS:.0f} s,",
        f"{wsgi_bridge._LONGEST_SECONDS:.0f} s in all | the answer ends",
        f"wait for an answer | {asgi.REQUESTS_EACH} | 429",
        f"threads of an address | {asgi.THREADS // 2} of {asgi.THREADS}, ",
        f"path and query | {request_head.TARGET_BYTES >> 10} kB | 414",
        f"headers | {request_head.HEADER_BYTES >> 10} kB,",
        f"`Accept-Language` | {header_values.LANGUAGE_BYTES} bytes |",
        f"every form | {body_limit.SMALL_BODY >> 10} kB | 413",
        f"one for every {body_of_json.VALUE_BYTES} bytes of what the body may hold, ",
        f"may hold, {body_of_json.MOST_VALUES:,} at most; ",
        f"{imports._ANSWERED_VALUES:,} in a file of another program; {transcripts.IMPORTED_VALUES:,} in a log, ",
        f"{body_of_json.LINE_VALUES:,} in each of its lines",
        f"of a query | {base.MOST_UNKNOWN} beside",
        f"an answer names | {base.MOST_WRONG} |",
        f"{test_worst_bodies.STRANGERS * 25:.0f} ms for strangers, {test_worst_bodies.PEOPLE * 25:.0f} ms for people",
        f"{test_worst_bodies.FILES * 25:.0f} ms for a file of another program",
        f"bodies held at once | {request_body.HELD_BODIES >> 20} MB,",
        "five a minute of an address, thirty for a name | 429",
        f"A match takes {matches.MOST_FACTS:,} facts",
        f"{fact_rate_limit.BURST:,} facts at once and then {fact_rate_limit.A_MINUTE} a minute (429)",
        f"watch | {viewer_seats.VIEWERS // 4} seats",
    ],
)
def test_the_page_says_what_the_code_does(sentence: str) -> None:
    assert sentence in PAGE


def test_a_minute_has_as_many_tries_as_the_page_says() -> None:
    assert (sign_in_rate_limit.MOST, sign_in_rate_limit.MOST_FOR_NAME, sign_in_rate_limit.SECONDS) == (5, 30, 60)
    assert f"have not signed in within {sign_in_rate_limit.KNOWN_DAYS} days" in PAGE
    assert (heavy_reads.PLACES, Gate()._most) == (3, 1)
    assert "long reads three at a time for strangers" in PAGE
    assert f"operator's token has at least {LEAST_SECRET} characters" in PAGE
