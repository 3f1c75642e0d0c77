"""The door in a real browser: a first evening, an invitation, slips for the tables; readable for everybody."""

import json
from itertools import count
from urllib.request import Request, urlopen

import pytest

from tests.support.pages.browser import PHONE, needs_chromium, screens
from tests.support.pages.desk import OPERATOR
from tests.support.proving import prove

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]
PASSWORD = "en kopp kaffe"
_CLUBS = count(1)


class Club:
    """A club over the API, with a running tournament of two tables."""

    def __init__(self, address):
        self.address = address
        self.slug = f"door-{next(_CLUBS)}"
        self.token = self.post("/v1/clubs", {"slug": self.slug, "name": "Vasa"})["token"]
        people = self.post(f"/v1/clubs/{self.slug}/players", ["Åsa", "Bo", "Cilla", "Dag"])["players"]
        words = {"name": "Höstcupen", "game": "swedish", "length": {"games": 3}, "format": "round_robin"}
        self.tournament = self.post(f"/v1/clubs/{self.slug}/tournaments", words)["id"]
        part = f"/v1/tournaments/{self.tournament}"
        self.post(f"{part}/entries", {"players": [person["id"] for person in people]})
        self.post(f"{part}/tables", {"tables": ["1", "2"]})
        self.post(f"{part}/start", {})

    def post(self, path, words):
        headers = {"Authorization": f"Bearer {OPERATOR}", "Content-Type": "application/json"}
        with urlopen(Request(self.address + path, json.dumps(words).encode(), headers)) as answer:
            return json.load(answer)

    def come_in(self, page):
        """An organiser's first evening."""
        page.goto(f"{self.address}/sign-in#{self.token}")
        page.get_by_label("Ditt namn").fill("Anna Berg")
        page.get_by_label("Lösenord", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Vasa")


@pytest.fixture
def club(service):
    return Club(service.url)


@prove
def test_an_organisers_first_evening(browser, club):
    with browser.page(f"{club.address}/sign-in") as page:
        club.come_in(page)
        page.get_by_role("link", name="Funktionärer").click()
        page.locator("#name").fill("Bo Ek")
        page.get_by_label("protokollförare").check()
        page.get_by_role("button", name="Skapa en inbjudan").click()
        invitation = page.locator(".invitation code").inner_text()

        with browser.page(invitation, PHONE) as phone:
            expect(phone.get_by_text("Välkommen, Bo Ek.")).to_be_visible()
            assert "#" not in phone.url
            phone.get_by_label("Lösenord", exact=True).fill("två koppar te")
            phone.get_by_role("button", name="Gå in").click()
            expect(phone.get_by_role("heading", level=1)).to_have_text("Vasa")
            phone.locator(".account > summary").click()
            expect(phone.get_by_role("link", name="Bo Ek")).to_be_visible()

        page.get_by_role("link", name="Vem gjorde vad").click()
        expect(page.get_by_role("cell", name="Bo Ek, protokollförare").first).to_be_visible()

        page.goto(f"{club.address}/account")
        page.get_by_role("button", name="Logga ut överallt").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Logga in")
        expect(page.get_by_label("Klubb")).to_have_value(club.slug)
        page.get_by_label("Ditt namn").fill("anna berg")
        page.get_by_label("Lösenord", exact=True).fill(PASSWORD)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Vasa")


def test_a_slip_opens_its_table_on_a_phone(browser, club):
    with browser.page(f"{club.address}/sign-in") as page:
        club.come_in(page)
        page.goto(f"{club.address}/tournaments/{club.tournament}/links")
        page.get_by_role("button", name="Skapa lappar").click()
        expect(page.locator(".slip")).to_have_count(2)
        expect(page.locator(".slip svg")).to_have_count(2)
    links = club.post(f"/v1/tournaments/{club.tournament}/links", {"tables": ["2"]})["links"]
    with browser.page(links[0]["link"], PHONE) as phone:
        expect(phone.get_by_role("heading", level=1)).to_have_text("Bord 2")
        assert "#" not in phone.url
        phone.locator("main a").first.click()
        expect(phone.locator(".match")).to_be_visible()
        expect(phone.get_by_role("link", name="bord 2")).to_be_visible()


@prove
def test_all_account_pages_work_without_a_script(browser, club):
    with browser.page(f"{club.address}/sign-in", java_script_enabled=False) as page:
        page.get_by_label("Inbjudan, eller en arrangörs nyckel").fill(club.token)
        page.get_by_role("button", name="Välj ett lösenord").click()
        page.get_by_label("Ditt namn").fill("Anna Berg")
        page.get_by_label("Lösenord", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Gå in").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Vasa")
        page.locator(".account > summary").click()
        page.get_by_role("link", name="Anna Berg").click()
        link = club.post(f"/v1/tournaments/{club.tournament}/links", {"tables": ["1"]})["links"][0]["link"]
        with page.expect_navigation():
            page.get_by_role("button", name="Logga ut här").click()
        page.goto(f"{club.address}/t/")
        page.get_by_label("Länken").fill(link)
        page.get_by_role("button", name="Öppna").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Bord 1")


@prove
def test_the_keyboard_alone_invites_a_member(browser, club):
    with browser.page(f"{club.address}/sign-in") as page:
        club.come_in(page)
        page.goto(f"{club.address}/clubs/{club.slug}/people")
        page.locator("#name").focus()
        page.keyboard.type("Cilla")
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Inbjudan till Cilla")).to_be_visible()


@prove
@pytest.mark.parametrize(("viewport", "locale"), screens((PHONE, "sv-SE")))
def test_axe_finds_nothing_on_the_account_pages(browser, club, viewport, locale):
    found = {}
    with browser.page(f"{club.address}/sign-in", viewport, locale=locale) as page:

        def look(name):
            found[name] = browser.violations(page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide"

        look("sign-in")
        page.locator("#key").fill(club.token)
        with page.expect_navigation():
            page.locator("#key").press("Enter")
        look("password")
        page.locator("#name").fill("Anna Berg")
        page.locator("#password").fill(PASSWORD)
        page.locator("#password").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("Vasa")
        look("home")
        page.goto(f"{club.address}/clubs/{club.slug}/hall")
        look("hall")
        page.goto(f"{club.address}/clubs/{club.slug}/tables")
        look("tables of the club")
        page.goto(f"{club.address}/tournaments/{club.tournament}/tables")
        look("tables")
        page.locator("#tables").fill("1\nStora bordet vid fönstret i salen")
        page.locator("form.card button").click()
        expect(page.locator(".danger")).to_be_visible()
        look("a table goes")
        page.goto(f"{club.address}/account")
        look("account")
        page.goto(f"{club.address}/clubs/{club.slug}/people")
        page.locator("#name").fill("Bo Ek")
        page.locator("#name").press("Enter")
        expect(page.locator(".invitation")).to_be_visible()
        look("people")
        page.goto(f"{club.address}/clubs/{club.slug}/audit")
        look("audit")
        page.goto(f"{club.address}/tournaments/{club.tournament}/links")
        look("links")
        page.locator("form.card button").click()
        expect(page.locator(".slip").first).to_be_visible()
        look("slips")
        link = club.post(f"/v1/matches/{club.tournament}.1/links", {})["link"]
        page.goto(f"{club.address}/account")
        with page.expect_navigation():
            page.locator("form[action='/sign-out'] button").click()
        page.goto(link)
        expect(page.locator("main a").first).to_be_visible()
        look("table")
        page.locator(f"a[href$='{club.tournament}.1/result']").click()
        expect(page.locator(".result-row")).to_have_count(3)
        look("result")
        tall = "all => all.every(each => each.getBoundingClientRect().height >= 44)"
        assert page.locator(".result-form .pick, .result-form select, .result-form button").evaluate_all(tall)
        with page.expect_navigation():
            page.locator(".result-form button").click()
        look("a mistake")
        assert "422" in browser.complaints.pop()
        for number in (1, 2, 3):
            page.locator(f"input[name=winner{number}]").first.check()
            page.locator(f"select[name=outcome{number}]").select_option(index=1)
        page.locator(".result-form button").click()
        expect(page.locator(".settles")).to_be_visible()
        look("what will be written")
    assert not {name: each for name, each in found.items() if each}
