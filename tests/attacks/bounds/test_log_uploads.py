"""Logs of matches that are sent for import: their lines are counted and bounded before they cost work."""

import json
import tracemalloc

import pytest

from core.eventlog.hash_chain import with_hash
from core.eventlog.log import NEW, ListLog
from core.events import MatchOpened, RulingMade
from schemas.requests import imported_logs
from service.web.api.match import transcripts

MATCH = "m_aaaaaaaaaa"
OPENED = MatchOpened("vasa", "swedish", {"games": 3}, {"white": "Eve", "black": "Eva"})


def good():
    log = ListLog()
    log.append(MATCH, [OPENED], by="referee:Eve", at=1, expected=NEW)
    log.append(MATCH, [RulingMade("award_match", "x", winner="white")], by="referee:Eve", at=1)
    return [with_hash(MATCH, each) for each in log.read(MATCH)]


def text(rows):
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def bring(api, data, role="organiser", kind="application/x-ndjson"):
    return api.post("/v1/matches/import?club=vasa", role=role, data=data, content_type=kind)


@pytest.mark.parametrize("line", [b"1\n", b"\n", b"{}\n", b"[]\n"])
def test_millions_of_lines_are_counted_and_not_parsed(api, monkeypatch, line):
    def parsed(data):
        raise AssertionError(f"{len(data)} bytes were parsed")

    monkeypatch.setattr(transcripts, "read_lines", parsed)
    before = api.everything_written()
    data = b"x" + line * (8_000_000 // len(line)) + b"x"
    answer = bring(api, data)
    assert (answer.status_code, answer.json["code"]) == (413, "too-large")
    assert api.everything_written() == before


def test_ten_thousand_wrong_lines_are_looked_at_as_far_as_they_are_named(api, monkeypatch):
    looked, check = [], imported_logs._check
    monkeypatch.setattr(imported_logs, "_check", lambda line: looked.append(line) or check(line))
    answer = bring(api, b"{}\n" * 10_001)
    assert (answer.status_code, len(answer.json["errors"])) == (422, 200)
    assert len(looked) == 200


HOSTILE = {
    "deep JSON": b"[" * 500_000 + b"]" * 500_000,
    "a number of a megabyte": b'{"version":' + b"9" * 1_000_000 + b"}",
    "a float beyond all": b'{"version":1e400}',
    "no number": b'{"version":NaN}',
    "a field twice": b'{"stream":"m_a","stream":"m_b"}',
    "half a surrogate pair": b'{"stream":"\\ud800"}',
    "a text of a megabyte": text([{**good()[0], "recorded_by": "x" * 1_000_000}]),
    "a path for a name": text([{**each, "stream": "../../m_a"} for each in good()]),
    "another match in the middle": text([good()[0], {**good()[1], "stream": "m_bbbbbbbbbb"}]),
    "a version that is true": text([{**good()[0], "version": True}]),
    "no opening": text(good()[1:]),
    "an event twice": text([good()[0], *good()[1:] * 2]),
    "no UTF-8": b"\xff\xfe\x00\x01",
    "gzip": b"\x1f\x8b\x08\x00" + bytes(100),
    "nothing": b"",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_log_is_refused_in_words_with_little_memory(api, data):
    before = api.everything_written()
    tracemalloc.start()
    try:
        answer = bring(api, data)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 400 <= answer.status_code < 500, answer.json
    assert answer.json["detail"]
    assert most < 50 << 20
    assert api.everything_written() == before


def test_a_log_of_more_than_a_request_holds_is_refused_for_those_who_may_and_for_those_who_may_not(api):
    assert bring(api, b"x" * 17_000_000).status_code == 413
    assert {bring(api, b"x" * 70_000, role).status_code for role in ("scorer", "referee", "viewer")} == {403}
    assert bring(api, b"x" * 100, None).status_code == 401
    assert bring(api, text(good())).status_code == 201
