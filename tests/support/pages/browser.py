"""A real browser for tests: Debian's Chromium where it is, else the tests are skipped, and say so."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.support.browsers.tabs import Tabs
from tests.support.paths import TESTS
from tests.support.proving import PROVING, some

CHROMIUM = (
    os.environ.get("BRADE_CHROMIUM")
    or shutil.which("chromium-headless-shell")  # opens a page in a fifth of the processor time of a whole Chromium
    or shutil.which("chromium")
    or "/usr/bin/chromium"
)
MISSING = f"no Chromium at {CHROMIUM}: pages were not looked at in a browser (Debian: apt install chromium)"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FONT = "DejaVuSans.ttf"
FONT_FOLDER = next(
    (
        folder
        for folder in ("/usr/share/fonts/truetype/dejavu", "/usr/share/fonts/dejavu")
        if Path(folder, FONT).exists()
    ),
    None,
)
"""The folder of DejaVu Sans, with which pages are drawn in tests; `None` where it is not installed."""


def environment() -> dict[str, str]:
    """The environment of the browser: one font, whatever this machine has, if it has that one."""
    return os.environ | ({"FONTCONFIG_FILE": str(TESTS / "data" / "fonts.conf")} if FONT_FOLDER else {})


DESKTOP, PHONE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}

SCREENS = [(DESKTOP, "sv-SE"), (PHONE, "en-GB"), (DESKTOP, "en-GB"), (PHONE, "sv-SE")]


def screens(kept: tuple[dict[str, int], str]) -> list[Any]:
    """Window and language of a test: one pair in `make test`, all four in `make prove`.

    Files keep different pairs, so that `make test` looks at each window and at each language.
    """
    return some(SCREENS, kept)


_LIGHT: tuple[str, list[str] | None] = ("light", None)
_DARK: tuple[str, list[str] | None] = ("dark", ["color-contrast", "link-in-text-block"])

# What axe says of the rules that were kept is much, and stays in the page.
_VIOLATIONS = """async ([within, options]) => (await axe.run(within, options)).violations.map(
  ({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)).join(" | ")}`)"""

needs_chromium = pytest.mark.skipif(not os.access(CHROMIUM, os.X_OK), reason=MISSING)


@dataclass
class Browser:
    """Opens pages, and remembers what went wrong in them."""

    chromium: Any
    complaints: list[str] = field(default_factory=list)
    tabs: Tabs | None = None
    """The tabs that tests have one after the other; without them each page has a tab that none had before."""

    @contextmanager
    def page(
        self,
        address: str,
        viewport: dict[str, int] = DESKTOP,
        *,
        fresh: bool = False,
        reduced_motion: str = "reduce",
        color_scheme: str = "light",
        extra_http_headers: dict[str, str] | None = None,
        **options: Any,
    ) -> Iterator[Any]:
        """A page in a browser of its own; `options` are Playwright's for a context.

        Its tab may be one that another test had, and that forgot everything (`tests/support/browsers/tabs.py`). A test
        takes a fresh one for what stays in a tab: a clock, a script before all others, a listener.
        """
        media = {"reduced_motion": reduced_motion, "color_scheme": color_scheme}
        options = {"locale": "sv-SE", **options}
        tabs = self.tabs or Tabs(self.chromium)
        with tabs.one(self.complaints.append, viewport, fresh, media, extra_http_headers or {}, **options) as page:
            page.goto(address)
            yield page

    def violations(self, page: Any, within: str = "html") -> list[str]:
        """The violations that axe-core finds: WCAG 2.2 AA and best practice; in `make prove` dark colours, too.

        `within` is the part of the page to look at, for a page whose other parts were looked at before. Nothing is
        loaded once more for axe (`preload`): only a rule about sound, and one that is experimental and off, need that.
        """
        from axe_playwright_python.base import AXE_SCRIPT

        complaints = []
        for scheme, only in (_LIGHT, _DARK) if PROVING else (_LIGHT,):
            page.emulate_media(color_scheme=scheme)
            if not page.evaluate("'axe' in window"):  # a page may have loaded itself anew meanwhile
                page.evaluate(AXE_SCRIPT)
            options = {"resultTypes": ["violations"], "preload": False, **({"runOnly": only} if only else {})}
            complaints += [f"{scheme}: {each}" for each in page.evaluate(_VIOLATIONS, [within, options])]
        return complaints


def swipe(page: Any, begin: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger that is drawn over the screen, as the browser's own input: it also scrolls, and a scroll cancels it."""
    session = page.context.new_cdp_session(page)
    steps = 8

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", begin)
    for step in range(1, steps + 1):
        touch(
            "touchMove",
            *[(begin[0] + (end[0] - begin[0]) * step / steps, begin[1] + (end[1] - begin[1]) * step / steps)],
        )
    touch("touchEnd")
    session.detach()
