"""A real browser for tests: Debian's Chromium where it is, else the tests are skipped, and say so."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

CHROMIUM = os.environ.get("BRADE_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
MISSING = "no Chromium at /usr/bin/chromium: pages were not looked at in a browser (Debian: apt install chromium)"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
DESKTOP, PHONE = {"width": 1360, "height": 900}, {"width": 390, "height": 844}

needs_chromium = pytest.mark.skipif(not os.access(CHROMIUM, os.X_OK), reason=MISSING)


@dataclass
class Browser:
    """Opens pages, and remembers what went wrong in them."""

    chromium: Any
    complaints: list[str] = field(default_factory=list)

    @contextmanager
    def page(self, address: str, viewport: dict[str, int] = DESKTOP, **options: Any) -> Iterator[Any]:
        """A page in a browser of its own; `options` are Playwright's for a context."""
        options = {"locale": "sv-SE", "reduced_motion": "reduce", **options}
        context = self.chromium.new_context(viewport=viewport, **options)
        try:
            page = context.new_page()
            page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
            page.on("pageerror", lambda error: self.complaints.append(str(error)))
            page.goto(address)
            yield page
        finally:
            context.close()

    def violations(self, page: Any) -> list[str]:
        """What axe-core has to say against a page: WCAG 2.2 AA and best practice in light, colours in the dark."""
        from axe_playwright_python.base import AXE_SCRIPT

        page.evaluate(AXE_SCRIPT)
        complaints = []
        for scheme, only in (("light", None), ("dark", ["color-contrast", "link-in-text-block"])):
            page.emulate_media(color_scheme=scheme)
            found = page.evaluate(
                "only => axe.run(document, {resultTypes: ['violations'], ...(only && {runOnly: only})})", only
            )
            complaints += [
                f"{scheme}: {each['id']}: {each['help']}: {[node['html'][:200] for node in each['nodes'][:3]]}"
                for each in found["violations"]
            ]
        return complaints
