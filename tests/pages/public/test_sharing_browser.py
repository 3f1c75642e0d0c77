"""A picture to share, in a browser: the device's other programs are given it, else it is saved.

A headless browser has no sheet of the device. A script before the page's own stands for it, and records what it takes.
"""

import struct
from pathlib import Path

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

SHAPES = [("wide", (1200, 630)), ("tall", (1080, 1920))]
TAKES = """
window.taken = [];
const taking = (data) => ({ files: (data.files ?? []).map(({ name, type }) => [name, type]), url: data.url ?? null });
navigator.canShare = (data) => data.files?.length === 1 && KINDS(data);
navigator.share = async (data) => {
  const bytes = new Uint8Array(await data.files[0].arrayBuffer());
  window.taken.push({ ...taking(data), title: data.title, head: [...bytes.slice(0, 24)], active: ACTIVE });
  if (REFUSAL) throw new DOMException("", REFUSAL);
};
"""


def sheet(*, kinds: str = "true", refusal: str = "") -> str:
    """The sheet of a device: what it takes, and the name of the error with which it ends."""
    return (
        TAKES.replace("KINDS(data)", kinds)
        .replace("REFUSAL", f'"{refusal}"')
        .replace("ACTIVE", "navigator.userActivation.hasBeenActive")
    )


@pytest.fixture(scope="module")
def cup(service):
    begun = another(service)
    begun.result(begun.matches[0])
    return begun


def paths(cup):
    return {"tournament": f"/tournaments/{cup.tournament}", "match": f"/matches/{cup.matches[0]}"}


def shared_address(page):
    """The address by which a shared link leads to the page."""
    return page.locator('[property="og:url"]').get_attribute("content")


def taken(page, count):
    """All that the device was given, once it was given something so many times."""
    eventually(lambda: page.evaluate("taken.length") >= count, what=f"{count} shared")
    return page.evaluate("taken")


def opened(page, script):
    """Load the page once more with that script before its own, and open what can be shared of it."""
    page.add_init_script(script)
    page.reload()
    page.locator(".share-picture > summary").click()
    expect(page.locator(".share-picture")).to_have_attribute("open", "")


@pytest.mark.parametrize("of", ["tournament", "match"])
@pytest.mark.parametrize(("shape", "size"), SHAPES)
def test_the_device_is_given_the_picture_with_the_address_of_its_page(browser, cup, of, shape, size):
    address = cup.organiser.address + paths(cup)[of]
    with browser.page(address, PHONE, fresh=True) as page:
        opened(page, sheet())
        page.locator(f"[data-picture={shape}]").click()
        (given,) = taken(page, 1)
        assert given["files"] == [[f"brade-{shape}.png", "image/png"]]
        assert struct.unpack(">II", bytes(given["head"][16:24])) == size
        assert (given["url"], given["title"]) == (shared_address(page), page.title())
        assert given["active"]


def test_a_device_that_takes_no_address_beside_a_picture_is_given_the_picture(browser, cup):
    with browser.page(cup.organiser.address + paths(cup)["match"], PHONE, fresh=True) as page:
        opened(page, sheet(kinds="!data.url"))
        page.locator("[data-picture=wide]").click()
        (given,) = taken(page, 1)
        assert (given["url"], len(given["files"])) == (None, 1)


def test_nothing_is_saved_when_the_person_closes_the_sheet(browser, cup):
    with browser.page(cup.organiser.address + paths(cup)["match"], PHONE, fresh=True) as page:
        saved = []
        page.on("download", lambda download: saved.append(download))
        opened(page, sheet(refusal="AbortError"))
        for count in (1, 2):  # the second press comes to the sheet as well
            page.locator("[data-picture=wide]").click()
            taken(page, count)
        assert saved == []


@pytest.mark.parametrize(
    "script",
    [
        sheet(refusal="NotAllowedError"),
        sheet(kinds="false"),
        "navigator.share = () => { throw new Error('without files'); }; navigator.canShare = undefined;",
    ],
    ids=["refused", "no files", "older browser"],
)
def test_a_picture_that_the_device_does_not_take_is_saved(browser, cup, script):
    with browser.page(cup.organiser.address + paths(cup)["tournament"], PHONE, fresh=True) as page:
        opened(page, script)
        with page.expect_download() as coming:
            page.locator("[data-picture=tall]").click()
        assert struct.unpack(">II", Path(coming.value.path()).read_bytes()[16:24]) == (1080, 1920)


@pytest.mark.parametrize("of", ["tournament", "match"])
def test_the_address_of_the_page_is_copied_in_one_press(browser, cup, of):
    address = cup.organiser.address + paths(cup)[of]
    with browser.page(address, PHONE, fresh=True, permissions=["clipboard-read", "clipboard-write"]) as page:
        opened(page, "")
        page.locator(".share-picture button").click()
        expect(page.locator(".share-picture .copied")).to_have_text("✓ Kopierat")
        assert page.evaluate("navigator.clipboard.readText()") == shared_address(page)


def test_an_address_that_cannot_be_copied_is_shown(browser, cup):
    none = 'Object.defineProperty(navigator, "clipboard", {}); document.execCommand = () => false;'
    with browser.page(cup.organiser.address + paths(cup)["match"], PHONE, fresh=True) as page:
        opened(page, none)
        page.locator(".share-picture button").click()
        expect(page.locator(".share-picture .copied")).to_have_text(shared_address(page))
