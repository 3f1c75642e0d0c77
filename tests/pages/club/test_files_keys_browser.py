"""Pages for files, keys and the backup in a real browser: they fit a small phone, and axe finds nothing."""

import gzip

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.desk import SOON, another
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]
SMALL = {"width": 360, "height": 780}
LONG = "Sundbybergskretsens bordstelefonövervakning"


def fits(browser, page):
    assert browser.violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@prove
def test_an_organiser_finds_the_files_makes_a_key_and_downloads_a_backup(browser, service, tmp_path):
    evening = another(service)
    slug = evening.organiser.ask("GET", f"/v1/tournaments/{evening.tournament}")["club"]
    evening.referee.ask("POST", f"/v1/tournaments/{evening.tournament}/links", {"tables": ["1"]})
    invited = evening.organiser.ask("POST", f"/v1/clubs/{slug}/people", {"name": "Anna", "role": "organiser"})
    with browser.page(f"{service.url}/sign-in", SMALL) as page:
        for path, form in (("key", {"key": invited["invitation"]}), ("password", {"password": "en kopp kaffe"})):
            page.request.post(f"{service.url}/sign-in/{path}", form=form, headers={"Sec-Fetch-Site": "same-origin"})
        page.goto(f"{service.url}/tournaments/{evening.tournament}/files")
        fits(browser, page)
        page.goto(f"{service.url}/clubs/{slug}/keys")
        page.locator("#note").fill(LONG)
        page.locator(".primary").click()
        expect(page.locator("#made")).to_contain_text(LONG)
        fits(browser, page)
        page.goto(f"{service.url}/clubs/{slug}/backup")
        fits(browser, page)
        page.locator(".primary").click()
        expect(page.locator("a.primary")).to_be_visible(timeout=SOON)
        fits(browser, page)
        with page.expect_download() as download:
            page.locator("a.primary").click()
        download.value.save_as(tmp_path / "backup.gz")
        page.goto(f"{service.url}/clubs/{slug}/restore")
        fits(browser, page)
        page.locator("#file").set_input_files(tmp_path / "backup.gz")
        page.locator(".primary").click()
        expect(page.locator("#holds")).to_be_visible(timeout=SOON)
        fits(browser, page)
        page.locator("#club").fill(f"{LONG} {slug}")
        page.locator("form.card .primary").click()
        expect(page.locator("a.primary")).to_be_visible(timeout=SOON)
        fits(browser, page)
    assert browser.complaints == []
    assert f'"stream":"c_{slug}"'.encode() in gzip.decompress((tmp_path / "backup.gz").read_bytes())
