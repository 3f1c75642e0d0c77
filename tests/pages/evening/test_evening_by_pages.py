"""A whole weekend by clicks alone: from the first start on an empty folder to the bracket that is printed.

One script for four people: with a mouse in English, with a finger in Swedish, by keyboard alone, and without scripts.
With `BRADE_SCREENS` the first of them takes the pictures of docs/hall/organising.md on the way (`make screens`).
"""

import os
import re
from pathlib import Path

import pytest

from service.translations import CORE, catalogue
from tests.support.pages.browser import DESKTOP, PHONE, needs_chromium
from tests.support.pages.hands import Keyboard, Pointer
from tests.support.pages.person import Person
from tests.support.pictures.prints import texts
from tests.support.proving import some
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-1")]

PASSWORD = "tre koppar kaffe"
CLUB = "Vasamuseets brädspelsvänner"
NAMES = [
    "Anna Berg",
    "Karin Oxenstierna af Södermöre",
    "Hugo Lind",
    "Märta Qvist",
    "Åke Dahl",
    "Ylva Ek",
    "Bo Ask",
    "Siv Å",
]
LATE, LEAVES = "Wilma Zetterlund", "Bo Ask"
POINTER, FINGER, KEYS, SCRIPTLESS = "pointer", "finger", "keys", "scriptless"


def found(person: Person) -> None:
    person.at("Name your club")
    person.picture("start")
    for field, text in (("club", CLUB), ("name", "Åsa Lind"), ("password", PASSWORD)):
        person.write(f"[name={field}]", text)
    person.press("Begin")
    person.at(CLUB)


def announce(person: Person) -> None:
    person.follow("Announce a tournament")
    person.at("New tournament")
    person.mark(person.page.locator("[name=format][value=groups_then_knockout]"))
    person.picture("announce")
    person.press("Look at it…")
    person.at("What will be announced")
    person.press("Announce it")


def enter(person: Person) -> None:
    person.follow("Enter the players")
    person.at("Entries")
    person.write("[name=list]", "\n".join(NAMES))
    person.press("Look at the list…")
    person.at("What the list becomes")
    person.picture("list")
    person.hand.press(person.page.locator("form.card .primary"))
    expect(person.page.locator(".entered > li")).to_have_count(len(NAMES))
    person.at("Entries")


def check_in(person: Person) -> None:
    page = person.page
    person.follow("Check-in")
    person.at("Check-in")
    person.hand.press(page.locator(".toggle").first)
    expect(page.locator('.toggle[aria-pressed="true"]')).to_have_count(1)
    person.write("form[action$='/late'] [name=name]", LATE)
    person.press("See what follows…")
    person.at("%(name)s comes", name=LATE)
    person.press("Enter, and is here")
    expect(page.locator('.toggle[aria-pressed="true"]')).to_have_count(2)
    person.follow("%(name)s leaves…", name=LEAVES)
    person.at("%(name)s leaves", name=LEAVES)
    person.press("Take them out")
    expect(page.locator(".toggle")).to_have_count(len(NAMES))
    person.picture("check-in")
    person.hand.press(page.locator(".all-here button"))
    expect(page.locator('.toggle[aria-pressed="true"]')).to_have_count(len(NAMES))
    person.follow("On to the order and round 1")


def draw(person: Person) -> None:
    page = person.page
    person.at("Order and round 1")
    person.write("#word", "midsommar")
    person.press("Draw lots")
    expect(page.locator("main")).to_contain_text("midsommar")
    person.picture("order")
    last = page.locator(".ordered > li").last.get_attribute("data-name")
    person.press("%(name)s up", name=last)
    expect(page.locator(".ordered > li").nth(len(NAMES) - 2)).to_have_attribute("data-name", last)
    person.press("Save this order")
    expect(page.locator(".unsaved:visible")).to_have_count(0)
    person.press("Draw round %(number)s and look at it", number=1)
    person.at("Round %(number)s", number=1)
    seats = page.locator(".sitting")
    two = [seats.nth(place).inner_text().strip() for place in (0, 2)]
    person.picture("round")
    for place in (0, 2):
        person.mark(seats.nth(place).locator("input"))
    person.press("Swap the two that are marked…")
    person.at("%(one)s and %(other)s change places", one=two[0], other=two[1])
    person.press("Swap them")
    expect(seats.nth(0)).to_contain_text(two[1])
    person.press("Publish round %(number)s", number=1)
    person.follow("Results of round %(number)s", number=1)


def results(person: Person, *typed: str) -> None:
    """Fill the round in: these results first, and then that the player named first won."""
    waiting = person.page.locator("li[data-open]")
    person.at("Results")
    while left := waiting.count():
        games, *typed = typed or ("121",)
        line = waiting.first
        if isinstance(person.hand, Keyboard) or len(games) > 3:
            person.hand.write(line.locator(".typed input"), games)
            person.page.keyboard.press("Enter")
        else:
            for game in games:
                person.hand.press(line.locator(".thumbs button").nth(int(game) - 1))
            person.hand.press(line.locator(".save"))
        expect(waiting).to_have_count(left - 1)


def play(person: Person) -> None:
    """Three rounds of groups, a walkover, a correction, and the knock-out."""
    page = person.page
    person.at("Results")
    person.follow("Walkover, no-show…")
    person.mark(page.locator("[name=kind][value=walkover]"))
    person.mark(page.locator("[name=winner]").first)
    person.press("See what follows…")
    expect(page.locator(".before-after").first).to_contain_text(re.compile("walkover"))
    person.press("Save")
    expect(page.locator(".lines > li:not([data-open])")).to_have_count(1)
    person.picture("results")
    results(person, "111", "1j21")
    person.hand.press(page.locator("li:not([data-open]) a[href*='/correction']").nth(1))
    person.mark(page.locator("[name=kind][value=played]"))
    person.write("[name=games]", "222")
    person.press("See what follows…")
    expect(page.locator(".before-after").first).to_contain_text(re.compile("3–0.*0–3"))
    expect(page.locator(".before-after").first).to_contain_text(re.compile(", (Group|Grupp) [AB]"))
    person.picture("correction")
    person.press("Save")
    expect(page.locator(".all-in")).to_be_visible()
    for number in (2, 3):
        onward(person, "Results of round %(number)s", number=number)
        results(person, "122", "212")
    for name in ("Semi-finals", "Final"):
        onward(person, "Results: %(round)s", round=catalogue(person.language).pgettext(CORE, name))
        results(person, "122", "212")
    onward(person, "The tournament is over: the final standings")


def onward(person: Person, text: str, **values: object) -> None:
    """Follow the largest button. Where the next round comes in a moment, a page without a script is asked for again."""
    largest = person.page.locator(".follows a.big")
    if not person.scripts:
        eventually(lambda: largest.count() or person.follow("Look again"), 30.0, text)
    expect(largest).to_be_visible()
    person.follow(text, **values)


def take_home(person: Person) -> None:
    """The bracket that is printed, and the backup."""
    page = person.page
    if not person.scripts:

        def is_over() -> bool:
            page.reload()
            return bool(page.locator(".head-state.finished").count())

        eventually(is_over, 30.0, "the last result counts")
    if page.locator(".head-now .step").count():  # else this is the page to which it leads
        person.follow("After the end…")
    person.at("Club tournament")
    person.follow("Files")
    person.at("Files and prints")
    with page.expect_download() as download:
        person.hand.press(page.locator("main a[href*='bracket.pdf']").first)
    printed = " ".join(texts(download.value.path().read_bytes()))
    for name in [LATE, *(each for each in NAMES if each != LEAVES)]:
        assert name in printed
    assert LEAVES not in printed
    person.hand.press(page.locator(".account summary"))
    person.hand.press(page.locator("header a[href^='/clubs/']"))
    person.at(CLUB)
    person.hand.press(page.locator("header a[href$='/backup']").first)
    person.press("Make a backup")
    expect(page.locator("a[download]")).to_be_visible()


@pytest.mark.parametrize(
    ("way", "language", "viewport"),
    some(
        [(POINTER, "en", DESKTOP), (FINGER, "sv", PHONE), (KEYS, "en", DESKTOP), (SCRIPTLESS, "sv", DESKTOP)],
        (POINTER, "en", DESKTOP),
    ),
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_weekend_is_run_by_pages_from_the_first_start_to_the_printed_bracket(
    browser, printed, way, language, viewport
):
    address = re.search(r"http://\S+/start\?key=\S+", printed)[0]
    options = {
        "locale": {"en": "en-GB", "sv": "sv-SE"}[language],
        "java_script_enabled": way != SCRIPTLESS,
        "has_touch": way == FINGER,
    }
    with browser.page(address, viewport, **options) as page:
        page.set_default_timeout(30_000)
        hand = (Keyboard if way == KEYS else Pointer)(page)
        pictures = Path(os.environ["BRADE_SCREENS"]) if way == POINTER and "BRADE_SCREENS" in os.environ else None
        person = Person(page, browser, language, hand, way in (FINGER, KEYS), way != SCRIPTLESS, pictures, CLUB)
        for part in (found, announce, enter, check_in, draw, play, take_home):
            part(person)
