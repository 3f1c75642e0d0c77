"""Errors have one form everywhere, say what to do, and give nothing of the inside away."""

import json
import subprocess
import sys
from unittest.mock import Mock

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError
from redis.retry import Retry

from schemas.problems import KINDS
from service.store import keys
from service.store.durability import Durability
from service.store.log import StreamBusy
from service.store.server.free_space import FreeSpace
from tests.support.api import OPERATOR
from tests.support.paths import ROOT
from tests.support.store import eventually

ROLL = {"type": "DiceRolled", "by": "white", "dice": [6, 2]}


def is_problem(answer, status, code):
    assert answer.mimetype == "application/problem+json"
    words = answer.json
    assert (answer.status_code, words["status"], words["code"]) == (status, status, code), words
    assert words["type"] == f"/problems/{code}"
    assert words["title"] == KINDS[code].title
    assert words["detail"]
    assert words["request_id"] == answer.headers["X-Request-Id"]
    return words


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
    assert {each.strip() for each in answer.headers["Allow"].split(",")} == allowed


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
    is_problem(api.get("/problems/none-such"), 404, "unknown")


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
    for path in ("/v1/games", "/v1/nothing", "/healthz", "/docs", f"/v1/matches/{api.friendly()}.ndjson"):
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


# ── the store away ───────────────────────────────────────────────────────────────────────────────────────────────────
CUP = {"name": "Cup", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
WRITES = [
    ("/v1/matches/{match}/events", ROLL),
    ("/v1/clubs/vasa/tournaments", CUP),
    ("/v1/clubs/vasa/players", [{"name": "Anna"}]),
    ("/v1/tournaments/{tournament}/start", {}),
]  # fmt: skip


@pytest.fixture
def no_store(api, monkeypatch):
    """From now on every command finds the store's door closed."""

    def close():
        away = Redis(port=1, retry=Retry(NoBackoff(), 0), socket_connect_timeout=0.2)
        monkeypatch.setattr(api.deps.client, "connection_pool", away.connection_pool)

    return close


@pytest.mark.parametrize(("path", "body"), WRITES, ids=[path for path, _ in WRITES])
def test_while_the_store_is_away_a_write_is_answered_with_when_to_come_back(api, no_store, restarted, path, body):
    path = path.format(match=api.friendly(), tournament=api.tournament(2))
    before = api.everything_written()
    pool = api.deps.client.connection_pool
    no_store()
    answer = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    is_problem(answer, 503, "store-away")
    assert int(answer.headers["Retry-After"]) >= 1
    api.deps.client.connection_pool = pool
    assert api.everything_written() == before
    again = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    assert again.status_code < 300
    assert "Idempotent-Replayed" not in again.headers


def test_while_the_store_is_away_rules_are_still_answered(api, no_store):
    no_store()
    assert api.get("/v1/games", role=None).status_code == 200
    answer = api.post("/v1/settlements", {"game": "swedish", "games": 3, "results": []}, role=None)
    assert answer.status_code == 200
    assert api.get("/healthz").status_code == 200
    assert api.get("/readyz").status_code == 503
    assert "brade_store_up 0.0" in api.get("/metrics").get_data(as_text=True)


@pytest.mark.parametrize(("path", "body"), WRITES, ids=[path for path, _ in WRITES])
def test_a_disk_without_room_is_called_a_full_disk_and_nothing_is_written(api, tmp_path, path, body):
    path = path.format(match=api.friendly(), tournament=api.tournament(2))
    before = api.everything_written()
    api.keeps_on(FreeSpace(tmp_path, least=1 << 60))
    answer = api.post(path, body, role="operator", headers={"Idempotency-Key": "k"})
    is_problem(answer, 503, "disk-full")
    assert answer.headers["Retry-After"] == "30"
    assert str(tmp_path) not in answer.get_data(as_text=True)
    assert api.everything_written() == before


def test_a_store_of_ones_own_whose_disk_is_full_is_called_so(api, monkeypatch):
    said = "MISCONF Errors writing to the AOF file: No space left on device"
    monkeypatch.setattr(api.deps.log, "append", Mock(side_effect=ResponseError(said)))
    is_problem(api.post("/v1/clubs/vasa/tokens", {"role": "viewer"}), 503, "disk-full")


def test_facts_are_refused_while_the_store_keeps_no_append_only_file_and_taken_again_when_it_does(api):
    match, client = api.friendly(), api.deps.client
    rolled, path = {"type": "OpeningRolled", "white": 5, "black": 2}, f"/v1/matches/{match}/events"
    before = api.everything_written()
    client.config_set("appendonly", "no")
    try:
        api.kept_by(Durability(client))
        answer = api.post(path, rolled, role="scorer")
        is_problem(answer, 503, "nothing-kept")
        assert answer.headers["Retry-After"] == "30"
        assert api.everything_written() == before
        assert api.get(f"/v1/matches/{match}").status_code == 200
    finally:
        client.config_set("appendonly", "yes")
    eventually(lambda: api.post(path, rolled, role="scorer").status_code == 202, 5, "the fact")


def test_a_log_with_an_entry_behind_its_end_is_called_altered_and_other_logs_go_on(api):
    match, other = api.friendly(), api.friendly()
    place = keys.log(match)
    (_, fields) = api.deps.client.xrevrange(place, count=1)[0]
    api.deps.client.xadd(place, fields, id="7-0")
    before = api.everything_written()
    rolled = {"type": "OpeningRolled", "white": 5, "black": 2}
    answer = api.post(f"/v1/matches/{match}/events", rolled, role="scorer")
    is_problem(answer, 503, "log-altered")
    assert match in answer.json["detail"]
    assert "Retry-After" not in answer.headers
    assert api.everything_written() == before
    assert api.post(f"/v1/matches/{other}/events", rolled, role="scorer").status_code == 202


def test_a_stream_that_others_write_all_the_time_may_be_tried_again(api, monkeypatch):
    def busy(*_args, **_options):
        raise StreamBusy("m_1")

    monkeypatch.setattr(api.deps.log, "append", busy)
    answer = api.post("/v1/clubs/vasa/tokens", {"role": "viewer"})
    is_problem(answer, 503, "store-away")
    assert answer.headers["Retry-After"] == "1"


# ── what is logged ───────────────────────────────────────────────────────────────────────────────────────────────────
class Pages:
    """A logger that keeps what it is told."""

    def __init__(self):
        self.lines = []

    def info(self, event, **words):
        self.lines.append((event, words))

    error = warning = info


@pytest.fixture
def logged(monkeypatch):
    pages = Pages()
    for room in ("telemetry", "problems"):
        monkeypatch.setattr(f"service.web.http.{room}._say", pages)
    return pages.lines


def test_a_request_is_logged_once_with_its_rule_and_never_with_a_token(api, logged):
    issued = api.post("/v1/clubs/vasa/tokens", {"role": "scorer"}).json["token"]
    api.get(f"/v1/matches/m_2?token={issued}", headers={"Authorization": f"Bearer {issued}"}, role=None)
    assert [(event, words["rule"], words["status"]) for event, words in logged] == [
        ("request", "/v1/clubs/<club:club>/tokens", 201),
        ("request", "/v1/matches/<match:match>", 422),
    ]
    assert issued not in str(logged)
    assert OPERATOR not in str(logged)


def test_a_failure_is_logged_with_its_traceback(api, logged, monkeypatch):
    monkeypatch.setattr("service.handlers.club.clubs.show", lambda *_: 1 / 0)
    api.get("/v1/clubs/vasa")
    (failed, words), (request, _) = logged
    assert (failed, request) == ("a request failed", "request")
    assert isinstance(words["exc_info"], ZeroDivisionError)


def test_a_store_that_is_away_is_logged_in_a_line(api, no_store, logged):
    no_store()
    api.get("/v1/clubs/vasa")
    (away, words), (request, _) = logged
    assert (away, request) == ("the store does not answer", "request")
    assert words == {"error": "ConnectionError", "method": "GET", "rule": "/v1/clubs/<club:club>"}


LOGGING = """
import logging, structlog
from service.logs import configure
configure()
def fail():
    token = "very-secret"
    raise ValueError("wrong")
for say in (structlog.get_logger("ours").error, logging.getLogger("theirs").error):
    try:
        fail()
    except ValueError:
        say("failed", exc_info=True)
"""


def test_every_line_of_the_log_is_json_and_holds_no_values_of_variables():
    done = subprocess.run([sys.executable, "-c", LOGGING], capture_output=True, text=True, check=True, cwd=ROOT)
    ours, theirs = (json.loads(line) for line in done.stderr.splitlines())
    assert ours["event"] == theirs["event"] == "failed"
    assert ours["level"] == theirs["level"] == "error"
    assert ours["exception"][0]["exc_type"] == theirs["exception"][0]["exc_type"] == "ValueError"
    assert "very-secret" not in done.stderr
    assert theirs["logger"] == "theirs"
