"""The first page is opened in a browser where a person sits at a screen, and nowhere else."""

import sys
import threading
import webbrowser

import pytest

from service.processes import first_page


@pytest.mark.parametrize(
    ("terminal", "platform", "environment", "opens"),
    [
        (True, "linux", {"DISPLAY": ":0"}, True),
        (True, "linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (True, "darwin", {}, True),
        (True, "linux", {}, False),
        (False, "linux", {"DISPLAY": ":0"}, False),
        (True, "linux", {"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.2 1 10.0.0.1 22"}, False),
        (False, "darwin", {}, False),
    ],
)
def test_a_browser_is_opened_for_a_person_at_a_screen(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, platform: str, environment: dict[str, str], opens: bool
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: terminal)
    assert first_page.has_screen() == opens


@pytest.mark.parametrize("takes_the_terminal", [True, False])
def test_a_browser_that_would_take_the_terminal_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, takes_the_terminal: bool
) -> None:
    opened = threading.Event()

    class Screen(webbrowser.BaseBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            assert url == first_page.address("http://127.0.0.1:8000", "key")
            opened.set()
            return True

    browser = webbrowser.GenericBrowser("false") if takes_the_terminal else Screen()
    monkeypatch.setattr(webbrowser, "get", lambda: browser)
    monkeypatch.setattr(webbrowser.GenericBrowser, "open", lambda *_: opened.set())
    first_page.open_in_browser(first_page.address("http://127.0.0.1:8000", "key"))
    assert opened.wait(0.2 if takes_the_terminal else 20.0) != takes_the_terminal
