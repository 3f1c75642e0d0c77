"""The scene's pages in a browser: the application answers it in this process, and time stands still on both sides."""

import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from flask import Flask

from service.app import create_app
from service.store.connect import connect
from service.store.server.embedded_server import EmbeddedStore
from tests.recorded.frozen import START, Frozen
from tests.recorded.recorder import Chapter, Recorder
from tests.support.pages.served_tournament import OPERATOR, tournament_in_store
from tests.support.pictures.pages import Page
from tests.support.pictures.scene import ORIGIN, Scene, make
from tests.support.store import Store

NOW = START + 40 * 60 * 1000
"""The time at which the pages are looked at."""
TOUCHED = 1000
"""Narrower windows are those of phones and tablets: they are touched."""
HEIGHT = 900
_SECRETS = ("admin-token", "session-key", "idempotency-key", "setup-key")
_SILENT_STREAMS = """
const ask = window.fetch.bind(window);
window.fetch = (address, options) => options?.headers?.Accept === "text/event-stream"
  ? Promise.resolve(new Response(new ReadableStream(), { headers: { "Content-Type": "text/event-stream" } }))
  : ask(address, options);
"""
"""Live streams are open, and nothing happens."""
_AT_REST = "new Promise((done) => document.fonts.ready.then(() => requestAnimationFrame(() => setTimeout(done))))"

Answer = tuple[int, dict[str, str], bytes]


@dataclass
class Look:
    """A tab of a browser on one kind of device, and what went wrong in it."""

    stage: "Stage"
    tab: Any
    reader: str = ""
    language: str = ""
    moved: str = ""
    """The address to which the page asked for leads."""
    complaints: list[str] = field(default_factory=list)

    def answer(self, session: Any, paused: dict[str, Any]) -> None:
        """Answer a request of the browser. Where a page leads elsewhere, the address is kept for `at`.

        The answer comes by the browser's own protocol: a route of Playwright's would have it forget static files.
        """
        status, headers, body = self.stage.answered(self.reader, paused["request"], self.language)
        headers.pop("Refresh", None)  # time stands still
        if paused["resourceType"] == "Document" and 300 <= status < 400:
            self.moved = headers["Location"]
            status, headers, body = 200, {}, b""
        session.send(
            "Fetch.fulfillRequest",
            {
                "requestId": paused["requestId"],
                "responseCode": status,
                "body": b64encode(body).decode(),
                "responseHeaders": [{"name": name, "value": value} for name, value in headers.items()],
            },
        )

    def at(self, page: Page, width: int, language: str, theme: str = "light") -> Any:
        """Load a page of the scene in a window; the tab, at rest."""
        self.reader, self.language = page.reader, language
        self.tab.set_viewport_size({"width": width, "height": HEIGHT})
        self.tab.emulate_media(color_scheme=theme)
        self.moved = page.path(self.stage.scene.ids, language)
        while self.moved:
            address, self.moved = urljoin(ORIGIN, self.moved), ""
            answer = self.tab.goto(address)
        assert answer.status == page.status, f"{page.name} answers {answer.status}"
        if page.ready:
            self.tab.locator(page.ready).first.wait_for()
        return self.rest()

    def rest_in(self, width: int) -> Any:
        """The tab, after its page knows of a new width and has drawn itself for it."""
        self.tab.wait_for_function("width => innerWidth === width", arg=width)
        return self.rest()

    def rest(self) -> Any:
        """The tab, after it has drawn what was changed."""
        self.tab.evaluate(_AT_REST)
        return self.tab


@dataclass
class Stage:
    """The application with the scene in it."""

    app: Flask
    frozen: Frozen
    scene: Scene
    _files: dict[str, Answer] = field(default_factory=dict)
    _looks: dict[bool, tuple[Any, Look]] = field(default_factory=dict)

    def look(self, chromium: Any, width: int) -> Look:
        """A tab of that browser, on a device on which windows are so wide. It is opened once for many pages."""
        touch = width < TOUCHED
        known = self._looks.get(touch)
        if known is None or known[0] is not chromium:
            known = self._looks[touch] = chromium, self._open(chromium, touch)
        return known[1]

    def _open(self, chromium: Any, touch: bool) -> Look:
        context = chromium.new_context(
            reduced_motion="reduce", service_workers="block", bypass_csp=True, has_touch=touch, is_mobile=touch
        )
        tab = context.new_page()
        tab.clock.set_fixed_time(NOW)
        tab.add_init_script(_SILENT_STREAMS)
        look = Look(self, tab)
        session = context.new_cdp_session(tab)
        session.on("Fetch.requestPaused", lambda paused: look.answer(session, paused))
        session.send("Fetch.enable", {"patterns": [{"urlPattern": f"{ORIGIN}/*"}]})
        tab.on("pageerror", lambda error: look.complaints.append(str(error)))
        return look

    def answered(self, reader: str, request: dict[str, Any], language: str) -> Answer:
        """The answer of the application to a request of the browser."""
        address = urlsplit(request["url"])
        path = f"{address.path}?{address.query}" if address.query else address.path
        if not path.startswith("/static/"):
            return self._asked(reader, request, path, language)
        if path not in self._files:
            self._files[path] = self._asked(reader, request, path, language)
        return self._files[path]

    def _asked(self, reader: str, request: dict[str, Any], path: str, language: str) -> Answer:
        given = {name.lower(): value for name, value in request["headers"].items()}
        sent = {name: given[name] for name in ("accept", "content-type", "prefer") if name in given}
        headers = sent | self._token(reader) | {"Accept-Language": language, "Sec-Fetch-Site": "same-origin"}
        with self._frozen(path):
            answer = self.scene.chapter.browser(reader).open(
                path, method=request["method"], headers=headers, data=request.get("postData"), base_url=ORIGIN
            )
            return answer.status_code, dict(answer.headers), answer.get_data()

    def _token(self, reader: str) -> dict[str, str]:
        token = self.scene.chapter.tokens.get(reader)
        return {"Authorization": f"Bearer {token}"} if token else {}

    @contextmanager
    def _frozen(self, name: str) -> Iterator[None]:
        self.frozen.request(name)
        self.frozen.at = NOW
        with self.frozen.everywhere():
            yield


@contextmanager
def stage() -> Iterator[Stage]:
    """The application with the scene in it, and a store for it."""
    with (
        tempfile.TemporaryDirectory(prefix="brade-") as folder,
        EmbeddedStore(Path(folder, "store"), durable=False) as server,
        connect(server.url) as client,
    ):
        data = Path(folder, "data")
        data.mkdir()
        for name in _SECRETS:
            (data / name).write_text(f"the-{name}-of-the-pictures")
        frozen = Frozen()
        with frozen.everywhere():
            stored = tournament_in_store(Store(server, client), data)
            app = create_app(replace(stored.deps, settings=replace(stored.deps.settings, addresses=(ORIGIN,))))
            recorder = Recorder(app, frozen, stored.judge, client.flushall, OPERATOR)
            scene = make(Chapter(recorder, "pictures", 0))
        yield Stage(app, frozen, scene)
