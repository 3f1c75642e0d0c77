"""Errors have one form everywhere, say what to do, and give nothing of the inside away."""

import json

import pytest

from schemas.problems import KINDS
from tests.support.api import OPERATOR
from tests.support.problems import is_problem

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}


@pytest.mark.parametrize("path", ["/v1/nothing", "/nothing", "/v1/matches/ÅÄÖ", "/v1/clubs/UPPER", "/v1//games"])
def test_an_address_that_leads_nowhere(api, path):
    is_problem(api.get(path), 404, "unknown")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/games", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/v1/matches/m_2/events", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("GET", "/v1/settlements", {"OPTIONS", "POST"}),
        ("PATCH", "/v1/clubs/vasa/tokens/abc", {"DELETE", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_taken_names_those_that_are(api, method, path, allowed):
    answer = api.send(method, path)
    is_problem(answer, 405, "wrong-method")
    assert {part.strip() for part in answer.headers["Allow"].split(",")} == allowed


def test_a_tournament_that_has_started_takes_no_entries(api):
    tournament = api.tournament(2)
    api.post(f"/v1/tournaments/{tournament}/start")
    words = is_problem(api.post(f"/v1/tournaments/{tournament}/start"), 409, "refused")
    assert "has started already" in words["detail"]


def test_a_detail_begins_with_a_capital_unless_an_id_stands_there(api):
    match = api.friendly()
    stale = api.post(f"/v1/matches/{match}/events", ROLL, headers={"If-Match": '"v7"'})
    assert is_problem(stale, 412, "version-conflict")["detail"].startswith(f"{match} is at version 0")
    unknown = api.get("/v1/clubs/huk", role="operator")
    assert is_problem(unknown, 404, "unknown")["detail"].startswith("There is no club")


def test_a_name_comes_back_in_a_problem_as_it_was_written(api):
    people = r'[{"name": "Åsa", "rating": "hög"}, {"name": "Bo", "\ud800": 1}]'
    answer = api.post("/v1/clubs/vasa/players", data=people.encode(), content_type="application/json")
    words = is_problem(answer, 422, "malformed")
    assert words["errors"]["players.0.rating"] == ['"hög" is not a whole number from 0 to 9999']
    assert "players.1.\ud800" in words["errors"]
    assert "hög" in answer.data.decode()
    assert b'": ' not in answer.data


@pytest.mark.parametrize("path", ["/v1/games", "/v1/nothing", "/healthz", "/v1/clubs/vasa"])
def test_an_answer_ends_with_its_line(api, path):
    data = api.get(path).data
    assert (data[-1:], data.count(b"\n")) == (b"\n", 1)


def test_every_kind_of_problem_has_a_page_that_explains_it(api):
    for name, kind in KINDS.items():
        page = api.get(f"/problems/{name}", role=None)
        assert (page.status_code, page.mimetype) == (200, "text/html")
        assert str(kind.status) in page.get_data(as_text=True)
        assert f'href="/problems/{name}"' in api.get("/problems", role=None).get_data(as_text=True)
    unknown = api.get("/problems/none-such", role=None)
    assert (unknown.status_code, unknown.mimetype) == (404, "text/html")


def test_head_and_options_work_as_everywhere(api):
    assert api.client.head("/v1/games").status_code == 200
    assert api.client.options("/v1/games").headers["Allow"]


# ── the unforeseen ───────────────────────────────────────────────────────────────────────────────────────────────────
def test_an_unexpected_error_is_not_shown(api, monkeypatch):
    def fail(*_args, **_options):
        token = f"secret {OPERATOR}"
        raise RuntimeError(f"broken inside, {len(token)}")

    monkeypatch.setattr("service.handlers.club.clubs.show", fail)
    answer = api.get("/v1/clubs/vasa", headers={"X-Request-Id": "tablet-4.17"})
    words = is_problem(answer, 500, "internal")
    assert "broken" not in json.dumps(words)
    assert words["request_id"] == "tablet-4.17"


def test_a_request_id_is_taken_over_if_it_is_harmless_and_made_otherwise(api):
    assert api.get("/v1/games", headers={"X-Request-Id": "abc-1.2_3"}).headers["X-Request-Id"] == "abc-1.2_3"
    for odd in ("", "a b", "x" * 65, '"}', "å"):
        made = api.get("/v1/games", headers={"X-Request-Id": odd}).headers["X-Request-Id"]
        assert made != odd
        assert len(made) == 16


def test_every_answer_carries_the_headers_that_protect(api):
    for path in ("/v1/games", "/v1/nothing", "/healthz", "/v1/openapi.json", f"/v1/matches/{api.friendly()}.ndjson"):
        headers = api.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert len(headers.getlist("Content-Security-Policy")) == len(headers.getlist("Cache-Control")) == 1
        assert "Access-Control-Allow-Origin" not in headers


def test_answers_with_secrets_are_kept_nowhere(api):
    answer = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert "no-cache" in api.get("/v1/clubs/vasa").headers["Cache-Control"]
