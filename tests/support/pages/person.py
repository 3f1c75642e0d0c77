"""A person at the pages: reads the words of a language, and follows what is written there."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from service.translations import catalogue
from tests.support.pages.browser import DESKTOP, Browser
from tests.support.pages.hands import Pointer

expect = pytest.importorskip("playwright.sync_api").expect
PICTURE = {"width": 900, "height": 600}


@dataclass
class Person:
    """A person at the pages, who reads the words of a language and follows what is written there."""

    page: Any
    browser: Browser
    language: str
    hand: Pointer
    checks: bool
    scripts: bool
    pictures: Path | None = None
    club: str = ""
    """The club's name, which is no message of the pages."""
    presses: int = 0

    def _name(self, text: str, values: dict[str, object]) -> re.Pattern[str]:
        words = catalogue(self.language).gettext(text)
        assert text == self.club or catalogue("sv").gettext(text) != text, f"no message of the pages: {text}"
        return re.compile(f"^{re.escape(words % values if values else words)}")

    def press(self, text: str, **values: object) -> None:
        """Press the first button of these words."""
        self.presses += 1
        self.hand.press(self.page.get_by_role("button", name=self._name(text, values)).first)

    def follow(self, text: str, **values: object) -> None:
        """Follow the first link of these words, in the head or on the page itself."""
        self.presses += 1
        self.hand.press(self.page.get_by_role("link", name=self._name(text, values)).first)

    def at(self, text: str, **values: object) -> None:
        """Wait for the page of this heading; look if it fits, and if axe has something to say."""
        expect(self.page.get_by_role("heading", level=1)).to_have_text(self._name(text, values))
        if self.checks:
            assert self.browser.violations(self.page) == []
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), text

    def picture(self, name: str) -> None:
        """Take a small picture of the page for the documentation, if pictures are asked for."""
        if self.pictures is None:
            return
        self.page.set_viewport_size(PICTURE)
        self.page.evaluate("document.activeElement.blur(), scrollTo(0, 0)")
        self.page.screenshot(path=self.pictures / f"{name}.png")
        self.page.set_viewport_size(DESKTOP)

    def write(self, field: str, text: str) -> None:
        """Fill a field in."""
        self.hand.write(self.page.locator(field), text)

    def mark(self, place: Any) -> None:
        """Choose or mark."""
        self.hand.mark(place)
