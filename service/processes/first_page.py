"""The page on which a new installation begins: its address with the one-time key, opened where a person sits."""

import os
import sys
import threading
import webbrowser


def address(service: str, key: str) -> str:
    """The page's address at a service."""
    return f"{service}/start?key={key}"


def has_screen() -> bool:
    """True if a person started this at a terminal of a machine with a screen, and not from another machine."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform == "darwin" or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_in_browser(page: str) -> None:
    """Open a page in the browser of the person's desktop; a browser that would take the terminal is left alone."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    if type(browser) is not webbrowser.GenericBrowser:
        threading.Thread(target=browser.open, args=(page,), name="browser", daemon=True).start()
