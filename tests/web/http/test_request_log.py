"""The log of requests: a line of JSON each, without tokens and without values of variables."""

import json
import subprocess
import sys

import pytest

from tests.support.api import OPERATOR
from tests.support.paths import ROOT


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
        monkeypatch.setattr(f"service.web.http.{room}._log", pages)
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
