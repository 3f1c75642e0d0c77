"""A match recorded by keyboard alone, as a screen reader's user does: everything is found by its role and its name."""

import re

import pytest

from tests.support.pages.browser import PHONE, needs_chromium
from tests.support.pages.club_evening import play, words
from tests.support.pages.desk import another
from tests.support.pages.hands import Keyboard
from tests.support.proving import prove, some
from tests.support.scoring.phone import log_of
from tests.support.store import eventually

expect = pytest.importorskip("playwright.sync_api").expect
pytestmark = [needs_chromium, pytest.mark.xdist_group("browser-2")]

NAMES = {"white": "Anna", "black": "Bertil"}
LISTEN = """() => {
    window.heard = [];
    new MutationObserver((changes) => {
        for (const { target, addedNodes } of changes) {
            const inside = [...addedNodes].flatMap((each) => [...each.querySelectorAll?.("[role=alert]") ?? []]);
            const changed = [target, ...addedNodes, ...inside];
            const elements = changed.map((each) => (each.closest ? each : each.parentElement));
            const regions = elements.map((each) => each?.closest("[role=status], [role=alert]"));
            for (const text of new Set(regions.filter(Boolean).map((each) => each.textContent.trim()))) {
                if (text && heard.at(-1) !== text) heard.push(text);
            }
        }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


class Reader:
    """A person who presses keys, and goes by roles and names."""

    def __init__(self, page, up):
        self.page, self.up, self.hands = page, up, Keyboard(page)

    def button(self, name, within=None):
        return (within or self.page).get_by_role("button", name=name, exact=isinstance(name, str))

    def press(self, name, within=None):
        self.hands.press(self.button(name, within))

    def group(self, name):
        return self.page.get_by_role("group", name=name, exact=True)

    def hears(self, pattern):
        """The words of the live region that says so."""
        said = self.page.get_by_role("status").filter(has_text=re.compile(pattern))
        expect(said).to_be_visible(timeout=15_000)
        return said.inner_text()

    def open(self, fact):
        for seat, name in NAMES.items():
            self.press(f"a {fact[seat]}", self.group(name))
        self.press(re.compile("^Done: "))

    def turn(self, dice, played):
        """Roll, unless the opening was the roll, then play."""
        if dice is not None:
            for die in dice:
                self.page.keyboard.press(str(die))
        said = self.hears("only this play is possible|cannot move with|tap a ringed checker")
        if "ringed" in said:
            for move in played["moves"]:
                if self.button(re.compile("^Done: ")).count() and self.button(re.compile("^Done: ")).is_enabled():
                    break  # the rest was the only one
                self.move(**move)
        self.press(re.compile("^Done: "))
        expect(self.group("The throw")).to_have_count(0)  # it is stored: only now the next thing to do is heard

    def move(self, **move):
        start, end = move["from"], move["to"]
        throw = self.group("The throw")
        left = [int(each.get_attribute("aria-label")[2:]) for each in throw.get_by_role("button", disabled=False).all()]
        begin = {"bar": 0 if self.up else 25}.get(start, start)
        finish = {"off": 25 if self.up else 0}.get(end, end)
        exact = abs(finish - begin)
        die = exact if exact in left else min(each for each in left if each > exact)
        if throw.get_by_role("button", pressed=True).get_attribute("aria-label") != f"a {die}":
            self.press(f"a {die}", throw)
        self.press(re.compile("^on the bar" if start == "bar" else rf"^{start}: .+, can move"))


def said(fact, dice):
    """The sentence that is heard of a turn."""
    thrown = f"{NAMES[fact['by']]} rolled {'–'.join(map(str, dice))} and "
    texts = [f"{move['from']}/{move['to']}" for move in fact.get("moves", [])]
    played = [text if texts.count(text) == 1 else f"{text}({texts.count(text)})" for text in dict.fromkeys(texts)]
    return thrown + (f"played {' '.join(played)}" if played else "passed")


@prove
@pytest.mark.parametrize("length", some(["short", "whole"], "short"))
def test_a_match_is_recorded_by_keyboard_alone_and_what_happens_is_heard(browser, service, length):
    club = another(service)
    if length == "short":  # six turns with a hit and a pass, then a player resigns: the match is over
        game, words_, facts = "backgammon", {"points": 1}, [words(each) for each in play(40, 12, "backgammon")]
    else:  # a game until its jan
        game, words_, facts = "swedish", {"games": 3}, [words(each) for each in play(35, 53)]
    slug = club.organiser.ask("GET", f"/v1/tournaments/{club.tournament}")["club"]
    opened = {"club": slug, "game": game, "length": words_, "players": NAMES}
    match = club.organiser.ask("POST", "/v1/matches", opened)["id"]
    address = f"{club.scorer.address}/matches/{match}/score"
    headers = {"Authorization": f"Bearer {club.scorer.token}"}
    with browser.page(address, PHONE, extra_http_headers=headers, locale="en-GB") as page:
        reader = Reader(page, up=game == "swedish")
        expect(reader.group(NAMES["white"])).to_be_visible()
        page.evaluate(LISTEN)
        waiting = iter(facts)
        for fact in waiting:
            if fact["type"] == "OpeningRolled":
                reader.open(fact)
            elif fact["type"] == "DiceRolled":
                reader.turn(fact["dice"], next(waiting))
            else:
                reader.turn(None, fact)
        loser = facts[-1]["by"]
        reader.press("Menu")
        reader.press(f"{NAMES[loser]} resigns the game", page.get_by_role("dialog", name="Menu"))
        reader.press(re.compile(r"\(\+1\)$"), page.get_by_role("dialog", name=re.compile("resigns")))
        if length == "short":
            expect(page.get_by_role("alert")).to_have_text(re.compile(r"has won the match 1–0|has won the match 0–1"))
        eventually(lambda: len(log_of(club, match)) > len(facts))  # it may say for a moment that all before is sent
        expect(page.locator("[data-part=queue]")).to_have_text("all sent")
        heard = page.evaluate("heard")
    events = log_of(club, match)
    assert {event["verdict"]["verdict"] for event in events} == {"accepted"}
    assert [event["type"] for event in events] == [*(fact["type"] for fact in facts), "GameResigned"]
    turns, dice = [], None
    for event in events:
        dice = event.get("dice") or ([event[seat] for seat in NAMES] if event["type"] == "OpeningRolled" else dice)
        if event["type"] in ("CheckersMoved", "TurnPassed"):
            turns.append(said(event, dice))
    assert [each for each in heard if re.search(" rolled .* and (played|passed)", each)] == turns
    assert len(turns) >= 6
    for told in ("A hit.", "cannot move with", "has won the match" if length == "short" else "Game 1: Anna wins, jan"):
        assert any(told in each for each in heard), told
