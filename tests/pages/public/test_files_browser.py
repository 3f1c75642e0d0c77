"""The text for the newspaper in a browser: one press, and it is on the clipboard."""

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NONE_OF_ITS_OWN = """window.kept = navigator.clipboard;
Object.defineProperty(navigator, "clipboard", { get: () => undefined });"""
"""A page over plain http, as in a hall, has no clipboard: the script selects the text and copies that."""
NO_PROMISES = "window.kept = navigator.clipboard; delete window.ClipboardItem;"
PLAIN = "window.kept = navigator.clipboard;"
READ = "(kind) => fetch(kind).then((answer) => answer.text())"


@pytest.fixture(scope="module")
def cup(service):
    begun = another(service)
    begun.result(begun.matches[0])
    return begun


@pytest.mark.parametrize(
    ("browser_has", "kind"),
    some([(PLAIN, "txt"), (PLAIN, "html"), (NO_PROMISES, "txt"), (NONE_OF_ITS_OWN, "txt")], (PLAIN, "txt")),
    ids=["txt", "html", "without-promises", "plain-http"],
)
def test_the_text_for_the_newspaper_is_on_the_clipboard_after_one_press(browser, cup, browser_has, kind):
    address = f"{cup.organiser.address}/tournaments/{cup.tournament}"
    permissions = ["clipboard-read", "clipboard-write"]
    with browser.page(f"{address}/files", PHONE, fresh=True, permissions=permissions) as page:
        page.add_init_script(browser_has)
        page.reload()
        page.locator(f"[data-copy*='newspaper.{kind}?lang=sv']").click()
        expect(page.locator(".copied")).to_have_text("✓ Kopierat")
        copied = page.evaluate("kept.readText()")
        file = page.evaluate(READ, f"/v1/tournaments/{cup.tournament}/newspaper.{kind}?lang=sv")
        if kind == "txt":
            assert copied == file
        else:
            assert copied.startswith("<h1")
            assert copied in file
            assert "<main" not in copied
        assert cup.organiser.ask("GET", f"/v1/tournaments/{cup.tournament}")["name"] in copied


def test_a_text_that_cannot_be_fetched_is_not_said_to_be_copied(browser, cup):
    address = f"{cup.organiser.address}/tournaments/{cup.tournament}/files"
    with browser.page(address, PHONE, fresh=True, permissions=["clipboard-read", "clipboard-write"]) as page:
        page.route("**/newspaper.txt*", lambda route: route.abort())
        page.locator("[data-copy*='newspaper.txt?lang=sv']").click()
        expect(page.locator(".copied")).to_have_text("Den gick inte att kopiera: öppna den och kopiera där.")
    browser.complaints.clear()  # the browser says that there was no answer
