"""A result reported on a phone at the board, in a browser."""

from itertools import product

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.desk import another
from tests.support.proving import prove, some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


@pytest.fixture(scope="module")
def to_five(service):
    """A cup of matches to five points, with the cube."""
    return another(service, game="backgammon", length={"points": 5})


def form(browser, evening, table, **options):
    """The form before a caller with a scorer's token."""
    headers = {"Authorization": f"Bearer {evening.scorer.token}"}
    address = f"{evening.scorer.address}/matches/{evening.matches[table - 1]}/result"
    return browser.page(address, PHONE, extra_http_headers=headers, **options)


def tap(page, number, winner, ending):
    for name, value in (("winner", winner), ("outcome", ending)):
        page.locator(f'#game{number} label:has(input[name="{name}{number}"][value="{value}"])').click()


def test_rows_come_as_they_are_needed_until_the_match_is_over(browser, to_five):
    with form(browser, to_five, 1) as page:
        open_rows = page.locator(".result-row:visible")
        expect(open_rows).to_have_count(1)
        tap(page, 1, "white", "gammon")
        expect(open_rows).to_have_count(2)
        tap(page, 2, "black", "single")
        expect(open_rows).to_have_count(3)
        expect(page.locator(".so-far b").first).to_have_text("2")
        tap(page, 3, "white", "backgammon")
        expect(page.locator(".so-far b").first).to_have_text("5")
        expect(open_rows).to_have_count(3)
        page.locator("button[value=look]").click()
        expect(page.locator(".settles")).to_contain_text("5–1")
        page.locator("button[value=edit]").click()
        expect(open_rows).to_have_count(3)
        page.locator("button[value=look]").click()
        page.locator("button[value=write]").click()
        expect(page.locator(".notice.good")).to_be_visible()


@prove
@pytest.mark.parametrize(("language", "typed"), [("en-GB", "bearing off"), ("sv-SE", "utspel")])
def test_the_commonest_ending_comes_first_and_is_what_its_name_selects_as_it_is_typed(
    browser, service, language, typed
):
    with form(browser, another(service), 1, locale=language) as page:
        ending = page.locator("#game1 select").first
        assert ending.locator("option").nth(1).get_attribute("value") == "bearing_off"
        ending.focus()
        page.keyboard.type(typed)
        expect(ending).to_have_value("bearing_off")


@prove
def test_a_game_is_a_plain_win_until_another_ending_is_chosen(browser, service):
    with form(browser, another(service), 2, locale="en-GB") as page:
        for number, winner in ((1, "white"), (2, "black"), (3, "white")):
            page.locator(f'#game{number} label:has(input[value="{winner}"])').click()
            expect(page.locator(f"#game{number} select").first).to_have_value("bearing_off")
        page.locator("#game2 select").first.select_option("jan")
        page.locator('#game2 label:has(input[value="black"])').click()
        expect(page.locator(".so-far b")).to_have_text(["2", "4"])
        page.locator('#game3 label:has(input[value=""])').click()
        expect(page.locator("#game3 select").first).to_have_value("")


@prove
def test_what_is_missing_is_said_at_the_game_and_the_form_is_at_it(browser, to_five):
    with form(browser, to_five, 2) as page:
        tap(page, 1, "white", "single")
        page.locator("button[value=look]").click()
        expect(page.locator("#game2.bad .wrong")).to_contain_text("inte slut")
        assert page.evaluate("document.activeElement.closest('#game2') !== null")
        assert page.locator("#game2").evaluate("each => each.getBoundingClientRect().top < innerHeight")
    browser.complaints.clear()  # the browser says that the answer was a 422


@prove
def test_without_a_script_a_button_brings_more_rows(browser, to_five):
    with form(browser, to_five, 3, java_script_enabled=False) as page:
        expect(page.locator(".result-row:visible")).to_have_count(3)
        tap(page, 1, "white", "gammon")
        page.locator("button[value=more]").click()
        expect(page.locator(".result-row:visible")).to_have_count(6)
        expect(page.locator('input[name="outcome1"][value="gammon"]')).to_be_checked()


@prove
def test_the_page_of_a_table_renews_itself_and_has_a_button_to_look_again(browser, service):
    stored = another(service)
    asked = {"tables": ["1"], "role": "scorer"}
    made = stored.referee.ask("POST", f"/v1/tournaments/{stored.tournament}/links", asked)["links"][0]
    with browser.page("about:blank", PHONE, fresh=True, locale="en-GB") as page:
        page.clock.install()
        page.goto(made["link"])
        matches = page.locator("#here li")
        expect(matches).to_have_count(1)
        expect(matches.locator(".button")).to_have_text(["Record the match", "Report the result"])
        stored.result(stored.matches[0])
        with page.expect_response("**/t/"):
            page.clock.run_for(21_000)
        expect(matches.locator(".button")).to_have_count(0)
        page.get_by_role("link", name="Look again").click()
        expect(page.locator("#here")).to_be_visible()


@prove
@pytest.mark.parametrize(
    ("scheme", "language"), some(product(("light", "dark"), ("sv-SE", "en-GB")), ("dark", "en-GB"))
)
def test_axe_finds_nothing_to_object_to(browser, to_five, scheme, language):
    with form(browser, to_five, 4, color_scheme=scheme, locale=language) as page:
        assert browser.violations(page) == []
        page.locator("button[value=look]").click()
        expect(page.locator(".result-row.bad")).to_have_count(1)
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for each in page.locator(".pick:visible, button:visible, select:visible").all():
            assert each.bounding_box()["height"] >= 44
    browser.complaints.clear()  # the browser says that the answer was a 422
