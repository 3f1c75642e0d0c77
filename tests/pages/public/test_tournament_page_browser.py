"""A tournament's page in a browser: winners, a phone, the dark, paper."""

import re

import pytest

from tests.support.pages.browser import DESKTOP, PHONE, needs_chromium, screens
from tests.support.pages.club_evening import Client
from tests.support.pages.desk import OPERATOR, another
from tests.support.proving import PROVING, prove
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]


@pytest.fixture(scope="module")
def weekend(service):
    """Four groups, a knock-out and a consolation: all of it is played, white wins."""
    settings = {"groups": 4, "advance": 1, "consolation": True}
    details = {"place": "Vasamuseet", "schedule": [{"time": "18:00", "text": "Rond 1"}]}
    evening = another(service, format="groups_then_knockout", settings=settings, details=details)
    part = f"/v1/tournaments/{evening.tournament}"
    organiser: Client = evening.organiser

    def over() -> bool:
        for row in organiser.ask("GET", f"{part}/matches?limit=200")["matches"]:
            if row["status"] == "open":
                results = {"match": row["id"], "results": [{"winner": "white", "outcome": "jan"}] * 3}
                organiser.ask("POST", f"{part}/results", results, Prefer="wait=10")
        return bool(organiser.ask("GET", part)["status"] == "finished")

    eventually(over, 60.0, "the end of the weekend")
    return evening


@pytest.fixture
def address(weekend):
    """The address of its page."""
    return f"{weekend.organiser.address}/tournaments/{weekend.tournament}"


@prove
def test_every_won_part_of_the_tournament_is_named_with_the_winner(browser, address):
    with browser.page(address) as page:
        assert page.locator(".winners li").count() == 3
        parts = page.locator(".winners dt").all_inner_texts()
        assert parts == ["Tröstturnering", "Grupp A", "Grupp B", "Grupp C", "Grupp D"]


@prove
def test_everything_fits_a_phone(browser, address):
    with browser.page(f"{address}/standings", PHONE) as page:
        rooms = "all => all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.className)"
        assert page.locator(".table-room").evaluate_all(rooms) == []
        assert page.evaluate(FITS)
        page.goto(f"{address}/bracket")
        assert page.evaluate(FITS)


@prove
def test_what_is_folded_on_the_screen_is_open_on_paper_and_folded_again(browser, address):
    with browser.page(address) as page:
        schedule = page.locator(".more-details li").first
        assert not schedule.is_visible()
        page.emulate_media(media="print")
        assert schedule.is_visible()
    with browser.page(f"{address}/rounds") as page:
        folded = page.locator("details.one-round:not([open])")
        count = folded.count()
        assert count > 2
        first = page.locator("details.one-round").last.locator("li").first
        assert not first.is_visible()
        page.emulate_media(media="print")
        assert first.is_visible()
        page.emulate_media(media="screen")
        assert folded.count() == count


@prove
def test_a_table_that_fits_a_sheet_is_not_torn_and_its_head_stays_with_it(browser, address):
    with browser.page(f"{address}/standings") as page:
        page.emulate_media(media="print")
        whole = "all => all.every(each => getComputedStyle(each).breakInside === 'avoid')"
        groups = page.locator(".table-room:not(:has(tbody tr:nth-child(17)))")
        assert groups.count() >= 4
        assert groups.evaluate_all(whole)
        heads = "all => all.every(each => getComputedStyle(each).breakAfter === 'avoid')"
        assert page.locator(".tab-standings h2, .standings thead").evaluate_all(heads)


@prove
def test_every_round_leads_to_its_pairings_for_the_wall(browser, address, weekend):
    with browser.page(f"{address}/rounds") as page:
        ways = page.locator(".one-round a[href*='/pairings.html']")
        assert ways.count() == page.locator(".one-round").count()
        ways.first.click()
        expect(page.locator("h2").first).to_be_visible()
        assert page.url.endswith("/pairings.html?lang=sv")
    headers = {"Authorization": f"Bearer {weekend.referee.token}"}
    desk = f"{weekend.referee.address}/desk/{weekend.tournament}"
    with browser.page(desk, extra_http_headers=headers) as page:
        last = page.locator("#part-rounds .rounds li a").last.inner_text().split()[-1]
        page.locator(".head-tabs a[href$='/rounds']").click()
        page.locator(".inside a", has_text=re.compile(f"^{last}\\b")).click()
        ways = page.locator("a[href*='/everything.pdf']")
        assert f"/rounds/{last}/everything.pdf" in ways.first.get_attribute("href")


REPEATED = (
    "tbody tr:nth-of-type(n+4)",
    ".one-round:nth-of-type(n+3)",
    ".slot:nth-of-type(n+3)",
    ".one-round li:nth-of-type(n+4)",
    "section > details:nth-of-type(n+2)",
    "section:nth-of-type(n+7) > details",
)
REMOVE_REPEATED = f"for (const each of document.querySelectorAll('{', '.join(REPEATED)}')) each.remove()"
"""Leaves a few rows, rounds and operations of each kind, which a template draws; `make prove` looks at all of them."""

OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true"
FITS = "document.documentElement.scrollWidth <= innerWidth"


def addresses(weekend):
    """The pages of a tournament, and those around it."""
    part = f"/v1/tournaments/{weekend.tournament}"
    club = f"/clubs/{weekend.organiser.ask('GET', part)['club']}"
    files = [f"{part}/{name}" for name in ("standings.html", "crosstable.html", "rounds/1/pairings.html")]
    page = f"/tournaments/{weekend.tournament}"
    tabs = (page, f"{page}/now", f"{page}/rounds", f"{page}/standings")
    player = f"{page}/players/{weekend.organiser.ask('GET', part)['entries'][0]['player']}"
    paths = (*tabs, f"{page}/players", player, club, "/", "/nothing-here", *files, "/docs")
    return [f"{weekend.organiser.address}{path}" for path in paths]


@prove
@pytest.mark.parametrize(("viewport", "language"), screens((DESKTOP, "sv-SE")))
def test_axe_finds_nothing_to_object_to(browser, weekend, viewport, language):
    for address in addresses(weekend):
        with browser.page(address, viewport, locale=language, bypass_csp=True) as page:
            if not PROVING:
                page.evaluate(REMOVE_REPEATED)
            page.evaluate(OPEN_ALL)
            assert browser.violations(page) == [], address
            assert page.evaluate(FITS), address
    assert all("404" in complaint for complaint in browser.complaints), browser.complaints
    browser.complaints.clear()


BOXES = "all => all.map((each) => each.getBoundingClientRect().toJSON())"


@prove
def test_six_slips_stand_on_a_sheet_in_its_middle(browser, weekend):
    headers = {"Authorization": f"Bearer {weekend.referee.token}"}
    address = f"{weekend.referee.address}/tournaments/{weekend.tournament}/links"
    sheet = {"width": 703, "height": 1032}  # A4 without its margins
    with browser.page(address, sheet, extra_http_headers=headers) as page:
        page.locator("main form").first.locator("button").click()
        page.locator(".slip").first.wait_for()
        page.wait_for_load_state()  # its styles are there
        page.emulate_media(media="print")
        page.wait_for_function("() => matchMedia('print').matches")
        boxes = page.locator(".slip").evaluate_all(BOXES)  # all at once: of two layouts, none is that of the sheet
        assert len(boxes) == 8
        left, right = boxes[0]["x"], sheet["width"] - boxes[1]["x"] - boxes[1]["width"]
        assert abs(left - right) < 2
        assert boxes[5]["y"] + boxes[5]["height"] - boxes[0]["y"] <= sheet["height"]
        assert {round(box["height"]) for box in boxes} == {round(boxes[0]["height"])}


@prove
def test_a_round_of_teams_names_who_meets_and_the_boards_that_were_won(browser, service):
    first = Client(service.url, OPERATOR).ask("POST", "/v1/clubs", {"slug": "lag", "name": "Lag"})
    organiser = Client(service.url, first["token"])
    names = ["Anna", "Bo", "Cilla", "Dag"]
    organiser.ask("POST", "/v1/clubs/lag/players", [{"name": name} for name in names])
    announced = {
        "name": "Serien",
        "game": "swedish",
        "length": {"games": 3},
        "format": "team_league",
        "settings": {"boards": 2},
        "published": True,
    }
    part = f"/v1/tournaments/{organiser.ask('POST', '/v1/clubs/lag/tournaments', announced)['id']}"
    for team, members in (("Vasa", names[:2]), ("Brahe", names[2:])):
        organiser.ask("POST", f"{part}/teams", {"name": team, "members": members})
    organiser.ask("POST", f"{part}/start", {"seed": "lots"})
    with browser.page(f"{service.url}{part.removeprefix('/v1')}/rounds") as page:
        assert page.locator(".meeting").all_inner_texts() == ["Vasa – Brahe"]
    first_board = organiser.ask("GET", f"{part}/matches")["matches"][0]
    results = {"match": first_board["id"], "results": [{"winner": "white", "outcome": "jan"}] * 3}
    organiser.ask("POST", f"{part}/results", results, Prefer="wait=10")
    with browser.page(f"{service.url}{part.removeprefix('/v1')}/rounds") as page:
        expect(page.locator(".meeting")).to_contain_text(re.compile(r"Vasa – Brahe\s*1–0"))
