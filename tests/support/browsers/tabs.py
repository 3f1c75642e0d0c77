"""Tabs of a browser that one test after the other uses: to open one costs more than most pages that are shown in it.

A tab keeps the files of the service and its compiled scripts, as a person's browser does. Everything else is forgotten
before the next test: cookies, storage, service workers, routes, permissions, and a network that is off.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

MOST = 6
"""Tabs that are kept without a test in them."""

TIMEOUT = 30_000  # milliseconds; a test may set another one

FOR_GOOD = ("add_init_script", "expose_binding", "expose_function", "on", "once")
"""Methods of a page or its context that cannot be taken back."""

AT_REST = {
    "headers": {"Cross-Origin-Opener-Policy": "same-origin", "Content-Type": "text/html"},
    "body": "<!doctype html><title>at rest</title><link rel=icon href=data:,>",
}
"""The page between two tests. It has the policy of the service's pages: for another one Chromium starts a process."""


@dataclass(eq=False)
class Tab:
    """A page in a context of its own. `complain` hears what goes wrong in it."""

    kind: dict[str, Any]
    context: Any
    page: Any
    session: Any
    complain: Callable[[str], None] | None = None

    def hear(self, text: str) -> None:
        """Tell the test what went wrong, if a test is at the tab."""
        if self.complain:
            self.complain(text)

    def forget(self) -> bool:
        """Forget what was done in it. False if its page went elsewhere meanwhile: then it is closed instead."""
        from playwright.sync_api import Error

        try:
            return self._forget()
        except Error:
            return False

    def _forget(self) -> bool:
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.unroute_all()
        self.context.unroute_all()
        self._clear()  # also of the service worker, which would answer
        self.page.route("**/*", lambda route: route.fulfill(**AT_REST))
        self.page.goto(urljoin(self.page.url, "/at-rest"))
        self.page.unroute_all()
        clock, title = self.page.evaluate("['__pwClock' in globalThis, document.title]")
        assert not clock, "a clock stays in a tab: fresh=True"
        self._clear()
        self.context.clear_permissions()
        self.context.set_offline(False)
        return bool(title == "at rest")

    def _clear(self) -> None:
        self.session.send("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
        self.context.clear_cookies()


class Tabs:
    """The tabs of one browser."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium
        self._idle: list[Tab] = []

    @contextmanager
    def one(
        self,
        complain: Callable[[str], None],
        viewport: dict[str, int],
        fresh: bool,
        media: dict[str, str],
        headers: dict[str, str],
        **kind: Any,
    ) -> Iterator[Any]:
        """A tab of that kind. A fresh one had no test before and has none after it."""
        tab = self._opened(kind) if fresh else self._taken(kind)
        tab.complain = complain
        try:
            tab.page.set_default_timeout(TIMEOUT)
            tab.page.set_viewport_size(viewport)
            tab.page.emulate_media(media="null", **media)
            tab.context.set_extra_http_headers(headers)
            yield tab.page
            tab.complain = None
            if not fresh and not tab.page.is_closed() and tab.forget():
                self._idle.append(tab)
        finally:
            if tab not in self._idle:
                tab.context.close()
        while len(self._idle) > MOST:
            self._idle.pop(0).context.close()

    def _taken(self, kind: dict[str, Any]) -> Tab:
        for tab in reversed(self._idle):
            if tab.kind == kind:
                self._idle.remove(tab)
                return tab
        tab = self._opened(kind)
        for place in (tab.page, tab.context):
            for name in FOR_GOOD:
                setattr(place, name, _refused(name))
        return tab

    def _opened(self, kind: dict[str, Any]) -> Tab:
        context = self._chromium.new_context(**kind)
        page = context.new_page()
        tab = Tab(kind, context, page, context.new_cdp_session(page))
        page.on("console", lambda said: tab.hear(_told(said)) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: tab.hear(str(error)))
        return tab


def _told(said: Any) -> str:
    """The words of a console, and the address that they are about."""
    return " ".join(filter(None, (said.text, said.location["url"])))


def _refused(name: str) -> Callable[..., None]:
    def refused(*_: Any, **__: Any) -> None:
        raise AssertionError(f"{name} stays in a tab: fresh=True")

    return refused
