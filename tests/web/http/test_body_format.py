"""Bodies that are no JSON, of another kind, or too much; and queries, which are read as strictly."""

import json

import pytest

from service.handlers.match import matches
from service.web.http import request_body

EVENTS, PLAYS, MATCHES = "/v1/matches/{match}/events", "/v1/games/swedish/plays", "/v1/matches"
RESULTS = "/v1/tournaments/{tournament}/results"
ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}
RULED = {"type": "RulingMade", "reason": "seen"}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"type": NaN}',
        b"[Infinity]",
        b"\xff\xfe",
        b'{"a": ' + b"9" * 5000 + b"}",
        b"[" * 6_000,
        b'{"type": "TurnPassed", "by": "white"} {}',
    ],
)
@pytest.mark.parametrize("path", [EVENTS, PLAYS, MATCHES, RESULTS])
def test_a_body_that_is_no_json_is_a_bad_request(api, at, path, body):
    before = api.everything_written()
    answer = api.post(at(path), role="organiser", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "malformed-json")
    assert api.everything_written() == before


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (b'{"type": "TurnPassed", "by": "white", "by": "black"}', "by"),
        (b'[{"type": "CheckersMoved", "by": "white", "moves": [{"from": 1, "to": 7, "to": 8}]}]', "to"),
        ('{"å": 1, "\\u00e5": 1}'.encode(), "å"),
    ],
)
@pytest.mark.parametrize("path", [EVENTS, PLAYS, MATCHES, RESULTS])
def test_a_name_that_stands_twice_in_an_object_is_refused_and_told(api, at, path, body, name):
    before = api.everything_written()
    answer = api.post(at(path), role="organiser", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, "malformed-json")
    assert f'"{name}" stands twice in one object' in answer.json["detail"]
    assert api.everything_written() == before


def test_a_name_among_a_great_many_is_looked_for_once():
    pairs = [(str(number), 0) for number in range(100_000)]
    with pytest.raises(ValueError, match='"99999" stands twice'):
        request_body._object([*pairs, pairs[-1]])


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "multipart/form-data", "", "text/csv"])
@pytest.mark.parametrize("path", [EVENTS, PLAYS, MATCHES, RESULTS])
def test_a_body_of_another_kind_is_not_read(api, at, path, kind):
    answer = api.post(at(path), role="organiser", data=b'{"type": "TurnPassed", "by": "white"}', content_type=kind)
    assert (answer.status_code, answer.json["code"]) == (415, "wrong-media-type")
    assert "application/json" in answer.headers["Accept-Post"]


def test_json_of_a_special_kind_is_json(api, at):
    data = json.dumps(ROLL)
    answer = api.post(at(EVENTS), role="scorer", data=data, content_type="application/vnd.club+json; charset=utf-8")
    assert answer.status_code == 202


def test_a_line_that_is_no_json_is_named(api, at):
    data = f"{json.dumps(ROLL)}\n\n{{\n"
    answer = api.post(at(EVENTS), role="scorer", data=data, content_type="application/x-ndjson")
    assert answer.status_code == 400
    assert answer.json["detail"].startswith("Line 3: ")


def test_a_batch_holds_a_thousand_facts_and_no_more(api, at):
    before = api.everything_written()
    answer = api.post(at(EVENTS), [ROLL] * 1001, role="scorer")
    assert (answer.status_code, answer.json["code"]) == (413, "too-large")
    assert api.everything_written() == before
    assert api.post(at(EVENTS), [ROLL] * 1000, role="scorer").status_code == 202


def test_a_matchs_log_has_an_end_but_not_for_referees(api, at, monkeypatch):
    monkeypatch.setattr(matches, "MOST_FACTS", 3)
    written = api.post(at(EVENTS), [ROLL] * 3, role="scorer", headers={"Idempotency-Key": "k"})
    assert written.status_code == 202
    before = api.everything_written()
    answer = api.post(at(EVENTS), ROLL, role="scorer")
    assert (answer.status_code, answer.json["code"]) == (409, "refused")
    assert "holds 3 facts at most" in answer.json["detail"]
    assert api.everything_written() == before
    again = api.post(at(EVENTS), [ROLL] * 3, role="scorer", headers={"Idempotency-Key": "k"})
    assert (again.status_code, again.json) == (202, written.json)
    assert api.post(at(EVENTS), RULED | {"kind": "note"}, role="referee").status_code == 202


def test_a_body_has_a_limit(api, at):
    for path, limit in ((EVENTS, 1_000_000), (MATCHES, 1_000_000), (PLAYS, 65_536)):
        answer = api.post(at(path), role="organiser", data=b" " * (limit + 1), content_type="application/json")
        assert (answer.status_code, answer.json["code"]) == (413, "too-large")
        assert f" {limit // 1000} kB" in answer.json["detail"]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("limit=0", ["limit"]),
        ("limit=-1", ["limit"]),
        ("limit=x&after=-2", ["after", "limit"]),
        ("after=1.5", ["after"]),
        ("after=", ["after"]),
        ("afer=5", ["afer"]),
    ],
)
def test_a_query_is_read_as_strictly_as_a_body(api, at, query, fields):
    answer = api.get(f"{at(EVENTS)}?{query}")
    assert (answer.status_code, sorted(answer.json["errors"])) == (422, fields)
