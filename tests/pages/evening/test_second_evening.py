"""The second evening of a new organiser, by links and buttons alone: what changes in the middle, and what comes after.

A result is corrected after the next round was published, a player leaves, a late one comes, the number of rounds
changes, the tournament is called off and takes place after all, matches have times, and it ends. Then it is announced
again with its players, kept as a template, announced from that, and that one is deleted.
"""

import re

import pytest

from tests.support.pages.browser import DESKTOP, PHONE, needs_chromium
from tests.support.pages.hands import Pointer
from tests.support.pages.person import Person
from tests.support.proving import some

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

CLUB, EVENING, TEMPLATE = "Vasa brädspel", "Höstkväll", "Månadskväll"
NAMES = ["Anna Berg", "Bo Ask", "Cilla Dahl", "Dan Ek", "Eva Fors"]
LEAVES, LATE = "Eva Fors", "Jonas Kvist"


def begin(person: Person) -> None:
    """The club, and the announcement of an evening whose rounds have a time."""
    page = person.page
    for field, text in (("club", CLUB), ("name", "Åsa Lind"), ("password", "tre koppar kaffe")):
        person.write(f"[name={field}]", text)
    person.press("Begin")
    person.follow("Announce a tournament")
    person.write("[name=name]", EVENING)
    page.select_option("[name='swiss.rounds']", "3")
    page.locator("details.more > summary").first.click()
    person.write("[name=round_minutes]", "25")
    person.press("Look at it…")
    person.press("Announce it")
    person.follow("Enter the players")
    person.write("[name=list]", "\n".join(NAMES))
    person.press("Look at the list…")
    person.hand.press(page.locator("form.card .primary"))
    expect(page.locator(".entered > li")).to_have_count(len(NAMES))
    person.follow("Order and round 1")
    person.press("Draw round %(number)s and look at it", number=1)
    person.press("Publish round %(number)s", number=1)
    person.follow("Results of round %(number)s", number=1)


def results(person: Person) -> None:
    """The player named first wins every match of the round that is shown."""
    waiting = person.page.locator("li[data-open]")
    person.at("Results")
    while left := waiting.count():
        waiting.first.locator(".typed input").fill("111")
        person.page.keyboard.press("Enter")
        expect(waiting).to_have_count(left - 1)


def first_round(person: Person) -> None:
    """The clock starts with a press; the next round is drawn and published."""
    page = person.page
    person.hand.press(page.locator("main form[action$='/time'] button[value=set]").first)
    expect(page.locator("#time summary")).to_contain_text(":")
    results(person)
    person.press("Draw round %(number)s and look at it", number=2)
    person.press("Publish round %(number)s", number=2)
    person.at("Results")


def correct_behind_a_published_round(person: Person) -> None:
    page = person.page
    person.presses = 0
    person.hand.press(page.locator("header a[href$='/rounds/1/results']"))
    person.follow("Correct…")
    person.mark(page.locator("[name=kind][value=played]"))
    person.write("[name=games]", "222")
    person.press("See what follows…")
    person.mark(page.locator("[name=anew][value='1']"))
    person.press("Save")
    expect(page.locator(".notice.good")).to_be_visible()
    assert "/rounds/2/results" in page.url
    assert person.presses <= 3


def leave_and_come(person: Person) -> None:
    page = person.page
    person.follow("Players")
    person.follow("Coming and going")
    person.at("Coming and going")
    person.follow("%(name)s leaves…", name=LEAVES)
    person.press("Take them out")
    expect(page.locator(".gone")).to_contain_text(LEAVES)
    person.write("form[action$='/late'] [name=name]", LATE)
    person.press("See what follows…")
    person.press("Plays from round %(number)s on", number=3)
    expect(page.locator(".toggles")).to_contain_text(LATE)


def change_and_call_off(person: Person) -> None:
    """Fewer rounds; then it is called off, and takes place after all."""
    page = person.page
    person.follow("Settings")
    person.follow("Change it while it runs")
    page.select_option("[name='swiss.rounds']", "2")
    person.press("See what follows…")
    expect(page.locator(".before-after")).to_contain_text("3")
    person.press("Save")
    expect(page.locator(".notice.good")).to_be_visible()
    person.follow("Call off or delete")
    person.write("[name=reason]", "Vattenläcka")
    person.press("Call it off")
    expect(page.locator(".called-off")).to_contain_text("Vattenläcka")
    person.follow("It takes place after all…")
    person.press("It takes place")
    expect(page.locator(".called-off")).to_have_count(0)


def plan_the_times(person: Person) -> None:
    """Times for all matches; one is moved by the form."""
    page = person.page
    person.follow("Timetable")
    person.press("Propose the timetable")
    person.hand.press(page.locator("a.match, a.moves").locator("visible=true").first)
    starts = page.locator("[name=starts]").first
    day, _t, time = starts.input_value().partition("T")
    person.write("[name=starts] >> nth=0", f"{day}T{time[:3]}10")
    person.press("Save")
    moved = page.locator("#timetable").get_by_text(re.compile(rf"{time[:2]}[.:]10"))
    expect(moved.locator("visible=true").first).to_be_visible()


def end(person: Person) -> None:
    """The last results, and the text for the newspaper."""
    page = person.page
    person.follow("Results of round %(number)s", number=2)
    results(person)
    person.follow("The tournament is over: the final standings")
    person.follow("Overview")
    person.follow("Text for the newspaper")
    person.follow("Read it as text")
    told = page.locator("body").inner_text()
    assert EVENING in told
    assert re.search(r"(Points|Poäng): \d", told)
    assert not re.search(r"\d{4}-\d\d-\d\d", told)
    page.go_back()
    person.follow("After the end…")


def again(person: Person) -> None:
    """As last time with the players; a template; announced from it, and deleted."""
    page = person.page
    person.follow("As last time…")
    person.mark(page.locator("[name=players_too]"))
    person.press("Look at it…")
    person.press("Announce it")
    expect(page.locator(".names li")).to_have_count(len(NAMES) + 1)
    person.follow("Settings")
    person.follow("Keep it as a template…")
    person.write("main [name=name]", TEMPLATE)
    person.press("Save")
    person.follow("Use it…")
    expect(page.locator("[name=name]")).to_have_value(TEMPLATE)
    person.press("Look at it…")
    person.press("Announce it")
    person.follow("Settings")
    person.follow("Call off or delete")
    person.press("Delete it")
    person.at(CLUB)
    expect(page.locator("main")).to_contain_text(EVENING)
    expect(page.locator("main")).not_to_contain_text(TEMPLATE)


@pytest.mark.parametrize(("language", "viewport"), some([("sv", PHONE), ("en", DESKTOP)], ("sv", PHONE)))
def test_a_second_evening_is_changed_in_its_middle_ended_and_announced_again(browser, printed, language, viewport):
    address = re.search(r"http://\S+/start\?key=\S+", printed)[0]
    locale = {"en": "en-GB", "sv": "sv-SE"}[language]
    with browser.page(address, viewport, locale=locale, has_touch=viewport is PHONE) as page:
        page.set_default_timeout(15_000)
        person = Person(page, browser, language, Pointer(page), checks=False, scripts=True, club=CLUB)
        steps = (begin, first_round, correct_behind_a_published_round, leave_and_come, change_and_call_off)
        for part in (*steps, plan_the_times, end, again):
            part(person)
