"""Hands of a person before a page: a mouse or a finger, or the keyboard alone."""

from typing import Any

MOST_TABS = 250


class Pointer:
    """Presses with a mouse or a finger."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def press(self, place: Any) -> None:
        """Press a button, follow a link, or open what is folded."""
        place.click()

    def mark(self, place: Any) -> None:
        """Choose a radio button or mark a checkbox."""
        place.check()

    def write(self, place: Any, text: str) -> None:
        """Fill a field in."""
        place.fill(text)


class Keyboard(Pointer):
    """Presses keys alone: Tab leads to each place, Enter and Space press it."""

    def press(self, place: Any) -> None:
        """Press a button, follow a link, or open what is folded."""
        self._reach(place)
        self.page.keyboard.press("Enter")

    def mark(self, place: Any) -> None:
        """Choose a radio button by arrow keys, or mark a checkbox."""
        place.wait_for(state="attached")
        if place.get_attribute("type") != "radio":
            self._reach(place)
            self.page.keyboard.press("Space")
            return
        name = place.get_attribute("name")
        group = self.page.locator(f'input[type=radio][name="{name}"]')
        self._reach(group)
        self.page.keyboard.press("Space")
        for _ in range(group.count()):
            if place.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{place} cannot be chosen by arrow keys")

    def write(self, place: Any, text: str) -> None:
        """Fill a field in."""
        self._reach(place)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def _reach(self, places: Any) -> None:
        places.first.wait_for(state="attached")
        for _ in range(MOST_TABS):
            if places.evaluate_all("all => all.includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{places} cannot be reached by Tab")
