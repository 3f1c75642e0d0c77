"""The sender of the recording's requests: chapters, each with a club of its own and readers in every role."""

import json
import re
from collections.abc import Callable
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from tests.recorded.answers import Answers, kept_answer
from tests.recorded.frozen import Frozen

Json = Any
ROLES = ("referee", "scorer", "viewer")
FORM = {"Sec-Fetch-Site": "same-origin", "Accept": "text/html"}
WAIT = {"Prefer": "wait=0"}
"""The recording judges by itself, after the request."""


JUDGED = ("/v1/matches/", "/v1/tournaments/", "/tournaments/", "/matches/", "/desk/")
"""Addresses whose writes may have to be judged."""


class Recorder:
    """Asks an application, and keeps what it answers by the name of the request."""

    def __init__(
        self, app: Flask, frozen: Frozen, judge: Callable[[], None], empty: Callable[[], object], operator: str
    ) -> None:
        self.app, self.frozen, self.judge, self.empty, self.operator = app, frozen, judge, empty, operator
        self.answers: Answers = {}


def rule_of(app: Flask, method: str, path: str) -> str | None:
    """The rule that answers at an address."""
    try:
        rule, _ = app.url_map.bind("localhost").match(path.partition("?")[0], method=method, return_rule=True)
    except HTTPException:
        return None
    return str(rule.rule)


def published(rule: str) -> str:
    """A rule as the document writes its address."""
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


class Chapter:
    """A part of the recording that nothing from other parts reaches: an empty store, and days of its own."""

    def __init__(self, recorder: Recorder, name: str, number: int) -> None:
        self.recorder, self.name = recorder, name
        self.tokens = {"operator": recorder.operator}
        self._browsers: dict[str, Any] = {}
        self._count, self._number = 0, number
        recorder.empty()
        recorder.frozen.chapter(number)

    def found(self, slug: str) -> str:
        """Found a club with a token for every role; its first one opens the roles of this chapter."""
        answer = self.post("/v1/clubs", {"slug": slug, "name": slug.title()}, "operator").json
        if "organiser" not in self.tokens:
            self.tokens["organiser"] = answer["token"]
            for role in ROLES:
                self.tokens[role] = self.post(f"/v1/clubs/{slug}/tokens", {"role": role, "note": role}).json["token"]
        return slug

    # ── asking ───────────────────────────────────────────────────────────────────────────────────────────────────────
    def ask(
        self, method: str, path: str, reader: str = "viewer", *, headers: dict[str, str] | None = None, **body: Any
    ) -> TestResponse:
        """Ask as a reader: `stranger`, the holder of a token (a role), or a browser that keeps its cookies."""
        self._count += 1
        name = f"{self.name} {self._count:03} {reader}: {method} {path}"
        self.recorder.frozen.request(name)
        given = dict(headers or {})
        if reader in self.tokens:
            given["Authorization"] = f"Bearer {self.tokens[reader]}"
        browser = self.browser(reader)
        # Failed sign-ins are counted for each network, by the store's own clock: every reader has a network.
        place = {"REMOTE_ADDR": f"127.{self._number}.{list(self._browsers).index(reader)}.1"}
        answer = browser.open(path, method=method, headers=given, environ_base=place, **body)
        sent = body.get("json", body.get("data"))
        text = sent if isinstance(sent, str) else "" if sent is None else json.dumps(sent, ensure_ascii=False)
        asked = f"{', '.join(f'{key}: {value}' for key, value in (headers or {}).items())} {text[:300]!r}"
        self.recorder.answers[name] = kept_answer(answer, asked)
        if method != "GET" and answer.status_code < 400 and path.startswith(JUDGED):
            self.recorder.judge()
        return answer

    def browser(self, reader: str) -> FlaskClient:
        """The browser of a reader. It keeps cookies for people, and none for strangers and holders of tokens."""
        if reader not in self._browsers:
            self._browsers[reader] = self.recorder.app.test_client(use_cookies=reader not in (*self.tokens, "stranger"))
        return self._browsers[reader]

    def get(self, path: str, reader: str = "viewer", **more: Any) -> TestResponse:
        return self.ask("GET", path, reader, **more)

    def post(self, path: str, json: Json = None, reader: str = "organiser", **more: Any) -> TestResponse:
        given = {**WAIT, **(more.pop("headers", None) or {})}
        body = more if json is None else {"json": json, **more}
        return self.ask("POST", path, reader, headers=given, **body)

    def fill(self, path: str, reader: str, **form: Any) -> TestResponse:
        """Send a form of a page."""
        return self.ask("POST", path, reader, headers=FORM, data=form)

    def pages(self, path: str, *readers: str) -> None:
        """Look at a page in both languages."""
        for reader in readers:
            for language in ("en", "sv"):
                self.get(path, reader, headers={"Accept-Language": language, "Accept": "text/html"})
