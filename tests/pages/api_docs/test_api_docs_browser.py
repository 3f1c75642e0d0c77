"""The pages about the API in a browser: a search while words are typed, and a call tried with a reader's key."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


def test_the_search_shows_what_has_the_words_while_they_are_typed_and_leads_to_an_open_operation(browser, service):
    with browser.page(f"{service.url}/docs", PHONE) as page:
        page.get_by_role("searchbox").fill("webhook delivery")
        rows = page.locator("#operations li:visible")
        expect(page.get_by_role("status")).to_have_text(re.compile(rf"^{rows.count()} operation"))
        expect(page.locator("#resources")).to_be_hidden()
        rows.first.get_by_role("link").click()
        page.wait_for_url("**/docs/webhooks#*")
        expect(page.locator("details.operation[open]")).to_have_count(1)


def test_a_call_is_tried_with_the_key_of_the_reader_and_without_the_cookie(browser, service, evening):
    name = evening.tournament
    with browser.page(f"{service.url}/docs/tournaments#get-v1-tournaments-tournament") as page:
        operation = page.locator("details.operation[open]")
        operation.locator("input[name=tournament]").fill(name)
        page.locator("#token").fill("a-key-that-is-none")
        operation.get_by_role("button", name="Send").click()
        expect(operation.locator("output")).to_have_text(re.compile("^401 "))
        page.locator("#token").fill(evening.organiser.token)
        operation.get_by_role("button", name="Send").click()
        expect(operation.locator("output")).to_have_text(re.compile("^200 application/json"))
        expect(operation.locator("form pre")).to_contain_text(f'"id": "{name}"')
        assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
        browser.complaints.clear()  # the key that was none
