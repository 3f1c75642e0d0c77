"""The desk's room: whole tables on usual screens, names of 30 letters at every width, density, rows for the rest."""

import pytest

from tests.support.pages.browser import needs_chromium
from tests.support.pages.club_evening import play
from tests.support.pages.desk import SOON, another, card, desk, live
from tests.support.pages.layout import overflow, whole
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]
LAPTOP, NOTEBOOK = {"width": 1280, "height": 800}, {"width": 1440, "height": 900}
WIDTHS = (1920, 1440, 1280, 1024, 768, 390, 360)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWX"
LONG = [
    ("Karl-Gustaf von Schantzenberg " if at % 2 else "Wilhelminaösterlundhängströmsk")[:29] + letter
    for at, letter in enumerate(LETTERS)
]
BOARDS = ".table-card.board"
LOSE = """line => {
    line.className = "state look";
    line.dataset.icon = "◌";
    line.textContent = "ingen kontakt: försöker igen…";
}"""


@pytest.fixture(scope="module")
def hall(service):
    """Twelve tables in play, by players with names of 30 letters, in a Swiss with a long name."""
    assert {len(name) for name in LONG} == {30}
    name = "Kåsens stora höstturnering i svenskt bräde"
    begun = another(service, names=LONG, name=name, format="swiss", settings={"rounds": 3})
    for table in range(1, 13):
        begun.record(table, play(table, 12 + table))
    return begun


def resize(page, width, height=844):
    page.set_viewport_size({"width": width, "height": height})


@prove
def test_twelve_tables_are_seen_whole_and_names_of_thirty_letters_break_nothing_at_any_width(browser, hall):
    with desk(browser, hall, role="organiser", viewport=NOTEBOOK) as page:
        live(page)
        assert whole(page, BOARDS) == 12
        assert page.locator("header.top").bounding_box()["height"] <= 82
        for density in ("boards", "small", "rows"):
            page.goto(f"{hall.referee.address}/desk/{hall.tournament}?view={density}")
            expect(page.locator(f".cards.{density} .table-card")).to_have_count(12)
            assert page.locator(".mini").count() == (0 if density == "rows" else 12)
            for width in WIDTHS:
                resize(page, width)
                assert overflow(page) == [], (density, width)
                assert page.locator("header.top").bounding_box()["height"] <= (82 if width > 832 else 152), width
        page.locator(".account summary").click()
        assert overflow(page) == []
        resize(page, 1440, 900)
        page.goto(f"{hall.referee.address}/desk/{hall.tournament}")
        expect(page.locator(".cards.rows .table-card"), "the browser keeps the choice").to_have_count(12)


@prove
def test_the_words_for_a_lost_line_take_no_more_room_than_there_is(browser, hall):
    with desk(browser, hall, role="organiser", viewport=NOTEBOOK, locale="sv-SE") as page:
        live(page)
        for width in WIDTHS:
            resize(page, width)
            page.locator("#line").evaluate(LOSE)
            assert overflow(page) == [], width
            assert page.locator("header.top").bounding_box()["height"] <= (82 if width > 832 else 152), width


@prove
def test_what_is_over_becomes_a_line_and_eight_tables_are_seen_whole_on_a_small_screen(browser, hall):
    with desk(browser, hall, viewport=LAPTOP) as page:
        live(page)
        for match in hall.matches[:4]:
            decision = {"match": match, "kind": "walkover", "winner": "white", "reason": "gick hem"}
            hall.referee.ask("POST", f"/v1/tournaments/{hall.tournament}/decisions", decision)
        expect(page.locator(".done-lines .table-card")).to_have_count(4, timeout=SOON)
        assert page.locator(".done-lines .mini").count() == 0
        assert whole(page, BOARDS) == 8
        for width in WIDTHS:
            resize(page, width)
            assert overflow(page) == [], width


@prove
def test_a_match_without_moves_is_a_row_with_its_result_and_becomes_a_board_by_its_first_roll(browser, evening):
    with desk(browser, evening, viewport=LAPTOP) as page:
        live(page)
        expect(page.locator(BOARDS)).to_have_count(4)
        row = card(page, evening.matches[5])
        expect(row).to_have_attribute("data-kind", "row")
        assert row.locator("svg").count() == 0
        evening.record(6, play(6, 3))
        expect(row).to_have_attribute("data-kind", "board", timeout=SOON)
        expect(page.locator(BOARDS)).to_have_count(5)
        with page.expect_navigation():
            card(page, evening.matches[6]).get_by_role("link", name="Resultat").click()
        expect(page.locator("li[data-open] input:focus")).to_have_attribute("name", "games-7")


@prove
def test_a_player_is_found_by_a_part_of_the_name_and_enter_opens_the_table(browser, evening):
    with desk(browser, evening, viewport=LAPTOP) as page:
        live(page)
        page.keyboard.press("/")
        wanted = card(page, evening.matches[2]).locator(".who").first.inner_text()
        page.keyboard.type(wanted[:-1].lower())
        expect(page.locator(".table-card:visible")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator(".at-table")).to_have_attribute("data-match", evening.matches[2])
        page.keyboard.press("Escape")
        page.locator("#find").focus()
        page.keyboard.press("Escape")
        expect(page.locator(".table-card:visible")).to_have_count(8)
