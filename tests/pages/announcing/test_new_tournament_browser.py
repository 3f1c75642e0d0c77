"""The page of a new tournament in a real browser: what fits follows the fields, and two presses announce it."""

import re
from itertools import count

import pytest

from tests.support.pages.browser import SCREENS, needs_chromium
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import OPERATOR
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]
_CLUBS = count(1)


@prove
@pytest.mark.parametrize(("viewport", "locale"), SCREENS)
def test_a_tournament_is_planned_and_announced_with_two_presses(browser, service, viewport, locale):
    slug = f"planned-{next(_CLUBS)}"
    token = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa"})["token"]
    organiser = Client(service.url, token)
    options = {"locale": locale, "extra_http_headers": {"Authorization": f"Bearer {token}"}}
    with browser.page(f"{service.url}/clubs/{slug}/tournaments/new", viewport, **options) as page:
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("#players").fill("9")
        expect(page.locator("#plan")).to_contain_text("9 ")
        page.locator("[name=format][value=groups_then_knockout]").check()
        expect(page.locator("details[data-format=groups_then_knockout]")).to_be_visible()
        expect(page.locator("details[data-format=swiss]")).to_be_hidden()
        page.locator("#name").fill("Sundbybergskretsens höst")
        page.locator("[name=step][value=look]").click()
        expect(page.locator(".told-list")).to_contain_text("Sundbybergskretsens höst")
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.locator("[name=step][value=write]").click()
        expect(page.locator(".head-now .primary")).to_have_count(1)
        assert browser.violations(page) == []
        cup = re.findall(r"t_\w+", page.url)[0]
    assert browser.complaints == []
    announced = organiser.ask("GET", f"/v1/tournaments/{cup}")
    assert (announced["format"], announced["name"]) == ("groups_then_knockout", "Sundbybergskretsens höst")
    assert announced["details"]["zone"]


def test_the_fold_of_other_lengths_offers_the_stages_of_the_chosen_format(browser, service):
    slug = f"planned-{next(_CLUBS)}"
    token = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": slug, "name": "Vasa"})["token"]
    headers = {"Authorization": f"Bearer {token}"}
    with browser.page(f"{service.url}/clubs/{slug}/tournaments/new", extra_http_headers=headers) as page:
        stage = page.locator("[name='terms.1.stage']")
        fold = page.locator("details", has=stage)
        offered = (
            "(select) => [...select.options].filter((each) => !each.disabled && !each.hidden).map((each) => each.value)"
        )
        page.locator("[name=format][value=single_elimination]").check()
        fold.locator("summary").click()
        wanted = ["", "main", "bronze", "consolation", "last_chance", "placement", "knockout"]
        assert sorted(stage.evaluate(offered)) == sorted(wanted)
        stage.select_option("bronze")
        page.locator("[name=format][value=double_elimination]").check()
        assert sorted(stage.evaluate(offered)) == sorted(["", "main", "lower", "final", "knockout"])
        expect(stage).to_have_value("")
        page.locator("[name=format][value=swiss]").check()
        expect(fold).to_be_hidden()
