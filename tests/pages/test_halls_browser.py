"""A tournament's page in a browser: winners, a phone, the dark, paper."""

import pytest

from tests.pages.browsers import PHONE, needs_chromium
from tests.pages.desks import another
from tests.pages.evenings import Client

pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def weekend(service):
    """Two groups of three, a final, a match for the third place: all of it is played, white wins."""
    evening = another(service, format="groups_then_knockout", settings={"groups": 4, "advance": 1, "consolation": True})
    part = f"/v1/tournaments/{evening.tournament}"
    organiser: Client = evening.organiser
    for _ in range(12):
        rows = organiser.ask("GET", f"{part}/matches?limit=200")["matches"]
        for row in rows:
            if row["status"] == "open":
                results = {"match": row["id"], "results": [{"winner": "white", "outcome": "jan"}] * 3}
                organiser.ask("POST", f"{part}/results", results, Prefer="wait=10")
        if organiser.ask("GET", part)["status"] == "finished":
            return evening
    raise AssertionError("it is not over")


@pytest.fixture
def address(weekend):
    """Where its page is."""
    return f"{weekend.organiser.address}/tournaments/{weekend.tournament}"


def test_every_part_of_the_tournament_that_somebody_won_is_named_with_the_winner(browser, address):
    with browser.page(address) as page:
        assert page.locator(".winners li").count() == 3
        parts = page.locator(".winners dt").all_inner_texts()
        assert parts == ["Tröstturnering", "Grupp A", "Grupp B", "Grupp C", "Grupp D"]


def test_everything_fits_a_phone_but_the_sheet_which_says_that_it_goes_on(browser, address):
    with browser.page(address, PHONE) as page:
        rooms = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"
        assert page.locator(".table-room").evaluate_all(rooms) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".sheet").evaluate("each => each.scrollWidth > each.clientWidth")
        assert page.locator(".sideways").is_visible()
        page.set_viewport_size({"width": 1360, "height": 900})
        assert not page.locator(".sideways").is_visible()


def test_what_is_folded_on_the_screen_is_open_on_paper_and_folded_again(browser, address):
    with browser.page(address) as page:
        folded = page.locator("details.one-round:not([open])")
        count = folded.count()
        assert count > 2
        first = page.locator("details.one-round").last.locator("li").first
        assert not first.is_visible()
        page.emulate_media(media="print")
        assert first.is_visible()
        page.emulate_media(media="screen")
        assert folded.count() == count


def test_no_paper_glares_in_the_dark(browser, address):
    with browser.page(address, color_scheme="dark") as page:
        white = "all => all.filter(each => getComputedStyle(each).fill === 'rgb(255, 255, 255)').length"
        assert page.locator(".sheet rect").evaluate_all(white) == 0
