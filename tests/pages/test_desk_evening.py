"""A referee's evening at eight live tables, in a real browser, before the whole service in processes of its own."""

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from core.events import ClockSet, ClockStarted, FlagClaimed, RefereeCalled
from service.config import Settings
from service.processes import Processes
from tests.pages.browsers import DESKTOP, PHONE, needs_chromium
from tests.pages.evenings import Evening, begin, illegal, play

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser")]

SOON = 3_000  # milliseconds in which what happened at a table is on the desk
OPERATOR = "operator"
_clubs = count(1)


@pytest.fixture(scope="module")
def service() -> Iterator[Processes]:
    """The service with its store and its workers."""
    with tempfile.TemporaryDirectory(prefix="brade-") as data:
        settings = Settings(port=0, data=Path(data), admin_token=OPERATOR)
        with Path(data, "log").open("wb") as log, Processes(settings, output=log) as running:
            yield running


@pytest.fixture
def evening(service) -> Evening:
    """A cup of sixteen in a club of its own: four tables are in play."""
    begun = begin(service.url, OPERATOR, f"vasa-{next(_clubs)}")
    for table, facts in ((1, 31), (2, 24), (3, 12), (4, 17)):
        begun.tell(table, play(table, facts))
    return begun


@contextmanager
def desk(browser, evening, path="", role="referee", viewport=DESKTOP, **options) -> Iterator[object]:
    """The desk before somebody of that role, who comes with a token."""
    headers = {"Authorization": f"Bearer {getattr(evening, role).token}"}
    address = f"{evening.referee.address}/desk/{evening.tournament}{path}"
    with browser.page(address, viewport, extra_http_headers=headers, **options) as page:
        page.set_default_timeout(8_000)
        yield page


def live(page):
    expect(page.locator("#line")).to_have_text(re.compile("direkt|live"))


def card(page, match):
    return page.locator(f'.table-card[data-match="{match}"]')


def ruled(evening, match):
    """The rulings of a match, as they are written."""
    events = evening.organiser.ask("GET", f"/v1/matches/{match}/events?after=0")["events"]
    return [each for each in events if each["type"] == "RulingMade"]


# ── what needs the referee ───────────────────────────────────────────────────────────────────────────────────────────
def test_an_illegal_play_needs_the_referee_within_a_moment_and_the_ruling_is_seen_before_it_is_written(
    browser, evening
):  # fmt: skip
    match = evening.matches[2]
    with desk(browser, evening) as page:
        live(page)
        expect(page.locator(".calm")).to_be_visible()
        evening.tell(3, illegal(evening.told[match])[len(evening.told[match]) :])
        need = page.locator('.need[data-kind="illegal"]')
        expect(need).to_be_visible(timeout=SOON)
        expect(card(page, match).locator(".state")).to_have_text("otillåtet drag", timeout=SOON)
        expect(page.locator("#said")).to_contain_text("Bord 3 otillåtet drag")

        need.locator("a").click()
        act = page.locator("#act-let_stand")
        expect(act).to_have_attribute("open", "")
        act.get_by_label("Skäl").fill("båda är överens")
        act.get_by_role("button").click()
        shown = json.loads(page.locator(".look pre").inner_text())
        assert shown["type"] == "RulingMade"
        assert (shown["kind"], shown["reason"]) == ("let_stand", "båda är överens")
        assert not ruled(evening, match), "it was looked at and not written"

        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".written")).to_be_visible()
        (written,) = ruled(evening, match)
        assert {name: written[name] for name in shown} == shown
        page.keyboard.press("Escape")
        expect(need).to_have_count(0)
        expect(page.locator(".log li").first).to_contain_text("RulingMade")


def test_calls_and_flags_come_before_illegal_plays(browser, evening):
    with desk(browser, evening) as page:
        live(page)
        evening.tell(3, illegal(evening.told[evening.matches[2]])[12:])
        clock = [ClockSet({"white": 60_000, "black": 60_000}, 12_000), ClockStarted("black"), FlagClaimed("white")]
        evening.tell(1, clock, by="referee")
        evening.tell(2, [RefereeCalled("black", "en tärning på kanten")])
        expect(page.locator(".need")).to_have_count(3, timeout=SOON)
        kinds = page.locator(".need").evaluate_all("all => all.map(each => each.dataset.kind)")
        assert kinds == ["called", "flag", "illegal"]


def test_facts_are_taken_back_from_the_list_and_what_follows_is_told_before(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        card(page, match).locator(".open").click()
        last = page.locator(".lines li").first
        number = last.locator(".n").inner_text()
        last.locator(".take-back").click()
        act = page.locator("#act-void")
        expect(act.get_by_label("Från händelse")).to_have_value(number)
        act.get_by_label("Skäl").fill("tärningen låg snett")
        act.get_by_role("button").click()
        expect(page.locator(".effects")).to_contain_text("Sedan:")
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".lines li.voided")).to_have_count(1)
        assert ruled(evening, match)[0]["from_version"] == int(number)


def test_what_cannot_be_is_said_and_not_written(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        card(page, match).locator(".open").click()
        page.locator("#act-void summary").click()
        act = page.locator("#act-void")
        act.get_by_label("Från händelse").fill("1")
        act.get_by_label("till händelse").fill("1")
        act.get_by_label("Skäl").fill("fel")
        act.get_by_role("button").click()
        expect(page.locator(".problem")).to_contain_text("M5")
        expect(page.get_by_role("button", name="Skriv", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Låt bli").click()
        expect(page.locator(".look")).to_have_count(0)


def test_a_ruling_on_what_has_moved_meanwhile_is_not_written(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        card(page, match).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("lugnt")
        page.locator("#act-note").get_by_role("button").click()
        expect(page.locator(".look")).to_be_visible()
        evening.tell(1, [RefereeCalled("white", "frågan")])
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".problem")).to_contain_text("Någon hann skriva emellan")
        assert not ruled(evening, match)


# ── results ──────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_a_correction_tells_what_moves_in_the_bracket_before_it_is_written(browser, evening):
    rest = evening.matches[4:]
    for match in rest:
        evening.result(match)
    match, part = rest[0], f"/v1/tournaments/{evening.tournament}"

    def second_round():
        rows = evening.organiser.ask("GET", f"{part}/matches")["matches"]
        return {name for row in rows if row["round"] == 2 for name in (row["white"]["name"], row["black"]["name"])}

    row = next(each for each in evening.organiser.ask("GET", f"{part}/matches")["matches"] if each["id"] == match)
    before, after = row["white"]["name"], row["black"]["name"]
    with desk(browser, evening, "?round=1") as page:
        card(page, match).locator(".open").click()
        page.locator("#act-decide summary").click()
        act = page.locator("#act-decide")
        act.get_by_label("Slag").select_option("played")
        for number in (1, 2, 3):
            act.get_by_label(f"Vinnare i parti {number}").select_option("black")
            act.get_by_label(f"Spelslut i parti {number}").select_option("bearing_off")
        act.get_by_label("Skäl").fill("protokollet lästes fel")
        act.get_by_role("button").click()
        effects = page.locator(".effects")
        expect(effects).to_contain_text("3–0 → 0–3")
        expect(effects).to_contain_text(after)
        assert before in second_round() or not second_round()
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".written")).to_be_visible()
        assert after in second_round()
        assert before not in second_round()
        page.keyboard.press("Escape")
        expect(card(page, match).locator(".state")).to_have_text("avgjord av domare")


def test_the_next_round_of_a_swiss_is_looked_at_paired_and_published(browser, service):
    announced = {"format": "swiss", "settings": {"rounds": 4}, "drafts": True}
    evening = begin(service.url, OPERATOR, f"vasa-{next(_clubs)}", **announced)
    part = f"/v1/tournaments/{evening.tournament}"

    def rounds():
        return [each["draft"] for each in evening.organiser.ask("GET", part)["rounds"]]

    if not rounds():
        evening.organiser.ask("POST", f"{part}/rounds", {})
    with desk(browser, evening, role="organiser") as page:
        if rounds() == [True]:
            page.get_by_role("button", name="Publicera rond 1").click()
            page.get_by_role("button", name="Skriv", exact=True).click()
            expect(page.locator(".table-card")).to_have_count(8, timeout=SOON)
        for row in evening.organiser.ask("GET", f"{part}/matches")["matches"]:
            evening.result(row["id"])
        see = page.get_by_role("button", name="Se nästa rond")
        expect(see).to_have_class("primary", timeout=SOON)
        see.click()
        expect(page.locator(".next .effects li")).to_have_count(8)
        assert len(rounds()) == 1, "it was looked at and not paired"
        page.get_by_role("button", name="Skriv", exact=True).click()
        publish = page.get_by_role("button", name="Publicera rond 2")
        expect(publish).to_be_visible(timeout=SOON)
        assert rounds() == [False, True]
        publish.click()
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator("#part-round")).to_contain_text("Rond 2 av 4", timeout=SOON)
        assert rounds() == [False, False]


# ── by keyboard alone ────────────────────────────────────────────────────────────────────────────────────────────────
def focused(page):
    return page.evaluate("document.activeElement.closest('[data-match]')?.dataset.match ?? document.activeElement.id")


def test_a_match_is_suspended_and_resumed_by_keyboard_alone(browser, evening):
    first, second = evening.matches[:2]
    with desk(browser, evening) as page:
        live(page)
        page.keyboard.press("j")
        assert focused(page) == first
        page.keyboard.press("j")
        page.keyboard.press("k")
        assert focused(page) == first
        page.keyboard.press("Enter")
        expect(page.locator("#table-title")).to_be_focused()
        page.keyboard.press("j")
        expect(page.locator(".at-table")).to_have_attribute("data-match", second)
        page.keyboard.press("k")
        expect(page.locator(".at-table")).to_have_attribute("data-match", first)

        tab_to(page, "#act-suspend summary")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.type("brandlarm")
        page.keyboard.press("Enter")
        expect(page.locator("#look-title")).to_be_focused()
        tab_to(page, '.write button[value="write"]')
        page.keyboard.press("Enter")
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        expect(card(page, first).locator(".state")).to_have_text("avbruten", timeout=SOON)
        assert focused(page) == first
        assert evening.wait_for(first)["suspended"]["reason"] == "brandlarm"

        page.keyboard.press("Enter")
        expect(page.locator("#act-resume")).to_have_attribute("open", "")
        tab_to(page, "#act-resume button")
        page.keyboard.press("Enter")
        expect(page.locator("#look-title")).to_be_focused()
        tab_to(page, '.write button[value="write"]')
        page.keyboard.press("Enter")
        expect(page.locator(".written")).to_be_visible()
        page.keyboard.press("Escape")
        expect(card(page, first).locator(".state")).to_have_text("spelar", timeout=SOON)


def tab_to(page, selector):
    """Press Tab until something has the focus."""
    for _ in range(120):
        if page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab")


def test_a_goes_to_what_needs_you_first_and_single_keys_can_be_switched_off(browser, evening):
    with desk(browser, evening) as page:
        live(page)
        evening.tell(2, [RefereeCalled("white", "kom")])
        expect(page.locator(".need")).to_have_count(1, timeout=SOON)
        page.keyboard.press("a")
        assert focused(page) == evening.matches[1]
        page.keyboard.press("?")
        expect(page.locator("#keys")).to_be_visible()
        page.get_by_label("Enstaka tangenter gäller").uncheck()
        page.keyboard.press("Escape")
        page.reload()
        live(page)
        page.keyboard.press("j")
        assert focused(page) == ""


# ── the line ─────────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_desk_comes_back_by_itself_after_the_service_restarts(browser, service, evening):
    match = evening.matches[0]
    with desk(browser, evening) as page:
        live(page)
        web = service.children[0]
        assert web.process is not None
        starts = web.starts
        web.process.terminate()
        expect(page.locator("#line")).not_to_have_text("direkt", timeout=15_000)
        expect(page.locator("#line")).to_have_text("direkt", timeout=45_000)
        assert web.starts == starts + 1
        version = len(evening.told[match])
        evening.tell(1, [RefereeCalled("white", "är ni tillbaka?")])
        expect(card(page, match)).to_have_attribute("data-version", str(version + 1), timeout=SOON)
        expect(page.locator(".need")).to_contain_text("är ni tillbaka?")
    browser.complaints.clear()  # the browser says that nobody answered


def test_somebody_who_signed_in_rules_from_the_desk(browser, evening):
    club = evening.organiser.ask("GET", f"/v1/tournaments/{evening.tournament}")["club"]
    asked = {"name": "Rut Domare", "role": "referee"}
    invited = evening.organiser.ask("POST", f"/v1/clubs/{club}/people", asked)
    address = evening.referee.address
    with browser.page("about:blank") as page:
        key = invited.get("invitation") or invited["link"]
        page.request.post(f"{address}/sign-in/key", form={"key": key})
        page.request.post(f"{address}/sign-in/password", form={"password": "tre blå bräden", "username": "Rut Domare"})
        page.goto(f"{address}/desk/{evening.tournament}")
        live(page)
        card(page, evening.matches[0]).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("lugnt vid bordet")
        page.locator("#act-note").get_by_role("button").click()
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".written")).to_be_visible()
    (note,) = ruled(evening, evening.matches[0])
    assert note["reason"] == "lugnt vid bordet"


def test_the_desk_is_read_and_ruled_from_without_a_script(browser, evening):
    match = evening.matches[0]
    with desk(browser, evening, java_script_enabled=False) as page:
        expect(page.locator(".table-card")).to_have_count(8)
        card(page, match).locator(".open").click()
        page.locator("#act-note summary").click()
        page.locator("#act-note").get_by_label("Anteckning").fill("utan skript")
        page.locator("#act-note").get_by_role("button").click()
        expect(page.locator("pre.json")).to_contain_text("utan skript")
        page.get_by_role("button", name="Skriv", exact=True).click()
        expect(page.locator(".lines li").first).to_contain_text("utan skript")
        page.get_by_role("link", name="Tillåtna drag").click()
        expect(page.locator(".plays")).to_be_visible()
    assert ruled(evening, match)


# ── for everybody ────────────────────────────────────────────────────────────────────────────────────────────────────
def test_the_tournament_page_follows_the_results(browser, evening):
    address = evening.referee.address
    with browser.page(f"{address}/tournaments/{evening.tournament}") as page:
        live(page)
        expect(page.locator(".done")).to_contain_text("0 av 8")
        evening.result(evening.matches[5])
        expect(page.locator(".done")).to_contain_text("1 av 8", timeout=SOON)
        expect(page.locator(".matches .winner")).to_have_count(1)
        page.locator(".standings tbody a").first.click()
        expect(page.locator(".why-card")).to_be_visible()
        expect(page.locator(".sheet svg")).to_be_visible()


@pytest.mark.parametrize("language", ["sv-SE", "en-GB"])
@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_to_object_to(browser, service, shown, scheme, viewport, language):
    options = {"color_scheme": scheme, "locale": language}
    address = shown.referee.address
    with desk(browser, shown, role="organiser", viewport=viewport, **options) as page:
        live(page)
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the desk"
        page.locator(".need a").first.click()
        expect(page.locator("#table-title")).to_be_focused()
        page.evaluate("for (const each of document.querySelectorAll('.act')) { each.name = ''; each.open = true; }")
        assert browser.violations(page) == []
        assert page.locator("#drawer").evaluate("each => each.scrollWidth <= each.clientWidth")
        small = page.evaluate(TOO_SMALL)
        assert small == [], "targets are 24 pixels or more"
    for path in (f"/tournaments/{shown.tournament}", "/"):
        with browser.page(f"{address}{path}", viewport, **options) as page:
            assert browser.violations(page) == []
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the page"


TOO_SMALL = """
[...document.querySelectorAll('#drawer button, #drawer summary, #drawer select, #drawer input:not([type=hidden]), #drawer .take-back')]
  .filter((each) => each.getBoundingClientRect().width)
  .filter((each) => { const box = each.getBoundingClientRect(); return box.width < 24 || box.height < 24; })
  .map((each) => each.outerHTML.slice(0, 120))
"""


@pytest.fixture(scope="module")
def shown(service) -> Evening:
    """A hall with something of everything, for those who only look."""
    begun = begin(service.url, OPERATOR, "vasa", name="Vasa Open")
    for table, facts in ((1, 38), (2, 61), (3, 24), (4, 90), (6, 47), (7, 12), (8, 33)):
        begun.tell(table, play(table, facts))
    begun.tell(3, illegal(begun.told[begun.matches[2]])[24:])
    begun.tell(6, [RefereeCalled("white", "en tärning på kanten")])
    suspended = {"type": "MatchSuspended", "reason": "brandlarm"}
    begun.referee.ask("POST", f"/v1/matches/{begun.matches[6]}/events", suspended, Prefer="wait=5")
    begun.result(begun.matches[4])
    return begun


@pytest.mark.skipif("BRADE_SCREENS" not in os.environ, reason="BRADE_SCREENS names no folder for pictures (make screens)")
def test_pictures_of_the_main_pages_are_taken(browser, shown):
    folder = Path(os.environ["BRADE_SCREENS"])
    folder.mkdir(parents=True, exist_ok=True)
    size, address = {"width": 1280, "height": 800}, shown.referee.address
    with desk(browser, shown, role="organiser", viewport=size, locale="en-GB") as page:
        live(page)
        page.screenshot(path=folder / "desk.png")
        page.locator('.need[data-kind="illegal"] a').click()
        page.locator("#act-let_stand").get_by_label("Reason").fill("both players agree")
        page.locator("#act-let_stand").get_by_role("button").click()
        expect(page.locator(".look")).to_be_visible()
        page.screenshot(path=folder / "ruling.png")
    for name, path in (("match", f"/matches/{shown.matches[1]}"), ("tournament", f"/tournaments/{shown.tournament}")):
        with browser.page(f"{address}{path}", size, locale="en-GB") as page:
            live(page)
            page.screenshot(path=folder / f"{name}.png")
    for picture in folder.glob("*.png"):
        assert picture.stat().st_size < 300_000, picture
